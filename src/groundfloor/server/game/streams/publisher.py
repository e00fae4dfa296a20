"""Tells open pages, and the bots, what has changed at the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.request_id import on_behalf_of

from ...database.change_feed import CHATS, OWNER, RECORD
from ..storage import browsers
from .messages import chat_message, draft_message

if TYPE_CHECKING:
    from groundfloor.table import Table

    from ...database.rows import TableChange
    from ...http.sse import Hub
    from ..board.pushed_boards import PushedBoards
    from ..tables.bot_runner import BotRunner
    from ..tables.table_service import AskingPage, TableService
    from .bell import Bell


class Publisher:
    """Publishes the changes of one server: its own, which are stored by then, and those of other processes at the same database. For any thread."""

    def __init__(self, table_service: TableService, hub: Hub, bell: Bell, pushed_boards: PushedBoards, bots: BotRunner) -> None:
        self._table_service = table_service
        self._hub = hub
        self._bell = bell
        self._pushed_boards = pushed_boards
        self._bots = bots

    def publish(self, change: TableChange, table: Table, page: AskingPage) -> None:
        """Tells open pages what this process has changed at a table, at the request of a page."""
        if change.seat == RECORD:
            self._bell.note(change.game_id)
            self._pushed_boards.publish(change, page.seat)
        else:
            self._hub.publish(draft_message(table.value.seats[change.seat].token, page.request))

    def publish_message(self, change: TableChange) -> None:
        """Tells the open pages that may read them that the messages of a table have changed."""
        if change.seat == CHATS["players"]:
            self._bell.note(change.game_id)
        if not self._hub.is_watched(f"g:{change.game_id}"):
            return
        table = self._table_service.cached_table(change.game_id)
        if change.seat == CHATS["players"]:
            for seat in table.value.seats:
                self._hub.publish(chat_message(f"s:{seat.token}", change.game_id, "players", change.changes))
            return
        players = {} if table.game.is_over else browsers.owners_of(self._table_service.store, change.game_id)
        message = chat_message(f"m:{change.game_id}", change.game_id, "spectators", change.changes)
        self._hub.publish(message, lambda watcher: watcher.owner_id not in players)

    def note_table(self, table: Table) -> None:
        """Tells the bots, and the people at a table that it is new or has grown."""
        self._bots.table_changed(table)
        self._bell.note(table.game_id)

    def publish_from_others(self, change: TableChange) -> None:
        """Tells open pages what another process has changed. For the thread that follows other processes."""
        if change.seat in CHATS.values():
            self.publish_message(change)
            return
        if change.seat == OWNER:
            self._bell.note_hash(change.game_id)
            return
        if change.seat == RECORD:
            self._bell.note(change.game_id)
        with on_behalf_of(change.request):
            self._bots.forget(change.game_id, change.version)
            if self._hub.is_watched(f"g:{change.game_id}"):
                if change.seat == RECORD:
                    self._pushed_boards.publish(change)
                else:
                    seat = self._table_service.cached_table(change.game_id).value.seats[change.seat]
                    self._hub.publish(draft_message(seat.token))
