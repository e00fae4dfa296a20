"""Server-sent events: every watcher is told at which version a game stands, never what it looks like."""

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

HEARTBEAT = 15.0
ROOM = 64
"""As many messages wait for a slow watcher; more, and it is told to come back, for it will be told everything anew then."""


@dataclass(frozen=True)
class Message:
    """One event: ``topic`` is ``g:PUBLIC`` or ``s:TOKEN``, ``sequence`` its id if it has one."""

    topic: str
    name: str
    data: dict[str, int | str]
    sequence: int = 0

    def encode(self) -> str:
        """As it goes over the wire."""
        id = f"id: {self.sequence}\n" if self.sequence else ""
        return f"{id}event: {self.name}\ndata: {json.dumps(self.data, separators=(',', ':'))}\n\n"


class Watcher:
    """One stream: a bounded queue and the topics that it wants to hear of."""

    def __init__(self, topics: Iterable[str], client: str = "") -> None:
        self.topics = frozenset(topics)
        self.client = client
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(ROOM)

    def put(self, message: Message | None) -> None:
        """Adds a message; a full queue is ended instead."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)


class Hub:
    """All streams of a server. ``publish`` may be called from any thread once ``open`` was called on the loop."""

    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()
        self._by_topic: dict[str, set[Watcher]] = {}
        self._by_client: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closed = False

    def open(self) -> None:
        """Binds the hub to the running loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Ends all streams, now and from now on."""
        self.is_closed = True
        for watcher in self._watchers:
            watcher.put(None)

    def publish(self, message: Message) -> None:
        """Tells everybody who listens to the topic."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, message)

    def _deliver(self, message: Message) -> None:
        for watcher in self._by_topic.get(message.topic, ()):
            watcher.put(message)

    @contextmanager
    def watching(self, topics: Iterable[str]) -> Iterator[Watcher]:
        """A stream's queue as long as it is open."""
        watcher = self.add(topics)
        try:
            yield watcher
        finally:
            self.remove(watcher)

    def add(self, topics: Iterable[str], client: str = "") -> Watcher:
        """Begins a stream of a client; ``remove`` ends it."""
        watcher = Watcher(topics, client)
        self._watchers.add(watcher)
        self._by_client[client] += 1
        for topic in watcher.topics:
            self._by_topic.setdefault(topic, set()).add(watcher)
        return watcher

    def remove(self, watcher: Watcher) -> None:
        """A stream has ended."""
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
        """How many streams a client has."""
        return self._by_client[client]

    def watched(self) -> set[str]:
        """The public ids of all games that somebody listens to."""
        return {topic.removeprefix("g:") for topic in list(self._by_topic) if topic.startswith("g:")}

    def is_watched(self, topic: str) -> bool:
        """Somebody listens to the topic."""
        return topic in self._by_topic

    async def stream(self, watcher: Watcher, first: Iterable[Message], seconds: float = math.inf) -> AsyncIterator[str]:
        """The text of a stream: what stands now, then what comes, and a comment where nothing comes for long.

        It ends after so many seconds; the browser comes back then.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        yield "retry: 1000\n\n"
        for message in first:
            yield message.encode()
        while not self.is_closed and (left := until - clock()) > 0:
            try:
                message_or_end = await asyncio.wait_for(watcher.queue.get(), min(HEARTBEAT, left))
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if message_or_end is None:
                return
            yield message_or_end.encode()

    @property
    def count(self) -> int:
        """How many streams are open."""
        return len(self._watchers)
