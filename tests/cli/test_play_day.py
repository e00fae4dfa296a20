"""The city of the day in the terminal."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from groundfloor import city_of_the_day, read_record
from groundfloor.cli.arguments import BadUsage
from groundfloor.cli.play import open_day, run_session
from groundfloor.daily import UnknownDay, is_day_of

from .calls import run

TODAY = date(2026, 11, 22)


@pytest.fixture(autouse=True)
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines = ["done", "quit"]
    monkeypatch.setattr("groundfloor.cli.play.read_line", lambda prompt: lines.pop(0) if lines else None)
    return lines


def test_game_is_the_city_of_its_day(tmp_path: Path) -> None:
    file = tmp_path / "day.gfr"
    run_session(open_day("2026-11-20", TODAY, "you:Ann,automa:hadid", file, "en"))
    record = read_record(file.read_text("utf-8"))
    assert is_day_of(record) and record.day == "2026-11-20" and [seat.automa for seat in record.seats] == ["", "hadid"]
    begun = city_of_the_day(date(2026, 11, 20)).match("Ann", "hadid").record.entries
    assert [entry.text for entry in record.entries[: len(begun)]] == [entry.text for entry in begun]


def test_game_resumes_from_its_file(tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "day.gfr"
    run_session(open_day("today", TODAY, None, file, "en"))
    before = file.read_text("utf-8")
    typed[:] = ["quit"]
    run_session(open_day("today", TODAY, None, file, "de"))
    assert file.read_text("utf-8") == before and "Die Partie geht weiter" in capsys.readouterr().out
    with pytest.raises(BadUsage, match="another game"):
        run_session(open_day("2026-11-21", TODAY, None, file, "en"))


@pytest.mark.parametrize("seats", ["you", "you,you", "you,greedy", "automa:pei,you", "you,automa:pei,automa:hadid"])
def test_other_seats_are_refused(seats: str) -> None:
    with pytest.raises(BadUsage, match="one person against one Automa"):
        run_session(open_day("today", TODAY, seats, None, "en"))


def test_days_to_come_are_refused() -> None:
    with pytest.raises(UnknownDay, match="not begun"):
        run_session(open_day("2026-11-23", TODAY, None, None, "en"))


@pytest.mark.parametrize("words", [("--day", "tomorrow"), ("--day", "today", "--learn"), ("--day", "today", "--ruleset", "second")])
def test_bad_usage_has_exit_code_2(words: tuple[str, ...]) -> None:
    assert run("play", *words) == 2
