"""The commands that read records, as a user calls them."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from groundfloor.cli.main import exit_code
from groundfloor.cli.record_file import read_record
from groundfloor.results.archive import ArchivedGame, ArchivedSeat, archive_member
from tests.support.attack.attacks import golden_text

from .calls import run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    assert run("simulate", "--seats", "random,automa:hadid", "--games", "1", "--seed", "3", "--records", str(tmp_path)) == 0
    return tmp_path / "game-1.gfr"


def test_a_finished_record_is_verified(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("verify", str(file)) == 0
    assert "draws checked" in capsys.readouterr().out


def test_a_changed_draw_is_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("* back "))
    other = "* back recession" if line != "* back recession" else "* back stable"
    file.write_text(text.replace(line, other, 1), "utf-8")
    assert run("verify", str(file)) == 1
    assert "the key draws" in capsys.readouterr().err


def test_the_trace_holds_every_entry_and_ends_with_the_scores(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("replay", str(file), "--trace") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["kind"] == "header" and lines[-1]["kind"] == "scores"
    assert [line["n"] for line in lines[1:-1]] == list(range(1, len(read_record(file).active_entries()) + 1))
    assert all(line["taken"] in line.get("legal", line.get("outcomes")) for line in lines[1:-1])


def test_log_is_in_german_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("replay", str(file), "--lang", "de") == 0
    said = capsys.readouterr().out
    assert "Runde 7, Stufe 3:" in said and "Prestigepunkte" in said and "Round" not in said


def test_the_position_of_an_entry_is_the_one_of_the_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("replay", str(file), "--at", "5", "--json") == 0
    assert json.loads(capsys.readouterr().out) == read_record(file).replay(until=5).position()


def member(number: int, record: str) -> bytes:
    seats = (ArchivedSeat("Ann", "person", 40, 1), ArchivedSeat("Pei", "automa", 30, 2, "pei"))
    return archive_member(ArchivedGame(number, f"game-{number}", "2030-01-01T00:00:00+00:00", "second", 2, seats, record))


def test_archive_is_checked_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, file = golden_text("second-two-automas-random"), tmp_path / "games.jsonl.gz"
    file.write_bytes(member(1, record) + member(2, record))
    assert exit_code(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("2 games with ")
    file.write_bytes(member(1, record) + member(2, record.replace("key ", "key 0", 1)))
    assert exit_code(["verify", str(file)]) == 1
    assert "Game 2 of" in capsys.readouterr().err
    file.write_bytes(member(1, record)[:-30])
    assert exit_code(["verify", str(file)]) == 1 and "damaged" in capsys.readouterr().err
    assert exit_code(["verify", str(tmp_path / "missing.jsonl.gz")]) == 1 and "can't be read" in capsys.readouterr().err


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    assert run("simulate", "--seats", "random,random", "--games", "3", "--seed", "3", "--records", str(tmp_path)) == 0
    return [str(tmp_path / f"game-{number}.gfr") for number in (1, 2, 3)]


def test_several_files_are_verified_each_in_a_line(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("verify", *files) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == files and last.startswith("3 games with ")


def test_file_that_fails_stops_none_of_the_others(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("verify", files[0], "missing.gfr", files[1]) == 1
    told = capsys.readouterr()
    assert told.err.splitlines() == ["missing.gfr can't be read: No such file or directory.", "1 of 3 files failed."]
    assert [line.partition(": ")[0] for line in told.out.splitlines()] == files[:2]


def test_standard_input_is_a_file_too(files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["verify", "-"], ["replay", "-", "--at", "5", "--json"], ["analyse", "-", "--simulations", "0"]):
        monkeypatch.setattr("sys.stdin", StringIO(Path(files[0]).read_text("utf-8")))
        assert run(*words) == 0
    monkeypatch.setattr("sys.stdin", StringIO("a poem"))
    assert run("verify", "-") == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("-: Line 1: a record begins with")


def test_several_files_are_replayed_under_their_names(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("replay", *files, "--lang", "en") == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("==>")] == [f"==> {file} <==" for file in files]
    assert run("replay", *files, "--at", "3", "--json") == 0
    positions = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["file"] for each in positions] == files and positions[0]["position"]["ruleset"] == "second"


def test_several_files_are_analysed(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("analyse", *files[:2], "--simulations", "0", "--everybody", "--json") == 0
    assert [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()] == files[:2]


@pytest.mark.parametrize("command", ["verify", "replay", "analyse"])
def test_without_a_file_the_command_says_what_it_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 2
    assert capsys.readouterr().err == "Name the file of a record, or several; - is standard input.\n"
