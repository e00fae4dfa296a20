"""Builds rule books: reads their texts and fills in the numbers of a ruleset."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from unicodedata import normalize

from groundfloor.editions import ruleset
from groundfloor.engine.ruleset import Ruleset

from ..translations import DEFAULT, LANGUAGES
from .book import Overview, Paragraph, Part, RuleBook, Term, UnknownBook
from .numbers import Numbers
from .prose import Prose

SPECIALS = {"great_depression", "windfall"}


@dataclass(frozen=True)
class GameSettings:
    """Settings of one game: its options as pairs of name and value, and whether Automas play."""

    chosen: tuple[tuple[str, str], ...] = ()
    has_automas: bool = False

    @property
    def options(self) -> dict[str, str]:
        return dict(self.chosen)


@cache
def rule_book(language: str, name: str = "second") -> RuleBook:
    """Returns the rule book of a ruleset, by its name, in a language; UnknownBook if there is none."""
    return rule_book_for(language, ruleset(name))


@cache
def rule_book_titles(language: str, name: str) -> dict[str, str]:
    """Returns the titles of the parts and paragraphs of ``rule_book`` by number; UnknownBook if there is none. Much faster than the whole book."""
    rules = ruleset(name)
    check_known(language, rules)
    return RuleBookBuilder(language, rules, None).titles()


def rule_book_for(language: str, rules: Ruleset, settings: GameSettings | None = None) -> RuleBook:
    """Returns the rule book with the numbers of a Ruleset, for house values; with ``settings`` only what that game uses."""
    check_known(language, rules)
    return build_book(language, rules, settings)


def check_known(language: str, rules: Ruleset) -> None:
    """Raises UnknownBook unless the rules of this ruleset are written in this language."""
    if language not in LANGUAGES:
        raise UnknownBook(f"The rules are not written in {language!r}, only in: {', '.join(LANGUAGES)}.")
    known: list[str] = short_texts(language)["rulesets"]
    if rules.name not in known:
        raise UnknownBook(f"There are no rules of {rules.name!r} to read, only of: {', '.join(known)}.")


@lru_cache(maxsize=16)
def build_book(language: str, rules: Ruleset, settings: GameSettings | None) -> RuleBook:
    """Returns the book, built once."""
    return RuleBookBuilder(language, rules, settings).book()


@cache
def short_texts(language: str) -> dict[str, Any]:
    """Returns overview, parts and short texts; what the language lacks is in English."""
    english = _toml(DEFAULT, "rules.toml")
    own = _toml(language, "rules.toml")
    parts = own.get("part", [])
    known = {entry["id"] for part in parts for entry in part.get("paragraph", ())}
    missing = [_without(part, known) for part in english["part"]]
    if not any(part["paragraph"] for part in missing):
        return {**english, **own}
    order = [part["id"] for part in english["part"]]
    added = [part for part in missing if part["paragraph"] or part["id"] not in {other["id"] for other in parts}]
    return {**english, **own, "part": sorted([*parts, *added], key=lambda part: order.index(part["id"]))}


def _without(part: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    return {**part, "paragraph": [entry for entry in part.get("paragraph", ()) if entry["id"] not in known]}


@cache
def long_texts(language: str) -> dict[str, list[dict[str, Any]]]:
    """Returns the long texts by number, in English where the language has none; a number has several if the rulesets differ."""
    english, own = _by_id(_toml(DEFAULT, "long.toml")), _by_id(_toml(language, "long.toml"))
    return {id: own.get(id, entries) for id, entries in english.items()}


def _by_id(data: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in data.get("rule", ()):
        found.setdefault(entry["id"], []).append(entry)
    return found


@cache
def texts(language: str, name: str) -> dict[str, Any]:
    """Returns a file of texts of a language, the English one if it has none."""
    return _toml(language, name) or _toml(DEFAULT, name)


def _toml(language: str, name: str) -> dict[str, Any]:
    """Returns a file of the rule texts of a language, nothing if there is none. A site has them as JSON, which is read faster."""
    file = LANGUAGES[language].rule_texts / name
    compiled = LANGUAGES[language].rule_texts / f"{name}.json"
    if compiled.is_file():
        return dict(json.loads(compiled.read_text(encoding="utf-8")))
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class RuleBookBuilder:
    def __init__(self, language: str, rules: Ruleset, settings: GameSettings | None) -> None:
        self.language = language
        self.rules = rules
        self.numbers = Numbers(rules, language)
        self.default_rulesets: list[str] = short_texts(language)["rulesets"]
        self.is_game = settings is not None
        self.options = self.shown_options(settings)

    def shown_options(self, settings: GameSettings | None) -> set[str]:
        """Returns the options whose paragraphs are shown: all that the ruleset has, or those that a game is played with."""
        if settings is None:
            shown = {option.name for option in self.rules.options}
        else:
            defaults = {option.name: option.values[0] for option in self.rules.options}
            shown = {name for name, value in settings.options.items() if value != defaults.get(name)}
        if self.rules.entrepreneurs if settings is None else settings.has_automas:
            shown.add("automas")
        return shown | ({"specials"} if shown & SPECIALS else set())

    def book(self) -> RuleBook:
        data = short_texts(self.language)
        overview = data["overview"]
        parts = [self.part(part) for part in data["part"] if self.applies(part, self.default_rulesets)]
        kept = [part for part in parts if part.paragraphs or part.text]
        sentences = self.prose(overview["sentences"])
        return RuleBook(self.language, self.rules, Overview(overview["title"], sentences), kept, self.glossary())

    def glossary(self) -> list[Term]:
        """Returns the words of the game that apply, in alphabetical order."""
        entries = [each for each in texts(self.language, "glossary.toml")["term"] if self.applies(each, self.default_rulesets)]
        terms = [Term(entry["term"], entry["rule"], self.one(entry["text"])) for entry in entries]
        return sorted(terms, key=lambda each: normalize("NFKD", each.term).casefold())

    def applies(self, table: Mapping[str, Any], otherwise: list[str]) -> bool:
        """Returns whether a text applies to this ruleset, values and options."""
        if any(key not in self.rules.values or self.rules.values[key].value != value for key, value in table.get("values", {}).items()):
            return False
        if self.rules.name not in table.get("rulesets", otherwise):
            return False
        if self.is_game and self.rules.name not in table.get("about", [self.rules.name]):
            return False
        return "option" not in table or table["option"] in self.options

    def titles(self) -> dict[str, str]:
        tables = [each for each in short_texts(self.language)["part"] if self.applies(each, self.default_rulesets)]
        shown = [(table, self.entries(table)) for table in tables]
        parts = {table["id"]: table["title"] for table, entries in shown if entries or table.get("text")}
        return parts | {entry["id"]: entry["title"] for _, entries in shown for entry in entries}

    def entries(self, table: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Returns the paragraphs of a part that apply."""
        here: list[str] = table.get("rulesets", self.default_rulesets)
        return [entry for entry in table.get("paragraph", []) if self.applies(entry, here)]

    def part(self, table: dict[str, Any]) -> Part:
        paragraphs = tuple(self.paragraph(entry, table["id"]) for entry in self.entries(table))
        return Part(
            table["id"], table["title"], self.one(table.get("text", "")), paragraphs, tuple(table.get("about", ())), "option" in table
        )

    def paragraph(self, table: dict[str, Any], part: str) -> Paragraph:
        """Returns a rule in both lengths; the long version has the short one's list if it has none of its own."""
        id = table["id"]
        items = self.prose(table.get("items", ()))
        long = next(entry for entry in long_texts(self.language)[id] if self.applies(entry, self.default_rulesets))
        short = (
            table["text"]
            if isinstance(table["text"], str)
            else next(text["text"] for text in table["text"] if self.applies(text, self.default_rulesets))
        )
        return Paragraph(
            id=id,
            part=part,
            title=table["title"],
            text=self.one(short),
            items=items,
            long=self.prose(long["text"]),
            long_items=self.prose(long["items"]) if "items" in long else items,
            example=self.one(long.get("example", "")),
            words=tuple(table.get("words", ())),
        )

    def one(self, text: str) -> Prose:
        return self.numbers.fill(text)

    def prose(self, entries: list[str | dict[str, Any]] | tuple[()]) -> tuple[Prose, ...]:
        """Returns a list of texts; one that applies for some rulesets, values or an option only is a table."""
        tables = [{"text": entry} if isinstance(entry, str) else entry for entry in entries]
        return tuple(self.one(table["text"]) for table in tables if self.applies(table, self.default_rulesets))
