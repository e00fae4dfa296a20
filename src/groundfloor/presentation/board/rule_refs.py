"""Which paragraph of the rules a question, a move, a place or a tile cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.state import CONDUCT

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Tile

QUESTIONS = {
    "fire_for_money": "I.2",
    "hire": "II.2",
    "schedule": "III.1",
    "after_task": "III.3",
    "marketing_type": "IV.B.1",
    "bonuses": "9.2.4",
    "bonus": "IV.C.1",
    "bonus_room": "IV.C.2",
    "price": "IV.E.1",
    "sell": "IV.F.4",
    "drop": "IV.H.2",
    "buy": "IV.I.1",
    "tenant": "IV.I.6",
    "after_buy": "9.1.1",
    "after_turn": "9.1.1",
    "fire": "V.2",
}
TASKS = {
    "consulting": "III.A",
    "agency": "III.B",
    "warehouse": "III.D",
    "factory": "III.E",
    "exchange": "III.F",
    "construction": "III.I",
    "remodel": "III.3",
    "end": "III.2",
    "emergency_meeting": "6.2",
}
AREAS = {
    "consulting_firm": ("III.A", "IV.A"),
    "advertising_agency": ("III.B", "IV.B"),
    "marketing_bonus": ("IV.C", "IV.C"),
    "warehouse": ("III.D", "IV.D"),
    "factory": ("III.E", "IV.E"),
    "stock_exchange": ("III.F", "IV.F"),
    "economic_forecast": ("IV.G", "IV.G"),
    "retail_outlets": ("IV.H", "IV.H"),
    "construction_company": ("III.I", "IV.I"),
}
"""Of each area the paragraph on its spaces, and the part on how it is conducted."""
SCHEDULING = ("left", "agency", "door", "factory", "listing", "site")
"""Spaces where tasks of phase III are scheduled, by the first word of their id; all others belong to phase IV."""

ANSWERS = {
    "price liquidation": "IV.E.2",
    "hire done": "II.1",
    "buy buy": "IV.I.2",
    "bonus_room none": "IV.C.2",
    "fire_for_money fire": "I.3",
}
"""Answers with a paragraph of their own, by their text or by question and first word; all others cite the question's."""

ROOMS = ("advertising", "assembly", "meeting_room", "research_testing", "training")


def rule_of(kind: str, move: str = "") -> str:
    """The paragraph on a question, or on a move (the text of an action) with which it is answered; empty for neither."""
    verb = move.split(" ")[0]
    if not verb:
        return QUESTIONS.get(kind, "")
    if verb == "remodel":
        return {"schedule": "III.3", "after_task": "III.3", "bonus_room": "IV.C.1"}.get(kind, "9.1.1")
    if kind not in ("schedule", "after_task"):
        return ANSWERS.get(move) or ANSWERS.get(f"{kind} {verb}") or last_word(move) or QUESTIONS.get(kind, "")
    if verb in TASKS:
        return TASKS[verb]
    return "6.1" if verb in ROOMS else "6.3"


def last_word(move: str) -> str:
    """The paragraph on what becomes of an unsold product that does not go to another price."""
    return {"stay": "IV.H.3"}.get(move.split(" ")[-1], "") if move.startswith("drop ") else ""


def rule_of_area(area: str, phase: int) -> str:
    """The paragraph on an area's spaces: on the task there before and while business is scheduled, else on how it is conducted."""
    return AREAS[area][phase == CONDUCT]


def rule_of_space(area: str, space: str, phase: int) -> str:
    """The paragraph on one space of an area, by its id on the board: on the task only where a task can be scheduled."""
    return rule_of_area(area, phase) if space.split("-")[0] in SCHEDULING else rule_of_building(area)


def rule_of_building(area: str) -> str:
    """The part of the rules on an area as a whole."""
    return AREAS[area][1]


def rule_of_tile(tile: Tile) -> str:
    """The paragraph on an improvement: achievements are told where prestige is counted."""
    return "5.3" if tile.achievement else "6.2" if tile.is_tenant else "6.3"
