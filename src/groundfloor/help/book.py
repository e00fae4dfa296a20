"""The rule book: parts with numbered paragraphs, an overview for newcomers, and a search."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundfloor.engine.ruleset import Ruleset

LANGUAGES = ("en", "de")
PLACEHOLDER = re.compile(r"\{([a-z0-9_.]+)((?:\[[1-9]?\])*)\}")
STEP = re.compile(r"\[([1-9]?)\]")


class UnknownBook(GroundfloorError, LookupError):
    """A language or a ruleset for which there is no rule book."""


class UnknownParagraph(GroundfloorError, LookupError):
    """A number that no paragraph and no part of the book has."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One rule: its number, the number of its part, a short title, one to three sentences and perhaps a list below them."""

    id: str
    part: str
    title: str
    text: str
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter: its number, heading, what stands before its first paragraph (often nothing), and its paragraphs."""

    id: str
    title: str
    text: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The game in a handful of sentences."""

    title: str
    sentences: tuple[str, ...]


class RuleBook:
    """The short rules of one ruleset in one language; iterating gives the paragraphs in the order of the rules."""

    def __init__(self, language: str, ruleset: str, overview: Overview, parts: Sequence[Part]) -> None:
        self.language = language
        self.ruleset = ruleset
        self.overview = overview
        self.parts = tuple(parts)
        self._paragraphs = {paragraph.id: paragraph for part in self.parts for paragraph in part.paragraphs}
        self._parts = {part.id: part for part in self.parts}

    def __iter__(self) -> Iterator[Paragraph]:
        return iter(self._paragraphs.values())

    def __len__(self) -> int:
        return len(self._paragraphs)

    def __contains__(self, id: object) -> bool:
        return id in self._paragraphs

    def paragraph(self, id: str) -> Paragraph:
        """The paragraph with this number; UnknownParagraph names the nearest ones."""
        if id not in self._paragraphs:
            raise self._unknown(id, "paragraph", list(self._paragraphs))
        return self._paragraphs[id]

    def part(self, id: str) -> Part:
        """The part with this number; UnknownParagraph names the nearest ones."""
        if id not in self._parts:
            raise self._unknown(id, "part", list(self._parts))
        return self._parts[id]

    def cited(self, rule: str) -> tuple[Paragraph, ...]:
        """What a citation in an event means: one paragraph, or all of a part (``IV.B``, or ``IV`` with its areas)."""
        if rule in self._paragraphs:
            return (self._paragraphs[rule],)
        within = tuple(p for p in self if p.part == rule or p.part.startswith(f"{rule}."))
        if not within:
            raise self._unknown(rule, "paragraph", list(self._paragraphs | self._parts))
        return within

    def search(self, words: str) -> list[Paragraph]:
        """Paragraphs with any of the words, best first: those with most of the words, then by where the words stand."""
        wanted = _plain(words).split()
        ranked = [(_rank(paragraph, wanted), paragraph) for paragraph in self]
        found = [entry for entry in ranked if entry[0] > (0, 0)]
        found.sort(key=lambda entry: entry[0], reverse=True)
        return [paragraph for _, paragraph in found]

    def _unknown(self, id: str, what: str, known: Sequence[str]) -> UnknownParagraph:
        near = get_close_matches(id.strip().upper(), known, n=3, cutoff=0.5)
        hint = f" The nearest are {', '.join(near)}." if near else f" They go from {known[0]} to {known[-1]}."
        return UnknownParagraph(f"{id!r} is no {what} of the rules of {self.ruleset!r}.{hint}")


@cache
def load(language: str, name: str = "second") -> RuleBook:
    """The rule book of a ruleset, by its name, in a language; UnknownBook if there is none."""
    return book_of(language, ruleset(name))


def book_of(language: str, rules: Ruleset) -> RuleBook:
    """The same with the numbers of this very ruleset: for house values."""
    if language not in LANGUAGES:
        raise UnknownBook(f"The rules are not written in {language!r}, only in: {', '.join(LANGUAGES)}.")
    data = tomllib.loads(files(__package__).joinpath(f"rules.{language}.toml").read_text(encoding="utf-8"))
    usual: list[str] = data["rulesets"]
    overview = data["overview"]
    if rules.name not in usual:
        raise UnknownBook(f"There are no short rules of {rules.name!r}, only of: {', '.join(usual)}.")
    reader = _Reader(rules, usual)
    parts = [reader.part(part) for part in data["part"] if reader.holds(part, usual)]
    sentences = tuple(reader.fill(sentence) for sentence in overview["sentences"])
    return RuleBook(language, rules.name, Overview(overview["title"], sentences), parts)


class _Reader:
    """Makes parts and paragraphs of a file's tables, with the ruleset's numbers in their places."""

    def __init__(self, rules: Ruleset, usual: list[str]) -> None:
        self.rules = rules
        self.usual = usual

    def holds(self, table: dict[str, Any], otherwise: list[str]) -> bool:
        return self.rules.name in table.get("rulesets", otherwise)

    def part(self, table: dict[str, Any]) -> Part:
        here: list[str] = table.get("rulesets", self.usual)
        entries = [entry for entry in table.get("paragraph", []) if self.holds(entry, here)]
        paragraphs = tuple(self.paragraph(entry, table["id"]) for entry in entries)
        return Part(table["id"], table["title"], self.fill(table.get("text", "")), paragraphs)

    def paragraph(self, table: dict[str, Any], part: str) -> Paragraph:
        items = tuple(self.fill(item) for item in table.get("items", []) if self.knows(item))
        return Paragraph(table["id"], part, table["title"], self.fill(table["text"]), items)

    def knows(self, item: str) -> bool:
        """The ruleset has what an item tells the numbers of."""
        return all(found[1] in self.rules.values for found in PLACEHOLDER.finditer(self.in_words(item)))

    def in_words(self, text: str) -> str:
        """With print in the place of social media where a ruleset has it."""
        if "advertising_agency.print" not in self.rules.values:
            return text
        return text.replace("social_media", "print").replace("social media", "print").replace("Social Media", "Print")

    def fill(self, text: str) -> str:
        return PLACEHOLDER.sub(self._number, self.in_words(text))

    def _number(self, found: re.Match[str]) -> str:
        return _shown(_pick(self.rules.values[found[1]].value, STEP.findall(found[2])))


def _pick(value: Any, steps: Sequence[str]) -> Any:
    """Walks into lists: ``3`` is the third of one, the empty step goes on with each."""
    if not steps:
        return value
    if not steps[0]:
        return tuple(_pick(each, steps[1:]) for each in value)
    return _pick(value[int(steps[0]) - 1], steps[1:])


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(each) for each in value)
    return str(value).replace("-", "\N{MINUS SIGN}")


def _plain(text: str) -> str:
    return text.replace("\N{SOFT HYPHEN}", "").casefold()


def _rank(paragraph: Paragraph, wanted: Sequence[str]) -> tuple[int, int]:
    title = _plain(paragraph.title)
    text = _plain(" ".join((paragraph.text, *paragraph.items)))
    weights = [_weight(word, paragraph.id.casefold(), title, text) for word in wanted]
    return sum(weight > 0 for weight in weights), sum(weights)


def _weight(word: str, id: str, title: str, text: str) -> int:
    if word == id:
        return 16
    start = re.compile(rf"\b{re.escape(word)}")
    in_title = 4 if start.search(title) else 3 * (word in title)
    return 2 * in_title + (2 if start.search(text) else word in text)
