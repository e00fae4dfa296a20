"""What `online` does differently from `second`, paragraph by paragraph of RULES 9.1, each with both sides; and what its revision 1 did."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table

REMODELS = [f"remodel {room.id}" for room in ruleset().rooms]
SOLD_OUT = " ".join(f"{tile.id}=0" for tile in ruleset("online").tiles)


def at_the_site(edition: str = "online", **given: int) -> Table:
    """Returns a game with two markers of the first seat and one of the second at the construction company."""
    return Table("A B C", edition).set(sites="AAB").give("A", **given).go_on("construction_company")  # type: ignore[arg-type]


def test_9_1_1_remodeling_is_offered_at_an_own_marker_before_buying() -> None:
    assert not set(REMODELS) & set(at_the_site("second").legal)
    table = at_the_site()
    assert table.asked == "A buy" and set(REMODELS) < set(table.legal)
    table.take("remodel training")
    assert (table.asked, table["A"].money, table["A"].info) == ("A buy", 17, 17)
    assert (table.refused("remodel training"), table.refused("remodel assembly")) == ("already_remodeled", "")


def test_9_1_1_remodeling_is_offered_at_an_own_marker_after_buying() -> None:
    assert at_the_site("second").take("buy network_admin training").asked == "A buy"
    table = at_the_site().take("buy network_admin training")
    assert (table.asked, table.legal) == ("A after_buy", [*(text for text in REMODELS if text != "remodel training"), "end"])
    assert (table.refused("none"), table.refused("buy empty_floor")) == ("not_asked", "not_asked")
    assert table.refused("end") == table.refused("remodel assembly") == ""
    assert (table.take("remodel assembly").asked, table.refused("remodel assembly")) == ("A after_buy", "already_remodeled")
    assert table.take("end").asked == "A buy"


def test_9_1_1_remodels_beside_buying_have_their_price() -> None:
    table = at_the_site()
    price = {"time": 0, "money": 3, "info": 3, "supply": 0, "gains": {"prestige": 2}, "resolves_in": ""}
    assert table.game.quote(table.game.ruleset.action("remodel training")).as_dict() == price
    table.take("buy human_resources assembly")
    assert table.game.quote(table.game.ruleset.action("remodel training")).as_dict() == price


def test_9_1_1_an_owner_who_can_buy_nothing_is_asked_for_remodeling_alone() -> None:
    for edition, asked in (("second", "B buy"), ("online", "A buy")):
        table = Table("A B C", edition).set(sites="AB", sale=SOLD_OUT.replace("network_admin=0", "network_admin=1"))
        assert table.give("A", tenants="network_admin@training").go_on("construction_company").asked == asked
    assert Table("A B C", "online").set(sites="A", sale=SOLD_OUT).go_on("construction_company").legal == ["none", *REMODELS]


def test_9_1_1_after_none_nothing_more_is_offered_at_that_marker() -> None:
    table = at_the_site().take("none")
    assert (table.asked, table.row("sites")) == ("A buy", ".AB..")
    assert table.take("none").asked == "B buy"


def test_9_1_1_after_an_empty_floor_the_offer_comes_once_after_its_tenant() -> None:
    table = at_the_site().take("buy empty_floor")
    assert table.asked == "A tenant" and not set(REMODELS) & set(table.legal)
    assert [table.take("take network_admin").asked, table.take("end").asked] == ["A after_buy", "A buy"]


def test_9_1_1_a_seat_that_can_pay_no_remodel_is_not_asked_after_buying() -> None:
    table = at_the_site(money=3, info=3)
    assert set(REMODELS) < set(table.legal)
    table.take("buy network_admin training")
    assert (table.asked, table.row("sites"), table.legal[-1]) == ("A buy", ".AB..", "none")


@pytest.mark.parametrize("price", [[3, 3], [0, 0]])
def test_9_1_1_an_automa_is_not_asked_for_remodels_after_its_free_tenant(price: list[int]) -> None:
    table = Table("A pei", ruleset("online").with_overrides({"remodel.price": price})).set(sites="PA").go("construction_company")
    assert table.asked == "* improvement"
    table.take("improvement network_admin")
    assert (table.asked, table.tiles("P")) == ("A buy", ["network_admin", "empty_floor"])


def finished(edition: str) -> Table:
    """Returns a game before its end: both seats keep 7 money and 9 info, only an empty construction company is left of the last round."""
    table = Table("A B", edition).set(round=7).give("A", money=7, info=9, supply=0, tenants="network_admin@advertising")
    return table.give("B", money=7, info=9, supply=0, floors="production")


def totals(table: Table) -> dict[int, int]:
    return {score.seat: score.total for score in table.game.scores()}


def test_9_1_2_remodels_that_can_be_paid_are_done_at_the_end() -> None:
    plain, table = (finished(edition).go_on("construction_company") for edition in ("second", "online"))
    assert plain.game.is_over and table.game.is_over
    assert plain.rooms("A") == plain.rooms("B") == []
    assert table.rooms("A") == ["assembly", "meeting_room"], "Advertising is covered; board order"
    assert (table.rooms("B"), table["B"].supply) == (["advertising", "storage_closet"], 1), "the Storage Closet first for Production"
    assert [(table[letter].money, table[letter].info) for letter in "AB"] == [(1, 3)] * 2
    assert totals(table) == {0: totals(plain)[0] - 2 + 4, 1: totals(plain)[1] - 2 + 4 + 3}


def test_9_1_2_the_prospective_score_counts_them() -> None:
    plain, table = finished("second"), finished("online")
    position, ahead = table.game.position(), totals(table)
    assert ahead == {0: totals(plain)[0] - 2 + 4, 1: totals(plain)[1] - 2 + 4 + 3}
    assert table.game.position() == position
    assert ahead == totals(table.go_on("construction_company"))


def test_9_1_2_an_automa_remodels_nothing_at_the_end() -> None:
    table = Table("A pei", "online").set(round=7).give("P", money=9, info=9).go_on("construction_company")
    assert table.game.is_over and (len(table.rooms("A")), table.rooms("P")) == (6, [])


def test_9_1_3_some_numbers_of_floors_differ() -> None:
    second, online = ruleset("second"), ruleset("online")
    different = {key for key in second.values if second.values[key].value != online.values[key].value}
    assert different == {"floor.construction_admin", "floor.marketing_department", "floor.telecommunications.copies"}
    assert set(second.values) == set(online.values)
    for edition, time, uses, copies in (("second", 3, 2, 1), ("online", 4, 3, 2)):
        table = Table("A B C D", edition).set(round=3).give("A", floors="construction_admin marketing_department", time=9).go("schedule")
        rules = table.game.ruleset
        assert table.game.quote(rules.action("construction_admin")).time == time
        assert rules.tiles[rules.tile("marketing_department")].uses == uses
        assert table.state.copies_left[rules.tile("telecommunications")] == copies
