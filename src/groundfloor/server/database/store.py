"""The store: the data of a server, open in a folder with SQLite or in PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Self

from sqlalchemy import func, select

from groundfloor.engine.errors import GroundfloorError

from . import change_feed
from . import schema as s
from .database import count_changes, insert_new, reading, upsert, writing
from .errors import NewerData
from .held_seats import HeldSeatsCache
from .jobs import Jobs
from .migrate import is_compatible
from .postgresql import PostgreSQL, checked_address, is_postgresql
from .sqlite import DataFolder
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

    from .rows import TableChange


class Store:
    """The open database of a server. What a subject stores, the storage in its room reads and writes: functions that take the store, or the connection of a transaction.

    ``where`` is a data folder for one server, which may be several processes (``is_one_of_several``; the process that has started them holds the folder), or the address of a PostgreSQL database for any number of them (``postgresql://…``). ``is_alone``: no other process can see the folder, as in a browser. Raises
    DataInUse if another server holds the folder, NewerData if a newer version has written the data, GroundfloorError if it can't be opened.
    """

    def __init__(self, where: Path | str, *, is_one_of_several: bool = False, is_alone: bool = False) -> None:
        if isinstance(where, str) and "://" in where:
            checked_address(where)
        self.data: DataFolder | PostgreSQL
        self.data = PostgreSQL(where) if is_postgresql(where) else DataFolder(Path(where), is_held=not is_one_of_several, is_alone=is_alone)
        self.is_shared = is_one_of_several or isinstance(self.data, PostgreSQL)
        self.engine = self.data.engine
        count_changes(self.engine)
        self.held_seats = HeldSeatsCache()
        self.watch = Watch(self.engine, self.data.wake_ups)
        self.process = token_hex(8)
        self.jobs = Jobs(self.engine, self.process)
        if not self.is_shared:
            self.jobs.release_all()

    @property
    def folder(self) -> Path:
        """The data folder; GroundfloorError if the games are in PostgreSQL."""
        if isinstance(self.data, PostgreSQL):
            raise GroundfloorError(f"The games are in {self.data}, and not in a folder.")
        return self.data.folder

    @property
    def backup(self) -> Path | None:
        """The copy that was made before an upgrade."""
        return self.data.backup

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database and releases the folder."""
        self.watch.close()
        self.data.close()

    def tell_others(self, connection: Connection, changes: Collection[TableChange]) -> None:
        """Tells other processes of changes, in the transaction that makes them."""
        if self.is_shared:
            change_feed.add(connection, changes)
            self.watch.mark_known(changes)

    def all_bytes(self) -> int:
        """Returns the bytes of the data folder without free pages of the database, or of the database."""
        return self.data.all_bytes()

    def room_bytes(self) -> int:
        return self.data.room_bytes()

    def check(self) -> None:
        """Reads and writes something small; StorageError if that can't be done."""
        with writing(self.engine) as connection:
            connection.execute(select(func.count()).select_from(s.settings)).scalar_one()
            connection.execute(upsert(connection.dialect.name, s.settings), {"name": "checked", "value": token_hex(8)})

    def check_version(self) -> None:
        """Raises NewerData if a newer version has changed the database and this one can't work on it."""
        with reading(self.engine, is_single=True) as connection:
            oldest = connection.execute(select(s.compatibility.c.oldest)).scalar_one()
        if not is_compatible(oldest):
            raise NewerData(
                f"A newer version of groundfloor has brought {self.data} up to date, so this one ends. Start the newer one in its place."
            )

    def get_or_create_setting(self, name: str, default: str) -> str:
        """Returns a stored value; stores ``default`` first if there is none."""
        with writing(self.engine) as connection:
            connection.execute(insert_new(connection.dialect.name, s.settings), {"name": name, "value": default})
            return str(connection.execute(select(s.settings.c.value).where(s.settings.c.name == name)).scalar_one())
