"""At which tables there are hints."""

from __future__ import annotations

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.record import Purpose
from groundfloor.table.hints import COMPARED, SEVERAL_PEOPLE, hints_refusal


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
