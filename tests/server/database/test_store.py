"""Games on disk: what is written is read again, once, by one server, and by no older version."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import change_feed
from groundfloor.server.database import migrate as migration
from groundfloor.server.database.change_feed import RECORD
from groundfloor.server.database.database import reading
from groundfloor.server.database.errors import ChangedElsewhere, DataInUse, NewerData
from groundfloor.server.database.held_seats import HeldSeatsCache
from groundfloor.server.database.rows import Change, HeldSeats, Summary
from groundfloor.server.database.sqlite import FILE
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, results, transactions
from groundfloor.server.game.storage.browsers import MAX_BROWSERS
from groundfloor.server.game.storage.rows import ResultRow
from groundfloor.table.value import Draft, Preferences, SeatNotes
from tests.support.stores import game_row, new_game, save, with_seat

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = ScriptDirectory(str(migration.FOLDER)).get_current_head()
NEW = new_game()
RESULT = ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ann", False, "{}")


@pytest.fixture
def store(store: Store) -> Store:
    transactions.add_game(store, WholeClub(), NEW)
    return store


@pytest.fixture
def folder_store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "data")
    transactions.add_game(found, WholeClub(), NEW)
    yield found
    found.close()


def change(*texts: str, first: int = 2) -> Change:
    return Change("2030-01-02", first, Summary("running", first - 1 + len(texts), 1, 1, 3), texts)


def test_a_game_is_read_as_it_was_written(store: Store) -> None:
    row = game_row(store, "abc")
    assert (row.name, row.header, row.key, row.seats, row.entries) == ("Tuesday", "head", b"k" * 32, NEW.table.seats, ("one",))


def test_connection_in_use_is_closed_when_it_is_given_back(where: Path | str) -> None:
    store = Store(where)
    with reading(store.engine) as connection:
        driver = connection.connection.dbapi_connection
        store.close()
        assert connection.execute(text("SELECT 1")).scalar_one() == 1
    assert driver is not None
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        driver.cursor().execute("SELECT 1")


def test_entries_are_only_added(store: Store) -> None:
    assert save(store, "abc", change("two", "three")) is not None
    with pytest.raises(IntegrityError):
        save(store, "abc", change("another three", first=3))
    again = game_row(store, "abc")
    assert again.entries == ("one", "two", "three")


def test_a_change_is_whole_or_not_there(store: Store) -> None:
    with pytest.raises(IntegrityError):
        save(store, "abc", change("two", "twice", first=1))
    again = game_row(store, "abc")
    assert again.entries == ("one",) and again.summary == NEW.summary
    assert change_feed.latest(store) == []


def test_what_a_seat_has_replaces_the_older(store: Store) -> None:
    """Each column of its draft, its preferences and its notes; those of the other seat stay."""
    full = {
        "draft": Draft(("factory",), "warehouse 3"),
        "preferences": Preferences(True, True, True, "left"),
        "notes": SeatNotes(("hire",), 4),
    }
    other = {"draft": Draft(("hire",)), "preferences": Preferences(), "notes": SeatNotes((), 7)}
    nothing = Change("later", 2, NEW.summary)
    for seat in (0, 1):
        save(store, "abc", nothing, with_seat(seat, **full))
    before = game_row(store, "abc").table
    assert before == replace(NEW.table, seats=tuple(replace(seat, **full) for seat in NEW.table.seats), moved=before.moved)  # type: ignore[arg-type]
    save(store, "abc", nothing, with_seat(0, **other))
    assert game_row(store, "abc").table == with_seat(0, **other)(before)
    save(store, "abc", nothing, with_seat(0, draft=None))
    assert game_row(store, "abc").table == with_seat(0, **other | {"draft": None})(before)


def test_the_change_feed_has_the_last_change_of_a_record_and_of_each_draft(store: Store) -> None:
    store.is_shared = True
    drafted = Change("later", 3, Summary("running", 2, 1, 1, 3))
    save(store, "abc", change("two"))
    save(store, "abc", drafted, with_seat(1, draft=Draft(("hire",))))
    save(store, "abc", drafted, with_seat(1, draft=Draft(("factory",))))
    save(store, "abc", change("three", first=3))
    found = {change.seat: (change.game_id, change.changes) for change in change_feed.latest(store)}
    assert found == {1: ("abc", 3), RECORD: ("abc", 4)}


def test_a_game_that_has_changed_since_it_was_read_is_not_written(store: Store) -> None:
    """Neither by another process nor by this one."""
    row = game_row(store, "abc")
    transactions.save_table(store, WholeClub(), row, row.table, change("two"))
    with pytest.raises(ChangedElsewhere):
        transactions.save_table(store, WholeClub(), row, row.table, change("other"))
    with pytest.raises(ChangedElsewhere):
        transactions.save_table(store, WholeClub(), row, with_seat(0, draft=Draft((), "hire"))(row.table), Change("later", 2, NEW.summary))
    again = game_row(store, "abc")
    assert again.entries == ("one", "two") and again.seats == NEW.table.seats


def test_browser_lists_games_it_was_given(store: Store) -> None:
    browsers.remember_seats(store, "browser", "abc", [0], is_host=True)
    browsers.remember_seats(store, "browser", "abc", {0})
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats(frozenset({0}), is_host=True)
    assert [(known.game.game_id, known.is_host, known.seats) for known in browsers.games_of(store, "browser")] == [
        ("abc", True, NEW.table.seats[:1])
    ]
    assert browsers.games_of(store, "another") == []
    browsers.forget_game(store, "browser", "abc")
    assert browsers.games_of(store, "browser") == []


def test_browser_of_many_games_lists_the_newest_with_few_statements(store: Store) -> None:
    """Anybody can open thousands of links, and the start page would keep all others waiting."""
    for number in range(6):
        transactions.add_game(store, WholeClub(), new_game(f"game{number}"))
        browsers.remember_seats(store, "browser", f"game{number}", [0, 1], is_host=True)
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda _connection, _cursor, statement, *_: statements.append(statement))
    assert [known.game.game_id for known in browsers.games_of(store, "browser", most=3)] == ["game5", "game4", "game3"]
    assert len(statements) < 8 and len(browsers.games_of(store, "browser", most=None)) == 6
    for number in range(4):
        save(store, f"game{number}", Change("2030-01-02", 2, Summary("over", 1, -1, 6, 6)))
    known = browsers.games_of(store, "browser", most_ended=2)
    assert [each.game.game_id for each in known] == ["game5", "game4", "game3", "game2"] and browsers.count_ended(store, "browser") == 4


def test_tables_that_wait_for_a_browser_begin_with_the_longest_wait(store: Store) -> None:
    for game_id, at in (("def", "2030-01-03"), ("ghi", "2030-01-02")):
        transactions.add_game(store, WholeClub(), new_game(game_id))
        row = game_row(store, game_id)
        transactions.save_table(store, WholeClub(), row, row.table, Change(at, 2, Summary("running", 2, 0, 1, 3), ("two",)))
        browsers.remember_seats(store, "browser", game_id, [0], is_host=True)
    browsers.remember_seats(store, "browser", "abc", [], is_host=True)
    assert [(each.game_id, each.token, each.since) for each in browsers.waiting(store, "browser")] == [
        ("ghi", "secret-ann-ghi", "2030-01-02"),
        ("def", "secret-ann-def", "2030-01-03"),
    ]
    assert browsers.waiting(store, "another") == []


@pytest.mark.parametrize(
    "after",
    [
        Change("2030-01-04", 3, Summary("running", 3, 1, 1, 3), ("three",)),
        Change("2030-01-04", 3, Summary("over", 3, 0, 1, 3), ("three",)),
        Change("2030-01-04", 3, Summary("running", 3, -1, 1, 3), ("three",)),
    ],
    ids=["another seat is asked", "over", "nobody is asked"],
)
def test_table_that_asks_no_seat_of_a_browser_does_not_wait(store: Store, after: Change) -> None:
    browsers.remember_seats(store, "browser", "abc", {0})
    for change_made in (Change("2030-01-03", 2, Summary("running", 2, 0, 1, 3), ("two",)), after):
        row = game_row(store, "abc")
        assert len(browsers.waiting(store, "browser")) == (row.summary.asked == 0)
        transactions.save_table(store, WholeClub(), row, row.table, change_made)
    assert browsers.waiting(store, "browser") == []


def test_seat_is_held_by_its_newest_browsers(store: Store) -> None:
    for number in range(MAX_BROWSERS + 1):
        assert browsers.held_seats(store, f"browser {number}", "abc") == HeldSeats()
        browsers.remember_seats(store, f"browser {number}", "abc", {0})
    assert browsers.held_seats(store, "browser 0", "abc") == HeldSeats() and len(browsers.owners_of(store, "abc")) == MAX_BROWSERS
    assert browsers.held_seats(store, f"browser {MAX_BROWSERS}", "abc").seats == {0}


def test_held_seats_are_true_after_every_change(store: Store) -> None:
    """They are kept in memory."""
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats()
    browsers.remember_seats(store, "browser", "abc", {0})
    assert browsers.held_seats(store, "browser", "abc").seats == {0}
    browsers.remember_seats(store, "browser", "abc", {1})
    assert browsers.held_seats(store, "browser", "abc").seats == {0, 1}
    browsers.forget_game(store, "browser", "abc")
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats()
    browsers.remember_seats(store, "browser", "abc", [], is_host=True)
    save(store, "abc", Change("2030-01-02", 2, Summary("over", 1, -1, 9, 6), ()))
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats(is_host=True)
    results.add_of_browser(store, "browser", [], "player", "2030-01-02")
    results.delete_player(store, "browser")
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats()
    browsers.remember_seats(store, "browser", "abc", {1})
    assert browsers.held_seats(store, "browser", "abc").seats == {1}
    transactions.delete_game(store, WholeClub(), "abc")
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats()


def test_deleting_a_game_leaves_nothing_of_it(store: Store) -> None:
    browsers.remember_seats(store, "browser", "abc", {0})
    transactions.delete_game(store, WholeClub(), "abc")
    assert (
        games.find(store, "abc") is None
        and games.seat_of_token(store, "secret-ann-abc") is None
        and browsers.games_of(store, "browser") == []
    )
    with reading(store.engine) as connection:
        for table in ("games", "keys", "entries", "seats", "browsers"):
            assert connection.exec_driver_sql(f"select count(*) from {table}").scalar() == 0


def test_the_secret_of_a_seat_finds_it(store: Store) -> None:
    assert games.seat_of_token(store, "secret-ann-abc") == ("abc", 0, "")
    assert games.seat_of_token(store, "secret") is None


def test_every_commit_is_on_the_disk(folder_store: Store) -> None:
    with reading(folder_store.engine) as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_only_one_server_uses_a_folder(folder_store: Store) -> None:
    with pytest.raises(DataInUse, match="Another server"):
        Store(folder_store.folder)


def test_data_of_a_newer_version_is_not_touched(folder_store: Store) -> None:
    folder_store.close()
    file = folder_store.folder / "groundfloor.db"
    with closing(sqlite3.connect(file)) as raw:
        raw.executescript("update alembic_version set version_num = '9999'; update compatibility set oldest = '9999'")
    with pytest.raises(NewerData, match="newer version"):
        Store(folder_store.folder)
    assert sorted(path.name for path in folder_store.folder.glob("*upgrade*")) == []


def add_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has this version know a further migration, as the next one will."""
    shutil.copytree(migration.FOLDER, folder)
    upgrade = "def upgrade():\n    op.execute('create table extra (id integer)')\n"
    text = f"from alembic import op\nrevision = '9999'\ndown_revision = '{HEAD}'\n\n{upgrade}"
    (folder / "versions" / "9999_extra.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(migration, "FOLDER", folder)


def test_files_of_migrations_are_named_by_their_revisions_in_order() -> None:
    scripts = ScriptDirectory(str(migration.FOLDER)).walk_revisions()
    assert migration.known_revisions() == tuple(script.revision for script in scripts)


def test_an_upgrade_keeps_a_copy_of_the_old_data(folder_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_store.close()
    add_migration(tmp_path / "migrations", monkeypatch)
    with Store(folder_store.folder) as upgraded:
        assert upgraded.backup is not None and games.find(upgraded, "abc") is not None
        with closing(sqlite3.connect(upgraded.backup)) as raw:
            assert raw.execute("select version_num from alembic_version").fetchone() == (HEAD,)
            assert raw.execute("select text from entries").fetchall() == [("one",)]


def test_the_migrations_lead_to_the_tables_of_the_schema(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from groundfloor.server.database.schema import metadata

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_file_that_is_no_database_has_error_message(tmp_path: Path) -> None:
    (tmp_path / "groundfloor.db").write_bytes(b"something else entirely" * 100)
    with pytest.raises(GroundfloorError, match="is not a database"):
        Store(tmp_path)


def test_finished_games_do_not_count_as_hosted(store: Store) -> None:
    browsers.remember_seats(store, "browser", "abc", [0], is_host=True)
    browsers.remember_seats(store, "other", "abc", [0])
    assert (browsers.count_hosted(store, "browser"), browsers.count_hosted(store, "other")) == (1, 0)
    save(store, "abc", Change("2030-01-02", 2, Summary("over", 2, -1, 9, 6), ("two",)))
    assert browsers.count_hosted(store, "browser") == 0


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")
def test_only_the_owner_reads_the_files_and_a_given_folder_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of an older version too, and the copy before an upgrade; -wal and -shm are there while the store is open."""
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    Store(shared).close()
    add_migration(tmp_path / "migrations", monkeypatch)
    for file in shared.iterdir():
        file.chmod(0o644)
    for folder, mode in ((shared, 0o755), (tmp_path / "new", 0o700)):
        with Store(folder) as store:
            transactions.add_game(store, WholeClub(), new_game("def"))
            assert stat.S_IMODE(folder.stat().st_mode) == mode
            found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        assert {"lock", "server.pid", FILE, f"{FILE}-wal", f"{FILE}-shm"} <= set(found) and set(found.values()) == {0o600}
    assert any("before-upgrade" in file.name for file in shared.iterdir())


@pytest.mark.parametrize("address", ["mysql://localhost/games", "postgresql://localhost:port/games", "http://localhost"])
def test_what_is_no_address_of_postgresql_has_error_message(address: str) -> None:
    with pytest.raises(GroundfloorError, match="written like this: postgresql://user"):
        Store(address)


def test_database_that_does_not_answer_has_error_message_without_password() -> None:
    with pytest.raises(GroundfloorError, match="can't be used: connection failed") as caught:
        Store("postgresql://user:secret@127.0.0.1:1/games")
    assert "secret" not in str(caught.value)


def test_newer_analysis_replaces_older_one(store: Store) -> None:
    assert games.analysis(store, "abc") is None
    games.save_analysis(store, "abc", "one", "[]")
    games.save_analysis(store, "abc", "two", "[1]")
    assert games.analysis(store, "abc") == ("two", "[1]")


def test_advice_is_kept_for_each_position_of_a_game(store: Store) -> None:
    assert games.kept_advice(store, "abc") == {}
    games.keep_advice(store, "abc", "one", "[1]")
    games.keep_advice(store, "abc", "two", "[2]")
    games.keep_advice(store, "abc", "one", "[3]")
    assert games.kept_advice(store, "abc") == {"one": "[3]", "two": "[2]"}
    games.keep_advice(store, "gone", "one", "[4]")
    assert games.kept_advice(store, "gone") == {}


def test_analysis_goes_with_its_game(store: Store) -> None:
    games.save_analysis(store, "abc", "one", "[]")
    transactions.delete_game(store, WholeClub(), "abc")
    games.save_analysis(store, "abc", "two", "[]")
    assert games.analysis(store, "abc") is None


def test_game_with_hints_is_marked(store: Store) -> None:
    before = games.find(store, "abc")
    games.mark_hints(store, "abc")
    after = games.find(store, "abc")
    assert before is not None and not before.has_hints
    assert after is not None and after.has_hints


def test_seats_read_during_a_change_are_not_kept() -> None:
    held = HeldSeatsCache()

    def overtaken() -> HeldSeats:
        held.forget("browser", "game")
        return HeldSeats(frozenset({0}))

    assert held.get("browser", "game", overtaken).seats == {0}
    assert held.get("browser", "game", lambda: HeldSeats(frozenset({1}))).seats == {1}
    assert held.get("browser", "game", lambda: HeldSeats(frozenset({2}))).seats == {1}


def test_least_recently_used_pair_goes() -> None:
    held = HeldSeatsCache(most=2)
    for browser in ("a", "b", "a", "c"):
        held.get(browser, "game", lambda: HeldSeats(frozenset({0})))
    assert held.get("a", "game", lambda: HeldSeats(frozenset({9}))).seats == {0}
    assert held.get("b", "game", lambda: HeldSeats(frozenset({9}))).seats == {9}
