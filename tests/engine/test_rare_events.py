"""Events that only some positions bring, with what they say."""

from __future__ import annotations

import pytest

from groundfloor.engine.journal import Journal
from tests.support.table import Table

SOLD_OUT = "human_resources=0 internship_program=0 network_admin=0 empty_floor=0"


@pytest.mark.parametrize(
    ("table", "area", "answers", "event"),
    [
        (
            Table("A B").set(track=".......B", front="boom_1"),
            "stock_exchange",
            (),
            ("StockBoughtOut", 1, "IV.F.3", {"money": 6, "reason": "rose", "multiple": 2, "type": "boom", "pay": 3}),
        ),
        (Table("A pei").set(sites="P", sale=SOLD_OUT), "construction_company", (), ("NothingBought", 1, "8.1.7", {})),
        (
            Table().set(popularity="A3 B2 C1").give("A", money=5, info=4),
            "marketing_bonus",
            ("bonus remodel", "none"),
            ("BonusUnused", 0, "IV.C.2", {"need_money": 1, "need_info": 1, "money": 5, "info": 4}),
        ),
        (
            Table("A B").give("A", floors="office_renovation"),
            "schedule",
            ("office_renovation training",),
            ("FloorUsed", 0, "6.3", {"floor": "office_renovation", "time": 2, "supply": 0, "room": "training"}),
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) and each else "",
)
def test_event_says_what_happened(
    table: Table, area: str, answers: tuple[str, ...], event: tuple[str, int, str, dict[str, object]]
) -> None:
    table.game.journal = journal = Journal()
    table.go(area).take(*answers)
    kind, seat, rule, facts = event
    found = next(each for each in journal.events if each.kind == kind)
    assert (found.seat, found.rule) == (seat, rule) and found.facts.items() >= facts.items()
