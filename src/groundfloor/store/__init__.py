"""The stored data, in SQLite: games with their records, seats, drafts and preferences, and the seats of browsers."""

from .browsers import HOST
from .errors import DataInUse, NewerData, StorageError, StorageFull
from .rows import Change, DayRow, DraftRow, GameRow, KnownGame, NewGame, NotesRow, Notice, PreferencesRow, ResultRow, SeatRow, Summary
from .store import Store
from .usage import RetentionDays

__all__ = [
    "HOST",
    "Change",
    "DayRow",
    "DataInUse",
    "GameRow",
    "RetentionDays",
    "KnownGame",
    "DraftRow",
    "NewGame",
    "NewerData",
    "Notice",
    "NotesRow",
    "ResultRow",
    "SeatRow",
    "StorageError",
    "StorageFull",
    "PreferencesRow",
    "Store",
    "Summary",
]
