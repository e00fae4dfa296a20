"""The games of an arena: those that a results file has, then the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .paired_games import ArenaGame, ArenaSettings, play_paired_games

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from .arena_file import ArenaFile


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
