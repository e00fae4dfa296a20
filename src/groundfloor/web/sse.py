"""Server-sent events. They carry the version of a game, never its position, so that streams need no secrets."""

from __future__ import annotations

import asyncio
import json
import math
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

HEARTBEAT_SECONDS = 15.0
QUEUE_SIZE = 64
"""Messages that may wait for a slow client. Beyond them its stream ends; when it reconnects it gets the current versions."""


@dataclass(frozen=True)
class Message:
    """An event: ``topic`` is ``g:PUBLIC`` or ``s:TOKEN``, ``sequence`` its id (0: none)."""

    topic: str
    name: str
    data: dict[str, int | str]
    sequence: int = 0

    def encode(self) -> str:
        """Returns the event in the format of server-sent events."""
        id = f"id: {self.sequence}\n" if self.sequence else ""
        return f"{id}event: {self.name}\ndata: {json.dumps(self.data, separators=(',', ':'))}\n\n"


class Watcher:
    """The queue of one stream, and the topics that it has subscribed to."""

    def __init__(self, topics: Iterable[str], client: str = "") -> None:
        self.topics = frozenset(topics)
        self.client = client
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(QUEUE_SIZE)

    def put(self, message: Message | None) -> None:
        """Adds a message (None ends the stream); if the queue is full, the stream is ended instead."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)


class Hub:
    """The streams of a server. ``publish`` may be called from any thread after ``open`` was called in the event loop."""

    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()
        self._by_topic: dict[str, set[Watcher]] = {}
        self._by_client: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closed = False

    def open(self) -> None:
        """Binds the hub to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Ends all streams; new ones end at once."""
        self.is_closed = True
        for watcher in self._watchers:
            watcher.put(None)

    def publish(self, message: Message) -> None:
        """Sends a message to all subscribers of its topic."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, message)

    def _deliver(self, message: Message) -> None:
        for watcher in self._by_topic.get(message.topic, ()):
            watcher.put(message)

    @contextmanager
    def watching(self, topics: Iterable[str]) -> Iterator[Watcher]:
        """Subscribes to the topics within the block."""
        watcher = self.add(topics)
        try:
            yield watcher
        finally:
            self.remove(watcher)

    def add(self, topics: Iterable[str], client: str = "") -> Watcher:
        """Adds a stream; ``remove`` must be called when it has ended."""
        watcher = Watcher(topics, client)
        self._watchers.add(watcher)
        self._by_client[client] += 1
        for topic in watcher.topics:
            self._by_topic.setdefault(topic, set()).add(watcher)
        return watcher

    def remove(self, watcher: Watcher) -> None:
        """Removes a stream that has ended."""
        if watcher not in self._watchers:
            return
        self._watchers.remove(watcher)
        self._by_client[watcher.client] -= 1
        if not self._by_client[watcher.client]:
            del self._by_client[watcher.client]
        for topic in watcher.topics:
            self._by_topic[topic].discard(watcher)
            if not self._by_topic[topic]:
                del self._by_topic[topic]

    def streams_of(self, client: str) -> int:
        """Returns the number of open streams of a client."""
        return self._by_client[client]

    def watched(self) -> set[str]:
        """Returns the public ids of all games that have subscribers."""
        return {topic.removeprefix("g:") for topic in list(self._by_topic) if topic.startswith("g:")}

    def is_watched(self, topic: str) -> bool:
        """Returns whether the topic has subscribers."""
        return topic in self._by_topic

    async def stream(self, watcher: Watcher, first: Iterable[Message], seconds: float = math.inf) -> AsyncIterator[str]:
        """Yields the text of a stream: the ``first`` messages, then those of the queue, and a comment after each silence.

        It ends after ``seconds``; browsers reconnect then.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        yield "retry: 1000\n\n"
        for message in first:
            yield message.encode()
        while not self.is_closed and (left := until - clock()) > 0:
            try:
                message_or_end = await asyncio.wait_for(watcher.queue.get(), min(HEARTBEAT_SECONDS, left))
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if message_or_end is None:
                return
            yield message_or_end.encode()

    @property
    def count(self) -> int:
        """The number of open streams."""
        return len(self._watchers)
