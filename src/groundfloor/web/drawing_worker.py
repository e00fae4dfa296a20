"""The drawing process: keeps copies of tables, without the key of their draws, and answers one order after the other."""

from __future__ import annotations

import signal
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.entry import Entry
from ..engine.match import Match
from ..engine.record import Record
from ..tables import SeatHolder, Table
from .drawing_orders import Failed, Unknown
from .drawn_tables import DrawnTables
from .garbage_collection import collect_seldom
from .page_parts import PartCache
from .pages import load_templates
from .scenes import Scenes
from .table_drawing import draw_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from ..engine.seats import Seat
    from .drawing_orders import Order
    from .drawn_tables import TableBody

NO_KEY = b"not the key of the draws"
"""Stands for the key at a table that goes on; a copy draws nothing."""


class DrawingWorker:
    """Copies of ``most`` tables at most, and their drawings."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.scenes = Scenes()
        self.parts = PartCache()
        self.drawn_tables = DrawnTables()
        self._copies: OrderedDict[tuple[str, str], Table] = OrderedDict()

    def draw(self, order: Order) -> TableBody | Unknown | Failed:
        """Returns the drawing that an order asks for."""
        try:
            table = self._copy(order)
            if table is None:
                return Unknown()
            if order.notice:
                noticed = draw_table(self.scenes, self.parts, table, order.key, order.notice)[1]
                return self.drawn_tables.body(noticed, order.page)
            drawn = self.drawn_tables.get(order.key, lambda: draw_table(self.scenes, self.parts, table, order.key))
            return self.drawn_tables.body(drawn, order.page)
        except Exception as error:  # whoever ordered draws it and meets the same error
            self._copies.pop(order.key.table, None)
            return Failed(f"{type(error).__name__}: {error}"[:300])

    def _copy(self, order: Order) -> Table | None:
        """Returns the copy of the table at the version of the order's key; None if the order does not continue the copy."""
        key = order.key
        table = new_copy(order) if order.head else self._copies.get(key.table)
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
        self._copies[key.table] = table
        self._copies.move_to_end(key.table)
        if len(self._copies) > self.most:
            self._copies.popitem(last=False)
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


def run(connection: Connection, most: int) -> None:
    """Answers orders until the server ends; keeps copies of ``most`` tables. Ignores Ctrl-C: the server handles it and then ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_templates()
    collect_seldom()
    worker = DrawingWorker(most)
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(worker.draw(connection.recv()))
