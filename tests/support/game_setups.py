"""Every kind of table that there is: each number of players, each Automa, two Automas, and each value of each option, of each ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Option, Ruleset

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class Kind:
    """A kind of table with a name for its file."""

    name: str
    edition: str
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """Its ruleset; not held, so that a test can build it anew."""
        return ruleset(self.edition)

    def game(self) -> Game:
        """The game at its start."""
        return Game(self.rules, self.seats, self.options)


def kinds() -> list[Kind]:
    """All of them, ruleset by ruleset."""
    return [kind for name in NAMES for kind in (*tables(name), *choices(name))]


def tables(name: str) -> list[Kind]:
    """Who can sit at a ruleset's table; all options have their first value."""
    rules = ruleset(name)
    least, most = rules.players
    found = [Kind(f"{name}-{number}", name, PEOPLE[:number]) for number in range(least, most + 1)]
    automas = [f"automa:{one.id}" for one in rules.entrepreneurs]
    found += [Kind(f"{name}-{one.id}", name, (PEOPLE[0], f"automa:{one.id}")) for one in rules.entrepreneurs]
    if rules.automas_at_most > 1 and len(automas) > 1:
        found.append(Kind(f"{name}-two-automas", name, (*PEOPLE[:2], automas[0], automas[-1])))
    return found


def choices(name: str) -> list[Kind]:
    """Each value of each option beside the first, at a table of two or of as many as the option is for."""
    rules = ruleset(name)
    return [
        Kind(f"{name}-{option.name}-{value}", name, PEOPLE[: seats_for(option)], {option.name: value})
        for option in rules.options
        for value in option.values[1:]
    ]


def seats_for(option: Option) -> int:
    """How many people play to try an option."""
    return option.players or 2
