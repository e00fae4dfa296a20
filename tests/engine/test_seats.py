"""Colours of seats: each ruleset has its set, and records with the usual set are read by all of them."""

from __future__ import annotations

import pytest

from groundfloor import Seat, new_game, read_record, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.match import Match
from groundfloor.engine.seats import COLOURS, FIRST_EDITION_COLOURS
from groundfloor.presentation import names

SIX = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")


def colours(rules: str, seats: tuple[Seat | str, ...]) -> list[str]:
    return [seat.colour for seat in new_game(rules, seats).seats]


def test_first_edition_gives_the_colours_it_names() -> None:
    """RULES 9.2"""
    assert colours("first", SIX) == ["red", "blue", "yellow", "green", "purple", "black"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "first"])
def test_other_rulesets_keep_the_usual_colours(name: str) -> None:
    assert ruleset(name).colours == COLOURS
    assert colours(name, SIX[:4]) == list(COLOURS[:4])


def test_free_colours_come_from_the_set_that_was_chosen() -> None:
    assert colours("first", (Seat("Ann", colour="amber"), "Ben")) == ["amber", "red"]
    assert colours("first", (Seat("Ann", colour="black"), "Ben", "Cleo", "Dora")) == ["black", "red", "blue", "yellow"]


@pytest.mark.parametrize(
    ("rules", "chosen"), [("first", ("amber", "yellow")), ("second", ("yellow", "red")), ("second", ("black", "grey"))]
)
def test_colours_of_different_sets_do_not_go_together(rules: str, chosen: tuple[str, str]) -> None:
    with pytest.raises(ImpossibleTable, match="don't go together; choose all of them from: red, blue"):
        new_game(rules, [Seat("Ann", colour=chosen[0]), Seat("Ben", colour=chosen[1])])


@pytest.mark.parametrize("chosen", [COLOURS, FIRST_EDITION_COLOURS])
def test_records_with_either_set_are_read(chosen: tuple[str, ...]) -> None:
    """Records of `first` that were written before it had its own colours keep the others."""
    seats = [Seat(name, colour=colour) for name, colour in zip(SIX, chosen, strict=True)]
    text = Match.new(ruleset("first"), seats, {}, b"key").record.format()
    record = read_record(text)
    assert [seat.colour for seat in record.seats] == list(chosen)
    assert [seat.colour for seat in record.replay().seats] == list(chosen)


def test_both_sets_use_the_same_six_shapes() -> None:
    assert [sorted(names.SHAPE_OF[colour] for colour in each) for each in (COLOURS, FIRST_EDITION_COLOURS)] == [
        sorted(set(names.SHAPE_OF.values()))
    ] * 2


@pytest.mark.parametrize(
    ("limits", "seats", "said"),
    [
        ({"automas.at_most": 1}, ("Ann", "automa:pei", "automa:hadid"), "Only one Automa can play, not 2."),
        ({"automas.humans_at_most": 1}, ("Ann", "Ben", "automa:pei"), "Only one person can play with Automas, not 2."),
        ({}, ("Ann", "automa:pei", "automa:hadid", "automa:gropius"), "At most 2 Automas can play, not 3."),
    ],
)
def test_limits_of_one_are_said_in_the_singular(limits: dict[str, int], seats: tuple[str, ...], said: str) -> None:
    """House values can set them to 1."""
    with pytest.raises(ImpossibleTable, match=said):
        new_game(ruleset("second").with_overrides(limits), seats)
