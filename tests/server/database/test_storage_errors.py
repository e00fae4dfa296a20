"""A disk that is full, read-only or damaged: nothing is half-written, nothing secret is said, and the store goes on afterwards."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import migrate
from groundfloor.server.database.database import READING
from groundfloor.server.database.errors import StorageDamaged, StorageError, StorageFull, StorageReadOnly
from groundfloor.server.database.rows import Change, Summary
from groundfloor.server.database.sqlite import FolderLock
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, transactions
from tests.support.stores import game_row, new_game, save

if TYPE_CHECKING:
    from collections.abc import Iterator


def change(first: int, *texts: str) -> Change:
    return Change("2030-01-02T00:00:00+00:00", first, Summary("running", first - 1 + len(texts), 0, 1, 3), texts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "data")
    transactions.add_game(found, WholeClub(), new_game("abc"))
    yield found
    found.close()


def pragma(store: Store, text: str) -> None:
    """Sets something for the connection that the next statements use: an idle pool gives out the same one again."""
    with store.engine.connect().execution_options(**READING) as connection:
        connection.exec_driver_sql(f"PRAGMA {text}")


def test_full_disk_keeps_nothing_and_store_goes_on_when_there_is_space(store: Store) -> None:
    row = game_row(store, "abc")
    pragma(store, "max_page_count = 1")
    with pytest.raises(StorageFull, match="No space is left"):
        save(store, "abc", change(2, *("x" * 5000 for _ in range(10))))
    with pytest.raises(StorageFull):
        transactions.add_game(store, WholeClub(), new_game("def", ("y" * 50_000,)))
    assert games.find(store, "abc") == row and games.find(store, "def") is None
    pragma(store, "max_page_count = 1000000")
    assert save(store, "abc", change(2, "two")) is not None
    after = game_row(store, "abc")
    assert after.entries == ("one", "two")


def test_read_only_data_says_so_and_keeps_nothing(store: Store) -> None:
    row = game_row(store, "abc")
    pragma(store, "query_only = on")
    with pytest.raises(StorageReadOnly, match="can’t write"):
        save(store, "abc", change(2, "two"))
    assert games.find(store, "abc") == row
    pragma(store, "query_only = off")
    assert save(store, "abc", change(2, "two")) is not None


def test_errors_of_the_database_name_no_secrets(store: Store) -> None:
    with pytest.raises(IntegrityError) as caught:
        transactions.add_game(store, WholeClub(), new_game("abc"))
    assert "secret-ann" not in str(caught.value) and "Tuesday" not in str(caught.value)


def damage(store: Store, statement: str, *values: object) -> None:
    store.close()
    with closing(sqlite3.connect(store.folder / "groundfloor.db")) as raw:
        raw.execute(statement, values)
        raw.commit()


def test_damaged_game_does_not_hide_others_from_browser(store: Store) -> None:
    transactions.add_game(store, WholeClub(), new_game("def"))
    for game_id in ("abc", "def"):
        browsers.remember_seats(store, "browser", game_id, [0], is_host=True)
    damage(store, "update games set name = cast(x'ff' as text) where game_id = 'abc'")
    with Store(store.folder) as again:
        assert [known.game.game_id for known in browsers.games_of(again, "browser")] == ["def"]
        with pytest.raises(StorageDamaged, match="damaged"):
            games.find(again, "abc")


def overwrite(file: Path, page: int) -> None:
    with closing(sqlite3.connect(file)) as raw:
        size = int(raw.execute("pragma page_size").fetchone()[0])
    with file.open("r+b") as raw_file:
        raw_file.seek((page - 1) * size)
        raw_file.write(b"\xa5" * size)


def test_damaged_page_has_error_message(store: Store) -> None:
    store.close()
    file = store.folder / "groundfloor.db"
    with closing(sqlite3.connect(file)) as raw:
        page = raw.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()[0]
    overwrite(file, page)
    with Store(store.folder) as again:
        with pytest.raises(StorageDamaged):
            games.find(again, "abc")
        assert games.seat_of_token(again, "secret-ann-abc") == ("abc", 0, "")


def test_damaged_first_page_ends_start_with_sentence(store: Store) -> None:
    store.close()
    overwrite(store.folder / "groundfloor.db", 1)
    with pytest.raises(GroundfloorError, match="is not a database of groundfloor, or is damaged"):
        Store(store.folder)


def test_read_only_database_ends_start_with_sentence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from groundfloor.server.database import sqlite

    store.close()
    prepare = sqlite._prepare

    def read_only(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA query_only = on").close()

    monkeypatch.setattr(sqlite, "_prepare", read_only)
    with pytest.raises(GroundfloorError, match="can't be written"):
        Store(store.folder)


def test_full_disk_ends_start_with_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: FolderLock, folder: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(FolderLock, "__init__", full)
    with pytest.raises(GroundfloorError, match="No space left"):
        Store(tmp_path)


@contextmanager
def no_room() -> Iterator[None]:
    """Lets no file of this process grow beyond a hundred bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource", reason="limits of file sizes are POSIX")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_store_on_full_disk_opens_for_reading_and_goes_on_when_there_is_space(store: Store) -> None:
    row = game_row(store, "abc")
    store.close()
    with no_room():
        again = Store(store.folder)
    try:
        with no_room():
            assert games.find(again, "abc") == row and games.seat_of_token(again, "secret-ann-abc") == ("abc", 0, "")
            with pytest.raises(StorageError):
                save(again, "abc", change(2, "two"))
        assert save(again, "abc", change(2, "two")) is not None
    finally:
        again.close()
    with Store(store.folder) as last:
        after = games.find(last, "abc")
        assert after is not None and after.entries == ("one", "two")


def test_upgrade_without_room_for_copy_says_so_and_leaves_none(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, newer)
    text = f"revision = '9999'\ndown_revision = '{migrate.known_revisions()[0]}'\n\ndef upgrade():\n    pass\n"
    (newer / "versions" / "9999_next.py").write_text(text, encoding="utf-8")
    store.close()
    monkeypatch.setattr(migrate, "FOLDER", newer)
    with no_room(), pytest.raises(GroundfloorError):
        Store(store.folder)
    assert list(store.folder.glob("*upgrade*")) == []
