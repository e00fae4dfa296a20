"""The game of an open table begins: everybody who has joined gets a seat in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.table.value import ACCOUNT_PREFIX, ADMISSION

from ...database.requests import changing
from ...game.storage import browsers, games
from ...game.tables import persistence
from ...game.tables.clock_runner import with_clocks_begun
from ..moderation import report_storage
from ..notifications import storage as notice_storage
from . import storage as lobby_storage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundfloor.table.table import Table
    from groundfloor.table.value import RatingState

    from ...database.rows import NewGame
    from ...database.store import Store
    from ...game.tables.prepared_tables import PreparedTable
    from ...game.tables.table_service import TableService
    from .rows import OpenTableRow


def begin(service: TableService, waiting: OpenTableRow, new: PreparedTable) -> Table | None:
    """Stores the game of an open table, in which all who have joined hold their seats; None if the open table has changed, or its game has begun."""
    seats = {player.owner_id: [seat] for seat, player in enumerate(waiting.players)}
    now = service.now()
    table = with_clocks_begun(new.table, range(len(waiting.players)), now)
    accounts = accounts_of(waiting)
    seats_held = tuple(replace(seat_value, account=accounts.get(seat_value.seat, "")) for seat_value in table.value.seats)
    rating: RatingState = "rated" if waiting.is_rated else ""
    admission = {name: getattr(waiting, name) for name in ADMISSION}
    table = table.with_value(replace(table.value, client=waiting.client, is_from_lobby=True, seats=seats_held, rating=rating, **admission))
    row = persistence.new_game(table, new.key, now, bot_pause=service.bot_pause)
    return service.added(table) if begin_game(service.store, waiting, row, seats) else None


def begin_game(store: Store, table: OpenTableRow, new: NewGame, seats: Mapping[str, Iterable[int]]) -> bool:
    """Stores the game of an open table, in which each owner id in ``seats`` holds these.

    Returns False, and stores nothing, if the open table has changed since it was read, or its game has begun.
    """
    with changing(store.engine) as connection:
        if not lobby_storage.begin(connection, table.game_id, table.changes, new.game_id):
            return False
        game = games.add(connection, replace(new, is_private=lobby_storage.is_game_private(connection, table)))
        for owner_id, held in seats.items():
            browsers.remember(connection, owner_id, game, held, is_host=owner_id == table.host)
        notice_storage.add(connection, game, new.notices, new.created)
        report_storage.note_game(connection, table.game_id, new.game_id)
    store.held_seats.forget(game_id=new.game_id)
    return True


def accounts_of(waiting: OpenTableRow) -> dict[int, str]:
    """Returns the accounts to which seats of the game of an open table belong, by seat: those of the people who have joined it with one."""
    return {
        seat: player.owner_id.removeprefix(ACCOUNT_PREFIX)
        for seat, player in enumerate(waiting.players)
        if player.owner_id.startswith(ACCOUNT_PREFIX)
    }
