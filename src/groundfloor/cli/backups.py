"""The commands that write a backup of the server's games and put it back."""

from __future__ import annotations

from pathlib import Path

from groundfloor.store.backup import restore_backup, write_backup
from groundfloor.web.serve import data_folder

from .settings import server_settings


def backup(file: Path, data: Path | None, settings: Path | None, is_overwriting: bool) -> None:
    """Writes the backup and says what is in it."""
    count = write_backup(folder_of(data, settings), file, is_overwriting)
    print(f"{file} has {games(count)}. Who has it can foresee their draws and play for every seat, so keep it as safe as the data.")


def restore(file: Path, data: Path | None, settings: Path | None) -> None:
    """Puts the backup back and says where the old data is."""
    folder = folder_of(data, settings)
    count, kept = restore_backup(folder, file)
    print(f"{folder} has the {games(count)} of {file} now.")
    if kept is not None:
        print(f"What was there before is kept in {kept}.")


def folder_of(data: Path | None, settings: Path | None) -> Path:
    """The folder that ``serve`` would use."""
    if data is not None:
        return data
    named = server_settings(settings).data
    return Path(named) if named else data_folder()


def games(count: int) -> str:
    """So many games."""
    return f"{count} game" if count == 1 else f"{count} games"
