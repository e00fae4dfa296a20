"""The engine matches the reference rules on positions with rare contents, set up at the first hire of a round."""

from __future__ import annotations

import pytest

from groundfloor import new_game
from groundfloor.engine.game import Game
from tests.support.perturbed_positions import named, play_perturbed

pytestmark = pytest.mark.reference

PEOPLE = [
    ["human"] * 2,
    ["human"] * 3,
    ["human"] * 4,
    ["human"] * 5,
    ["human", "pei"],
    ["human", "gropius"],
    ["human", "hadid", "gropius"],
    ["human", "human", "pei", "hadid"],
    ["human", "human", "human", "gropius", "hadid"],
]


def a_game(people: list[str], deck: str) -> Game:
    return new_game("second", named(people), {"deck": deck})


@pytest.mark.parametrize("people", PEOPLE, ids=["-".join(people) for people in PEOPLE])
def test_engine_matches_reference_on_perturbed_positions(people: list[str]) -> None:
    for seed, deck in enumerate(("random", "preset", "random")):
        assert play_perturbed(a_game(people, deck), seed) > 0
