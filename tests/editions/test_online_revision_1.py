"""Revision 1 of `online`: remodeling together with other decisions (RULES 9.1.1 as it was read first)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table
from tests.support.turn_decisions import SET_UP, decision

ONLINE = ruleset("online", 1)
SECOND = ruleset("second", 1)
REMODELS = [f"remodel {room.id}" for room in ONLINE.rooms]


@pytest.mark.parametrize("kind", SET_UP)
def test_9_1_1_remodeling_is_a_further_answer_to_every_own_decision(kind: str) -> None:
    plain, table = decision(kind, SECOND), decision(kind, ONLINE)
    assert plain.asked == table.asked == f"A {kind}"
    assert table.legal == [*plain.legal, *REMODELS]
    assert (table.refused("remodel training") == "") != (plain.refused("remodel training") == "")
    quote = table.game.quote(table.game.ruleset.action("remodel training"))
    assert (quote.money, quote.info) == (3, 3)
    table.take("remodel training")
    assert (table.asked, table.rooms("A"), table["A"].money) == (f"A {kind}", ["training"], 17)
    assert table.legal == [*plain.legal, *(text for text in REMODELS if text != "remodel training")]
    assert table.refused("remodel training") == "already_remodeled"


def test_9_1_1_the_question_is_put_again_with_the_answers_still_possible() -> None:
    table = Table("A B", ONLINE).set(market=6).give("A", money=7, info=7).go_on("hire")
    assert table.legal[:2] == ["hire", "done"]
    assert table.take("remodel training").asked == "B hire", "nobody can hire with 4 and 4, so nothing is left to ask"


def test_9_1_1_nobody_is_asked_only_for_remodeling_elsewhere() -> None:
    table = Table("A B", ONLINE).set(market=6).give("A", money=4, info=4).give("B", money=4, info=4)
    assert table.go_on("hire").asked == "A schedule"


def test_9_1_1_tenant_of_empty_floor_was_chosen_with_remodels_beside_it() -> None:
    table = Table("A B C", ONLINE).set(sites="A").go_on("construction_company").take("buy empty_floor")
    assert table.asked == "A tenant" and set(REMODELS) < set(table.legal)
    assert [table.take("remodel assembly").asked, table.take("take network_admin").asked] == ["A tenant", "A after_buy"]


def test_9_1_1_bonus_question_offers_only_cheaper_remodel() -> None:
    for rules in (SECOND, ONLINE):
        table = Table("A B C", rules).go_on("marketing_bonus").take("bonus remodel")
        assert (table.asked, table.legal) == ("A bonus_room", [*REMODELS, "none"])
        table.take("remodel training")
        assert table["A"].money == 19 and table.asked.startswith("B ")
