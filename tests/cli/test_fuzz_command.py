"""Fuzzing on the command line: figures, going on, and a failure that one command reproduces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation
from groundfloor.research.arena import fuzz
from groundfloor.research.arena.fuzz import Batch

from .calls import run


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the files of a command in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def table(said: str) -> list[str]:
    """Returns the figures without the line of seconds."""
    return said.splitlines()[:-1]


@pytest.mark.thorough
@pytest.mark.slow
def test_a_run_resumes_where_it_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fuzz", "--games", "30", "--seed", "4") == 0
    whole = table(capsys.readouterr().out)
    for games in ("10", "27", "30", "30"):
        assert run("fuzz", "--games", games, "--seed", "4", "--state", "state.json") == 0
        last = capsys.readouterr().out
        assert f"games 1 to {games}, " in last
    assert table(last) == whole
    assert json.loads(Path("state.json").read_text("utf-8"))["done"] == 30


@pytest.mark.thorough
@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play = fuzz.play_batch

    def interrupted(seed: int, numbers: range, house: fuzz.HouseValues) -> Batch:
        if 30 in numbers:
            raise KeyboardInterrupt
        return play(seed, numbers, house)

    monkeypatch.setattr(fuzz, "play_batch", interrupted)
    assert run("fuzz", "--games", "60", "--seed", "4", "--state", "state.json") == 130
    assert "games 1 to 25, " in capsys.readouterr().out
    monkeypatch.undo()
    assert run("fuzz", "--games", "60", "--seed", "4", "--state", str(Path(__file__).parent / "no such folder" / "state.json")) == 1


@pytest.mark.thorough
@pytest.mark.slow
def test_a_run_ends_after_its_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fuzz", "--minutes", "0.001") == 0
    assert "games 1 to 25, " in capsys.readouterr().out


@pytest.mark.slow
def test_a_failure_is_reproduced_by_one_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def rich_is_wrong(game: Game, tiles: int) -> str:
        return "somebody is rich" if max(player.money for player in game._state.players) > 40 else find_violation(game, tiles)

    monkeypatch.setattr(fuzz, "find_violation", rich_is_wrong)
    assert run("fuzz", "--games", "200") == 1
    said = capsys.readouterr()
    assert "Somebody is rich." in said.err and "all " in said.out
    command = said.err.split("Reproduce it: groundfloor ")[1].split()
    assert command[:2] == ["fuzz", "--reproduce"] and Path(command[2]).exists()
    assert run(*command) == 1
    assert "somebody is rich" in capsys.readouterr().err
    monkeypatch.setattr(fuzz, "find_violation", find_violation)
    assert run(*command) == 0
    assert "entries, and every check holds." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--games", "0"), "1 or more"),
        (("--jobs", "0"), "1 or more"),
        (("--minutes", "0"), "more than 0"),
        (("--minutes", "nan"), "more than 0"),
        (("--games", "5", "--minutes", "1"), "not both"),
    ],
)
def test_bad_usage_is_a_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fuzz", *words) == 2
    assert sentence in capsys.readouterr().err


def test_progress_of_another_run_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fuzz", "--games", "1", "--state", "state.json") == 0
    assert run("fuzz", "--games", "1", "--state", "state.json", "--seed", "2") == 1
    assert "is of seed 1, not 2" in capsys.readouterr().err
    kept = Path("state.json").read_text("utf-8")
    Path("state.json").write_text(kept.replace('"revision": "', '"revision": "0.0.0 '), "utf-8")
    assert run("fuzz", "--games", "1", "--state", "state.json") == 1
    assert "is of revision 0.0.0 " in capsys.readouterr().err
    wrong = [kept.replace('"done": 1', f'"done": {done}') for done in ("null", "-1", "1e99", "2")]
    for damaged in ("", "[]", "{}", '{"tallies": []}', *wrong, kept.replace('"games": 1', '"games": "1"')):
        Path("state.json").write_text(damaged, "utf-8")
        assert run("fuzz", "--games", "1", "--state", "state.json") == 1
        assert "holds no progress" in capsys.readouterr().err
