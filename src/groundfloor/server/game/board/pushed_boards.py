"""Sends new boards through the event streams: after a move each subscription of the table gets its board, made once for all its pages.

A pushed board leaves out the regions of the board that was last sent to the subscription. A page that shows another board fetches the new one, as it does when
it is only told of the version.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from anyio import CapacityLimiter

from groundfloor.request_id import on_behalf_of

from ...http.byte_cache import ByteCache
from ...http.deadlines import current_client
from ...http.sse import Message, deflate
from ..streams.messages import version_message
from ..viewer import shown_seat
from .board_regions import BoardViewer
from .boards import BoardRequest
from .regions import split_digests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundfloor.table import Table
    from groundfloor.table.messages import ChatKind

    from ...database.rows import TableChange
    from ...http.executor import Executor
    from ...http.sse import Hub, Watcher
    from ...http.threads import MovePriority
    from ..viewer import BoardSubscription
    from .boards import Board, Boards

SENT_BYTES, SENT_ITEM_BYTES = 4_000_000, 400
"""Bytes that remembered boards (those sent last) may take, and bytes that each takes besides its digests."""
PUSH_THREADS = 2
log = logging.getLogger(__name__)


class PushedBoards:
    """Makes and sends the boards of one server, for each table one version after the other; a version that is overtaken is left out.

    The processor time that they take counts to the client that has moved, and they pause like its pages: clients that move without end where many pages are open come after others.
    """

    def __init__(
        self,
        hub: Hub,
        find_table: Callable[[str], Table],
        boards: Boards,
        executor: Executor,
        move_priority: MovePriority,
        chat_kind: Callable[..., ChatKind],
    ) -> None:
        self.hub = hub
        self.executor = executor
        self.move_priority = move_priority
        self.find_table = find_table
        self.boards = boards
        self.chat_kind = chat_kind
        self.threads = CapacityLimiter(PUSH_THREADS)
        self._newest: dict[str, tuple[TableChange, int | None, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sent: ByteCache[str, tuple[str, str]] = ByteCache(SENT_BYTES)

    def note(self, subscription: BoardSubscription, board: Board) -> None:
        """Remembers the board that was sent to a subscription last. May be called from any thread."""
        digests = "".join(board.digests)
        self._sent.put(subscription.topic, (board.id, digests), len(digests) + SENT_ITEM_BYTES)

    def publish(self, change: TableChange, mover: int | None = None) -> None:
        """Tells the watchers of a game its new version; those with subscriptions get their boards; the page of the ``mover`` gets its board in the answer to its move. May be called from any thread."""
        client = current_client()
        self.hub.call(lambda: self._begin(change, mover, client))

    def _begin(self, change: TableChange, mover: int | None, client: str) -> None:
        self.hub.deliver(version_message(change), lambda watcher: not watcher.subscriptions_of(change.game_id))
        if not self.hub.subscriptions(change.game_id):
            return
        is_under_way = change.game_id in self._newest
        self._newest[change.game_id] = change, mover, client
        if not is_under_way:
            task = asyncio.create_task(self._push_all(change.game_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _push_all(self, game_id: str) -> None:
        """Pushes the newest version of a table until no newer one has come meanwhile."""
        newest: tuple[TableChange, int | None, str] | None = None
        while newest is not self._newest[game_id]:
            newest = change, mover, client = self._newest[game_id]
            pushed: set[BoardSubscription] = set()
            lost: set[BoardSubscription] = set()
            with on_behalf_of(change.request):
                try:
                    work = partial(self.push, change, self.hub.subscriptions(game_id), mover, pushed, lost)
                    await self.executor.run(self._counted(work, client), self.threads)
                except Exception as error:  # the pages fetch the board, and meet the same error
                    log.error("the boards of game %s could not be pushed: %s", game_id, type(error).__name__)
            self.hub.deliver(version_message(change), partial(needs_board, game_id, pushed))
            self.hub.end_subscriptions(game_id, lost)
        del self._newest[game_id]

    def _counted(self, work: Callable[[], None], client: str) -> Callable[[], None]:
        """Returns the work as a function that counts its processor time to a client ("": to nobody), and pauses like a page of it."""
        paused = self.move_priority.after(self.move_priority.urgency(client, is_page=True), work)
        return self.move_priority.use.counting(paused, client, self.executor.processor_seconds)

    def push(
        self,
        change: TableChange,
        subscriptions: Iterable[BoardSubscription],
        mover: int | None,
        pushed: set[BoardSubscription],
        lost: set[BoardSubscription],
    ) -> None:
        """Sends the boards of a table as it is now, first that of the seat that is asked; that of the mover's page is in its answer.

        Adds the subscriptions that got a board to ``pushed``, and to ``lost`` those with a seat that their pages no longer hold.
        """
        table = self.find_table(change.game_id)
        asked = table.asked_human_seat
        for subscription in sorted(subscriptions, key=lambda subscription: asked not in subscription.own_seats):
            if not subscription.is_valid(table):
                lost.add(subscription)
            elif mover not in subscription.own_seats and self._push_board(change, table, subscription):
                pushed.add(subscription)

    def _push_board(self, change: TableChange, table: Table, subscription: BoardSubscription) -> bool:
        last, digests = self._sent.get(subscription.topic) or ("", "")
        if not last:
            return False
        seat = shown_seat(table, subscription.seat, subscription.own_seats)
        viewer = BoardViewer(subscription.base, subscription.own_seats, chat=self.chat_kind(table, is_seat=subscription.seat is not None))
        board = self.boards.board(table, BoardRequest(subscription.language, seat, viewer))
        if board.id == last:
            return False
        self.note(subscription, board)
        data: dict[str, int | str | list[int]] = {
            "game": change.game_id,
            "version": change.version,
            "view": subscription.name,
            "from": last,
            "html": self.boards.update(board, split_digests(digests)),
        }
        message = Message(subscription.topic, "board", data, change.sequence)
        deflate(message.text)  # in this thread, and not in the event loop, which finds it done
        self.hub.publish(message)
        return True


def needs_board(game_id: str, pushed: set[BoardSubscription], watcher: Watcher) -> bool:
    """Returns whether a watcher has a subscription of a game that got no board."""
    return not watcher.subscriptions_of(game_id) <= pushed
