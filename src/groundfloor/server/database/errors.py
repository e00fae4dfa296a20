"""Errors of the storage."""

from __future__ import annotations

from groundfloor.engine.errors import GroundfloorError


class DataInUse(GroundfloorError):
    """Another server works on the same data."""


class NewerData(GroundfloorError):
    """The data was written by a newer version than this one."""


class StorageError(GroundfloorError):
    """The data can't be read or written now; nothing was written.

    ``sentence`` is for players, in English and known to the catalogues; ``reason`` is what SQLite says, for the log. ``unusable`` is for
    somebody who starts a server on a database that can't be opened.
    """

    unusable = "{file} can't be used: {reason}."
    sentence = "The server can’t reach its data, so nothing was done. Please try again later."

    def __init__(self, reason: str = "") -> None:
        super().__init__(self.sentence)
        self.reason = reason


class StorageFull(StorageError):
    """No space is left on the disk."""

    unusable = "No space is left on the disk of {folder}: make room there, or choose another folder."
    sentence = "No space is left, so nothing was kept. What was confirmed before is safe; please try again later."


class StorageReadOnly(StorageError):
    """The database may not be written."""

    unusable = "{file} can't be written ({reason}); a server needs a folder that it may write."
    sentence = "The server can’t write its data, so nothing was kept. What was confirmed before is safe; please try again later."


class StorageBusy(StorageError):
    """Another process holds the database for too long."""

    sentence = "The server’s data is in use by something else, so nothing was done. Please try again in a moment."


class StorageDamaged(StorageError):
    """A part of the database can't be read."""

    unusable = "{file} is not a database of groundfloor, or is damaged: {reason}."
    sentence = "A part of the server’s data is damaged and can’t be read. The operator of the server can restore a backup."


class Outdated(StorageError):
    """A newer version has changed the database: this one can no longer write it."""

    sentence = "The server is being updated, so nothing was done. Please try again in a moment."


class ChangedElsewhere(StorageBusy):
    """Another process has changed the game since it was read: nothing was written, and it has to be read again."""


class StorageFailed(StorageError):
    """Any other failure of disk or database."""


def log_text(error: BaseException) -> str:
    """Returns an error as a line for the log: its class, and for a StorageError what the database says."""
    said = (error.reason if isinstance(error, StorageError) else "") or str(error)
    return f"{type(error).__name__}: {' '.join(said.split())}"[:300]
