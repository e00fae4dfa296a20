"""The games of an arena in a file, so that it can go on: a line of JSON for the settings, then one for each game, in their order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from .games_file import BadGamesFile, GamesFile, check_same_run, code_revision
from .paired_games import ArenaGame, ArenaSettings, play_paired_games

if TYPE_CHECKING:
    from collections.abc import Generator

FORMAT = "groundfloor arena 1"


class ArenaHeader(msgspec.Struct, frozen=True):
    """The first line: format, settings, and what code played."""

    format: str
    settings: ArenaSettings
    revision: str


class ArenaFile(GamesFile[ArenaHeader, ArenaGame]):
    """The games of an arena in a file, in their order."""

    owner = "an arena"

    def __init__(self, path: Path, settings: ArenaSettings, only_read: bool = False) -> None:
        super().__init__(path, ArenaHeader(FORMAT, settings, code_revision(settings.seats)), ArenaGame, only_read)

    def check_header(self, stored: ArenaHeader, wanted: ArenaHeader) -> None:
        """Raises BadGamesFile, which names the first difference, if a file is of other settings or of other code."""
        check_same_run(self.path, stored, wanted)

    def check_games(self) -> None:
        """Raises BadGamesFile if a game is missing, or not one of this many seats."""
        seats = len(self.header.settings.seats)
        for index, game in enumerate(self.games):
            lengths = {len(part) for part in (game.totals, game.ranks, game.decisions, game.seconds, game.failures)}
            if (game.key, game.rotation) != (index // seats + 1, index % seats) or lengths != {seats} or 1 not in game.ranks:
                raise BadGamesFile(f"{self.path} does not have the game that line {index + 2} should hold; name another file.")


def arena_games(
    settings: ArenaSettings, games: int, jobs: int = 1, results: ArenaFile | None = None, records: Path | None = None
) -> Generator[ArenaGame, None, None]:
    """Yields the games of the results file, then plays the others, each of which is written before it is yielded.

    ``records`` is a folder for a record of each game that is played.
    """
    known = results.games[:games] if results is not None else []
    yield from known
    if len(known) == games:
        return
    for game, record in play_paired_games(settings, len(known), games, jobs):
        if records is not None:
            (records / f"game-{game.key}-{game.rotation + 1}.gfr").write_text(record, "utf-8")
        if results is not None:
            results.append(game)
        yield game
