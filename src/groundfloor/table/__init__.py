"""A table, without server and language: a match with seats, drafts, plans, proposals and preferences."""

from __future__ import annotations

from .creation import NewTable, SeatRequest
from .drafts import DraftMoves
from .errors import Ambiguous, BadPlan, DamagedTable, NoDraft, NothingToUndo, NotYourTurn, StaleVersion, UnknownGame
from .news import last_looked, news, state_when_looked
from .plans import SeatPlan
from .table import Table

__all__ = [
    "Ambiguous",
    "BadPlan",
    "DamagedTable",
    "NotYourTurn",
    "NoDraft",
    "NothingToUndo",
    "NewTable",
    "SeatPlan",
    "SeatRequest",
    "DraftMoves",
    "StaleVersion",
    "Table",
    "last_looked",
    "news",
    "state_when_looked",
    "UnknownGame",
]
