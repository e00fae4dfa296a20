"""Draws random game setups: any ruleset, number of players, Automas, options and house values."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from groundfloor.editions import NAMES, REGISTRY, ruleset
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Ruleset, as_lists

HUMAN_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
OPTION_PROBABILITY = 0.4
"""Probability that an option gets a random value instead of its first one."""
HOUSE_VALUES_PROBABILITY = 0.2
"""Probability that a game has house values, if the drawn ones are allowed."""
MAX_HOUSE_VALUES = 3
"""The most house values of one game."""


class GameSetup:
    """Ruleset, seats and options of a game: all that a record's header needs."""

    def __init__(self, rules: Ruleset, seats: tuple[str, ...], options: dict[str, str]) -> None:
        self.rules = rules
        self.seats = seats
        self.options = options

    @property
    def name(self) -> str:
        """Ruleset, humans and Automas, as in ``second 2+1``, or ``second house`` with house values."""
        if self.rules.overrides:
            return f"{self.rules.name} house"
        automas = sum(seat.startswith("automa:") for seat in self.seats)
        return f"{self.rules.name} {len(self.seats) - automas}+{automas}"

    def game(self) -> Game:
        return Game(self.rules, self.seats, self.options)


def random_setup(rng: Random, house: Mapping[str, object] | None = None) -> GameSetup:
    """Returns a random setup with options that fit it and each other; ``house``: values to use instead of drawn ones."""
    rules = rng.choice(REGISTRY.rulesets_with(house)) if house else random_overrides(ruleset(rng.choice(NAMES)), rng)
    seats = random_seats(rules, rng)
    options = {option.name: rng.choice(option.values) for option in rules.options if rng.random() < OPTION_PROBABILITY}
    while True:
        setup = GameSetup(rules, seats, options)
        try:
            setup.game()
            return setup
        except ImpossibleTable:
            if not options:
                raise
            del options[rng.choice(sorted(options))]


def random_seats(rules: Ruleset, rng: Random) -> tuple[str, ...]:
    """Returns humans and Automas in random order; all numbers of either are equally likely."""
    least, most = rules.player_range
    kinds = [(humans, 0) for humans in range(least, most + 1)]
    if rules.entrepreneurs:
        possible = [
            (humans, automas) for humans in range(1, rules.max_humans_with_automas + 1) for automas in range(1, rules.max_automas + 1)
        ]
        kinds += [kind for kind in possible if least <= sum(kind) <= most]
    humans, automas = rng.choice(kinds)
    known = [f"automa:{entrepreneur.id}" for entrepreneur in rules.entrepreneurs]
    seats = [*HUMAN_NAMES[:humans], *rng.sample(known, automas)]
    rng.shuffle(seats)
    return tuple(seats)


def random_overrides(rules: Ruleset, rng: Random) -> Ruleset:
    """Returns the ruleset itself or, one time in five, with some values changed; values that are not allowed are left out."""
    if rng.random() >= HOUSE_VALUES_PROBABILITY:
        return rules
    chosen: dict[str, object] = {}
    for key in rng.sample(sorted(rules.values), rng.randint(1, MAX_HOUSE_VALUES)):
        candidate = {**chosen, key: perturb(rules.values[key].value, rng)}
        try:
            rules.with_overrides(candidate)
            chosen = candidate
        except BadHouseValues:
            continue
    return rules.with_overrides(chosen)


def perturb(value: object, rng: Random) -> object:
    """Returns the value with one of its numbers changed a little; tuples become lists, as in a record."""
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.choice((value - 1, value + 1, 0, 2 * value))
    if isinstance(value, list | tuple) and value:
        place = rng.randrange(len(value))
        return [perturb(part, rng) if at == place else as_lists(part) for at, part in enumerate(value)]
    return value
