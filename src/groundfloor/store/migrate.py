"""Upgrades a database to the current schema, after a backup of the old data."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from .errors import NewerData

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine

LOCK = text("SELECT pg_advisory_xact_lock(7141)")
"""Is held until the transaction ends; the number is the project's own."""
FOLDER = Path(__file__).parent / "migrations"


def migrate(engine: Engine, where: str, copy: Callable[[str], Path] | None = None) -> Path | None:
    """Upgrades the database; returns the backup that was made by ``copy``, None if there was no old data.

    ``where`` names the data. One process migrates while others wait. Raises NewerData, without touching anything, if a newer version of
    the product has written it.
    """
    known = known_revisions()
    newest = known[0]
    if current_revision(engine) == newest:
        return None
    backup = None
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(LOCK)
        now = MigrationContext.configure(connection).get_current_revision()
        if now == newest:
            return None
        if now is not None and now not in known:
            raise NewerData(f"The data in {where} was written by a newer version of groundfloor ({now}); this one knows {newest}.")
        if now is not None and copy is not None:
            backup = copy(now)
        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return backup


def is_current(engine: Engine) -> bool:
    return current_revision(engine) == known_revisions()[0]


def known_revisions() -> tuple[str, ...]:
    return revisions_in(FOLDER)


@cache
def revisions_in(folder: Path) -> tuple[str, ...]:
    """Returns the migrations of a folder, the newest first; a process reads them once."""
    return tuple(revision.revision for revision in ScriptDirectory(str(folder)).walk_revisions())


def current_revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def copy_before_upgrade(file: Path, revision: str) -> Path:
    """Copies the database beside itself by SQLite's backup; returns the copy. Older copies are kept, a copy that fails is not."""
    number = 1
    while (copy := file.with_name(f"{file.stem}-before-upgrade-of-{revision}-{number}{file.suffix}")).exists():
        number += 1
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:
        copy.unlink(missing_ok=True)
        raise
    return copy
