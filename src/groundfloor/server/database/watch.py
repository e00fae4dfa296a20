"""Looks at the change feed for what other processes have changed: when the database wakes it up, and every few seconds."""

from __future__ import annotations

import logging
from contextlib import closing
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from . import change_feed
from .database import reading
from .errors import log_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Engine

    from .rows import TableChange

LOOK_SECONDS = 3.0
"""Seconds between two looks at the change feed without a wake-up: a lost one is made up for after so long."""
RECENT_SECONDS = 1.0
"""How far back a look after a wake-up goes; every ``LOOK_SECONDS`` one goes back to the oldest row."""
PAUSE_SECONDS = 0.02
"""At least so long between two looks: one serves many wake-ups."""
WAIT_SECONDS = 0.5
"""How long the thread waits for a wake-up before it asks whether it shall end."""
log = logging.getLogger(__name__)


class WakeUps(Protocol):
    """Waits until another process says that it has changed something, on a connection of its own."""

    def wait(self, seconds: float) -> frozenset[str]:
        """Returns what is new, of ``change_feed.ALL_NEWS``, after ``seconds`` at most; an error of the database if it can't wait."""

    def close(self) -> None:
        """Closes the connection."""


class Watch:
    """Tells of the changes of other processes: each game's last one, as its number of changes grows. ``start`` begins a thread for it."""

    def __init__(self, engine: Engine, open_wake_ups: Callable[[], WakeUps]) -> None:
        self._engine = engine
        self._open_wake_ups = open_wake_ups
        self._known: dict[tuple[str, int], int] = {}
        self._is_closed = Event()
        self._thread: Thread | None = None

    def mark_known(self, changes: Iterable[TableChange]) -> None:
        """Remembers changes of this process, before they are committed: it is not told of them."""
        for change in changes:
            self._known[change.game_id, change.seat] = change.changes

    def forget(self, game_id: str) -> None:
        """Forgets what is known of a game, as a change of it may have failed."""
        for key in [key for key in list(self._known) if key[0] == game_id]:
            self._known.pop(key, None)

    def start(self, publish: Callable[[TableChange], None], wake: Callable[[], None] = lambda: None) -> None:
        """Begins to call ``publish``, in a thread, with what other processes have changed, and ``wake`` when there may be new jobs."""
        self._thread = Thread(target=self._run, args=[publish, wake], name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread."""
        self._is_closed.set()
        if self._thread is not None:
            self._thread.join()

    def look(self, publish: Callable[[TableChange], None], seconds: float = change_feed.KEPT_SECONDS) -> None:
        """Calls ``publish`` with the changes of the last ``seconds`` that aren't known yet."""
        with reading(self._engine, is_single=True) as connection:
            changes = change_feed.latest(connection, seconds)
        for change in changes:
            key = change.game_id, change.seat
            if self._known.get(key, -1) < change.changes:
                self._known[key] = change.changes
                publish(change)
        if seconds == change_feed.KEPT_SECONDS:
            there = {(change.game_id, change.seat) for change in changes}
            for key in [key for key in list(self._known) if key not in there]:
                self._known.pop(key, None)

    def _run(self, publish: Callable[[TableChange], None], wake: Callable[[], None]) -> None:
        has_failed = False
        while not self._is_closed.is_set():
            try:
                with closing(self._open_wake_ups()) as wake_ups:
                    if has_failed:
                        log.warning("other processes are followed again")
                    has_failed = False
                    self._follow(wake_ups, publish, wake)
            except Exception as error:
                has_failed = True
                log.warning("other processes can't be followed now: %s", log_text(error))
                self._is_closed.wait(LOOK_SECONDS)

    def _follow(self, wake_ups: WakeUps, publish: Callable[[TableChange], None], wake: Callable[[], None]) -> None:
        """Looks at the change feed at each wake-up, and at all of it every ``LOOK_SECONDS``."""
        next_whole = 0.0
        news: frozenset[str] = frozenset()
        while not self._is_closed.is_set():
            is_whole = monotonic() >= next_whole
            if is_whole or change_feed.CHANGES in news:
                self.look(publish, change_feed.KEPT_SECONDS if is_whole else RECENT_SECONDS)
            if is_whole or change_feed.JOBS in news:
                wake()
            if is_whole:
                next_whole = monotonic() + LOOK_SECONDS
            self._is_closed.wait(PAUSE_SECONDS)
            while not (news := wake_ups.wait(WAIT_SECONDS)) and monotonic() < next_whole and not self._is_closed.is_set():
                pass
