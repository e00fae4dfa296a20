"""Tables, without HTTP: a match with seats, drafts and preferences, and the host that stores tables."""

from .advice import AdviceRunner, RunningAnalysis
from .bot_runner import BotRunner, BotTurn
from .creation import NewTable, SeatRequest
from .draft import DraftMoves
from .errors import Ambiguous, BadPlan, DamagedTable, NoDraft, NothingToUndo, NotYourTurn, StaleVersion, UnknownGame
from .history import EventHistory, HistoryEvent
from .host import Host, PreparedTable
from .news import last_looked, news, news_of_entry, state_when_looked
from .seat_holders import Preferences, SeatHolder
from .seat_notes import SeatNotes, SeatPlan
from .table import Table

__all__ = [
    "AdviceRunner",
    "RunningAnalysis",
    "Ambiguous",
    "BadPlan",
    "BotRunner",
    "BotTurn",
    "SeatHolder",
    "EventHistory",
    "DamagedTable",
    "Host",
    "PreparedTable",
    "NotYourTurn",
    "NoDraft",
    "NothingToUndo",
    "NewTable",
    "SeatNotes",
    "SeatPlan",
    "SeatRequest",
    "DraftMoves",
    "StaleVersion",
    "Table",
    "HistoryEvent",
    "last_looked",
    "news",
    "news_of_entry",
    "state_when_looked",
    "UnknownGame",
    "Preferences",
]
