"""Who is here: the seats with a page that somebody looks at now, or did a moment ago, told to the open pages of their table.

A page that is hidden, or that nobody has touched for some minutes, does not count (``static/page-use.js``).

It is not part of a table: it is in no record and survives no restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.numbers import seat_number_or_none

from ...database.errors import StorageError, log_text
from ...http.sse import Message
from ..storage import presence as stored_presence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...database.store import Store
    from ...http.executor import Executor
    from ...http.sse import Hub

SHARE_SECONDS = 1.0
"""How often processes ask each other who is here."""
TELL_SECONDS = 5.0
"""How often a process says who is here even if nothing has changed."""
STOPPED_SECONDS = 10.0
"""The gap from which on the log says that the process was stopped, or the machine asleep."""
log = logging.getLogger(__name__)


@dataclass
class Stay:
    """The number of open streams that say that somebody is here; without one, ``timer`` will say that the seat is away."""

    streams: int = 0
    timer: asyncio.TimerHandle | None = None


class Presence:
    """The seats that are here: from the first stream that says so on until ``away_seconds`` after the last one has ended: reloading a page changes nothing.

    Pages open their streams again after a start of the server: for ``away_seconds`` nobody is said to be away. The methods are called in the event loop, except
    ``is_here``, ``seats``, ``message``, ``own``, ``own_seats`` and ``set_elsewhere``, which any thread may call.
    """

    def __init__(self, hub: Hub, away_seconds: float) -> None:
        self._hub = hub
        self._away_seconds = away_seconds
        self._is_known = False
        self._stays: dict[str, dict[int, Stay]] = {}
        self._elsewhere: dict[str, frozenset[int]] = {}
        self._lock = Lock()

    def start(self) -> None:
        """Begins to wait for the pages that were open before."""
        self._hub.call_later(self._away_seconds, self._announce_all)

    def enter(self, seats: Iterable[tuple[str, int]]) -> None:
        """Notes a stream of these seats, each with its game."""
        for game_id, seat in seats:
            with self._lock:
                there = self._stays.setdefault(game_id, {})
                is_new = seat not in there
                stay = there.setdefault(seat, Stay())
                stay.streams += 1
            if stay.timer is not None:
                stay.timer.cancel()
                stay.timer = None
            if is_new:
                self._announce(game_id)

    def leave(self, seats: Iterable[tuple[str, int]]) -> None:
        """Notes the end of a stream that has entered."""
        for game_id, seat in seats:
            stay = self._stays[game_id][seat]
            stay.streams -= 1
            if not stay.streams:
                stay.timer = self._hub.call_later(self._away_seconds, partial(self._end, game_id, seat))

    def look(self, game_id: str, seat: int) -> None:
        """Notes a look without a stream: the seat is here until ``away_seconds`` after it. At an open table a seat is the number of a player."""
        self.enter([(game_id, seat)])
        self.leave([(game_id, seat)])

    def is_here(self, game_id: str, seat: int) -> bool:
        return seat in self._stays.get(game_id, {}) or seat in self._elsewhere.get(game_id, ())

    def seats(self, game_id: str) -> list[int] | None:
        """Returns the seats of a game that are here; None while that is not known."""
        with self._lock:
            return sorted({*self._stays.get(game_id, {}), *self._elsewhere.get(game_id, ())}) if self._is_known else None

    def own(self) -> dict[str, tuple[int, ...]]:
        """Returns the seats that are here at this process, by game."""
        with self._lock:
            return {game_id: tuple(sorted(stays)) for game_id, stays in self._stays.items()}

    def own_seats(self) -> set[tuple[str, int]] | None:
        """Returns the seats that are here at this process, each with its game; None while that is not known."""
        return {(game_id, seat) for game_id, seats in self.own().items() for seat in seats} if self._is_known else None

    def set_elsewhere(self, seats: dict[str, frozenset[int]]) -> None:
        """Sets who is here at other processes around the database, by game."""
        with self._lock:
            before, self._elsewhere = self._elsewhere, seats
        for game_id in {*before, *seats}:
            if before.get(game_id) != seats.get(game_id):
                self._announce(game_id)

    def message(self, game_id: str) -> Message:
        """Returns the event for the pages of a game: who is here, if that is known."""
        seats = self.seats(game_id)
        here = {} if seats is None else {"here": [seat_number_or_none(seat) for seat in seats]}
        return Message(f"a:{game_id}", "seats", {"game": game_id, **here})

    def _end(self, game_id: str, seat: int) -> None:
        with self._lock:
            del self._stays[game_id][seat]
            if not self._stays[game_id]:
                del self._stays[game_id]
        self._announce(game_id)

    def _announce(self, game_id: str) -> None:
        self._hub.publish(self.message(game_id))

    def _announce_all(self) -> None:
        self._is_known = True
        for game_id in self._hub.watched():
            self._announce(game_id)


async def share_presence(presence: Presence, store: Store, executor: Executor) -> None:
    """Tells the other processes around the database who is here, and asks them, until it is cancelled."""
    told, until = None, 0.0
    while True:
        here, now = presence.own(), time.monotonic()
        try:
            if here != told or now > until:
                await executor.run(partial(stored_presence.tell, store, store.process, here))
                told, until = here, now + TELL_SECONDS
            presence.set_elsewhere(await executor.run(partial(stored_presence.seats_at_other_processes, store, store.process)))
        except StorageError as error:
            log.error("other processes are not told who is here: %s", log_text(error))
        began = time.monotonic()
        await asyncio.sleep(SHARE_SECONDS)
        if (stood := time.monotonic() - began) > STOPPED_SECONDS:
            log.warning("this process stood still for %.0f seconds", stood)
