"""Server-sent events: the versions of games, and the boards of the subscriptions (``viewer.py``) whose names the stream has given."""

from __future__ import annotations

import asyncio
import math
import struct
import sys
import zlib
from collections import Counter
from contextlib import contextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ..database.shares import owner_of_most
from .addresses import network_of
from .byte_cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping

    from ..game.viewer import BoardSubscription

HEARTBEAT_SECONDS = 15.0
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
GZIP_END = b"\x03\0"
"""An empty last block."""
GZIP_LEVEL = 6
QUEUE_SIZE, QUEUE_CHARACTERS = 64, 400_000
"""Messages that may wait for a slow client, and the characters of their boards. Beyond them its stream ends; when it reconnects it gets the current versions."""
DEFLATED_BYTES = 4_000_000
"""Bytes of compressed texts that are kept, as many streams send them."""


@dataclass(frozen=True)
class Message:
    """An event: ``topic`` is ``g:GAME_ID``, ``s:TOKEN``, ``a:GAME_ID``, ``m:GAME_ID``, ``p:OWNER_ID`` or that of a subscription, ``sequence`` its id (0: none)."""

    topic: str
    name: str
    data: Mapping[str, object]
    sequence: int = 0

    @property
    def characters(self) -> int:
        return sum(len(value) for value in self.data.values() if isinstance(value, str))

    @cached_property
    def text(self) -> str:
        id = f"id: {self.sequence}\n" if self.sequence else ""
        return f"{id}event: {self.name}\ndata: {msgspec.json.encode(self.data).decode()}\n\n"


KEEPALIVE = Message("", "keepalive", {})
"""Wakes up a stream that has nothing to send."""
KEEPALIVE_TEXT = ": keepalive\n\n"


class Watcher:
    """The queue of one stream, its topics, and the subscriptions whose boards it gets; ``owner_id`` is who has asked for it."""

    def __init__(
        self, topics: Iterable[str], client: str = "", subscriptions: Iterable[BoardSubscription] = (), owner_id: str = ""
    ) -> None:
        self.subscriptions = frozenset(subscriptions)
        self.topics = frozenset(topics) | {subscription.topic for subscription in self.subscriptions}
        self.client = client
        self.owner_id = owner_id
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(QUEUE_SIZE)
        self.waiting_characters = 0

    def subscriptions_of(self, game_id: str) -> set[BoardSubscription]:
        return {subscription for subscription in self.subscriptions if subscription.game_id == game_id}

    def put(self, message: Message | None) -> None:
        """Adds a message (None ends the stream); if the queue is full, the stream is ended instead. One message has room, however long."""
        added = message.characters if message is not None else 0
        if self.queue.full() or (self.waiting_characters and self.waiting_characters + added > QUEUE_CHARACTERS):
            while not self.queue.empty():
                self.queue.get_nowait()
            message, added, self.waiting_characters = None, 0, 0
        self.waiting_characters += added
        self.queue.put_nowait(message)

    async def get(self) -> Message | None:
        message = await self.queue.get()
        self.waiting_characters -= message.characters if message is not None else 0
        return message

    def wake_after(self, seconds: float) -> asyncio.TimerHandle:
        """Adds a message without content after that many seconds, unless the timer is cancelled or the queue has something else by then."""
        return asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        if self.queue.empty():
            self.queue.put_nowait(KEEPALIVE)


class Hub:
    """The streams of a server. ``publish`` may be called from any thread after ``open`` was called in the event loop."""

    def __init__(self, note_count: Callable[[int], None] = lambda count: None) -> None:
        self._note_count = note_count
        self._watchers: dict[Watcher, None] = {}
        self._by_topic: dict[str, set[Watcher]] = {}
        self._by_client: Counter[str] = Counter()
        self._by_network: Counter[str] = Counter()
        self._by_owner: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context = Context()
        self.is_closed = False

    def open(self) -> None:
        """Binds the hub to the running event loop."""
        self._loop, self._context = asyncio.get_running_loop(), copy_context()

    def close(self) -> None:
        """Ends all streams; new ones end at once."""
        self.is_closed = True
        for watcher in self._watchers:
            watcher.put(None)

    def end_streams(self, owner_id: str) -> None:
        """Ends the streams of an account or a browser that may see something else from now on; its pages ask for new ones. Called in the event loop."""
        for watcher in self._watchers:
            if owner_id and watcher.owner_id == owner_id:
                watcher.put(None)

    def end_subscriptions(self, game_id: str, subscriptions: Collection[BoardSubscription]) -> None:
        """Ends the streams that have one of these subscriptions of a game. Called in the event loop."""
        for watcher in self._by_topic.get(f"g:{game_id}", ()):
            if not watcher.subscriptions_of(game_id).isdisjoint(subscriptions):
                watcher.put(None)

    def publish(self, message: Message, is_for: Callable[[Watcher], bool] = lambda watcher: True) -> None:
        """Sends a message to those subscribers of its topic that it is for."""
        self.call(lambda: self.deliver(message, is_for))

    def call(self, work: Callable[[], None]) -> None:
        """Calls a function in the event loop, outside the request that asks for it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, context=self._context)

    def call_later(self, seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls a function in the event loop after that many seconds, unless the timer is cancelled. Called in the event loop."""
        return asyncio.get_running_loop().call_later(seconds, work, context=self._context)

    def deliver(self, message: Message, is_for: Callable[[Watcher], bool] = lambda watcher: True) -> None:
        """Does the same as ``publish`` at once. Called in the event loop."""
        for watcher in self._by_topic.get(message.topic, ()):
            if is_for(watcher):
                watcher.put(message)

    def subscriptions(self, game_id: str) -> set[BoardSubscription]:
        """Returns the subscriptions of a game. Called in the event loop."""
        return {subscription for watcher in self._by_topic.get(f"g:{game_id}", ()) for subscription in watcher.subscriptions_of(game_id)}

    @contextmanager
    def watching(self, topics: Iterable[str]) -> Iterator[Watcher]:
        watcher = self.add(topics)
        try:
            yield watcher
        finally:
            self.remove(watcher)

    def add(self, topics: Iterable[str], client: str = "", subscriptions: Iterable[BoardSubscription] = (), owner_id: str = "") -> Watcher:
        """Adds a stream; ``remove`` must be called when it has ended."""
        watcher = Watcher(topics, client, subscriptions, owner_id)
        self._watchers[watcher] = None
        self._note_count(self.count)
        self._by_client[client] += 1
        self._by_network[network_of(client)] += 1
        self._by_owner[owner_id] += 1
        for topic in watcher.topics:
            self._by_topic.setdefault(topic, set()).add(watcher)
        return watcher

    def remove(self, watcher: Watcher) -> None:
        if watcher not in self._watchers:
            return
        del self._watchers[watcher]
        self._note_count(self.count)
        held = ((self._by_client, watcher.client), (self._by_network, network_of(watcher.client)), (self._by_owner, watcher.owner_id))
        for counts, key in held:
            counts[key] -= 1
            if not counts[key]:
                del counts[key]
        for topic in watcher.topics:
            self._by_topic[topic].discard(watcher)
            if not self._by_topic[topic]:
                del self._by_topic[topic]

    def streams_of(self, client: str, owner_id: str = "", *, is_short: bool = False) -> int:
        """Returns how many streams a client has, or an account or browser if it has more; where places are short its network counts (``network_of``). Those of "" are not counted."""
        own = self._by_network[network_of(client)] if is_short else self._by_client[client]
        return max(own if client else 0, self._by_owner[owner_id] if owner_id else 0)

    def make_room(self, own: int) -> bool:
        """Ends the oldest stream of the network that has most, for one that has ``own`` streams; returns False if none has two more."""
        most = owner_of_most({network: count for network, count in self._by_network.items() if network}, own)
        ended = next((watcher for watcher in self._watchers if network_of(watcher.client) == most), None) if most is not None else None
        if ended is not None:
            self.remove(ended)
            ended.put(None)
        return ended is not None

    def watched(self) -> set[str]:
        return {topic.removeprefix("g:") for topic in list(self._by_topic) if topic.startswith("g:")}

    def owners(self) -> set[str]:
        """Returns who follows their own topic (bell.py). Called in the event loop."""
        return {topic.removeprefix("p:") for topic in self._by_topic if topic.startswith("p:")}

    def is_watched(self, topic: str) -> bool:
        return topic in self._by_topic

    async def stream(self, watcher: Watcher, first: Iterable[Message], seconds: float = math.inf) -> AsyncIterator[str]:
        """Yields the text of a stream: the ``first`` messages, then those of the queue, and a comment after each silence.

        It ends after ``seconds``; browsers reconnect then.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        yield "retry: 1000\n\n"
        for message in first:
            yield message.text
        while not self.is_closed and (left := until - clock()) > 0:
            timer = watcher.wake_after(min(HEARTBEAT_SECONDS, left))
            try:
                news = await watcher.get()
            finally:
                timer.cancel()
            if news is None:
                return
            yield KEEPALIVE_TEXT if news is KEEPALIVE else news.text
            del news  # a stream that waits keeps no message in memory

    @property
    def count(self) -> int:
        return len(self._watchers)


async def gzip_stream(texts: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yields the texts of a stream compressed, each at once.

    Each text is compressed by itself: all streams that send it share the work, and no stream needs memory for it.
    """
    checksum = size = 0
    yield GZIP_HEAD
    async for text in texts:
        data = text.encode()
        checksum, size = zlib.crc32(data, checksum), size + len(data)
        piece = deflate(text)
        del text, data  # a stream that waits keeps no message in memory
        yield piece
    yield GZIP_END + struct.pack("<LL", checksum, size % 2**32)


_deflated: ByteCache[str, bytes] = ByteCache(DEFLATED_BYTES)


def deflate(text: str) -> bytes:
    """Returns a text as blocks of a deflate stream that refer to nothing before them and end at a whole byte."""
    compressed = _deflated.get(text)
    if compressed is None:
        compressor = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        compressed = compressor.compress(text.encode()) + compressor.flush(zlib.Z_SYNC_FLUSH)
        _deflated.put(text, compressed, sys.getsizeof(text) + len(compressed))
    return compressed
