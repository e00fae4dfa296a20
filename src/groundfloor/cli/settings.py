"""The settings of the server for the commands that need them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.files import read_text
from groundfloor.web.settings import read_settings, where_data_is

if TYPE_CHECKING:
    from groundfloor.web.settings import Settings


def server_settings(file: Path | None) -> Settings:
    """Returns the settings of ``--settings FILE``, else of ``GROUNDFLOOR_SETTINGS``; environment variables override both."""
    named = os.environ.get("GROUNDFLOOR_SETTINGS", "")
    path = file if file is not None else Path(named) if named else None
    return read_settings(read_text(path) if path is not None else "", os.environ, str(path) if path is not None else "settings")


def place_of_games(data: Path | None, database: str, settings: Path | None) -> Path | str:
    """Returns the data folder, or the address of the database, that ``serve`` would use."""
    return where_data_is(server_settings(settings), data, database)
