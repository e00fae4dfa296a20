"""Where the games are kept if nobody names another folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from platformdirs import user_data_path

if TYPE_CHECKING:
    from pathlib import Path


def default_data_folder() -> Path:
    """Returns the folder ``groundfloor`` in the user's data folder: ``XDG_DATA_HOME`` or ``~/.local/share`` on Linux."""
    return user_data_path("groundfloor", appauthor=False)
