"""The commands: their help with examples, and every error as one sentence with the right exit code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from groundfloor.cli.main import app, groups, main
from tests.support.samples import sampled

from .calls import run


def test_further_lines_of_a_parameter_are_indented(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--help") == 0
    lines = capsys.readouterr().out.split("Parameters:\n")[1].split("\n\n")[0].splitlines()
    assert any(line.startswith("      ") for line in lines)
    assert all(line.startswith(("  --", "      ")) and line.rstrip() == line and len(line) <= 80 for line in lines)


def test_every_example_is_understood() -> None:
    commands = [command for parent in (app, *groups.values()) for command in parent.resolved_commands().values()]
    examples = [shlex.split(line)[1:] for command in commands for line in str(command.help_epilogue or "").splitlines()[1:]]
    assert len(examples) > 40
    for words in examples:
        command, bound, _ignored = app.parse_args(words, exit_on_error=False, print_error=False)
        assert command.__module__.startswith("groundfloor.cli.") and bound is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bogus",), "bogus"),
        (("serve", "--port", "99999"), "1 to 65535"),
        (("serve", "--port", "-1"), "1 to 65535"),
        (("serve", "--port", "0"), "1 to 65535"),
        (("serve", "--port", "many"), "--port"),
        (("serve", "--workers", "0"), "1 to 64"),
        (("serve", "--data", "games", "--database", "postgresql://localhost/games"), "name one of them"),
        (("backup",), "file"),
        (("restore",), "file"),
        (("replay",), "file"),
        (("rules", "tenth"), "Rulesets are: second"),
        (("rules", "IV.Q"), "The nearest are"),
        (("rules", "tenth", "IV.B"), "no ruleset 'tenth'"),
        (("rules", "IV.B", "--json"), "rules second --json"),
        (("rules", "IV.B", "--aid"), "rules second --aid"),
        (("rules", "IV.B", "--lang", "fr"), "'fr'"),
        (("play", "--seats", "me,you"), "A seat is you, you:NAME"),
        (("play", "--lang", "fr"), "en, de"),
        (("play", "--ruleset", "tenth"), "no ruleset 'tenth'"),
        (("play", "--option", "deck=marked"), "can be random, preset"),
    ],
)
def test_bad_usage_has_exit_code_2(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    said = capsys.readouterr()
    assert sentence in said.err and "╭" not in said.err
    assert said.out == ""


@pytest.mark.parametrize("command", ["replay", "verify", "play"])
def test_files_that_are_no_records_have_exit_code_1(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    option = ("--record",) if command == "play" else ()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00groundfloor")
    (tmp_path / "other").write_text("a poem\n")
    (tmp_path / "empty").write_text("")
    for name, sentence in (("binary", "no text"), ("other", "Line 1"), ("empty", "Line 1"), (".", "directory")):
        assert run(command, *option, str(tmp_path / name)) == 1
        assert sentence in capsys.readouterr().err, name
    assert sorted(file.name for file in tmp_path.iterdir()) == ["binary", "empty", "other"]


def test_a_missing_record_has_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("replay", "verify"):
        assert run(command, str(tmp_path / "none.gfr")) == 1
        assert "No such file" in capsys.readouterr().err


def test_an_entry_beyond_the_record_is_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--games", "1", "--records", str(tmp_path)) == 0
    file = str(tmp_path / "game-1.gfr")
    for at in ("100000", "-1"):
        assert run("replay", file, "--at", at) == 2
        assert "number of entries" in capsys.readouterr().err
    assert run("replay", file, "--json", "--trace") == 2


def test_an_unfinished_record_cannot_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--games", "1", "--records", str(tmp_path)) == 0
    file = tmp_path / "game-1.gfr"
    file.write_text("\n".join(file.read_text().splitlines()[:-1]) + "\n")
    assert run("verify", str(file)) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_paragraph_of_the_rules_is_printed_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "iv.b.1", "--lang", "en") == 0
    english = capsys.readouterr().out
    assert run("rules", "second", "IV.B.1", "--lang", "de") == 0
    german = capsys.readouterr().out
    assert english.startswith("IV.B.1 ") and german.startswith("IV.B.1 ")
    assert "networking" in english and english != german


def test_player_aid_is_printed_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "first", "--aid", "--lang", "de") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "# Ground Floor: Spielhilfe"
    assert any(line.startswith("| F Konjunkturprognose |") for line in lines)


def test_a_part_of_the_rules_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "IV.B", "--lang", "en") == 0
    said = capsys.readouterr().out
    assert all(number in said for number in ("IV.B.1 ", "IV.B.2 ", "IV.B.3 "))


UNREAD = [("--version",), ("rules", "II"), ("rules", "second", "--json"), ("simulate", "--games", "2", "--jobs", "2"), ("play",)]


@pytest.mark.slow
@pytest.mark.parametrize("words", sampled([(each,) for each in UNREAD], (("play",),).__eq__))
def test_a_closed_output_pipe_is_no_error(words: tuple[str, ...], unread: int) -> None:
    done = called(words, stdout=unread, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.slow
@pytest.mark.parametrize(("words", "code"), [(("rules", "tenth"), 2), (("replay", "none.gfr"), 1)])
def test_an_error_that_nobody_reads_keeps_its_exit_code(words: tuple[str, ...], code: int, unread: int) -> None:
    done = called(words, stdout=subprocess.PIPE, stderr=unread)
    assert (done.returncode, done.stdout) == (code, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [("rules", "II"), ("rules", "second", "--json")], ids=" ".join)
def test_output_that_does_not_fit_on_the_disk_is_told_once(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = called(words, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "space" in done.stderr


@pytest.fixture
def unread() -> Iterator[int]:
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


def called(words: tuple[str, ...], stdout: int | IO[str], stderr: int | IO[str]) -> subprocess.CompletedProcess[str]:
    """Calls a command in a process of its own, to which nothing is typed; what it prints is written when it ends or there is much of it."""
    call = [sys.executable, "-m", "groundfloor", *words]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(call, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, text=True, check=False, env=environment)


def test_matrices_are_multiplied_in_one_thread_unless_somebody_wants_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads would wait busily for such small matrices; bots of the server and the arena take a quarter of the time."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    with suppress(SystemExit):
        main(["--version"])
    assert (os.environ["OPENBLAS_NUM_THREADS"], os.environ["OMP_NUM_THREADS"]) == ("1", "2")


def test_differences_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "differences", "--lang", "en") == 0
    told = capsys.readouterr().out.splitlines()
    assert "  Stock exchange – second, online" in told
    assert "  Construction Admin: one use takes – second: 3 time markers; online, first: 4 time markers; manual: 3* time markers" in told
    assert any(line.startswith("9.3.2 Liquidation by choice.") for line in told)
