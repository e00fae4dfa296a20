"""A cache of drawn tables: pages that show the same share one drawing, and requests for a drawing in progress wait for it.

A drawing depends only on its ``DrawingKey``. Pages with the same key differ in their address and the token of their
forms; the drawing has placeholders for these, which are filled in at the end.
"""

from __future__ import annotations

import gzip
import re
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from markupsafe import escape

from ..engine.cancellation import raise_if_cancelled
from .byte_cache import ByteCache
from .page_parts import digest_of, split_digests

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ..tables import Preferences, SeatNotes
    from .page_parts import PagePart

BASE_MARK = "\2base\2"
"""Stands in a drawing for the address of the page; no name has control characters."""
CSRF_MARK = "\2csrf\2"
"""Stands in a drawing for the token that the page's forms carry."""
RULEBOOK_MARK = "\2rules\2"
"""Stands in a drawing for the address of the game's rules, so that tables share parts."""
TYPED_MARK = "\2typed\2"
"""Stands in a drawing for what was typed and not understood, which a page without scripts shows again."""
MARKS = re.compile("|".join((BASE_MARK, CSRF_MARK, RULEBOOK_MARK, TYPED_MARK)))
DRAWINGS_BYTES = 10_000_000
DRAWINGS_SHARE = 0.6
"""Part of the memory for drawings that further pages may show, each with all its parts; the rest is for digests of what pages show: one that shows a drawing
that is no longer among them is sent all parts."""
REMEMBERED_ITEM_BYTES = 400
MAX_BODIES = 4
"""Bodies of one drawing that are kept, together no larger than the drawing: open pages that show the same mostly have the same parts already."""
LARGE_GZIP_LEVEL = 3
"""Takes less than half the time of level 6, and makes a whole table about a sixth longer."""
SMALL_GZIP_LEVEL = 6
SMALL_BYTES = 20_000
"""Up to which the small level is used: what a pencilled move changes is compressed best, in next to no time."""
SMALLEST_GZIP = 600
WAIT_SECONDS = 0.05
"""After which somebody who waits for a drawing looks whether its own time is over."""


@dataclass(frozen=True)
class DrawingKey:
    """Everything that a drawn table depends on: the table and its version, the viewer (None: a spectator), the entry and the language.

    ``own`` are all seats of the page; ``draft``, ``preferences`` and ``notes`` are those of ``seat`` and of nobody else. ``server`` is another text
    after each start, as templates may have changed. ``shows_plan``: the plan of the round is in the drawing, and not only a place for it.
    ``match`` is the hash of the key of the draws: a rematch that was deleted and is opened again has the same address.
    """

    public: str
    version: int
    seat: int | None
    own: tuple[int, ...]
    language: str
    history: int | None
    draft: tuple[tuple[str, ...], str] | None
    preferences: Preferences | None
    server: str = ""
    notes: SeatNotes | None = None
    shows_plan: bool = False
    match: str = ""
    name: str = ""

    @property
    def table(self) -> tuple[str, str]:
        """What tells the table from all others, also from one that had its address before."""
        return self.public, self.match

    @cached_property
    def id(self) -> str:
        """A short text that identifies the drawing; the page gives it back when it asks for the next one."""
        return digest_of(self)


@dataclass(frozen=True)
class OpenPage:
    """How a page differs from others that show the same: its address, its form token, the drawing that it shows now ("": none whose parts it
    still has), the encodings that its browser reads, and what stands in its command line.
    """

    base: str
    csrf: str = ""
    drawing: str = ""
    takes_gzip: bool = False
    typed: str = ""


@dataclass(frozen=True)
class TableBody:
    """A drawn table as it is sent, and what the page around it needs; ``since`` is the drawing whose parts are left out ("": none)."""

    content: bytes
    is_gzip: bool
    drawing: str
    since: str
    name: str
    seat: int | None
    history: int | None
    is_asked: bool


@dataclass(frozen=True)
class DrawnTable:
    """A table as one viewer sees it; ``id`` is that of its key. ``is_past``: the page looks at an earlier entry; nothing of it is kept."""

    part: PagePart
    name: str
    seat: int | None
    history: int | None
    is_asked: bool
    public: str = ""
    id: str = ""
    is_past: bool = False
    _bodies: dict[OpenPage, TableBody] = field(default_factory=dict, compare=False)

    @property
    def memory_bytes(self) -> int:
        """About how many bytes it takes in memory, with all its parts and bodies."""
        return 2 * self.part.whole_bytes

    def body(self, page: OpenPage, known: Collection[str] | None = None) -> TableBody:
        """Returns the table as it is sent to a page that has these parts, and keeps it for others who ask for the same."""
        found = self._bodies.get(page)
        if found is None:
            since = page.drawing if known is not None else ""
            content = filled(self.part.text() if known is None else self._update(since, known), self.public, page).encode()
            is_gzip = page.takes_gzip and len(content) >= SMALLEST_GZIP
            if is_gzip:
                content = gzip.compress(content, SMALL_GZIP_LEVEL if len(content) <= SMALL_BYTES else LARGE_GZIP_LEVEL, mtime=0)
            found = TableBody(
                content=content,
                is_gzip=is_gzip,
                drawing=self.id,
                since=since,
                name=self.name,
                seat=self.seat,
                history=self.history,
                is_asked=self.is_asked,
            )
            kept = sum(len(body.content) for body in list(self._bodies.values()))
            if len(self._bodies) < MAX_BODIES and kept + len(content) <= self.part.whole_bytes:
                self._bodies[page] = found
        return found

    def _update(self, since: str, known: Collection[str]) -> str:
        """Returns the text for a page that shows the drawing ``since``: the table without its known parts, and beside it the changes of these."""
        text, changes = self.part.update(known)
        return f'{text}<div id="changes" data-since="{since}">{changes}</div>'


class DrawnTables:
    """A thread-safe cache of drawings by their keys, and of the parts that pages have. Nothing is kept of drawings of the past."""

    def __init__(self, most_bytes: int = DRAWINGS_BYTES) -> None:
        drawings = int(most_bytes * DRAWINGS_SHARE)
        self.drawings: ByteCache[DrawingKey, DrawnTable] = ByteCache(drawings)
        self.remembered: ByteCache[str, str] = ByteCache(most_bytes - drawings)
        self._under_way: dict[DrawingKey, Future[DrawnTable | None]] = {}
        self._lock = Lock()

    def get(self, key: DrawingKey, draw: Callable[[], tuple[DrawingKey, DrawnTable]]) -> DrawnTable:
        """Returns the drawing with this key; calls ``draw`` if nobody has made it or is making it.

        ``draw`` also returns the key of its drawing, as the table may have changed meanwhile. Only its own caller gets its
        errors: whoever waited for the drawing then makes it.
        """
        while True:
            own: Future[DrawnTable | None] = Future()
            with self._lock:
                kept = self.drawings.get(key)
                if kept is not None:
                    return kept
                future = self._under_way.setdefault(key, own)
            if future is own:
                return self._drawn(key, own, draw)
            drawing = result_of(future)
            if drawing is not None:
                return drawing

    def body(self, drawn: DrawnTable, page: OpenPage) -> TableBody:
        """Returns a drawing as it is sent to a page, without the parts of the drawing that the page shows."""
        known = self.remembered.get(page.drawing)
        if drawn.id and not drawn.is_past and self.remembered.get(drawn.id) is None:
            digests = "".join(drawn.part.digests)
            self.remembered.put(drawn.id, digests, len(digests) + REMEMBERED_ITEM_BYTES)
        return drawn.body(page, None if known is None else split_digests(known))

    def _drawn(self, key: DrawingKey, future: Future[DrawnTable | None], draw: Callable[[], tuple[DrawingKey, DrawnTable]]) -> DrawnTable:
        shared: DrawnTable | None = None
        try:
            found, drawing = draw()
            shared = drawing if found == key else None
        finally:
            with self._lock:
                del self._under_way[key]
                if shared is not None and not shared.is_past:
                    self.drawings.put(key, shared, shared.memory_bytes)
            future.set_result(shared)
        return drawing


def filled(text: str, public: str, page: OpenPage) -> str:
    """Returns the text of a drawing with addresses, token and typed text in place of their marks."""
    values = {BASE_MARK: page.base, CSRF_MARK: page.csrf, RULEBOOK_MARK: rulebook(public), TYPED_MARK: page.typed}
    found = {mark: str(escape(value)) for mark, value in values.items()}
    return MARKS.sub(lambda mark: found[mark[0]], text)


def rulebook(public: str) -> str:
    """Returns the address of the rules of a game."""
    return f"/g/{public}/rules"


def result_of(future: Future[DrawnTable | None]) -> DrawnTable | None:
    """Waits for the result and returns it; raises an error when the deadline of the caller's own request has passed."""
    while True:
        try:
            return future.result(WAIT_SECONDS)
        except TimeoutError:
            raise_if_cancelled()
