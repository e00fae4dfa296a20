"""What differs between the rulesets: every value that is not the same in all of them, made of their data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation import names
from groundfloor.presentation.translations import translations

from .prose import Prose, Run
from .tables import RuleTable, nested_text

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Ruleset


def differences(language: str) -> list[RuleTable]:
    """Returns two tables: which tiles, specialties and options each ruleset has, and the values in which they differ."""
    words = translations(language)
    _ = words.gettext
    all_rules = [ruleset(name) for name in NAMES]
    heads = tuple(names.full("ruleset", rules.name, words) for rules in all_rules)
    parts = []
    for group, id in kinds(all_rules):
        marks = [has(rules, group, id) for rules in all_rules]
        if not all(marks):
            parts.append((Prose(names.full(group, id, words)), *(Prose(_("yes") if mark else "–") for mark in marks)))
    rows = []
    for key in dict.fromkeys(key for rules in all_rules for key in rules.values):
        cells = [number(rules, key) for rules in all_rules]
        if len(set(cells)) > 1:
            rows.append((Prose(key), *cells))
    return [
        RuleTable("parts", _("What each ruleset has"), (_("Part"), *heads), tuple(parts)),
        RuleTable("numbers", _("Numbers that differ"), (_("Value"), *heads), tuple(rows), codes=True),
    ]


def kinds(all_rules: list[Ruleset]) -> list[tuple[str, str]]:
    """Returns the areas, tiles, specialties and options of all rulesets, as group and id."""
    found: dict[tuple[str, str], None] = {}
    for rules in all_rules:
        found |= {("area", area.id): None for area in rules.areas}
        found |= {("tenant" if tile.is_tenant else "floor", tile.id): None for tile in rules.tiles}
        found |= {("specialty", specialty.id): None for specialty in rules.specialties}
        found |= {("automa", entrepreneur.id): None for entrepreneur in rules.entrepreneurs}
        found |= {("option", option.name): None for option in rules.options}
    return list(found)


def has(rules: Ruleset, group: str, id: str) -> bool:
    """Returns True if a ruleset has this."""
    return (group, id) in kinds([rules])


def number(rules: Ruleset, key: str) -> Prose:
    """Returns a value of a ruleset, a dash if it has none."""
    value = rules.values.get(key)
    return Prose("–") if value is None else Prose([Run(nested_text(value.value), (key,), value.status)])
