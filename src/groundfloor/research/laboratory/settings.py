"""What a laboratory plays: each game's players, options, key and randomness follow from the settings and the game's number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from groundfloor.agents.levels import LEVELS
from groundfloor.agents.supervised_agent import check_agent
from groundfloor.editions import ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat

SHARE_WITH_EXPANSION = 0.2
"""The share of games with an era, and that of games with an event; no game has both."""
EXPANSIONS = ("era", "event")


@dataclass(frozen=True)
class LabSettings:
    """Who plays, and what. ``players`` are the numbers of players that the games have in turn: with (2, 2, 3) two of three games have two."""

    bot: str = "manager"
    ruleset: str = "second"
    players: tuple[int, ...] = (2, 3, 4)
    options: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1

    def check(self) -> None:
        """Raises BadSpecification, ImpossibleTable, UnknownRuleset or BadHouseValues if no game can be played so."""
        check_agent(self.bot)
        if not self.players:
            raise ImpossibleTable("A laboratory needs at least one number of players.")
        for players in set(self.players):
            Game(ruleset(self.ruleset).with_overrides(self.house), seats(players), self.options)

    @property
    def agent(self) -> str:
        """What plays: for a level the specification of its agent, else the bot."""
        return LEVELS[self.bot].specification if self.bot in LEVELS else self.bot

    def setup(self, number: int) -> LabSetup:
        """Returns the setup of a game, whose number counts from 1."""
        key = hashlib.sha256(f"groundfloor laboratory {self.seed} {number}".encode()).digest()
        rng = Random(key + b"setup")
        drawn = rng.random()
        options = dict(self.options)
        for place, name in enumerate(self.expansions()):
            if place * SHARE_WITH_EXPANSION <= drawn < (place + 1) * SHARE_WITH_EXPANSION:
                options[name] = "random"
        return LabSetup(number, self.players[(number - 1) % len(self.players)], options, key)

    def expansions(self) -> list[str]:
        """Returns the options that are drawn for some games: those of the ruleset that no given option settles or excludes."""
        known = {option.name: option for option in ruleset(self.ruleset).options}
        taken = set(self.options) | {other for name in self.options if name in known for other in known[name].excludes}
        return [
            name for name in EXPANSIONS if name in known and name not in taken and not any(other in taken for other in known[name].excludes)
        ]


@dataclass(frozen=True)
class LabSetup:
    """The setup of one game: its number, how many play, options, the key of its draws."""

    number: int
    players: int
    options: Mapping[str, str]
    key: bytes

    def random(self, what: str) -> Random:
        """Returns a source of randomness of its own for each purpose."""
        return Random(self.key + what.encode())


def seats(players: int) -> list[Seat | str]:
    return [Seat(f"Player {number}") for number in range(1, players + 1)]
