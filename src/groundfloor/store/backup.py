"""Backups: one file with everything, made while a server works on the data, and put back when none does."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError
from .errors import NewerData
from .lock import FolderLock
from .migrate import known_revisions
from .store import FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database."""


class NoBackup(GroundfloorError):
    """A backup can't be made, or can't be put back; the sentence says why."""


def write_backup(folder: Path, target: Path, is_overwriting: bool = False) -> int:
    """Writes a copy of the games in ``folder`` to the file ``target``; returns how many games it has.

    The copy is one moment of the data, whatever a server writes meanwhile. It is checked before it gets its name. NoBackup if there
    is no data, if ``target`` is there already and not to be overwritten, or if it can't be written.
    """
    file = folder / FILE
    if not file.is_file():
        raise NoBackup(f"There are no games in {folder}.")
    if target.is_dir():
        raise NoBackup(f"{target} is a folder; name a file.")
    if target.exists() and target.samefile(file):
        raise NoBackup(f"{target} is the data itself; name another file.")
    if target.exists() and not is_overwriting:
        raise NoBackup(already_there(target))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        copy(file, unfinished)
        count = check(unfinished)
        give_name(unfinished, target, is_overwriting)
    except (OSError, sqlite3.Error) as error:
        raise NoBackup(f"{target} can't be written: {reason(error)}.") from error
    finally:
        remove(unfinished)
    return count


def restore_backup(folder: Path, source: Path) -> tuple[int, Path | None]:
    """Puts a backup in the place of the games in ``folder``; returns how many games it has, and the file in which the old ones are kept.

    DataInUse while a server works on the folder, NewerData if a newer version has made the backup, NoBackup if it is damaged or none.
    Whenever this is interrupted, all of the old data is there, under its name or the one that is returned.
    """
    if not source.is_file():
        raise NoBackup(f"There is no file {source}.")
    if source.parent.resolve() == folder.resolve() and source.name == FILE:
        raise NoBackup(f"{source} is the data itself; name a backup.")
    unfinished = folder / f".restore.{os.getpid()}.unfinished"
    lock = held(folder)
    try:
        copy(source, unfinished)
        count = check(unfinished)
        kept = set_aside(folder / FILE)
        give_to_owner(folder, (unfinished, folder / "lock"))
        os.replace(unfinished, folder / FILE)
        settle(folder)
    except (OSError, sqlite3.Error) as error:
        raise NoBackup(f"{source} can't be restored to {folder}: {reason(error)}.") from error
    finally:
        remove(unfinished)
        lock.release()
    return count, kept


def held(folder: Path) -> FolderLock:
    """The lock of a folder, which is made if it is not there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return FolderLock(folder)
    except OSError as error:
        raise NoBackup(f"The data folder {folder} can't be used: {error.strerror}.") from error


def copy(source: Path, target: Path) -> None:
    """One moment of a database as one file that only its owner may read, and that is on the disk."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE").close()
    settle(target)


def check(file: Path) -> int:
    """How many games a database has; NoBackup, NewerData if it is damaged, none of this product, or of a newer version."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            said = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                raise NoBackup(f"The copy is damaged: {' '.join(str(said).split())[:200]}.")
            revision = database.execute("SELECT version_num FROM alembic_version").fetchone()
            count = int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        raise NoBackup(f"The file is no database of groundfloor: {error}.") from error
    known = known_revisions()
    if revision is None or revision[0] not in known:
        raise NewerData(f"The file was written by a newer version of groundfloor ({revision and revision[0]}); this one knows {known[0]}.")
    return count


def give_name(unfinished: Path, target: Path, is_overwriting: bool) -> None:
    """Renames a finished file; if nothing is to be overwritten, not even what has come between."""
    if is_overwriting:
        os.replace(unfinished, target)
    else:
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise NoBackup(already_there(target)) from None
        except OSError:  # a file system without links
            if target.exists():
                raise NoBackup(already_there(target)) from None
            os.rename(unfinished, target)
    settle(target.parent)


def set_aside(file: Path) -> Path | None:
    """Gives the old database a second name, with all that is in its write-ahead log; a damaged one is moved with its files."""
    if not file.exists():
        return None
    aside = next(path for path in numbered(file) if not path.exists())
    try:
        with closing(sqlite3.connect(file, timeout=5)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
            database.execute("PRAGMA journal_mode=DELETE").close()
    except sqlite3.Error:
        pass
    if any(path.exists() and path.stat().st_size for path in beside(file)):
        for old, new in zip([file, *beside(file)], [aside, *beside(aside)], strict=True):
            if old.exists():
                os.replace(old, new)
        return aside
    for path in beside(file):
        path.unlink(missing_ok=True)
    try:
        os.link(file, aside)
    except OSError:  # a file system without links
        os.replace(file, aside)
    return aside


def numbered(file: Path) -> Iterator[Path]:
    """Names for what was there before."""
    number = 1
    while True:
        yield file.with_name(f"{file.stem}-before-restore-{number}{file.suffix}")
        number += 1


def beside(file: Path) -> list[Path]:
    """The files that SQLite keeps beside a database."""
    return [file.with_name(file.name + ending) for ending in BESIDE]


def give_to_owner(folder: Path, files: tuple[Path, ...]) -> None:
    """Gives files that root has written in a folder to its owner, who is to run the server."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = folder.stat()
        for file in files:
            os.chown(file, owner.st_uid, owner.st_gid)


def remove(file: Path) -> None:
    """Removes what was not finished."""
    for path in (file, *beside(file)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def settle(path: Path) -> None:
    """Has the system write a file, or the names in a folder, to the disk; Windows knows no such thing for folders."""
    if os.name == "nt" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def already_there(target: Path) -> str:
    """What is said before a file would be overwritten."""
    return f"{target} is there already; name another file, or add --overwrite."


def reason(error: OSError | sqlite3.Error) -> str:
    """The reason in short."""
    return str(getattr(error, "strerror", None) or error).rstrip(".")
