"""Which players of a table have come."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError

from ..storage import browsers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ...context import AppContext
    from ..tables.table_service import TableService

MAX_RECORDED = 20_000
"""Seats whose players' arrival a process remembers; that of others is stored once more."""


class Arrivals:
    """Who has come to a seat: its page or a program has followed or read the game. The preview of a link in a chat does not count."""

    def __init__(self, table_service: TableService) -> None:
        self._table_service = table_service
        self._store = table_service.store
        self._recorded: dict[str, None] = {}

    def are_recorded(self, tokens: Iterable[str]) -> bool:
        """Returns whether there is nothing to store for these seats."""
        return all(token in self._recorded for token in tokens)

    def record(self, tokens: Collection[str]) -> None:
        """Stores that the players of these seats have come, and starts the clocks of tables where everybody has now come. Blocks."""
        for game_id in browsers.record_arrivals(self._store, tokens):
            with self._table_service.operation(game_id):
                pass
        self._recorded.update(dict.fromkeys(tokens))
        while len(self._recorded) > MAX_RECORDED:
            del self._recorded[next(iter(self._recorded))]


async def record_arrivals(context: AppContext, tokens: Collection[str]) -> None:
    """Stores that the players of these seats have come; if that is not possible now, a later request does it."""
    if not context.arrivals.are_recorded(tokens):
        with suppress(GroundfloorError):
            await context.work.write(context.arrivals.record, tokens)
