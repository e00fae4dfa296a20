"""The results of a laboratory in a file, so that it can go on: a line of JSON for the settings, then one for each game, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..arena.games_file import (
    BadGamesFile,
    GamesFile,
    check_same_code,
    check_same_settings,
    code_revision,
    plain_settings,
)
from .lab_game import LabGame
from .settings import LabSettings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT = "groundfloor laboratory 1"


class LabHeader(msgspec.Struct, frozen=True):
    """The first line: format, settings, what code played, and the agent that the bot's name stood for."""

    format: str
    settings: LabSettings
    revision: str
    agent: str

    def plain_settings(self) -> dict[str, object]:
        return plain_settings(self.settings)


def new_header(settings: LabSettings) -> LabHeader:
    return LabHeader(FORMAT, settings, code_revision([settings.bot]), settings.agent)


class LabFile(GamesFile[LabHeader, LabGame]):
    """The games of a laboratory in a file; each is there once, whoever played it."""

    owner = "a laboratory"

    def __init__(self, path: Path, settings: LabSettings) -> None:
        wanted = new_header(settings)
        self._revision = wanted.revision
        super().__init__(path, wanted, LabGame)

    def check_header(self, stored: LabHeader, wanted: LabHeader) -> None:
        """Raises BadGamesFile, which names the first difference, if a file is of other settings."""
        if stored.format != FORMAT:
            raise BadGamesFile(f"{self.path} is in the format {stored.format!r}, and this is {FORMAT!r}; name another file.")
        check_same_settings(self.path, stored.settings, wanted.settings)

    def check_games(self) -> None:
        """Raises BadGamesFile if a game is there twice, or has not the number of players that its number should have."""
        seen: set[int] = set()
        for line, game in enumerate(self.games, 2):
            if game.number < 1 or game.number in seen or game.players != self.header.settings.setup(game.number).players:
                raise BadGamesFile(f"{self.path} has in line {line} a game that does not belong there; name another file.")
            seen.add(game.number)

    def missing(self, games: int) -> Iterator[int]:
        """Yields the numbers up to this one whose games are missing. Raises BadGamesFile at once if there are any and they would be of other code."""
        held = {game.number for game in self.games}
        numbers = [number for number in range(1, games + 1) if number not in held]
        if numbers:
            check_same_code(self.path, self.header.revision, self._revision)
        return iter(numbers)
