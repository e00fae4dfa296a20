"""Tables, without HTTP: a match with seats, drafts and preferences, and the host that stores tables."""

from .creation import NewTable, SeatRequest
from .draft import DraftMoves
from .errors import Ambiguous, DamagedTable, NoDraft, NothingToUndo, NotYourTurn, StaleVersion, UnknownGame
from .history import EventHistory, HistoryEvent
from .host import Host, PreparedTable
from .table import Preferences, SeatHolder, Table

__all__ = [
    "Ambiguous",
    "SeatHolder",
    "EventHistory",
    "DamagedTable",
    "Host",
    "PreparedTable",
    "NotYourTurn",
    "NoDraft",
    "NothingToUndo",
    "NewTable",
    "SeatRequest",
    "DraftMoves",
    "StaleVersion",
    "Table",
    "HistoryEvent",
    "UnknownGame",
    "Preferences",
]
