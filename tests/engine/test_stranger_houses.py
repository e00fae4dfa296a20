"""The second reading agrees with games in houses where every value may be another, of every ruleset."""

from __future__ import annotations

import json

import pytest

from groundfloor import new_game, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.trace import trace
from tests.support.habits import play_with_habits
from tests.support.houses import house
from tests.support.shaken import named, play_shaken
from tests.support.stranger.checker import check
from tests.support.stranger.components import ERAS, EVENTS

PEOPLE = (["human"] * 2, ["human", "human", "hadid", "pei"], ["human"] * 4, ["human", "gropius"], ["human"] * 3, ["human"] * 5)
GAMES = 24


def table(number: int) -> tuple[str, list[str], dict[str, str]]:
    """A ruleset, who plays it and with what options."""
    name = NAMES[number % len(NAMES)]
    people = PEOPLE[number // len(NAMES) % len(PEOPLE)]
    if name in ("first", "manual"):
        return name, ["human"] * len(people), {"deck": ("random", "preset")[number % 3 % 2]}
    return (
        name,
        people,
        {"era": ERAS[number % len(ERAS)], "event": EVENTS[number // 2 % len(EVENTS)], "windfall": ("off", "on")[number % 3 % 2]},
    )


@pytest.mark.parametrize("number", range(GAMES))
def test_the_rules_agree_with_a_game_in_a_house(number: int) -> None:
    name, people, options = table(number)
    seats = [f"Player {at}" if who == "human" else f"automa:{who}" for at, who in enumerate(people)]
    record = play_with_habits(seats, options, number, ruleset(name).housed(house(name, number)))
    assert check(json.loads(json.dumps(list(trace(record))))) > 0


@pytest.mark.parametrize("number", range(GAMES))
def test_both_readings_agree_on_shaken_tables_in_a_house(number: int) -> None:
    name, people, options = table(number)
    assert play_shaken(new_game(ruleset(name).housed(house(name, number)), named(people), options), number) > 0
