"""At which tables there are hints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.record import Purpose
from groundfloor.table.hints import COMPARED, SEVERAL_PEOPLE, can_have_hints, hints_refusal, table_hints_refusal
from tests.support.opened_tables import opened, seat_asked


@pytest.mark.parametrize(
    ("purpose", "people", "refusal"),
    [
        ("practice", 2, ""),
        ("guided", 1, ""),
        ("", 1, ""),
        ("same_seed", 1, ""),
        ("", 2, SEVERAL_PEOPLE),
        ("", 0, SEVERAL_PEOPLE),
        ("same_seed", 3, SEVERAL_PEOPLE),
        ("day", 1, COMPARED),
    ],
)
def test_hints_are_for_practice_and_for_one_person_alone(purpose: Purpose, people: int, refusal: str) -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32, purpose)
    assert hints_refusal(match.record, people) == refusal


def test_no_hints_in_a_game_of_the_lobby_while_a_bot_plays_on_for_somebody() -> None:
    """Whoever comes back has not had them, and the game would not count for them either."""
    table = opened("Ann", "Ben")
    table.set_value(replace(table.value, is_from_lobby=True))
    first = seat_asked(table)
    table.apply(first, ("done",), table.version)
    table.seat_bot(first, "manager")
    assert table.value.human_seats == (1 - first,) and table_hints_refusal(table) == SEVERAL_PEOPLE


def test_hints_in_a_game_of_the_lobby_with_bots_from_its_beginning() -> None:
    table = opened("Ann", "Ben")
    table.set_value(replace(table.value, is_from_lobby=True))
    table.seat_bot(1, "manager")
    assert can_have_hints(table)
