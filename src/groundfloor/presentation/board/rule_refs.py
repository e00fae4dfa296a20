"""Which paragraph of the rules a question, an action, a place or a tile cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.state import CONDUCT
from groundfloor.presentation.areas.registry import presenter_class
from groundfloor.presentation.questions.registry import question

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Tile


def rule_of(kind: str, move: str = "") -> str:
    """Returns the paragraph on a question, or on an action (by its text) with which it is answered; empty for neither."""
    entry = question(kind)
    verb = move.partition(" ")[0]
    if not verb:
        return entry.rule
    return entry.remodel_rule if verb == "remodel" else entry.rule_of_answer(move)


def rule_of_area(area: str, phase: int) -> str:
    """Returns the paragraph on an area's spaces: on the task there before and while business is scheduled, else on how it is conducted."""
    found = presenter_class(area)
    return found.conduct_rule if phase == CONDUCT else found.task_rule


def rule_of_building(area: str) -> str:
    """Returns the part of the rules on an area as a whole."""
    return presenter_class(area).conduct_rule


def rule_of_tile(tile: Tile) -> str:
    """Returns the paragraph on an improvement: achievements are told where prestige is counted."""
    return "5.3" if tile.achievement else "6.2" if tile.is_tenant else "6.3"
