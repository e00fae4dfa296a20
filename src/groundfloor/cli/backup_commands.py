"""The commands backup and restore."""

from __future__ import annotations

from pathlib import Path

from groundfloor.engine.errors import GroundfloorError
from groundfloor.store.backup import restore_backup, write_backup

from .settings import place_of_games


def backup(file: Path, data: Path | None, settings: Path | None, is_overwriting: bool) -> None:
    """Writes a backup and prints how many games it has."""
    count = write_backup(data_folder_for(data, settings), file, is_overwriting)
    print(
        f"{file} has {games_counted(count)}. Whoever has this file can foresee all draws and play for every seat, so keep it as safe as the data."
    )


def restore(file: Path, data: Path | None, settings: Path | None) -> None:
    """Restores a backup and prints where the old data is."""
    folder = data_folder_for(data, settings)
    count, kept = restore_backup(folder, file)
    print(f"{folder} now has the {games_counted(count)} of {file}.")
    if kept is not None:
        print(f"The previous data is kept in {kept}.")


def data_folder_for(data: Path | None, settings: Path | None) -> Path:
    """Returns the data folder that ``serve`` would use; GroundfloorError if it would use a database."""
    where = place_of_games(data, "", settings)
    if not isinstance(where, Path):
        raise GroundfloorError("The games are in a PostgreSQL database: back it up with pg_dump, and restore it with pg_restore.")
    return where


def games_counted(count: int) -> str:
    return f"{count} game" if count == 1 else f"{count} games"
