"""The reference rules agree with games of every ruleset in which any value may be changed."""

from __future__ import annotations

import json

import pytest

from groundfloor import new_game, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.trace import trace
from tests.reference_rules.checker import check
from tests.reference_rules.components import ERAS, EVENTS
from tests.support.biased_players import play_biased
from tests.support.perturbed_positions import named, play_perturbed
from tests.support.random_house_values import random_house_values
from tests.support.samples import sampled

pytestmark = pytest.mark.reference

PEOPLE = (["human"] * 2, ["human", "human", "hadid", "pei"], ["human"] * 4, ["human", "gropius"], ["human"] * 3, ["human"] * 5)
GAMES = 24


def table(number: int) -> tuple[str, list[str], dict[str, str]]:
    """Returns a ruleset, who plays it and with what options."""
    name = NAMES[number % len(NAMES)]
    people = PEOPLE[number // len(NAMES) % len(PEOPLE)]
    if name in ("first", "manual"):
        return name, ["human"] * len(people), {"deck": ("random", "preset")[number % 3 % 2]}
    return (
        name,
        people,
        {"era": ERAS[number % len(ERAS)], "event": EVENTS[number // 2 % len(EVENTS)], "windfall": ("off", "on")[number % 3 % 2]},
    )


@pytest.mark.parametrize("number", sampled(range(GAMES), lambda number: number % 2 == 0))
def test_house_game_matches_reference(number: int) -> None:
    """The rules agree with a game in a house."""
    name, people, options = table(number)
    seats = [f"Player {at}" if who == "human" else f"automa:{who}" for at, who in enumerate(people)]
    record = play_biased(seats, options, number, ruleset(name).with_overrides(random_house_values(name, number)))
    assert check(json.loads(json.dumps(list(trace(record))))) > 0


@pytest.mark.parametrize("number", sampled(range(GAMES), lambda number: number % 2 == 1))
def test_engine_matches_reference_on_perturbed_house_games(number: int) -> None:
    name, people, options = table(number)
    assert play_perturbed(new_game(ruleset(name).with_overrides(random_house_values(name, number)), named(people), options), number) > 0
