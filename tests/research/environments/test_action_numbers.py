"""Actions have the same numbers at every table of a ruleset."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import UnknownAction
from groundfloor.research.arena.game_sampler import random_setup
from groundfloor.research.environments import ActionNumbers, TableKind, action_texts

KNOWN = {
    "second": (176, "0a94d8916e9ebec6"),
    "online": (176, "0a94d8916e9ebec6"),
    "first": (166, "87a21899df154649"),
    "manual": (170, "a0496e080726161b"),
}
"""How many actions each ruleset has, and the hash of their texts in order: learned players depend on them."""


def fingerprint(texts: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_stay_the_same(name: str) -> None:
    """A change here breaks every learned player: it needs a new version of the environments."""
    texts = action_texts(ruleset(name))
    assert (len(texts), fingerprint(texts)) == KNOWN[name]


@pytest.mark.parametrize("name", NAMES)
def test_options_and_seats_change_no_number(name: str) -> None:
    rules = ruleset(name)
    least, most = rules.player_range
    texts = action_texts(rules)
    assert all(TableKind.of(name, players).numbers.texts == texts for players in range(least, most + 1))
    for option in rules.options:
        for value in option.values[1:]:
            kind = TableKind.of(name, option.players or least, {option.name: value})
            assert kind.numbers.texts == texts
            assert [texts[number] for number in kind.numbers.of_index] == [action.text for action in kind.start.ruleset.actions]


def test_number_and_text_translate_both_ways() -> None:
    numbers = ActionNumbers(ruleset("second"))
    assert [numbers.number(numbers.text(number)) for number in range(len(numbers))] == list(range(len(numbers)))
    with pytest.raises(IndexError):
        numbers.text(-1)
    with pytest.raises(UnknownAction, match="is not an action of this ruleset"):
        numbers.number("juggle")


def test_a_drawn_era_or_event_keeps_the_numbers() -> None:
    """Drawn at set-up, they replace the ruleset of the game, whose actions are then other objects."""
    kind = TableKind.of("second", 2, {"era": "random", "event": "random"})
    game = kind.start.copy()
    while game.chance is not None:
        game.apply_outcome(game.chance.outcomes[-1])
    assert game.ruleset is not kind.start.ruleset
    assert [action.text for action in game.ruleset.actions] == [action.text for action in kind.start.ruleset.actions]


def test_every_legal_action_of_random_tables_has_its_number() -> None:
    rng = Random(5)
    for _ in range(6):
        setup = random_setup(rng)
        kind = TableKind.of(setup.rules, setup.seats, setup.options)
        game = kind.start.copy()
        while game._steps:
            if game.chance is not None:
                game.apply_outcome(rng.choice(game.chance.outcomes))
                continue
            assert [kind.numbers.text(number) for number in kind.numbers.numbers(game._legal)] == [action.text for action in game._legal]
            game.apply_action(rng.choice(game._legal))
