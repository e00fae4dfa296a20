"""The setups that tests play: each number of players, each Automa and two Automas, of each ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Ruleset

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
        return Game(self.rules, self.seats, self.options)


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
