"""The command ``what``: what the question or a place is for."""

from __future__ import annotations

import pytest

from groundfloor.cli.commands import what_lines
from groundfloor.engine.seats import Seat
from tests.support.boards import asks, played, scene_of

PEOPLE = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"))


def said(rest: str, language: str = "en") -> list[str]:
    game, told = played(7, asks("schedule", 0), PEOPLE)
    return what_lines(scene_of(game, told, 0, language=language), rest)


def test_alone_it_is_about_the_question() -> None:
    assert said("")[0].startswith("Schedule a task: Use your time markers")


@pytest.mark.parametrize("rest", ["warehouse", "ware", "WAREHOUSE", "Warehouse"])
def test_place_is_named_as_in_answers_or_by_its_name(rest: str) -> None:
    assert said(rest) == [
        "Warehouse: Supply, from which products are made. Some tasks of rooms and floors use it too.",
        "Rule IV.D: Fetching supply",
    ]


@pytest.mark.parametrize("rest", ["agency", "buy investor", "remodel meeting_room", "info", "e-commerce", "hire"])
def test_everything_that_can_be_answered_has_a_purpose(rest: str) -> None:
    assert len(said(rest)) >= 2 and ": " in said(rest)[0]


def test_german_names_are_understood() -> None:
    assert said("warenlager", "de")[0].startswith("Warenlager: Ware, aus der")


def test_unknown_name_says_what_can_be_named() -> None:
    assert said("xyzzy") == ["There is no “xyzzy”. Name a place as in an answer, such as: what factory, what investor, what info."]


def test_price_of_hiring_is_the_job_markets_in_every_phase() -> None:
    """``RULES II.2``."""
    game, _told = played(7, asks("schedule", 0), PEOPLE)
    price = game.ruleset.job_market_prices[game.state.job_market - 1]
    assert f"{price} money and {price} info" in said("hire")[0]
