"""Rated games: who has lost one before its end, and what people may decide there together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..results.departures import decided_ranks
from .seat_holders import change_player

if TYPE_CHECKING:
    from ..table_value import DepartureKind
    from .table import Table

STAND_IN = "manager"
"""The bot that plays on for who has lost a rated game before its end."""


def depart(table: Table, seat: int, kind: DepartureKind) -> None:
    """Has a seat lose a rated game before its end, against all who stay: a bot plays on for it. Of whom nobody else stays the game is over, and won."""
    table.change_seat(replace(table.value.seats[seat], departure=kind, departed=len(table.value.departures) + 1))
    if kind == "time":
        table.lost_seats.add(seat)
    change_player(table, seat, STAND_IN)
    stay = [holder.seat for holder in table.value.seats if not holder.automa]
    if len(stay) == 1:
        table.end(stay[0], is_scored=True)


def final_ranks(table: Table) -> dict[int, int]:
    """Returns the ranks by seat of a game that is over."""
    return decided_ranks({score.seat: score.rank for score in table.game.scores()}, list(table.value.departures))
