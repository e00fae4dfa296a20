"""Hints in the terminal."""

from __future__ import annotations

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.record import Purpose

from .typed_session import TypedSession


def said(*lines: str, seats: tuple[str, ...] = ("Ann", "Ben"), purpose: Purpose = "practice", language: str = "en") -> str:
    match = Match.new(ruleset("second"), list(seats), {"deck": "preset"} if len(seats) > 1 else {}, key=b"secret", purpose=purpose)
    return TypedSession(match, lines, language=language).run()


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has hints depend on the number of simulations alone, not on how busy the machine is."""
    monkeypatch.setattr("groundfloor.cli.commands.HINT_SIMULATIONS", 2)
    monkeypatch.setattr("groundfloor.cli.commands.HINT_SECONDS", 600.0)


def test_three_strengths_say_more_and_more() -> None:
    first, second, third = said("hint"), said("hint 2"), said("hint 3")
    assert "Look at: your company." in first and "Expected:" not in first and "More: hint 2." in first
    assert "1. Hire an employee. " in second or "1. Done hiring. " in second
    assert "Expected: " in second and "winning chance" in second and "Compared with" in second and "The best line" not in second
    assert "The best line to the end of the round" in third and "- Ann: " in third and "chance, assumed: " in third


def test_german_hint_has_a_german_word() -> None:
    text = said("tipp 2", language="de")
    assert "Sieh dir an: deine Firma." in text and "Gewinnchance" in text and "Verglichen mit" in text


def test_tables_of_several_people_have_no_hints() -> None:
    assert "There are no hints at tables of several people." in said("hint", purpose="")


def test_unknown_strength_is_answered_with_the_possible_ones() -> None:
    assert "There are three hints" in said("hint 4")
