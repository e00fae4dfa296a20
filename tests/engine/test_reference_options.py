"""The reference rules agree with games with every option that the second and the online edition offer."""

from __future__ import annotations

import json

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.errors import UnknownRuleset
from groundfloor.engine.trace import trace
from tests.reference_rules.checker import check
from tests.reference_rules.components import ERAS, EVENTS
from tests.support.biased_players import play_biased
from tests.support.perturbed_positions import named, play_perturbed
from tests.support.samples import sampled

pytestmark = pytest.mark.reference

PEOPLE = (
    ["human"] * 2,
    ["human", "hadid"],
    ["human"] * 3,
    ["human", "human", "gropius", "pei"],
    ["human"] * 4,
    ["human"] * 3 + ["pei", "hadid"],
)
BOTH = {"great_depression": "on", "windfall": "on"}
OPTIONS = [
    *({"event": event} for event in EVENTS),
    *({"era": era} | BOTH for era in ERAS),
    {"era": "random", "event": "random"},
    {"deck": "preset", "event": "random"} | BOTH,
    BOTH,
    {"deck": "preset"},
    {},
]


def offered(name: str) -> list[tuple[str, dict[str, str]]]:
    try:
        values = {option.name: option.values for option in ruleset(name).options}
    except UnknownRuleset:
        return []
    return [(name, options) for options in OPTIONS if all(value in values.get(key, ()) for key, value in options.items())]


CASES = [*offered("second"), *offered("online")]
NAMES = [" ".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in CASES]


@pytest.mark.parametrize("number", sampled(range(len(CASES)), lambda number: number % 2 == 0), ids=NAMES)
def test_game_matches_reference(number: int) -> None:
    name, options = CASES[number]
    people = PEOPLE[number % len(PEOPLE)]
    seats = [f"Player {at}" if who == "human" else f"automa:{who}" for at, who in enumerate(people)]
    record = play_biased(seats, options, number, name)
    assert check(json.loads(json.dumps(list(trace(record))))) > 0


@pytest.mark.parametrize("number", sampled(range(len(CASES)), lambda number: number % 2 == 1), ids=NAMES)
def test_engine_matches_reference_on_perturbed_positions(number: int) -> None:
    name, options = CASES[number]
    people = PEOPLE[(number + 1) % len(PEOPLE)]
    assert play_perturbed(new_game(name, named(people), options), number) > 0
