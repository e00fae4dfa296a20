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
    "bonus_room": "IV.C.1",
    "price": "IV.E.1",
    "sell": "IV.F.4",
    "drop": "IV.H.2",
    "buy": "IV.I.1",
    "tenant": "IV.I.6",
    "after_buy": "9.1.1",
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
    "emergency_meeting": "9.2.5",
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

ROOMS = ("advertising", "assembly", "meeting_room", "research_testing", "training")


def rule_of(kind: str, verb: str = "") -> str:
    """The paragraph on a question, or on a move with which it is answered; empty for neither."""
    if kind not in ("schedule", "after_task") or not verb:
        return QUESTIONS.get(kind, "")
    if verb in TASKS:
        return TASKS[verb]
    return "6.1" if verb in ROOMS else "6.3"


def rule_of_area(area: str, phase: int) -> str:
    """The paragraph on an area: on its spaces before and while business is scheduled, else on how it is conducted."""
    return AREAS[area][phase == CONDUCT]


def rule_of_tile(tile: Tile) -> str:
    """The paragraph on an improvement: achievements are told where prestige is counted."""
    return "5.3" if tile.achievement else "6.2" if tile.is_tenant else "6.3"
