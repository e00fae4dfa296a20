"""The letters of the city's areas: the numbers of the rules have those of the second edition, a ruleset's own board may have others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset

LETTERS = "ABCDEFGHIJKL"
NUMBERED = re.compile(r"(?:III|IV)\.([A-Z])(?:\.|$)")


def letter_here(rules: Ruleset, rule: str) -> str:
    """The letter on this ruleset's board of the area that a paragraph or part is about; empty where it is the number's own, or no area's."""
    found = NUMBERED.match(rule)
    if found is None:
        return ""
    area = ruleset(NAMES[0]).areas[LETTERS.index(found[1])].id
    here = {each.id: letter for letter, each in zip(LETTERS, rules.areas, strict=False)}.get(area, "")
    return "" if here == found[1] else here


def area_here(rules: Ruleset, rule: str, words: NullTranslations) -> str:
    """The same in words: ``area G on this board``."""
    letter = letter_here(rules, rule)
    return words.gettext("area %(letter)s on this board") % {"letter": letter} if letter else ""
