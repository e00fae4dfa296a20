"""The rule book: parts with numbered paragraphs, each in a short and a long version, and an overview for newcomers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from gettext import NullTranslations

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.ruleset import Ruleset

from ..names import LETTERS
from ..translations import translations_of
from .prose import Prose
from .search import is_named, search

NUMBERED = re.compile(r"(?:III|IV)\.([A-Z])(?:\.|$)")


def letter_here(rules: Ruleset, rule: str) -> str:
    """Returns the letter that this ruleset's board gives the area of a paragraph or part; "" if it is the same, or there is no area."""
    match = NUMBERED.match(rule)
    if match is None:
        return ""
    area = ruleset(NAMES[0]).areas[LETTERS.index(match[1])].id
    here = {known.id: letter for letter, known in zip(LETTERS, rules.areas, strict=False)}.get(area, "")
    return "" if here == match[1] else here


def area_here(rules: Ruleset, rule: str, translations: NullTranslations) -> str:
    """Returns ``letter_here`` in words: ``area G on this board``; "" without a letter."""
    letter = letter_here(rules, rule)
    return translations.gettext("area %(letter)s on this board") % {"letter": letter} if letter else ""


LENGTHS = ("short", "long", "both")


class UnknownBook(GroundfloorError, LookupError):
    """A language or a ruleset for which there is no rule book."""


class UnknownParagraph(GroundfloorError, LookupError):
    """A number that no paragraph and no part of the book has."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One rule: its number, the number of its part, a short title, one to three sentences and perhaps a list below them.

    ``long`` says the whole rule, ``long_items`` is its list, ``example`` perhaps a case of it. ``words`` are those for which it is the first answer.
    """

    id: str
    part: str
    title: str
    text: Prose
    items: tuple[Prose, ...] = ()
    long: tuple[Prose, ...] = ()
    long_items: tuple[Prose, ...] = ()
    example: Prose = Prose("")
    words: tuple[str, ...] = ()

    def blocks(self, length: str) -> list[Prose]:
        """Returns the text in a length, one of ``LENGTHS``, as paragraphs; without lists and the example."""
        short = [self.text] if length != "long" else []
        return [*short, *(self.long if length != "short" else ())]

    def items_of(self, length: str) -> tuple[Prose, ...]:
        return self.items if length == "short" else self.long_items


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter: its number, heading, what stands before its first paragraph (often nothing), and its paragraphs.

    ``about`` names the rulesets whose differences it tells; it is empty for a chapter of rules. ``is_optional`` says that an option brings its rules.
    """

    id: str
    title: str
    text: Prose
    paragraphs: tuple[Paragraph, ...]
    about: tuple[str, ...] = ()
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """The game in a handful of sentences."""

    title: str
    sentences: tuple[Prose, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in a sentence, with the number of the paragraph that rules it."""

    term: str
    rule: str
    text: Prose


class RuleBook:
    """The rules of one ruleset in one language; iterating gives the paragraphs in the order of the rules."""

    def __init__(self, language: str, rules: Ruleset, overview: Overview, parts: Sequence[Part], glossary: Sequence[Term] = ()) -> None:
        self.language = language
        self.rules = rules
        self.ruleset = rules.name
        self.overview = overview
        self.parts = tuple(parts)
        self.glossary = tuple(glossary)
        self._paragraphs = {paragraph.id: paragraph for part in self.parts for paragraph in part.paragraphs}
        self._parts = {part.id: part for part in self.parts}
        self._order = list(self._paragraphs)

    def __iter__(self) -> Iterator[Paragraph]:
        return iter(self._paragraphs.values())

    def __len__(self) -> int:
        return len(self._paragraphs)

    def __contains__(self, id: object) -> bool:
        return id in self._paragraphs

    def paragraph(self, id: str) -> Paragraph:
        """Returns the paragraph with this number; UnknownParagraph names the nearest ones."""
        if id not in self._paragraphs:
            raise self._unknown(id, "paragraph", self._order)
        return self._paragraphs[id]

    def part(self, id: str) -> Part:
        """Returns the part with this number; UnknownParagraph names the nearest ones."""
        if id not in self._parts:
            raise self._unknown(id, "part", list(self._parts))
        return self._parts[id]

    def heading(self, of: Part | Paragraph, is_alone: bool = False) -> str:
        """Returns the title; if the area has another letter on this board than in the number, with its letter here.

        A paragraph of such a part has the letter only if it stands alone, without the part's heading.
        """
        is_told = isinstance(of, Paragraph) and not is_alone and NUMBERED.match(of.part) is not None
        here = "" if is_told else area_here(self.rules, of.id, translations_of(self.language))
        return f"{of.title} ({here})" if here else of.title

    def neighbours(self, id: str) -> tuple[str, str]:
        """Returns the numbers before and after a paragraph's; "" at the ends."""
        at = self._order.index(self.paragraph(id).id)
        return self._order[at - 1] if at else "", self._order[at + 1] if at + 1 < len(self._order) else ""

    def cited(self, rule: str) -> tuple[Paragraph, ...]:
        """Returns the paragraphs that an event cites: one, or all of a part (``IV.B``, or ``IV`` with its areas)."""
        if rule in self._paragraphs:
            return (self._paragraphs[rule],)
        within = tuple(p for p in self if p.part == rule or p.part.startswith(f"{rule}."))
        if not within:
            raise self._unknown(rule, "paragraph", list(self._paragraphs | self._parts))
        return within

    def search(self, words: str, *others: RuleBook) -> list[Paragraph]:
        """Returns paragraphs about any of the words, best first; ``others`` are the same rules in languages that are understood too."""
        return search((self, *others), words)

    def area_part(self, words: str) -> Part | None:
        """Returns the part on how an area is conducted if the words name the area, in whole or in part."""
        return next((part for part in self.parts if part.id.startswith("IV.") and is_named(part.title, words)), None)

    def _unknown(self, id: str, what: str, known: Sequence[str]) -> UnknownParagraph:
        near = get_close_matches(id.strip().upper(), known, n=3, cutoff=0.5)
        hint = f" The nearest are {', '.join(near)}." if near else f" They go from {known[0]} to {known[-1]}."
        return UnknownParagraph(f"{id!r} is not a {what} of the rules of {self.ruleset!r}.{hint}")
