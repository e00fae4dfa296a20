"""The goal of the game, and what the question is for that the viewer is asked."""

from __future__ import annotations

import pytest

from groundfloor.editions import NAMES
from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.purposes import goal
from tests.support.boards import asks, page_of, played, view_of
from tests.support.html import has, one, text

PEOPLE = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_question_says_what_it_is_for_in_every_ruleset(name: str, language: str) -> None:
    game, told = played(7, asks("hire"), PEOPLE, name)
    seat = game.current_player
    assert seat is not None
    found = goal(view_of(game, told, seat, language=language))
    said = {
        "en": "Trained employees bring time every round, but every employee lowers your income.",
        "de": "Trainierte Angestellte bringen jede Runde Zeit, aber jeder senkt dein Einkommen.",
    }
    assert found.question == {"en": "Hire", "de": "Einstellen"}[language] and found.purpose.startswith(said[language])
    assert "%(" not in found.purpose


def test_purpose_has_the_numbers_of_the_position() -> None:
    game, told = played(7, asks("hire", 0))
    price = game.quote(game.ruleset.hire_action)
    assert f"costs {price.money} money and {price.info} info now" in goal(view_of(game, told, 0)).purpose


def test_a_viewer_who_is_not_asked_reads_the_goal_only() -> None:
    game, told = played(7, asks("schedule", 0))
    page = page_of(view_of(game, told, 1))
    assert has(page, "#goal-title") and not has(page, "#purpose")
    assert text(one(page_of(view_of(game, told, 0)), "#purpose")).startswith("Schedule a task.")
