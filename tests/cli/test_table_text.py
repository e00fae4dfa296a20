"""The table as text says what lies on the board, special cards and letters of the areas too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor import new_game
from groundfloor.presentation.areas.economic_forecast import forecast_words
from groundfloor.presentation.plain_text import company_lines, marked_name
from tests.support.boards import view_of


@pytest.mark.parametrize(
    ("id", "type", "language", "said"),
    [
        ("windfall", 3, "en", "This round Boom: Windfall; consumers: all; the job market goes to space 9."),
        ("windfall", 3, "de", "Diese Runde Boom: Warmer Regen; Konsumenten: alle; der Arbeitsmarkt geht auf Feld 9."),
        ("great_depression", 0, "en", "This round Depression: Great Depression; consumers: 0; the job market goes to space 1."),
    ],
)
def test_a_special_card_is_called_by_its_name_and_counts_no_consumers(id: str, type: int, language: str, said: str) -> None:
    game = new_game("second", ("Ann", "Ben"), {id: "on"})
    game._state.round, game._state.current_forecast = 1, type
    game._state.revealed_forecasts = [[design.id for design in game.ruleset.designs].index(id)]
    assert said in forecast_words(view_of(game, [], 0, language=language))


@pytest.mark.parametrize(
    ("option", "type", "said"),
    [
        ("great_depression", 0, "This round Depression; consumers to come: 0–1, or none if it is the Great Depression."),
        ("windfall", 3, "This round Boom; consumers to come: 2–3, or one for every product if it is the Windfall."),
        ("windfall", 2, "This round Stable; consumers to come: 1–2."),
    ],
)
def test_a_special_card_that_may_come_is_named(option: str, type: int, said: str) -> None:
    """RULES 8.3"""
    game = new_game("second", ("Ann", "Ben"), {option: "on"})
    game._state.round, game._state.current_forecast = 1, type
    assert said in forecast_words(view_of(game, [], 0))


def test_names_are_marked_as_on_pages() -> None:
    game = new_game("second", ("Ann", "Ben", "Manager 3", "automa:pei"))
    view = view_of(game, [], 0)
    view = replace(view, public=replace(view.public, bots=((1, "manager"), (2, "manager"))))
    assert [marked_name(view, seat) for seat in range(4)] == ["Ann", "Ben (Bot: Manager)", "Manager 3 (Bot)", "Pei (Automa, easy)"]
    assert "Bot: Manager" in company_lines(view, 1)[0] and "Automa, easy" in company_lines(view, 3)[0]
    guests = replace(view, public=replace(view.public, bots=(), marks=((0, "guest"), (2, "bot"))))
    assert [marked_name(guests, seat) for seat in range(3)] == ["Ann (Guest)", "Ben", "Manager 3 (Bot)"]


@pytest.mark.parametrize(("round", "has_income"), [(6, True), (7, False)])
def test_last_round_has_no_next_income(round: int, has_income: bool) -> None:
    """RULES 5.1"""
    game = new_game("second", ("Ann", "Ben"))
    game._state.round = round
    lines = company_lines(view_of(game, [], 0), 0)
    assert any("Next income: " in line for line in lines) == has_income
