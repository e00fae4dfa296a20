"""Parts of a page: each is rendered once for the same facts, and sent only to a page that does not have it yet.

A part is an element with an id. To a page that shows an earlier drawing an update is sent (``PagePart.update``): the parts whose own text has
changed, one after the other, each with an empty ``<template id="…" data-kept>`` in place of a part within that the page has already
(``static/swap.js``). Of a part in which only parts within have changed, nothing but these is sent.
"""

from __future__ import annotations

import re
import secrets
import sys
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup, escape

from groundfloor.presentation.board.shared_fact import SharedFact

from .byte_cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from jinja2 import Environment, Template

DIGEST_BYTES, DIGEST_CHARACTERS = 6, 8
PARTS_BYTES = 12_000_000
"""Rendered parts that a process keeps."""
PART_BYTES = 700
"""What a part takes in memory besides its text, about."""
MARK = secrets.token_hex(4)
"""Stands with a number for a part that is drawn within another one, until both are put together."""
MARKS = re.compile(f"\0{MARK}([0-9]+|<[^\0]*|>)\0")
END = Markup(f"\0{MARK}>\0")  # noqa: S704 - between marks
"""Ends in a template what ``begin_part`` has begun."""
KEPT_DIGEST = "digest of this fact"
"""Under this name, which no field has, a shared fact keeps its digest."""
ENCODER = msgspec.msgpack.Encoder(order="deterministic")


@dataclass(frozen=True)
class PagePart:
    """A rendered part: its text, with other parts between."""

    id: str
    digest: str
    pieces: tuple[str | PagePart, ...]

    @property
    def own_bytes(self) -> int:
        """About how many bytes it takes in memory without the parts within that are rendered on their own."""
        found = PART_BYTES + 8 * len(self.digests)
        for piece in self.pieces:
            if isinstance(piece, str):
                found += sys.getsizeof(piece)
            elif not piece.digest:
                found += piece.own_bytes
        return found

    @cached_property
    def whole_bytes(self) -> int:
        """About how many bytes it takes in memory with all parts within."""
        return PART_BYTES + sum(sys.getsizeof(piece) if isinstance(piece, str) else piece.whole_bytes for piece in self.pieces)

    @cached_property
    def parts(self) -> tuple[PagePart, ...]:
        """The parts directly within."""
        return tuple(piece for piece in self.pieces if isinstance(piece, PagePart))

    @cached_property
    def own_digest(self) -> str:
        """The digest of the text without the parts within, of which only the ids count."""
        return digest_of((self.id, [piece.id if isinstance(piece, PagePart) else (piece,) for piece in self.pieces]))

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Both digests of each part within: what a page that shows this part has."""
        found: list[str] = []
        for part in self.parts:
            if part.digest:
                found.append(part.digest)
            found.append(part.own_digest)
            found += part.digests
        return tuple(found)

    def text(self) -> str:
        """Returns the whole text."""
        return self._text((), [])

    def update(self, known: Collection[str]) -> tuple[str, str]:
        """Returns what a page needs that has parts with these digests.

        First the text of this part, with an empty element in place of each part within whose own text is known, then the changed parts
        within those.
        """
        changed: list[PagePart] = []
        text = self._text(known, changed)
        changes: list[str] = []
        for outer in changed:  # it grows meanwhile
            for part in outer.parts:
                if part.digest in known:
                    continue
                if part.own_digest in known:
                    changed.append(part)
                else:
                    changes.append(in_its_namespace(part._text(known, changed)))
        return text, "".join(changes)

    def _text(self, known: Collection[str], changed: list[PagePart]) -> str:
        """Returns the text; adds to ``changed`` the parts within that are left out although they are not known as they are now."""
        found: list[str] = []
        self._add_text(known, changed, found)
        return "".join(found)

    def _add_text(self, known: Collection[str], changed: list[PagePart], found: list[str]) -> None:
        for piece in self.pieces:
            if isinstance(piece, str):
                found.append(piece)
            elif piece.own_digest in known:
                found.append(f'<template id="{piece.id}" data-kept></template>')
                if piece.parts and piece.digest not in known:
                    changed.append(piece)
            else:
                piece._add_text(known, changed, found)


def in_its_namespace(text: str) -> str:
    """Returns the text of an element of a drawing within an ``<svg>``, without which no browser would read it as such; any other text as it is."""
    return f"<svg>{text}</svg>" if text.startswith("<g ") else text


class PartCache(ByteCache[str, PagePart]):
    """A cache of rendered parts by digest."""

    def __init__(self, most_bytes: int = PARTS_BYTES) -> None:
        super().__init__(most_bytes)


class PageRenderer:
    """Renders a page from parts; those that are rendered anew are kept if ``keeps_parts``.

    ``context`` is given to the templates of all its parts, in place of the environment's globals, and must depend on ``key`` alone: values
    that msgspec can encode.
    """

    def __init__(
        self, environment: Environment, cache: PartCache, context: Mapping[str, object], key: object, *, keeps_parts: bool = True
    ) -> None:
        self.environment = environment
        self.cache = cache
        self.context = context
        self.key = key
        self.keeps_parts = keeps_parts
        self._drawn: list[list[PagePart]] = []

    def page(self, template: str, facts: Mapping[str, object], id: str = "") -> PagePart:
        """Returns a part that is rendered each time, without a digest: the outermost one, or one that ``table.html`` is put around."""
        mark = Markup(f'id="{escape(id)}"')  # noqa: S704 - escaped
        return PagePart(id, "", self._pieces(template, {**facts, "part": mark}))

    def around(self, board: PagePart, template: str, facts: Mapping[str, object]) -> PagePart:
        """Returns the outermost part made of a template that puts something around ``board``."""
        return PagePart("", "", self._pieces(template, facts, board))

    def draw(self, template: str, id: str, **facts: object) -> Markup:
        """Returns the part made of ``board/TEMPLATE.html`` and these facts, which msgspec must be able to encode; for templates.

        The template is given the facts, the page's context, and ``part``: the id of its outermost element.
        """
        digest = digest_of((template, id, self.key, {name: shortened(value) for name, value in facts.items()}))
        part = self.cache.get(digest)
        if part is None:
            mark = Markup(f'id="{escape(id)}"')  # noqa: S704 - escaped
            part = PagePart(id, digest, self._pieces(f"board/{template}.html", {**facts, "part": mark}))
            if self.keeps_parts:
                self.cache.put(digest, part, part.own_bytes)
        return self._place(part)

    def _place(self, part: PagePart) -> Markup:
        """Returns what stands for a part in the text of the one that is being rendered."""
        self._drawn[-1].append(part)
        return Markup(f"\0{MARK}{len(self._drawn[-1]) - 1}\0")  # noqa: S704 - a number between marks

    def _pieces(self, template: str, facts: Mapping[str, object], board: PagePart | None = None) -> tuple[str | PagePart, ...]:
        self._drawn.append([])
        if board is not None:
            facts = {**facts, "board": self._place(board)}
        text = rendered(found_template(self.environment, template), {**self.context, **facts, "draw": self.draw})
        return divided(text, self._drawn.pop())


def begin_part(id: str) -> Markup:
    """Returns the mark before an element with an id, for templates: with ``end_part`` after it, the element is a part of its own.

    It is rendered each time, but sent only when its text has changed; other than one that is drawn by ``draw`` it may stand in a macro.
    """
    return Markup(f"\0{MARK}<{id}\0")  # noqa: S704 - between marks; the id is not shown


def divided(text: str, drawn: Sequence[PagePart]) -> tuple[str | PagePart, ...]:
    """Returns the pieces of a text: between its marks, with the drawn parts in place of their marks."""
    open_parts: list[tuple[str, list[str | PagePart]]] = [("", [])]
    for number, piece in enumerate(MARKS.split(text)):
        if number % 2 == 0:
            if piece:
                open_parts[-1][1].append(piece)
        elif piece == ">":
            id, pieces = open_parts.pop()
            open_parts[-1][1].append(PagePart(id, "", tuple(pieces)))
        elif piece[0] == "<":
            open_parts.append((piece[1:], []))
        else:
            open_parts[-1][1].append(drawn[int(piece)])
    return tuple(open_parts[0][1])


@lru_cache(maxsize=500)
def found_template(environment: Environment, name: str) -> Template:
    """Returns a template, which is looked up once: the environment would take a lock each time."""
    return environment.get_template(name)


def rendered(template: Template, variables: dict[str, object]) -> str:
    """Returns the text of a template with these variables and no others, without a copy of all globals for each part."""
    environment = template.environment
    context = environment.context_class(environment, variables, template.name, template.blocks)
    return environment.concat(template.root_render_func(context))


def shortened(fact: object) -> object:
    """Returns the digest of a shared fact, which is computed once and kept with it; any other fact as it is."""
    if not isinstance(fact, SharedFact):
        return fact
    found: str | None = vars(fact).get(KEPT_DIGEST)
    if found is None:
        found = vars(fact)[KEPT_DIGEST] = digest_of(fact)
    return found


def split_digests(text: str) -> frozenset[str]:
    """Returns the digests that stand in a text one after the other."""
    return frozenset(text[start : start + DIGEST_CHARACTERS] for start in range(0, len(text), DIGEST_CHARACTERS))


def digest_of(facts: object) -> str:
    """Returns eight characters that identify these facts, the same in every process."""
    return urlsafe_b64encode(blake2b(ENCODER.encode(facts), digest_size=DIGEST_BYTES).digest()).decode()
