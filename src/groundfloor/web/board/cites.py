"""Which paragraph of the rules a question or a move cites."""

from __future__ import annotations

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
ROOMS = ("advertising", "assembly", "meeting_room", "research_testing", "training")


def rule_of(kind: str, verb: str = "") -> str:
    """The paragraph on a question, or on a move with which it is answered; empty for neither."""
    if kind not in ("schedule", "after_task") or not verb:
        return QUESTIONS.get(kind, "")
    if verb in TASKS:
        return TASKS[verb]
    return "6.1" if verb in ROOMS else "6.3"
