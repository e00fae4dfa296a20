"""The commands that read records, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundfloor.cli.record_file import read_record

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
    assert [line["n"] for line in lines[1:-1]] == list(range(1, len(read_record(file).effective_entries()) + 1))
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
