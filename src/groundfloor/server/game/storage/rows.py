"""Rows of the database as values: finished games and results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundfloor.table.value import DepartureKind  # for the schemas of the API

if TYPE_CHECKING:
    from groundfloor.results.archive import SeatKind


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for a decision of a seat, whose link has the ``token``, since the time ``since`` of its last entry."""

    game_id: str
    name: str
    token: str
    since: str


@dataclass(frozen=True)
class GameSearch:
    """The finished games that somebody looks for: ``people`` and the ``winner`` by the keys of their names, from the time ``since`` to before ``until`` ("": any).

    ``seats`` is their number (0: any). ``company``: whether people sat there alone, or Automas, or bots. ``by_total``: the game with the best
    total is first, else the newest. ``after`` is where the list goes on, as ``FoundGames.next`` says.
    """

    people: tuple[str, ...] = ()
    winner: str = ""
    ruleset: str = ""
    since: str = ""
    until: str = ""
    seats: int = 0
    company: Literal["", "people", "automas", "bots"] = ""
    is_rated: bool | None = None
    by_total: bool = False
    after: str = ""


@dataclass(frozen=True)
class FoundSeat:
    """A seat of a finished game that was found: ``account`` is the id of the account that it belongs to ("": none), ``departure`` is how it lost a rated game before its end."""

    seat: int
    name: str
    colour: str
    kind: SeatKind
    automa: str
    account: str
    specialty: str
    total: int
    rank: int
    departure: DepartureKind | Literal[""] = ""


@dataclass(frozen=True)
class FoundGame:
    """A finished game that was found; ``game_id`` is the id of its table."""

    game_id: str
    finished: str
    ruleset: str
    revision: int
    has_house_values: bool
    is_ended_early: bool
    is_rated: bool
    seats: tuple[FoundSeat, ...]


@dataclass(frozen=True)
class FinishedSeatRow:
    """A seat of a finished game that belongs to an account; ``game`` is the game id, ``departure`` is how it lost a rated game before its end."""

    game: str
    seat: int
    name: str
    finished: str
    total: int
    rank: int
    departure: DepartureKind | Literal[""]


@dataclass(frozen=True)
class FoundGames:
    """A page of finished games, and where the list goes on ("": it ends). ``is_cut``: so many did not fit that others were not looked at yet."""

    games: tuple[FoundGame, ...]
    next: str = ""
    is_cut: bool = False


@dataclass(frozen=True)
class ResultRow:
    """The result of a finished game as a player keeps it; ``data`` is the whole result as JSON, the rest is what lists are sorted by."""

    game: str
    seat: int
    finished: str
    day: str
    opponent: str
    revision: int
    attempt: int
    total: int
    name: str
    is_imported: bool
    data: str


@dataclass(frozen=True)
class DayRow:
    """A line in the table of a day; ``is_own``: it belongs to the browser that asks. ``account`` is the key of the account that has played ("": a guest)."""

    opponent: str
    name: str
    total: int
    finished: str
    is_own: bool
    account: str = ""


@dataclass(frozen=True)
class ParRow:
    """What a level of the bots has reached in the city of a day against an opponent."""

    opponent: str
    level: str
    total: int
