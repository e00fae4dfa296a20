"""Which paragraph of the rules a question, an action, a place or a tile cites, and what a link to it is called."""

from __future__ import annotations

from functools import lru_cache

from groundfloor.engine.errors import UnknownRuleset
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.ruleset import Ruleset, Tile
from groundfloor.engine.state import CONDUCT

from ..areas.registry import presenter_class
from ..questions.registry import question
from ..rulebook.book import UnknownBook, area_here
from ..rulebook.builder import rule_book_titles
from ..translations import translations_of

RULE_BY_TOPIC = {
    "popularity": "3.1",
    "rounds": "7.2",
    "job_market": "II.2",
    "employees": "I.1",
    "money": "I.1",
    "info": "1.3",
    "supply": "1.2",
    "time": "1.1",
    "prestige": "5",
    "room": "6.1",
    "tenant": "6.2",
    "floor": "6.3",
    "achievement": "5.3",
    "specialty": "8.4",
}
"""Paragraphs on tracks, resources and what belongs to a company."""


def rule_of(kind: QuestionKind, move: str = "") -> str:
    """Returns the paragraph on a question, or on an action (by its text) with which it is answered; empty for neither."""
    entry = question(kind)
    verb = move.partition(" ")[0]
    if not verb:
        return entry.rule
    return entry.remodel_rule if verb == "remodel" else entry.rule_of_answer(move)


def rule_of_area(area: str, phase: int) -> str:
    """Returns the paragraph on an area's spaces: on the task there up to phase III, then on how it is conducted."""
    found = presenter_class(area)
    return found.conduct_rule if phase == CONDUCT else found.task_rule


def rule_of_building(area: str) -> str:
    return presenter_class(area).conduct_rule


def rule_of_tile(tile: Tile) -> str:
    """Returns the paragraph on an improvement: achievements are told where prestige is counted."""
    return RULE_BY_TOPIC["achievement" if tile.achievement else "tenant" if tile.is_tenant else "floor"]


@lru_cache(maxsize=1024)
def rule_label(rules: Ruleset, rule: str, language: str) -> str:
    """Returns what a link to a rule is called: ``Rule IV.A: Consulting firm``.

    If the area has another letter on this ruleset's board than in the number, that letter follows.
    """
    translations = translations_of(language)
    title, here = rule_titles(rules.name, language).get(rule, ""), area_here(rules, rule, translations)
    label = translations.gettext("Rule %(n)s: %(title)s") if title else translations.gettext("Rule %(n)s")
    return label % {"n": rule, "title": title} + (f" ({here})" if here else "")


@lru_cache(maxsize=32)
def rule_titles(ruleset: str, language: str) -> dict[str, str]:
    """Returns the titles of a ruleset's parts and paragraphs by number; empty for a ruleset without a rule book."""
    try:
        return rule_book_titles(language, ruleset)
    except (UnknownBook, UnknownRuleset):
        return {}
