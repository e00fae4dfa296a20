"""Drawn tables that are kept for a while: what two pages show alike is drawn once, and who asks meanwhile waits for it.

What a drawing follows from is its ``DrawingKey``; what alone tells two pages with one key apart, their address and the token of their
forms, is drawn as a mark and written in at the end.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, field
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
MOST_BODIES = 4
"""Bodies of one drawing that are kept: open pages that show the same mostly have the same parts already."""
GZIP_LEVEL = 4
"""Takes about half the time of level 6, and makes an answer about a tenth longer."""
SMALLEST_GZIP = 600
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
class OpenPage:
    """What tells a page from others that show the same: its address, the token of its forms, the parts that it has, what its browser reads."""

    base: str
    csrf: str = ""
    known: frozenset[str] = frozenset()
    takes_gzip: bool = False


@dataclass(frozen=True)
class TableBody:
    """A drawn table as it is sent, and what the page round it is told."""

    content: bytes
    is_gzip: bool
    name: str
    seat: int | None
    history: int | None
    is_asked: bool


@dataclass(frozen=True)
class DrawnTable:
    """A table as one viewer sees it."""

    part: Part
    name: str
    seat: int | None
    history: int | None
    is_asked: bool
    _bodies: dict[OpenPage, TableBody] = field(default_factory=dict, compare=False)

    def body(self, page: OpenPage) -> TableBody:
        """The table as it is sent to a page; it is kept, as others may ask for the same."""
        found = self._bodies.get(page)
        if found is None:
            text = self.part.text(page.known).replace(BASE_MARK, str(escape(page.base))).replace(CSRF_MARK, str(escape(page.csrf)))
            content = text.encode()
            is_gzip = page.takes_gzip and len(content) >= SMALLEST_GZIP
            if is_gzip:
                content = gzip.compress(content, GZIP_LEVEL, mtime=0)
            found = TableBody(content, is_gzip, self.name, self.seat, self.history, self.is_asked)
            if len(self._bodies) < MOST_BODIES:
                self._bodies[page] = found
        return found


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
