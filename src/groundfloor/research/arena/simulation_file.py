"""The results of simulated games in a file, so that a simulation can go on: a line of JSON for the settings, then one for each game, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from .games_file import BadGamesFile, GamesFile, check_same_run, code_revision
from .simulate import Result

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "groundfloor simulation 1"


@dataclass(frozen=True)
class SimulationSettings:
    """What the games are: ruleset, seats by name, the specification of the bot of each ("": an Automa), options, house values and the seed."""

    ruleset: str
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1


class SimulationHeader(msgspec.Struct, frozen=True):
    """The first line: format, settings, and what code played."""

    format: str
    settings: SimulationSettings
    revision: str


class SimulationFile(GamesFile[SimulationHeader, Result]):
    """The results of a simulation in a file, without the records of the games."""

    owner = "a simulation"

    def __init__(self, path: Path, settings: SimulationSettings) -> None:
        super().__init__(path, SimulationHeader(FORMAT, settings, code_revision(settings.bots)), Result)

    def append(self, game: Result) -> None:
        """Adds the result of a game; it is on disk when this returns."""
        super().append(replace(game, record=""))

    def check_header(self, stored: SimulationHeader, wanted: SimulationHeader) -> None:
        """Raises BadGamesFile, which names the first difference, if a file is of other settings or of other code."""
        check_same_run(self.path, stored, wanted)

    def check_games(self) -> None:
        """Raises BadGamesFile if a game is missing, or not one of this many seats."""
        seats = len(self.header.settings.seats)
        for number, game in enumerate(self.games, 1):
            if game.number != number or {len(game.totals), len(game.ranks), len(game.failures)} != {seats}:
                raise BadGamesFile(f"{self.path} does not have the game that line {number + 1} should hold; name another file.")
