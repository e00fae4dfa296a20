"""Rated games: between which accounts, and what counts of one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..results.ratings import pool_of
from ..store.rows import ACCOUNT_PREFIX, RatedGame

if TYPE_CHECKING:
    from ..store.rows import OpenTableRow
    from .table import Table


def accounts_of(waiting: OpenTableRow) -> dict[int, str]:
    """Returns the accounts to which seats of the game of an open table belong, by seat: those of the people who have joined it with one."""
    return {
        seat: player.key.removeprefix(ACCOUNT_PREFIX)
        for seat, player in enumerate(waiting.players)
        if player.key.startswith(ACCOUNT_PREFIX)
    }


def rated_game(table: Table) -> RatedGame | None:
    """Returns what counts of a table whose game is over; None if it goes on, is not rated, or if it was not played to its end by its accounts alone."""
    record, accounts = table.match.record, table.accounts
    if not table.is_rated or not table.game.is_over or record.ending or record.seats_of_bots():
        return None
    ranks = {score.seat: score.rank for score in table.game.scores()}
    if set(accounts) != set(ranks) or len(set(accounts.values())) != len(ranks):
        return None
    pool = pool_of(table.game.ruleset.name, len(ranks))
    return RatedGame(pool, {account: ranks[seat] for seat, account in accounts.items()})
