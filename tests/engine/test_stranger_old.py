"""The second reading agrees with games of the first edition and of its manual: every number of players, every option."""

from __future__ import annotations

import json

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.trace import trace
from tests.support.habits import play_with_habits
from tests.support.shaken import named, play_shaken
from tests.support.stranger.checker import check

GAMES = 2


def tables() -> list[tuple[str, int, dict[str, str]]]:
    """Ruleset, players and options."""
    found: list[tuple[str, int, dict[str, str]]] = []
    for name in ("first", "manual"):
        for deck in ("random", "preset"):
            least, most = ruleset(name).players
            found += [(name, players, {"deck": deck}) for players in range(least, most + 1)]
            found.append((name, 2, {"deck": deck, "two_player_bonus": "on"}))
    return found


TABLES = tables()
IDS = [f"{name}-{players}-" + "-".join(options.values()) for name, players, options in TABLES]


@pytest.mark.parametrize("number", range(len(TABLES)), ids=IDS)
def test_the_rules_agree_with_a_game(number: int) -> None:
    name, players, options = TABLES[number]
    for seed in range(GAMES):
        record = play_with_habits([f"Player {at}" for at in range(players)], options, GAMES * number + seed, name)
        assert check(json.loads(json.dumps(list(trace(record))))) > 0


@pytest.mark.parametrize("number", range(len(TABLES)), ids=IDS)
def test_both_readings_agree_on_shaken_tables(number: int) -> None:
    name, players, options = TABLES[number]
    for seed in range(GAMES):
        assert play_shaken(new_game(name, named(["human"] * players), options), GAMES * number + seed) > 0
