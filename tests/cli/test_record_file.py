"""A game that is kept in files: its key beside it, going on after a kill, other games, damage, full disks."""

from __future__ import annotations

import io
import os
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from groundfloor import Match, verify
from groundfloor.cli.record_file import RecordFile, key_path, read_key, read_record
from groundfloor.cli.session import Session
from groundfloor.cli.terminal_game import TerminalGame, table_of
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError

from .calls import process, run

KEY = bytes(range(32))


def typing(*lines: str) -> Callable[[str], str | None]:
    rest = iter(lines)
    return lambda prompt: next(rest, None)


@pytest.mark.thorough
@pytest.mark.slow
def test_the_key_lies_beside_the_record_until_the_game_is_over(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    process("--record", str(file), "--seats", "you,greedy", typed="2\n")
    text = file.read_text("utf-8")
    key, agents = read_key(file)
    assert key is not None and key.hex() not in text and agents == {1: "greedy"}
    if os.name == "posix":
        assert stat.S_IMODE(key_path(file).stat().st_mode) == 0o600


@pytest.mark.thorough
@pytest.mark.slow
def test_a_game_resumes_with_the_same_draws(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    process("--record", str(file), "--seats", "you:Ann,greedy", typed="2\n1\n")
    before = file.read_text("utf-8")
    done = process("--record", str(file), typed="1\n" * 900)
    assert "The game goes on." in done.stdout and "The game is over." in done.stdout
    assert file.read_text("utf-8").startswith(before)
    assert read_record(file).first_committed_draw == 1 and verify(read_record(file)) > 10
    again = process("--record", str(file), typed="1\n")
    assert "The game is over." in again.stdout and again.returncode == 0


@pytest.mark.thorough
@pytest.mark.slow
def test_a_game_without_its_key_resumes_with_new_draws(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    process("--record", str(file), "--seats", "you:Ann,you:Ben", typed="2\n2\n1\n")
    key_path(file).unlink()
    done = process("--record", str(file), typed="1\n" * 900)
    assert "from here on the draws are new" in done.stdout
    assert read_record(file).first_committed_draw > 1 and verify(read_record(file)) > 10


@pytest.mark.slow
def test_another_game_than_the_one_in_the_file_is_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "game.gfr")
    process("--record", file, "--seats", "you,random", typed="")
    for words in (("--seats", "you,greedy"), ("--seats", "you,automa:pei"), ("--option", "deck=preset")):
        assert run("play", "--record", file, "--lang", "en", *words) == 2
        assert "holds another game" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for language in ("en", "de"):
        assert run("play", "--record", file, "--seats", "you,random", "--option", "deck=random", "--lang", language) == 0


@pytest.mark.slow
def test_a_damaged_record_is_refused_with_a_sentence_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.gfr"
    process("--record", str(file), typed="2\n")
    text = file.read_text("utf-8") + "1 teleport\n"
    file.write_text(text, "utf-8")
    assert run("play", "--record", str(file)) == 1
    assert "teleport" in capsys.readouterr().err
    key_path(file).write_text("nonsense\n")
    file.write_text(text.replace("1 teleport\n", ""), "utf-8")
    assert run("play", "--record", str(file)) == 1
    assert "line 1 can't be read" in capsys.readouterr().err


def test_two_terminals_do_not_overwrite_each_other(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, KEY)
    record_file = RecordFile(file, KEY, ["", ""])
    record_file.create(match.record)
    file.write_text("something else\n", "utf-8")
    match.apply("done")
    with pytest.raises(GroundfloorError, match="changed by somebody else"):
        record_file.save(match.record)
    assert file.read_text("utf-8") == "something else\n"


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills a process hard")
def test_a_hard_kill_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    call = [sys.executable, "-u", "-m", "groundfloor", "play", "--lang", "en", "--seats", "you:Ann,greedy", "--record", str(file)]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdin is not None and playing.stdout is not None
        playing.stdin.write("done\n1\n" + "1\n" * 60)
        playing.stdin.flush()
        shown = []
        for line in playing.stdout:
            shown.append(line.rstrip())
            if "Round 3, stage 2:" in line:
                break
        playing.send_signal(signal.SIGKILL)
    assert playing.wait() != 0
    game = TerminalGame(table_of(Match.resume(read_record(file), None), ["", "greedy"]))
    journal = Session(game, "en", shown.append, typing()).history()
    assert any("Round 3, stage 2:" in line for line in journal)
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(".part")) == ["game.gfr", "game.gfr.key"]
    assert "The game is over." in process("--record", str(file), typed="1\n" * 900).stdout


def test_an_unwritable_file_is_reported_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("play", "--record", str(tmp_path / "none" / "game.gfr")) == 1
    assert "does not exist" in capsys.readouterr().err

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert run("play", "--record", str(tmp_path / "game.gfr")) == 1
    assert "game.gfr.key can't be written: No space left on device." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_path_with_spaces_is_proposed_in_quotation_marks(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "my game.gfr", b"key", [])
    assert shlex.split(file.word) == [str(tmp_path / "my game.gfr")]
    assert RecordFile(Path("/games/one.gfr"), b"key", []).word == "/games/one.gfr"
