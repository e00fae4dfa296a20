"""Rated games: between which accounts, and what counts of one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..results.ratings import pool_of
from ..store.rows import ACCOUNT_PREFIX, RatedGame
from .errors import NotRatedPlayer

if TYPE_CHECKING:
    from ..store.rows import OpenTableRow
    from .table import Table


def accounts_of(waiting: OpenTableRow) -> dict[int, str]:
    """Returns the accounts between which the game of an open table is rated, by seat; nothing if it is not."""
    if not waiting.is_rated:
        return {}
    return {seat: player.key.removeprefix(ACCOUNT_PREFIX) for seat, player in enumerate(waiting.players)}


def may_play(table: Table, seat: int, owner_id: str) -> bool:
    """Returns whether ``owner_id`` (as in ``browsers``) may move for a seat: at a rated game only its account."""
    return not table.is_rated or owner_id == f"{ACCOUNT_PREFIX}{table.rated_accounts.get(seat)}"


def check_player(table: Table, seat: int, owner_id: str) -> None:
    """Raises NotRatedPlayer if ``owner_id`` may not move for a seat."""
    if not may_play(table, seat, owner_id):
        raise NotRatedPlayer(
            "This game is rated, and the seat belongs to the account of %(name)s: log in with it to play. "
            "On the page “Table and links” you can give up the rating and play without the account.",
            name=table.seat_holders[seat].name,
        )


def rated_game(table: Table) -> RatedGame | None:
    """Returns what counts of a table whose game is over; None if it goes on, is not rated, or if it was not played to its end by its accounts alone."""
    record, accounts = table.match.record, table.rated_accounts
    if not table.is_rated or not table.game.is_over or record.ending or record.seats_of_bots():
        return None
    ranks = {score.seat: score.rank for score in table.game.scores()}
    if set(accounts) != set(ranks) or len(set(accounts.values())) != len(ranks):
        return None
    pool = pool_of(table.game.ruleset.name, len(ranks))
    return RatedGame(pool, {account: ranks[seat] for seat, account in accounts.items()})
