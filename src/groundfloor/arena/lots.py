"""Tables drawn by lot: any ruleset, number of players, Automas and options."""

from __future__ import annotations

from random import Random

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Ruleset

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
OFTEN = 0.4
"""How often an option is drawn instead of taking its first value."""


class Lot:
    """Who plays by which rules: all that a record's header needs."""

    def __init__(self, rules: Ruleset, seats: tuple[str, ...], options: dict[str, str]) -> None:
        self.rules = rules
        self.seats = seats
        self.options = options

    @property
    def name(self) -> str:
        """Ruleset, humans and Automas, as in ``second 2+1``."""
        automas = sum(seat.startswith("automa:") for seat in self.seats)
        return f"{self.rules.name} {len(self.seats) - automas}+{automas}"

    def game(self) -> Game:
        """The game at its start."""
        return Game(self.rules, self.seats, self.options)


def draw_lot(dice: Random) -> Lot:
    """A table; options that do not fit it, or each other, are left out one by one."""
    rules = ruleset(dice.choice(NAMES))
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


def draw_seats(rules: Ruleset, dice: Random) -> tuple[str, ...]:
    """Humans and Automas in any order; each number of either is as likely as the others."""
    least, most = rules.players
    kinds = [(humans, 0) for humans in range(least, most + 1)]
    if rules.entrepreneurs:
        possible = [(humans, automas) for humans in range(1, rules.humans_with_automas + 1) for automas in range(1, rules.automas_at_most + 1)]
        kinds += [kind for kind in possible if least <= sum(kind) <= most]
    humans, automas = dice.choice(kinds)
    known = [f"automa:{entrepreneur.id}" for entrepreneur in rules.entrepreneurs]
    seats = [*PEOPLE[:humans], *dice.sample(known, automas)]
    dice.shuffle(seats)
    return tuple(seats)
