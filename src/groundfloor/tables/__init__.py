"""A table without HTTP: a match, its seats, tentative lines, standing answers, and the host who keeps tables on disk."""

from .chronicle import Chronicle, Told
from .errors import Ambiguous, NothingPencilled, NothingToUndo, NotYourTurn, Stale, UnknownGame
from .host import Host
from .opening import Opening, SeatWish
from .sketch import Sketch
from .table import Chair, Table, Wishes

__all__ = [
    "Ambiguous",
    "Chair",
    "Chronicle",
    "Host",
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
