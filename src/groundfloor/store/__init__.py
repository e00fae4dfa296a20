"""Everything that outlives the process: games with their records, seats, tentative lines and what browsers know, in SQLite."""

from .browsers import HOST
from .errors import DataInUse, NewerData, StorageError, StorageFull
from .rows import Change, GameRow, Known, LineRow, NewGame, Notice, SeatRow, Snapshot, StandingRow, Summary
from .store import Store
from .usage import Keeping

__all__ = [
    "HOST",
    "Change",
    "DataInUse",
    "GameRow",
    "Keeping",
    "Known",
    "LineRow",
    "NewGame",
    "NewerData",
    "Notice",
    "SeatRow",
    "Snapshot",
    "StorageError",
    "StorageFull",
    "StandingRow",
    "Store",
    "Summary",
]
