"""Lets moves go before pages. All threads of a server share one interpreter, so a page that is being made pauses while moves are under way.

It pauses where it holds no lock: between the regions of its board.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
MOST_PAUSE = 0.25
"""Seconds that one piece of work pauses in all, so that pages are made however many moves there are."""
_pause: ContextVar[Callable[[], None]] = ContextVar("groundfloor_pause", default=lambda: None)


def give_way() -> None:
    """Pauses work that runs ``after_moves`` while moves are under way; does nothing to other work."""
    _pause.get()()


class MovesFirst:
    """Counts the moves of one server that are under way."""

    def __init__(self) -> None:
        self._moves = 0
        self._is_free = Event()
        self._is_free.set()

    @contextmanager
    def move(self) -> Iterator[None]:
        """Counts a move while the block runs. For the event loop only."""
        self._moves += 1
        self._is_free.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._is_free.set()

    def after_moves(self, work: Callable[[], T]) -> Callable[[], T]:
        """Returns the work as a function within which ``give_way`` pauses."""
        left = MOST_PAUSE

        def pause() -> None:
            nonlocal left
            if left > 0 and not self._is_free.is_set():
                begin = monotonic()
                self._is_free.wait(left)
                left -= monotonic() - begin

        def run() -> T:
            token = _pause.set(pause)
            try:
                return work()
            finally:
                _pause.reset(token)

        return run
