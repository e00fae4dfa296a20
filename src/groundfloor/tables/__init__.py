"""Tables, without HTTP: a match with seats, drafts and preferences, and the host that stores tables."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .creation import NewTable, SeatRequest
from .drafts import DraftMoves
from .errors import Ambiguous, BadPlan, DamagedTable, NoDraft, NothingToUndo, NotYourTurn, StaleVersion, UnknownGame
from .news import last_looked, news, state_when_looked
from .plans import SeatPlan
from .table import Table

if TYPE_CHECKING:
    from .advice import AdviceRunner as AdviceRunner
    from .advice import RunningAnalysis as RunningAnalysis
    from .bot_runner import BotRunner as BotRunner
    from .bot_runner import BotTurn as BotTurn
    from .table_service import PreparedTable as PreparedTable
    from .table_service import TableService as TableService

__all__ = [
    "AdviceRunner",
    "RunningAnalysis",
    "Ambiguous",
    "BadPlan",
    "BotRunner",
    "BotTurn",
    "DamagedTable",
    "TableService",
    "PreparedTable",
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

OF_SERVERS = {
    "AdviceRunner": "advice",
    "RunningAnalysis": "advice",
    "BotRunner": "bot_runner",
    "BotTurn": "bot_runner",
    "TableService": "table_service",
    "PreparedTable": "table_service",
}
"""The module of each name that is imported when it is first used: they need SQLAlchemy, which the terminal does without."""


def __getattr__(name: str) -> object:
    if name not in OF_SERVERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(f"{__name__}.{OF_SERVERS[name]}"), name)
    return globals()[name]
