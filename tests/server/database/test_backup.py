"""Backups: whole, checked, never in the place of anything by accident, also while games are played; put back with the old data kept."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import backup as backups
from groundfloor.server.database.backup import BackupError, restore_backup, write_backup
from groundfloor.server.database.errors import DataInUse, NewerData
from groundfloor.server.database.rows import Change, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import transactions
from tests.support.stores import game_row, new_game, save


def entries(folder: Path, game_id: str = "abc") -> tuple[str, ...]:
    with Store(folder) as store:
        return game_row(store, game_id).entries


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = Store(tmp_path / "data")
    transactions.add_game(store, WholeClub(), new_game("abc"))
    store.close()
    return tmp_path / "data"


def add_entry(folder: Path) -> None:
    store = Store(folder)
    save(store, "abc", Change("2030-01-02", 2, Summary("running", 2, 0, 1, 2), ("two",)))
    store.close()


def test_backup_has_what_is_only_in_the_write_ahead_log(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    transactions.add_game(store, WholeClub(), new_game("abc"))
    assert (tmp_path / "data" / "groundfloor.db-wal").stat().st_size > 0
    assert write_backup(tmp_path / "data", tmp_path / "copy.db") == 1
    store.close()
    restore_backup(tmp_path / "other", tmp_path / "copy.db")
    assert entries(tmp_path / "other") == ("one",)


@pytest.mark.skipif(os.name != "posix", reason="needs modes of files")
def test_backup_is_one_file_for_its_owner_only(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    write_backup(folder, tmp_path / "backups" / "copy.db")
    assert [file.name for file in (tmp_path / "backups").iterdir()] == ["copy.db"]
    assert stat.S_IMODE((tmp_path / "backups" / "copy.db").stat().st_mode) == 0o600


def test_backup_overwrites_only_on_demand(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(BackupError, match="--overwrite"):
        write_backup(folder, target)
    assert target.read_text() == "precious"
    write_backup(folder, target, is_overwriting=True)
    assert backups.check_database(target) == 1


def test_file_that_appears_meanwhile_is_not_overwritten(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, check = tmp_path / "copy.db", backups.check_database

    def check_slowly(file: Path) -> int:
        target.write_text("precious")
        return check(file)

    monkeypatch.setattr(backups, "check_database", check_slowly)
    with pytest.raises(BackupError, match="--overwrite"):
        write_backup(folder, target)
    assert target.read_text() == "precious" and sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "data"]


@pytest.mark.parametrize("is_overwriting", [True, False])
@pytest.mark.parametrize("name", [".", "data/groundfloor.db", "nowhere/copy.db"])
def test_impossible_targets_have_error_message(folder: Path, tmp_path: Path, name: str, is_overwriting: bool) -> None:
    with pytest.raises(BackupError):
        write_backup(folder, tmp_path / name, is_overwriting)
    assert entries(folder) == ("one",)


def test_damaged_data_makes_no_backup(folder: Path, tmp_path: Path) -> None:
    file = folder / "groundfloor.db"
    content = bytearray(file.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    file.write_bytes(content)
    (tmp_path / "copy.db").write_text("older")
    with pytest.raises(BackupError):
        write_backup(folder, tmp_path / "copy.db", is_overwriting=True)
    assert (tmp_path / "copy.db").read_text() == "older"


def test_empty_folder_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There are no games"):
        write_backup(tmp_path, tmp_path / "copy.db")


def test_restore_keeps_the_old_data(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    add_entry(folder)
    count, kept = restore_backup(folder, tmp_path / "copy.db")
    assert count == 1 and kept == folder / "groundfloor-before-restore-1.db"
    assert entries(folder) == ("one",)
    assert restore_backup(folder, kept)[1] == folder / "groundfloor-before-restore-2.db"
    assert entries(folder) == ("one", "two")


def test_restore_is_refused_while_a_server_works(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    store = Store(folder)
    before = sorted(folder.iterdir())
    with pytest.raises(DataInUse, match="stop it"):
        restore_backup(folder, tmp_path / "copy.db")
    assert sorted(folder.iterdir()) == before
    store.close()


def test_restore_of_a_newer_version_is_refused(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(NewerData, match="9999"):
        restore_backup(folder, tmp_path / "copy.db")
    assert entries(folder) == ("one",) and not list(folder.glob("*restore*"))


@pytest.mark.parametrize("content", [b"", b"a poem", b"SQLite format 3\0" + b"\0" * 5000])
def test_restore_of_what_is_no_backup_is_refused(folder: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "copy.db").write_bytes(content)
    with pytest.raises(BackupError):
        restore_backup(folder, tmp_path / "copy.db")
    assert entries(folder) == ("one",) and not list(folder.glob("*restore*"))


def test_restore_of_a_database_of_others_is_refused(folder: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "copy.db")) as database:
        database.execute("CREATE TABLE poems (line)")
        database.commit()
    with pytest.raises(BackupError, match="not a database of groundfloor"):
        restore_backup(folder, tmp_path / "copy.db")
    for name in ("none.db", "data/groundfloor.db", "data"):
        with pytest.raises(BackupError):
            restore_backup(folder, tmp_path / name)


def test_restore_takes_the_place_of_damaged_data(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    (folder / "groundfloor.db").write_bytes(b"damaged")
    with pytest.raises(GroundfloorError):
        Store(folder)
    _, kept = restore_backup(folder, tmp_path / "copy.db")
    assert kept is not None and kept.read_bytes() == b"damaged" and entries(folder) == ("one",)


def test_restore_keeps_what_a_killed_server_left_in_its_log(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    store = Store(folder)
    transactions.add_game(store, WholeClub(), new_game("xyz"))
    shutil.copytree(folder, tmp_path / "killed")
    store.close()
    (tmp_path / "killed" / "groundfloor.db-shm").unlink()
    assert write_backup(tmp_path / "killed", tmp_path / "second.db") == 2
    _, kept = restore_backup(tmp_path / "killed", tmp_path / "copy.db")
    assert kept is not None and backups.check_database(kept) == 2
    assert entries(tmp_path / "killed") == ("one",)


def test_backups_while_moves_are_written(folder: Path, tmp_path: Path) -> None:
    """Each has a whole beginning of the game, never less than the one before."""
    store, is_over, saved = Store(folder), threading.Event(), threading.Semaphore(0)

    def play() -> None:
        number = 2
        while not is_over.is_set():
            save(store, "abc", Change("2030-01-02", number, Summary("running", number, 0, 1, 2), (f"entry {number}",)))
            saved.release()
            number += 1

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            assert saved.acquire(timeout=60), "no further move was written"
            write_backup(folder, tmp_path / f"{number}.db")
    finally:
        is_over.set()
        player.join(60)
        store.close()
    last = 0
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as database:
            (said,) = database.execute("SELECT entries FROM games").fetchone()
            numbers = [row[0] for row in database.execute("SELECT number FROM entries ORDER BY number")]
        assert numbers == list(range(1, said + 1)) and said >= last
        last = said
    assert last > 1


def test_folder_that_a_killed_restore_left_is_usable(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_backup(folder, tmp_path / "copy.db")
    add_entry(folder)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        restore_backup(folder, tmp_path / "copy.db")
    monkeypatch.undo()
    assert entries(folder) == ("one", "two")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files to others")
def test_restore_by_root_leaves_files_of_the_owner(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "copy.db")
    for file in (folder, *folder.iterdir()):
        os.chown(file, 65534, 65534)
    (folder / "lock").unlink()
    restore_backup(folder, tmp_path / "copy.db")
    assert {file.stat().st_uid for file in folder.iterdir()} == {65534}
