"""The reference rules agree with games of the first edition and of its manual: every number of players, every option."""

from __future__ import annotations

import json

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.trace import trace
from tests.reference_rules.checker import check
from tests.support.biased_players import play_biased
from tests.support.perturbed_positions import named, play_perturbed
from tests.support.samples import sampled

pytestmark = pytest.mark.reference

GAMES = 2


def tables() -> list[tuple[str, int, dict[str, str]]]:
    """Returns ruleset, players and options."""
    found: list[tuple[str, int, dict[str, str]]] = []
    for name in ("first", "manual"):
        for deck in ("random", "preset"):
            least, most = ruleset(name).player_range
            found += [(name, players, {"deck": deck}) for players in range(least, most + 1)]
            found.append((name, 2, {"deck": deck, "two_player_bonus": "on"}))
    return found


TABLES = tables()
IDS = [f"{name}-{players}-" + "-".join(options.values()) for name, players, options in TABLES]


@pytest.mark.parametrize("number", sampled(range(len(TABLES)), lambda number: number % 2 == 0), ids=IDS)
def test_game_matches_reference(number: int) -> None:
    name, players, options = TABLES[number]
    for seed in range(GAMES):
        record = play_biased([f"Player {at}" for at in range(players)], options, GAMES * number + seed, name)
        assert check(json.loads(json.dumps(list(trace(record))))) > 0


@pytest.mark.parametrize("number", sampled(range(len(TABLES)), lambda number: number % 2 == 1), ids=IDS)
def test_engine_matches_reference_on_perturbed_positions(number: int) -> None:
    name, players, options = TABLES[number]
    for seed in range(GAMES):
        assert play_perturbed(new_game(name, named(["human"] * players), options), GAMES * number + seed) > 0
