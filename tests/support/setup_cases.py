"""The setups that tests play: each number of players, each Automa, two Automas, and each value of each option, of each ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Option, Ruleset

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class SetupCase:
    """A ruleset, seats and options, with a name."""

    name: str
    edition: str
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """Returns the ruleset; looked up each time, so that a test can rebuild it."""
        return ruleset(self.edition)

    def game(self) -> Game:
        """Returns a new game."""
        return Game(self.rules, self.seats, self.options)


def setup_cases() -> list[SetupCase]:
    """Returns all cases, ruleset by ruleset."""
    return [case for name in NAMES for case in (*seatings(name), *option_values(name))]


def seatings(name: str) -> list[SetupCase]:
    """Returns cases of each number of players and each Automa; all options have their first value."""
    rules = ruleset(name)
    least, most = rules.player_range
    found = [SetupCase(f"{name}-{number}", name, PEOPLE[:number]) for number in range(least, most + 1)]
    automas = [f"automa:{one.id}" for one in rules.entrepreneurs]
    found += [SetupCase(f"{name}-{one.id}", name, (PEOPLE[0], f"automa:{one.id}")) for one in rules.entrepreneurs]
    if rules.max_automas > 1 and len(automas) > 1:
        found.append(SetupCase(f"{name}-two-automas", name, (*PEOPLE[:2], automas[0], automas[-1])))
    return found


def option_values(name: str) -> list[SetupCase]:
    """Returns cases of each value of each option but the first, with two players or as many as the option is for."""
    rules = ruleset(name)
    return [
        SetupCase(f"{name}-{option.name}-{value}", name, PEOPLE[: seats_for(option)], {option.name: value})
        for option in rules.options
        for value in option.values[1:]
    ]


def seats_for(option: Option) -> int:
    """Returns the number of players for an option."""
    return option.players or 2
