"""Events that only some positions bring."""

from __future__ import annotations

from groundfloor.engine.events import Event
from tests.support.table import Table


def kinds(table: Table, *texts: str) -> list[str]:
    return [event.kind for event in table.told(*texts)]


def test_shuffled_deck_writes_event() -> None:
    table = Table("A pei").set(desks="P").cards("P", "factory").go("advertising_agency")
    assert kinds(table, "card factory 2 new")[:2] == ["CardDrawn", "DeckShuffled"]


def test_card_without_space_writes_event() -> None:
    table = Table("A pei").set(factory="AAAAAAA").give("A", time=0).give("P", time=1).cards("P", "factory warehouse").go("schedule")
    assert "SpaceMissed" in kinds(table, "card factory 1 new")


def test_automa_that_gets_nothing_writes_event() -> None:
    sold = "human_resources=0 internship_program=0 network_admin=0 empty_floor=0"
    table = Table("A pei").set(sites="AP", sale=sold).go("construction_company")
    assert table.is_done
    table = Table("A B pei").set(sites="AP", sale=sold.replace("network_admin=0 ", "")).go("construction_company")
    assert "NothingBought" in kinds(table.give("P", tenants="network_admin"), "none")


def test_hiring_of_gropius_writes_event() -> None:
    table = Table("A gropius").set(market=1, popularity="A2 G1").go("hire")
    table.set(market=1)
    assert kinds(table, "done") == ["HiringDone", "EmployeeHired", "CardAdded"]


def test_setting_markers_aside_writes_event() -> None:
    table = Table("A B").set(left="BBBBB", desks="BBBBB", doors="BBBB", listings="BBBB")
    table.give("A", money=3, info=3, supply=0, time=1, tenants="niche_market@meeting_room premium_product@advertising")
    assert kinds(table.go("schedule"), "end") == ["TimeSetAside"]


def test_used_floor_writes_event() -> None:
    table = Table("A B").give("A", floors="online_store").go("schedule")
    assert kinds(table, "online_store") == ["FloorUsed"]


def during(table: Table, where: str) -> list[Event]:
    table.game.journal = journal = list[Event]()
    table.go(where)
    table.game.journal = None
    return journal


def only(events: list[Event], kind: str) -> list[dict[str, object]]:
    return [event.as_dict() for event in events if event.kind == kind]


def test_marker_risen_off_the_track_writes_event_with_its_price() -> None:
    table = Table("A B").set(track=".......B", front="boom_1")
    facts = {"money": 6, "reason": "rose", "multiple": 2, "type": "boom", "pay": 3}
    assert only(during(table, "stock_exchange"), "StockBoughtOut") == [
        {"kind": "StockBoughtOut", "seat": 1, "rule": "IV.F.3", "facts": facts}
    ]


def test_automa_without_candidate_writes_event() -> None:
    table = Table("A pei").set(sites="P", sale="human_resources=0 internship_program=0 network_admin=0 empty_floor=0")
    assert only(during(table, "construction_company"), "NothingBought") == [
        {"kind": "NothingBought", "seat": 1, "rule": "8.1.7", "facts": {}}
    ]


def test_unused_remodel_bonus_writes_event() -> None:
    table = Table().set(popularity="A3 B2 C1").give("A", money=5, info=4).go("marketing_bonus")
    facts = {"need_money": 1, "need_info": 1, "money": 5, "info": 4}
    assert only(table.told("bonus remodel", "none"), "BonusUnused") == [
        {"kind": "BonusUnused", "seat": 0, "rule": "IV.C.2", "facts": facts}
    ]
