"""Upgrades a database to the current schema, after a backup of the old data. No migration leads back: that backup does.

Processes of an older version may go on working meanwhile and afterwards, as long as the table ``compatibility`` says so: a migration after which they would
write something wrong puts its own number there. They read it in each transaction that writes (``postgresql.py``), and end when it isn't known to them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from .errors import NewerData

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

LOCK = text("SELECT pg_advisory_xact_lock(7141)")
"""A lock that is held until the transaction ends; the number is the project's own."""
WAIT_FOR_WRITERS = text("LOCK TABLE compatibility IN ACCESS EXCLUSIVE MODE")
"""Waits until the transactions that have read the table have ended; those that want to read it wait until this one has."""
OLDEST = text("SELECT oldest FROM compatibility")
REVISION = text("SELECT version_num FROM alembic_version")
FOLDER = Path(__file__).parent / "migrations"


def migrate(engine: Engine, where: str, copy: Callable[[str], Path] | None = None) -> Path | None:
    """Upgrades the database; returns the backup that was made by ``copy``, None if there was no old data.

    ``where`` names the data. One process migrates while others wait. Data that a newer version has written stays as it is; NewerData if this one can't work
    on it.
    """
    known = known_revisions()
    newest = known[0]
    if current_revision(engine) == newest:
        return None
    backup = None
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(LOCK)
        now = revision_of(connection)
        if now == newest:
            return None
        if now is not None and now not in known:
            if inspect(connection).has_table("compatibility") and is_compatible(connection.execute(OLDEST).scalar_one()):
                return None
            raise NewerData(f"The data in {where} was written by a newer version of groundfloor ({now}); this one knows {newest}.")
        if connection.dialect.name == "postgresql" and inspect(connection).has_table("compatibility"):
            connection.execute(WAIT_FOR_WRITERS)
        if now is not None and copy is not None:
            backup = copy(now)
        from alembic import command  # only an upgrade takes the time to load it
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return backup


def is_current(engine: Engine) -> bool:
    return current_revision(engine) == known_revisions()[0]


def is_compatible(oldest: str) -> bool:
    """Returns whether this version may work on data that names ``oldest`` as the oldest schema whose processes may."""
    return oldest in known_revisions()


def known_revisions() -> tuple[str, ...]:
    return revisions_in(FOLDER)


@cache
def revisions_in(folder: Path) -> tuple[str, ...]:
    """Returns the migrations of a folder, the newest first: the names of their files begin with them. A process reads them once."""
    return tuple(sorted((path.stem.partition("_")[0] for path in (folder / "versions").glob("[0-9]*.py")), reverse=True))


def current_revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return revision_of(connection)


def revision_of(connection: Connection) -> str | None:
    """Returns the newest migration that the database has, None if it is empty."""
    return connection.execute(REVISION).scalar() if inspect(connection).has_table("alembic_version") else None


def copy_before_upgrade(file: Path, revision: str) -> Path:
    """Copies the database to the same folder by SQLite's backup; returns the copy. Older copies are kept, a copy that fails is not."""
    number = 1
    while (copy := file.with_name(f"{file.stem}-before-upgrade-of-{revision}-{number}{file.suffix}")).exists():
        number += 1
    copy.touch(0o600)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:
        copy.unlink(missing_ok=True)
        raise
    return copy
