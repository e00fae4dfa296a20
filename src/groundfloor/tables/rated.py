"""Rated games: between which accounts, and what counts of one that has ended."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..results.departures import decided_ranks
from ..results.ratings import pool_of
from ..store.rows import ACCOUNT_PREFIX, RatedGame
from .seat_holders import change_player

if TYPE_CHECKING:
    from ..store.rows import OpenTableRow
    from ..table_value import DepartureKind
    from .table import Table

STAND_IN = "manager"
"""The bot that plays on for who has lost a rated game before its end."""


def accounts_of(waiting: OpenTableRow) -> dict[int, str]:
    """Returns the accounts to which seats of the game of an open table belong, by seat: those of the people who have joined it with one."""
    return {
        seat: player.key.removeprefix(ACCOUNT_PREFIX)
        for seat, player in enumerate(waiting.players)
        if player.key.startswith(ACCOUNT_PREFIX)
    }


def depart(table: Table, seat: int, kind: DepartureKind) -> None:
    """Has a seat lose a rated game before its end, against all who stay: a bot plays on for it. Of whom nobody else stays the game is over, and won."""
    table.change_seat(replace(table.value.seats[seat], departure=kind, departed=len(table.value.departures) + 1))
    if kind == "time":
        table.lost_seats.add(seat)
    change_player(table, seat, STAND_IN)
    stay = [holder.seat for holder in table.value.seats if not holder.automa]
    if len(stay) == 1:
        table.end(stay[0], is_scored=True)


def fits_rating(table: Table, kind: str) -> bool:
    """Returns whether people may decide together what this kind of proposal says: of a rated game nobody gives a seat away; all can cancel it as long as all are there,
    and those who stay can have it scored once somebody has lost it before the end.
    """
    if not table.value.is_rated:
        return True
    return kind not in ("bot", "person", "cancel" if table.value.departures else "score")


def final_ranks(table: Table) -> dict[int, int]:
    """Returns the ranks by seat of a game that is over."""
    return decided_ranks({score.seat: score.rank for score in table.game.scores()}, list(table.value.departures))


def rated_game(table: Table) -> RatedGame | None:
    """Returns what counts of a table whose game is over; None if it goes on, is not rated, or was cancelled."""
    if not table.value.is_rated or not table.game.is_over:
        return None
    accounts, ranks = table.value.accounts, final_ranks(table)
    if set(accounts) != set(ranks) or len(set(accounts.values())) != len(ranks):
        return None
    pool = pool_of(table.game.ruleset.name, len(ranks))
    return RatedGame(pool, {account: ranks[seat] for seat, account in accounts.items()})
