"""How many bytes the data takes."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

USED = text("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size")
FREE = text("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")


def used_bytes(connection: Connection) -> int:
    return int(connection.execute(USED).scalar_one())


def free_bytes(connection: Connection) -> int:
    """Returns the bytes of the database's free pages, which are filled again before its file grows."""
    return int(connection.execute(FREE).scalar_one())


def folder_bytes(folder: Path) -> int:
    """Returns the bytes of all files in a folder."""
    found = 0
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):  # deleted meanwhile
            found += entry.stat().st_size
    return found
