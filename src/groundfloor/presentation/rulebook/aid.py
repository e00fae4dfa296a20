"""The player aid: the rules of a ruleset on one printed page, for people who know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from groundfloor.engine.phases.rounds import NUMERALS
from groundfloor.engine.ruleset import Ruleset

from .. import names
from ..translations import translations_of
from .builder import RuleBookBuilder, rule_book_for, texts
from .prose import Prose
from .tables import RuleTable, tables

PHASES = ("income", "hire", "schedule", "conduct", "reorganize")


@dataclass(frozen=True, slots=True)
class AidSection:
    """A part of the aid: its heading, a list and perhaps a table."""

    id: str
    title: str
    items: tuple[Prose, ...]
    table: RuleTable | None


@dataclass(frozen=True, slots=True)
class PlayerAid:
    language: str
    rules: Ruleset
    title: str
    sections: tuple[AidSection, ...]


@lru_cache(maxsize=16)
def player_aid(language: str, rules: Ruleset) -> PlayerAid:
    """Returns the aid with the numbers of a ruleset, house values too; UnknownBook if there are no rules of it in the language.

    >>> from groundfloor import ruleset
    >>> [section.title for section in player_aid("en", ruleset("second")).sections][:2]
    ['A round', 'The city']
    """
    book = rule_book_for(language, rules)
    data = texts(language, "aid.toml")
    builder = AidBuilder(language, rules)
    sections = [
        AidSection(
            table["id"],
            table["title"],
            builder.prose(table.get("items", ())) + (book.paragraph(table["of"]).items if "of" in table else ()),
            builder.table(table),
        )
        for table in data["section"]
        if builder.applies(table, builder.default_rulesets)
    ]
    return PlayerAid(language, rules, data["title"], tuple(sections))


class AidBuilder(RuleBookBuilder):
    """Builds the tables of the aid; its lists are those of the rule book's builder."""

    def __init__(self, language: str, rules: Ruleset) -> None:
        super().__init__(language, rules, None)
        self.translations = translations_of(language)
        self.known = {table.id: table for table in tables(rules, language)}
        self.letters = {area.id: letter for letter, area in zip(names.LETTERS, rules.areas, strict=False)}

    def table(self, section: Mapping[str, Any]) -> RuleTable | None:
        """Returns the table of a section: its own rows, or one of the rule book."""
        if "table" in section:
            return self.known[section["table"]]
        if "row" not in section:
            return None
        rows = [
            (Prose(name), *self.prose(row["cell"]))
            for row in section["row"]
            if self.applies(row, self.default_rulesets) and (name := self.row_name(row))
        ]
        return RuleTable(section["id"], section["title"], tuple(section["head"]), tuple(rows))

    def row_name(self, row: Mapping[str, Any]) -> str:
        """Returns the name of a row with the numeral of its phase or the letter of its area; "" for an area that the ruleset lacks."""
        if "phase" in row:
            return f"{NUMERALS[PHASES.index(row['phase'])]} {names.breakable('phase', row['phase'], self.translations)}"
        letter = self.letters.get(row["area"], "")
        return f"{letter} {names.breakable('area', row['area'], self.translations)}" if letter else ""
