"""The letters of the city's areas: the numbers of the rules have those of the second edition, a ruleset's own board may have others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.names import LETTERS

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset

NUMBERED = re.compile(r"(?:III|IV)\.([A-Z])(?:\.|$)")


def letter_here(rules: Ruleset, rule: str) -> str:
    """Returns the letter that this ruleset's board gives the area of a paragraph or part; "" if it is the same, or there is no area."""
    found = NUMBERED.match(rule)
    if found is None:
        return ""
    area = ruleset(NAMES[0]).areas[LETTERS.index(found[1])].id
    here = {each.id: letter for letter, each in zip(LETTERS, rules.areas, strict=False)}.get(area, "")
    return "" if here == found[1] else here


def area_here(rules: Ruleset, rule: str, words: NullTranslations) -> str:
    """Returns the same in words: ``area G on this board``."""
    letter = letter_here(rules, rule)
    return words.gettext("area %(letter)s on this board") % {"letter": letter} if letter else ""
