"""Tables drawn by lot: any ruleset, number of players, Automas, options and house values."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Ruleset

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
OFTEN = 0.4
"""How often an option is drawn instead of taking its first value."""
HOUSED = 0.2
"""How often a table has house values, if those that are drawn can be."""
MOST_VALUES = 3
"""Values that a house changes at most."""


class Lot:
    """Who plays by which rules: all that a record's header needs."""

    def __init__(self, rules: Ruleset, seats: tuple[str, ...], options: dict[str, str]) -> None:
        self.rules = rules
        self.seats = seats
        self.options = options

    @property
    def name(self) -> str:
        """Ruleset, humans and Automas, as in ``second 2+1``, or ``second house`` with house values."""
        if self.rules.house:
            return f"{self.rules.name} house"
        automas = sum(seat.startswith("automa:") for seat in self.seats)
        return f"{self.rules.name} {len(self.seats) - automas}+{automas}"

    def game(self) -> Game:
        """The game at its start."""
        return Game(self.rules, self.seats, self.options)


def draw_lot(dice: Random, house: Mapping[str, object] | None = None) -> Lot:
    """A table; options that do not fit it, or each other, are left out one by one. ``house`` takes the place of drawn house values."""
    rules = dice.choice(housed(house)) if house else draw_house(ruleset(dice.choice(NAMES)), dice)
    seats = draw_seats(rules, dice)
    options = {option.name: dice.choice(option.values) for option in rules.options if dice.random() < OFTEN}
    while True:
        lot = Lot(rules, seats, options)
        try:
            lot.game()
            return lot
        except ImpossibleTable:
            if not options:
                raise
            del options[dice.choice(sorted(options))]


def housed(house: Mapping[str, object]) -> list[Ruleset]:
    """Every ruleset that can be played with these house values, with them; BadHouseValues, of the first one, if none can."""
    found, refused = [], []
    for name in NAMES:
        try:
            found.append(ruleset(name).housed(house))
        except BadHouseValues as error:
            refused.append(error)
    if not found:
        raise refused[0]
    return found


def draw_seats(rules: Ruleset, dice: Random) -> tuple[str, ...]:
    """Humans and Automas in any order; each number of either is as likely as the others."""
    least, most = rules.players
    kinds = [(humans, 0) for humans in range(least, most + 1)]
    if rules.entrepreneurs:
        possible = [
            (humans, automas) for humans in range(1, rules.humans_with_automas + 1) for automas in range(1, rules.automas_at_most + 1)
        ]
        kinds += [kind for kind in possible if least <= sum(kind) <= most]
    humans, automas = dice.choice(kinds)
    known = [f"automa:{entrepreneur.id}" for entrepreneur in rules.entrepreneurs]
    seats = [*PEOPLE[:humans], *dice.sample(known, automas)]
    dice.shuffle(seats)
    return tuple(seats)


def draw_house(rules: Ruleset, dice: Random) -> Ruleset:
    """The ruleset itself, or one in five times with some values changed; values that can't be are left out."""
    if dice.random() >= HOUSED:
        return rules
    chosen: dict[str, object] = {}
    for key in dice.sample(sorted(rules.values), dice.randint(1, MOST_VALUES)):
        tried = {**chosen, key: shifted(rules.values[key].value, dice)}
        try:
            rules.housed(tried)
            chosen = tried
        except BadHouseValues:
            continue
    return rules.housed(chosen)


def shifted(value: object, dice: Random) -> object:
    """A value with one of its numbers a little different; lists in the place of tuples, as a record has them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return dice.choice((value - 1, value + 1, 0, 2 * value))
    if isinstance(value, list | tuple) and value:
        place = dice.randrange(len(value))
        return [shifted(part, dice) if at == place else plain(part) for at, part in enumerate(value)]
    return value


def plain(value: object) -> object:
    """Lists in the place of tuples."""
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value
