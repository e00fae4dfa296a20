"""Parts of a page: each is rendered once for the same facts, and sent only to a page that does not have it yet.

A part is an element with an id and the attribute ``data-part``, whose value is the digest of everything that it is rendered from. A part
that the page has already is sent as an empty ``<template id="…" data-kept="DIGEST">``, in whose place the page keeps its element
(``static/swap.js``).
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup, escape

from groundfloor.presentation.board.shared_fact import SharedFact

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from jinja2 import Environment, Template

DIGEST_BYTES = 6
CACHE_CHARACTERS = 30_000_000
"""Characters of text that a server keeps rendered, at one byte each."""
MARK = secrets.token_hex(4)
"""Stands with a number for a part that is drawn within another one, until both are put together."""
MARKS = re.compile(f"\0{MARK}([0-9]+)\0")
KEPT_DIGEST = "digest of this fact"
"""Under this name, which no field has, a shared fact keeps its digest."""
ENCODER = msgspec.msgpack.Encoder(order="deterministic")


@dataclass(frozen=True)
class Part:
    """A rendered part: its text, with other parts between."""

    id: str
    digest: str
    pieces: tuple[str | Part, ...]

    @property
    def own_characters(self) -> int:
        """Returns the length of the text without the parts within."""
        return sum(len(piece) for piece in self.pieces if isinstance(piece, str))

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests of all parts within."""
        parts = [piece for piece in self.pieces if isinstance(piece, Part)]
        return tuple(digest for part in parts for digest in (part.digest, *part.digests))

    def text(self, known: Collection[str] = ()) -> str:
        """Returns the whole text, with an empty element in place of each known part within."""
        return "".join(self._texts(known))

    def _texts(self, known: Collection[str]) -> Iterator[str]:
        for piece in self.pieces:
            if isinstance(piece, str):
                yield piece
            elif piece.digest in known:
                yield f'<template id="{piece.id}" data-kept="{piece.digest}"></template>'
            else:
                yield from piece._texts(known)


class PartCache:
    """A thread-safe cache of rendered parts by digest; when it is full, the least recently used one goes."""

    def __init__(self, most_characters: int = CACHE_CHARACTERS) -> None:
        self.most_characters = most_characters
        self.characters = 0
        self._parts: OrderedDict[str, Part] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> Part | None:
        """Returns the part with this digest; None if it is not kept."""
        with self._lock:
            part = self._parts.get(digest)
            if part is not None:
                self._parts.move_to_end(digest)
            return part

    def put(self, part: Part) -> None:
        """Keeps a part."""
        with self._lock:
            if part.digest not in self._parts:
                self.characters += part.own_characters
            self._parts[part.digest] = part
            while self.characters > self.most_characters and len(self._parts) > 1:
                self.characters -= self._parts.popitem(last=False)[1].own_characters


class PageRenderer:
    """Renders a page from parts.

    ``context`` is given to the templates of all its parts, in place of the environment's globals, and must depend on ``key`` alone: values
    that msgspec can encode.
    """

    def __init__(self, environment: Environment, cache: PartCache, context: Mapping[str, object], key: object) -> None:
        self.environment = environment
        self.cache = cache
        self.context = context
        self.key = key
        self._drawn: list[list[Part]] = []

    def page(self, template: str, facts: Mapping[str, object]) -> Part:
        """Returns the outermost template as a part, which is rendered each time; its id and digest are empty."""
        return Part("", "", self._pieces(template, facts))

    def draw(self, template: str, id: str, **facts: object) -> Markup:
        """Returns the part made of ``board/TEMPLATE.html`` and these facts, which msgspec must be able to encode; for templates.

        The template is given the facts, the page's context, and ``part``: the attributes of its outermost element.
        """
        digest = digest_of((template, id, self.key, {name: shortened(value) for name, value in facts.items()}))
        part = self.cache.get(digest)
        if part is None:
            mark = Markup(f'id="{escape(id)}" data-part="{digest}"')  # noqa: S704 - escaped, and letters
            part = Part(id, digest, self._pieces(f"board/{template}.html", {**facts, "part": mark}))
            self.cache.put(part)
        self._drawn[-1].append(part)
        return Markup(f"\0{MARK}{len(self._drawn[-1]) - 1}\0")  # noqa: S704 - a number between marks

    def _pieces(self, template: str, facts: Mapping[str, object]) -> tuple[str | Part, ...]:
        self._drawn.append([])
        text = rendered(found_template(self.environment, template), {**self.context, **facts, "draw": self.draw})
        drawn = self._drawn.pop()
        found: list[str | Part] = []
        for number, piece in enumerate(MARKS.split(text)):
            if number % 2:
                found.append(drawn[int(piece)])
            elif piece:
                found.append(piece)
        return tuple(found)


@lru_cache(maxsize=500)
def found_template(environment: Environment, name: str) -> Template:
    """Returns a template, which is looked up once: the environment would take a lock each time."""
    return environment.get_template(name)


def rendered(template: Template, variables: dict[str, object]) -> str:
    """Returns the text of a template with these variables and no others, without a copy of all globals for each part."""
    return template.environment.concat(template.root_render_func(template.new_context(variables, shared=True)))


def shortened(fact: object) -> object:
    """Returns the digest of a shared fact, which is computed once and kept with it; any other fact as it is."""
    if not isinstance(fact, SharedFact):
        return fact
    found: str | None = vars(fact).get(KEPT_DIGEST)
    if found is None:
        found = vars(fact)[KEPT_DIGEST] = digest_of(fact)
    return found


def digest_of(facts: object) -> str:
    """Returns eight letters that identify these facts, the same in every process."""
    return urlsafe_b64encode(blake2b(ENCODER.encode(facts), digest_size=DIGEST_BYTES).digest()).decode()
