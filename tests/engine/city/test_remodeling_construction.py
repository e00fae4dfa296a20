"""Area I with remodels before and after buying (RULES 9.1.1)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table


@pytest.mark.parametrize("price", [[3, 3], [0, 0]])
def test_an_automa_is_not_asked_for_remodels_after_its_free_tenant(price: list[int]) -> None:
    """RULES 9.1.1, 8.1.7"""
    online = ruleset("online").with_overrides({"remodel.price": price})
    table = Table("A pei", online).set(sites="PA").go("construction_company")
    assert table.asked == "* improvement"
    table.take("improvement network_admin")
    assert (table.asked, table.tiles("P")) == ("A buy", ["network_admin", "empty_floor"])


def buying(seats: str = "A B") -> Table:
    """Returns a table of the online edition at which the first seat, who can pay for anything, is asked what to buy."""
    return Table(seats, "online").set(sites="AB").give("A", money=90, info=90).go("construction_company")


@pytest.mark.parametrize(
    ("answer", "seat", "question"),
    [("remodel training", 0, "buy"), ("buy human_resources training", 0, "after_buy"), ("buy empty_floor", 0, "tenant"), ("none", -1, "")],
)
def test_turn_goes_on_after_remodels_and_purchases(answer: str, seat: int, question: str) -> None:
    """RULES 9.1.1: remodels come before and after buying; whoever buys nothing is done."""
    table = buying()
    draft = table.game.draft(table.game.ruleset.action(answer))
    assert draft.asked_seat == seat
    assert not question or draft.question_kind == question


def test_turn_after_buying_has_remodels_and_its_end_only() -> None:
    """RULES 9.1.1"""
    table = buying().take("buy human_resources training")
    rooms = ["assembly", "meeting_room", "research_testing", "storage_closet"]
    assert table.legal == ["remodel advertising", *(f"remodel {room}" for room in rooms), "end"]
    assert table.refused("end") == table.refused("remodel assembly") == ""
    assert (table.refused("none"), table.refused("buy empty_floor")) == ("not_asked", "not_asked")
    assert table.take("remodel assembly").asked == "A after_buy"
    assert table.refused("remodel assembly") == "already_remodeled"
    assert table.take("end").asked == "B buy"


def test_remodels_beside_buying_have_their_price() -> None:
    """RULES 9.1.1: three money and three info a room, before and after buying."""
    table = buying()
    price = {"time": 0, "money": 3, "info": 3, "supply": 0, "gains": {"prestige": 2}, "waits": ""}
    assert table.game.quote(table.game.ruleset.action("remodel training")).as_dict() == price
    table.take("buy human_resources assembly")
    assert table.game.quote(table.game.ruleset.action("remodel training")).as_dict() == price
