"""Backups: one file with all games, written while the server runs or not, restored while it is stopped."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import fsync_path

from .errors import NewerData
from .migrate import known_revisions
from .sqlite import FILE, FolderLock

if TYPE_CHECKING:
    from collections.abc import Iterator

SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database."""


class BackupError(GroundfloorError):
    """A backup can't be written or restored."""


def write_backup(folder: Path, target: Path, is_overwriting: bool = False) -> int:
    """Writes a copy of the games in ``folder`` to the file ``target``; returns how many games it has.

    The copy is consistent even if a server writes meanwhile, and is checked before it gets its name. BackupError if there
    is no data, if ``target`` is there already and not to be overwritten, or if it can't be written.
    """
    file = folder / FILE
    if not file.is_file():
        raise BackupError(f"There are no games in {folder}.")
    if target.is_dir():
        raise BackupError(f"{target} is a folder; name a file.")
    if target.exists() and target.samefile(file):
        raise BackupError(f"{target} is the data itself; name another file.")
    if target.exists() and not is_overwriting:
        raise BackupError(exists_sentence(target))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        copy_database(file, unfinished)
        count = check_database(unfinished)
        rename_finished(unfinished, target, is_overwriting)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target} can't be written: {reason(error)}.") from error
    finally:
        remove_unfinished(unfinished)
    return count


def restore_backup(folder: Path, source: Path) -> tuple[int, Path | None]:
    """Replaces the games in ``folder`` by a backup; returns their number, and the file in which the old ones are kept.

    DataInUse while a server works on the folder, NewerData if a newer version has made the backup, BackupError if it is damaged or no backup.
    If this is interrupted, the old data is complete, under its own name or the returned one.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    if source.parent.resolve() == folder.resolve() and source.name == FILE:
        raise BackupError(f"{source} is the data itself; name a backup.")
    unfinished = folder / f".restore.{os.getpid()}.unfinished"
    lock = lock_folder(folder)
    try:
        copy_database(source, unfinished)
        count = check_database(unfinished)
        kept = keep_old_database(folder / FILE)
        chown_to_folder_owner(folder, (unfinished, folder / "lock"))
        os.replace(unfinished, folder / FILE)
        fsync_path(folder)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{source} can't be restored to {folder}: {reason(error)}.") from error
    finally:
        remove_unfinished(unfinished)
        lock.release()
    return count, kept


def lock_folder(folder: Path) -> FolderLock:
    """Returns the lock of a folder, which is created if it does not exist."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return FolderLock(folder)
    except OSError as error:
        raise BackupError(f"The data folder {folder} can't be used: {error.strerror}.") from error


def copy_database(source: Path, target: Path) -> None:
    """Copies a consistent state of a database to a file that only its owner may read; it is on disk when this returns."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE").close()
    fsync_path(target)


def check_database(file: Path) -> int:
    """Returns the number of games; BackupError if the database is damaged or of another product, NewerData if a newer version wrote it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            result = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if result != "ok":
                raise BackupError(f"The copy is damaged: {' '.join(str(result).split())[:200]}.")
            revision = database.execute("SELECT version_num FROM alembic_version").fetchone()
            count = int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        raise BackupError(f"The file is not a database of groundfloor: {error}.") from error
    known = known_revisions()
    if revision is None or revision[0] not in known:
        raise NewerData(f"The file was written by a newer version of groundfloor ({revision and revision[0]}); this one knows {known[0]}.")
    return count


def rename_finished(unfinished: Path, target: Path, is_overwriting: bool) -> None:
    """Renames a finished file; unless ``is_overwriting`` it never replaces a file, not even one created in the meantime."""
    if is_overwriting:
        os.replace(unfinished, target)
    else:
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise BackupError(exists_sentence(target)) from None
        except OSError:  # a file system without links
            if target.exists():
                raise BackupError(exists_sentence(target)) from None
            os.rename(unfinished, target)
    fsync_path(target.parent)


def keep_old_database(file: Path) -> Path | None:
    """Keeps the old database under a second name, write-ahead log included; a damaged one is moved with its side files."""
    if not file.exists():
        return None
    aside = next(path for path in old_database_names(file) if not path.exists())
    try:
        with closing(sqlite3.connect(file, timeout=5)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
            database.execute("PRAGMA journal_mode=DELETE").close()
    except sqlite3.Error:
        pass
    if any(path.exists() and path.stat().st_size for path in side_files(file)):
        for old, new in zip([file, *side_files(file)], [aside, *side_files(aside)], strict=True):
            if old.exists():
                os.replace(old, new)
        return aside
    for path in side_files(file):
        path.unlink(missing_ok=True)
    try:
        os.link(file, aside)
    except OSError:  # a file system without links
        os.replace(file, aside)
    return aside


def old_database_names(file: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield file.with_name(f"{file.stem}-before-restore-{number}{file.suffix}")
        number += 1


def side_files(file: Path) -> list[Path]:
    """Returns the files that SQLite keeps beside a database."""
    return [file.with_name(file.name + ending) for ending in SIDE_FILE_SUFFIXES]


def chown_to_folder_owner(folder: Path, files: tuple[Path, ...]) -> None:
    """Gives the files to the owner of the folder if root runs this, because the owner runs the server."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = folder.stat()
        for file in files:
            os.chown(file, owner.st_uid, owner.st_gid)


def remove_unfinished(file: Path) -> None:
    for path in (file, *side_files(file)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def exists_sentence(target: Path) -> str:
    return f"{target} exists already; name another file, or add --overwrite."


def reason(error: OSError | sqlite3.Error) -> str:
    return str(getattr(error, "strerror", None) or error).rstrip(".")
