"""The drawing process: keeps copies of tables, without the key of their draws, and answers one order after the other."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.entry import Entry
from ..engine.match import Match
from ..engine.record import Record
from ..tables import SeatHolder, Table
from .board_caches import BoardCaches
from .byte_cache import ByteCache
from .drawing_orders import Failed, Unknown
from .garbage_collection import collect_seldom, return_freed_memory
from .pages import load_templates

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from ..engine.seats import Seat
    from .drawing_orders import Order
    from .drawn_tables import TableBody

NO_KEY = b"not the key of the draws"
"""Stands for the key at a table that goes on; a copy draws nothing."""


class DrawingWorker:
    """Copies of tables and what was drawn of them, of so many bytes at most."""

    def __init__(self, table_bytes: int, board_bytes: int) -> None:
        self.caches = BoardCaches.of(board_bytes)
        self.copies: ByteCache[tuple[str, str], Table] = ByteCache(table_bytes)

    def draw(self, order: Order) -> TableBody | Unknown | Failed:
        """Returns the drawing that an order asks for."""
        try:
            table = self._copy(order)
            if table is None:
                return Unknown()
            return self.caches.draw(table, order.key, order.page, order.notice)
        except Exception as error:  # whoever ordered draws it and meets the same error
            self.copies.remove(order.key.table)
            return Failed(f"{type(error).__name__}: {error}"[:300])

    def _copy(self, order: Order) -> Table | None:
        """Returns the copy of the table at the version of the order's key; None if the order does not continue the copy."""
        key = order.key
        table = new_copy(order) if order.head else self.copies.get(key.table)
        if table is None or table.version != order.first:
            return None
        table.match.record.entries += [Entry(*entry) for entry in order.entries]
        table.history.update()
        table.match.game = table.history.game
        table.name = order.name
        table.seat_holders = holders(table.match.record.seats, order.bots)
        table.drafts = {} if key.seat is None or key.draft is None else {key.seat: key.draft}
        table.preferences = {} if key.seat is None or key.preferences is None else {key.seat: key.preferences}
        table.notes = {} if key.seat is None or key.notes is None else {key.seat: key.notes}
        self.copies.put(key.table, table, table.memory_bytes)
        return table


def new_copy(order: Order) -> Table:
    """Returns a table that is new to the process, before its first entry."""
    record = Record.parse(order.head, ruleset)
    match = Match(record, record.replay(), None if order.is_shown else NO_KEY)
    return Table(order.key.public, order.name, match, holders(record.seats, order.bots), "shown" if order.is_shown else "running")


def holders(seats: Sequence[Seat], bots: Sequence[str]) -> tuple[SeatHolder, ...]:
    """Returns who holds the seats, without their secrets."""
    playing = dict(enumerate(bots))
    return tuple(
        SeatHolder(number, seat.name, seat.colour, seat.automa or playing.get(number, ""), "") for number, seat in enumerate(seats)
    )


def run(connection: Connection, table_bytes: int, board_bytes: int) -> None:
    """Answers orders until the server ends, with a ``DrawingWorker`` of these bytes. Ignores Ctrl-C: the server handles it and then ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return_freed_memory()
    load_templates()
    collect_seldom()
    worker = DrawingWorker(table_bytes, board_bytes)
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(worker.draw(connection.recv()))
