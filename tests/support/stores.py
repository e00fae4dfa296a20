"""Folders with an empty database of the current schema, which are quicker to open than empty folders, and a game to store."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sqlalchemy import update
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from groundfloor.server.club.identity.storage import FREED_SECONDS
from groundfloor.server.club.lobby.rows import OpenTablePlayer, OpenTableRow
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.database import writing
from groundfloor.server.database.errors import StorageFull
from groundfloor.server.database.rows import Change, GameRow, NewGame, Summary, TableChange
from groundfloor.server.database.schema import freed_names
from groundfloor.server.database.sqlite import FILE
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games, transactions
from groundfloor.server.game.tables import table_service
from groundfloor.table.value import RatingState, SeatValue, TableValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest
    from sqlalchemy import Connection, Engine

    from groundfloor.server.game.club import Club

WAIT = 60.0
"""Seconds after which a test that waits has failed."""


class SharingDialect(SQLiteDialect_pysqlite):
    """SQLite, for which SQLAlchemy compiles each statement once in a process, not once for each of the many stores that tests open."""

    supports_statement_cache = True
    compiled: LRUCache[Any, Any] = LRUCache(2_000)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharingDialect)

    def __hash__(self) -> int:
        return hash(SharingDialect)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=cls.compiled)


def share_compiled_statements() -> None:
    """Has all stores on SQLite share what SQLAlchemy compiles."""
    registry.register("sqlite", __name__, SharingDialect.__name__)


@cache
def empty_database() -> bytes:
    """Returns the file of a new store, made once in each process."""
    with TemporaryDirectory() as folder:
        Store(folder).close()
        return (Path(folder) / FILE).read_bytes()


def with_database(folder: Path) -> Path:
    """Puts an empty database into a folder; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(empty_database())
    return folder


def new_game(game_id: str = "abc", entries: tuple[str, ...] = ("one",), summary: Summary | None = None) -> NewGame:
    """Returns a game of Ann against an Automa that can be stored; by default Ann is asked."""
    return NewGame(
        game_id=game_id,
        table=TableValue(
            "Tuesday",
            (SeatValue(0, "Ann", "red", "", f"secret-ann-{game_id}"), SeatValue(1, "Pei", "blue", "pei", f"secret-pei-{game_id}")),
        ),
        ruleset="second",
        revision=1,
        header="head",
        created="2030-01-01T00:00:00+00:00",
        key=b"k" * 32,
        entries=entries,
        summary=summary or Summary("running", len(entries), 0, 1, 2),
    )


def new_game_of_two(game_id: str) -> NewGame:
    """Returns a game of Ann against Ben, whose table is called by its id."""
    seats = tuple(SeatValue(seat, name, "red", "", f"{name}-{game_id}") for seat, name in enumerate(("Ann", "Ben")))
    return replace(new_game(game_id), table=TableValue(f"Table {game_id}", seats))


def of_lobby(new: NewGame, accounts: Mapping[int, str], rating: RatingState = "") -> NewGame:
    """Returns a game to which people have come from the lobby, with these accounts by seat."""
    seats = tuple(replace(seat, account=accounts.get(seat.seat, "")) for seat in new.table.seats)
    return replace(new, table=replace(new.table, seats=seats, rating=rating, is_from_lobby=True))


def listed(new: NewGame, *, is_listed: bool = True) -> NewGame:
    """Returns a game that is to be public when it is over."""
    return replace(new, table=replace(new.table, is_listed=is_listed))


OPEN_TABLE = OpenTableRow(
    game_id="open",
    host="ann",
    client="mark",
    name="Tuesday",
    ruleset="second",
    people=3,
    pace="live",
    is_private=False,
    others=(),
    options={},
    house={},
    created="2030-01-01T00:00:00+00:00",
    players=(OpenTablePlayer("ann", "Ann", "red", 0),),
)
"""A table for three that Ann has opened."""


def game_row(store: Store, game_id: str) -> GameRow:
    """Returns a stored game, which must be there."""
    found = games.find(store, game_id)
    assert found is not None
    return found


def save(store: Store, game_id: str, change: Change, to: Callable[[TableValue], TableValue] = lambda table: table) -> list[TableChange]:
    """Stores a change of a game as it is now, whose table becomes what ``to`` makes of it."""
    row = game_row(store, game_id)
    return transactions.save_table(store, WholeClub(), row, to(row.table), change)


def with_seat(number: int, **changes: Any) -> Callable[[TableValue], TableValue]:
    """Returns what changes fields of a seat."""
    return lambda table: table.with_seat(replace(table.seats[number], **changes))


class PausedStore(Store):
    """A store that is told before games are read and tables saved (``tell_paused_stores``)."""

    def before_read(self, game_id: str) -> None: ...

    def before_save(self) -> None: ...


def tell_paused_stores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every ``PausedStore`` be told before it is used."""
    find, save = games.find, transactions.save_table

    def find_later(place: Store | Connection, game_id: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
        if isinstance(place, PausedStore):
            place.before_read(game_id)
        return find(place, game_id, after=after, with_entries=with_entries)

    def save_later(store: Store, club: Club, row: GameRow, table: TableValue, change: Change) -> list[TableChange]:
        if isinstance(store, PausedStore):
            store.before_save()
        return save(store, club, row, table, change)

    monkeypatch.setattr(games, "find", find_later)
    monkeypatch.setattr(table_service, "save_table", save_later)


class SlowStore(PausedStore):
    """A store whose writes, and reads of one game, wait until they may go on."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()
        self.slow = ""
        self.is_full = False
        self.reads: list[str] = []

    def before_read(self, game_id: str) -> None:
        self.reads.append(game_id)
        if game_id == self.slow:
            self._wait()

    def before_save(self) -> None:
        self._wait()
        if self.is_full:
            raise StorageFull

    def _wait(self) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(WAIT)


def free_names(store: Store) -> None:
    """Lets so much time pass that others may have the names of accounts that were deleted."""
    with writing(store.engine) as connection:
        connection.execute(update(freed_names).values(until=freed_names.c.until - FREED_SECONDS))
