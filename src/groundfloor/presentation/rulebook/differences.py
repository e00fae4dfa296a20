"""What differs between the rulesets: the parts that only some have, and the numbers that are not the same in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation import names
from groundfloor.presentation.translations import translations

from .builder import short_texts
from .numbers import BadPlaceholder, Numbers
from .prose import Prose
from .tables import RuleTable

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Ruleset

DIFFERENCE_PARTS = ("9.1", "9.2", "9.3")
"""The parts of the rules that say what is different, in every ruleset's book."""
NONE = Prose("–")


def differences(language: str) -> list[RuleTable]:
    """Returns two tables with a column for each ruleset: the parts that it has, and its numbers; a dash for what it lacks."""
    words = translations(language)
    _ = words.gettext
    all_rules = [ruleset(name) for name in NAMES]
    heads = tuple(names.full("ruleset", rules.name, words) for rules in all_rules)
    parts = []
    for group, id in kinds(all_rules):
        marks = [(group, id) in kinds([rules]) for rules in all_rules]
        if not all(marks):
            parts.append((Prose(names.full(group, id, words)), *(Prose(_("yes")) if mark else NONE for mark in marks)))
    rows = [
        (Prose(entry["title"]), *(figure(rules, language, entry["text"]) for rules in all_rules))
        for entry in short_texts(language)["difference"]
    ]
    note = _("Consumers and unemployed are those for 2, 3, … players.")
    return [
        RuleTable("parts", _("What only some rulesets have"), (_("Part"), *heads), tuple(parts)),
        RuleTable("numbers", _("Numbers that differ"), (_("Value"), *heads), tuple(rows), note),
    ]


def kinds(all_rules: list[Ruleset]) -> list[tuple[str, str]]:
    """Returns the areas, marketing types, tiles, specialties, Automas and options of all rulesets, as group and id."""
    found: dict[tuple[str, str], None] = {}
    for rules in all_rules:
        found |= {("area", area.id): None for area in rules.areas}
        found |= {("marketing", type.id): None for type in rules.agency.types}
        found |= {("tenant" if tile.is_tenant else "floor", tile.id): None for tile in rules.tiles}
        found |= {("specialty", specialty.id): None for specialty in rules.specialties}
        found |= {("automa", entrepreneur.id): None for entrepreneur in rules.entrepreneurs}
        found |= {("option", option.name): None for option in rules.options}
    return list(found)


def figure(rules: Ruleset, language: str, text: str) -> Prose:
    """Returns a text with the numbers of a ruleset, a dash if it does not have them."""
    try:
        return Numbers(rules, language).fill(text)
    except BadPlaceholder:
        return NONE
