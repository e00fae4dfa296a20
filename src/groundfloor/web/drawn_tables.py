"""Drawn tables that are kept for a while: what two pages show alike is drawn once, and who asks meanwhile waits for it.

What a drawing follows from is its ``DrawingKey``; what alone tells two pages with one key apart, their address and the token of their
forms, is drawn as a mark and written in at the end.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from markupsafe import escape

from ..engine.cancellation import raise_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..tables import Preferences
    from .page_parts import Part

BASE_MARK = "\2base\2"
"""Stands in a drawing for the address of the page; no name has control characters."""
CSRF_MARK = "\2csrf\2"
"""Stands in a drawing for the token that the page's forms carry."""
MOST_DRAWINGS = 200
WAIT_SECONDS = 0.05
"""After which somebody who waits for a drawing looks whether its own time is over."""


@dataclass(frozen=True)
class DrawingKey:
    """What a drawn table follows from: the table at a version, who looks (None: a spectator) and at which entry, in which language.

    ``own`` are all seats of the page; ``draft`` and ``preferences`` are those of ``seat`` and of nobody else.
    """

    public: str
    version: int
    seat: int | None
    own: tuple[int, ...]
    language: str
    history: int | None
    draft: tuple[tuple[str, ...], str] | None
    preferences: Preferences | None


@dataclass(frozen=True)
class DrawnTable:
    """A table as one viewer sees it, and what the page round it is told."""

    part: Part
    name: str
    seat: int | None
    history: int | None
    is_asked: bool

    def text(self, base: str, csrf: str, known: frozenset[str] = frozenset()) -> str:
        """The text for the page at the address ``base``, without the parts that it knows."""
        return self.part.text(known).replace(BASE_MARK, str(escape(base))).replace(CSRF_MARK, str(escape(csrf)))


class DrawnTables:
    """The drawings of late, by what they follow from; of too many, the one that was not asked for the longest goes. Threads may share it."""

    def __init__(self, most: int = MOST_DRAWINGS) -> None:
        self.most = most
        self._drawings: OrderedDict[DrawingKey, Future[DrawnTable | None]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: DrawingKey, draw: Callable[[], tuple[DrawingKey, DrawnTable]]) -> DrawnTable:
        """The drawing with this key; ``draw`` makes it if nobody has made it or is making it.

        ``draw`` returns the key too that its drawing has, as the table may have gone on meanwhile. Its errors are those of its caller
        alone: whoever waited for the drawing makes it then.
        """
        while True:
            own: Future[DrawnTable | None] = Future()
            with self._lock:
                future = self._drawings.setdefault(key, own)
                self._drawings.move_to_end(key)
            if future is own:
                return self._drawn(key, own, draw)
            drawing = result_of(future)
            if drawing is not None:
                return drawing

    def _drawn(self, key: DrawingKey, future: Future[DrawnTable | None], draw: Callable[[], tuple[DrawingKey, DrawnTable]]) -> DrawnTable:
        kept: DrawnTable | None = None
        try:
            found, drawing = draw()
            kept = drawing if found == key else None
        finally:
            with self._lock:
                if kept is None:
                    del self._drawings[key]
                elif len(self._drawings) > self.most:
                    self._forget_oldest()
            future.set_result(kept)
        return drawing

    def _forget_oldest(self) -> None:
        oldest = next((key for key, future in self._drawings.items() if future.done()), None)
        if oldest is not None:
            del self._drawings[oldest]


def result_of(future: Future[DrawnTable | None]) -> DrawnTable | None:
    """The result once it is there; ends earlier, with an error, when the time of the caller's own request is over."""
    while True:
        try:
            return future.result(WAIT_SECONDS)
        except TimeoutError:
            raise_if_cancelled()
