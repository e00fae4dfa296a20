"""Keeps in memory which seats browsers hold: not every request asks the database."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .rows import HeldSeats

MAX_HELD = 20_000
"""Pairs of browser and game that are kept."""


class HeldSeatsCache:
    """A thread-safe cache of held seats by browser and game; when it is full, the least recently used pair goes."""

    def __init__(self, most: int = MAX_HELD) -> None:
        self.most = most
        self._seats: OrderedDict[tuple[str, str], HeldSeats] = OrderedDict()
        self._changes = 0
        self._lock = Lock()

    def get(self, owner_id: str, game_id: str, read: Callable[[], HeldSeats]) -> HeldSeats:
        """Returns the seats that are kept; else calls ``read`` and keeps its answer, unless something was forgotten meanwhile."""
        key = owner_id, game_id
        with self._lock:
            seats = self._seats.get(key)
            if seats is not None:
                self._seats.move_to_end(key)
                return seats
            changes = self._changes
        seats = read()
        with self._lock:
            if changes == self._changes:
                self._seats[key] = seats
                if len(self._seats) > self.most:
                    self._seats.popitem(last=False)
        return seats

    def forget(self, owner_id: str = "", game_id: str = "") -> None:
        """Forgets kept seats after a change of what browsers hold: of one browser, of one game, of a pair, or of any."""
        with self._lock:
            self._changes += 1
            if owner_id and game_id:
                self._seats.pop((owner_id, game_id), None)
                return
            for key in [key for key in self._seats if owner_id in ("", key[0]) and game_id in ("", key[1])]:
                del self._seats[key]
