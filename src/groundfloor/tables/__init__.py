"""A table without HTTP: a match, its seats, tentative lines, standing answers, and the host who keeps tables on disk."""

from .chronicle import Chronicle, Told
from .errors import Ambiguous, DamagedTable, NothingPencilled, NothingToUndo, NotYourTurn, Stale, UnknownGame
from .host import Host, NewTable
from .opening import Opening, SeatWish
from .sketch import Sketch
from .table import Chair, Table, Wishes

__all__ = [
    "Ambiguous",
    "Chair",
    "Chronicle",
    "DamagedTable",
    "Host",
    "NewTable",
    "NotYourTurn",
    "NothingPencilled",
    "NothingToUndo",
    "Opening",
    "SeatWish",
    "Sketch",
    "Stale",
    "Table",
    "Told",
    "UnknownGame",
    "Wishes",
]
