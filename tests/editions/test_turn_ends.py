"""Remodeling at the end of one's turn in `online`: the question ``after_turn`` (RULES 9.1.1)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from groundfloor import Game, Ruleset, read_position, ruleset
from groundfloor.engine.errors import BadPosition
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.position import position_text
from tests.support.biased_players import BiasedPlayer
from tests.support.table import Table
from tests.support.turn_decisions import SET_UP, decision

ONLINE = ruleset("online")
SECOND = ruleset("second")
REMODELS = [f"remodel {room.id}" for room in ONLINE.rooms]
PLAYER = BiasedPlayer(
    {"factory": 60, "warehouse": 10, "assembly": 10, "remodel": 0.1, "consulting": 20, "construction": 0.1, "hire": 0.3}, other=3
)
"""What gets many products on sale."""
KINDS = tuple(SET_UP)
ANSWERS = {"bonus": "bonus money", "price": "price 8", "drop": "drop 12 8"}
"""What is answered, where it is not the first legal answer."""


def answered(kind: str, rules: Ruleset = ONLINE) -> Table:
    """Returns a table at which the first seat has answered a question of a kind."""
    table = decision(kind, rules)
    assert table.asked == f"A {kind}"
    return table.take(ANSWERS.get(kind, table.legal[0]))


def when(table: Table) -> tuple[int, int, int]:
    return table.state.round, table.state.phase, table.state.area


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_no_remodel_is_offered_together_with_a_decision(kind: str) -> None:
    assert decision(kind, ONLINE).legal == decision(kind, SECOND).legal


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_remodeling_is_asked_for_after_each_answered_question(kind: str) -> None:
    before = when(decision(kind, ONLINE))
    table = answered(kind)
    assert (table.asked, table.legal, when(table)) == ("A after_turn", [*REMODELS, "end"], before)
    assert not answered(kind, SECOND).asked.endswith("after_turn")


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_it_is_asked_again_after_each_remodel_while_one_can_be_paid(kind: str) -> None:
    table = answered(kind).give("A", money=8, info=20).take("remodel training")
    assert (table.asked, table.legal, table["A"].money) == ("A after_turn", [*REMODELS[:-1], "end"], 5)
    assert table.refused("remodel training") == "already_remodeled"
    assert table.take("remodel assembly").asked != "A after_turn" and table["A"].money == 2


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_end_goes_on_as_if_nothing_had_been_asked(kind: str) -> None:
    table, plain = answered(kind).take("end"), answered(kind, SECOND)
    assert table.asked == plain.asked and [action.text for action in table.game._legal] == [action.text for action in plain.game._legal]
    assert table.game.position()["state"] == plain.game.position()["state"]


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_a_seat_that_cannot_pay_or_has_no_room_left_is_not_asked(kind: str) -> None:
    poor = decision(kind, ONLINE).give("A", info=2)
    done = decision(kind, ONLINE).give("A", remodeled=" ".join(room.id for room in ONLINE.rooms))
    for table in (poor, done):
        answer = "done" if kind in ("hire", "sell", "fire") else "networking" if kind == "marketing_type" else ANSWERS[kind]
        assert table.take(answer).asked != "A after_turn"


def test_9_1_1_quote_says_what_a_remodel_takes() -> None:
    table = answered("hire")
    quote = table.game.quote(table.game.ruleset.action("remodel training"))
    assert (quote.money, quote.info, quote.gains) == (3, 3, (("prestige", 2),))
    assert table.game.quote(table.game.ruleset.action("end")).money == 0
    assert table.refused("hire") == "not_asked"


def test_9_1_1_it_is_asked_after_done_too() -> None:
    assert decision("hire", ONLINE).take("done").asked == "A after_turn"


def test_9_1_1_each_product_marker_and_employee_ends_a_turn() -> None:
    for table, first, kind in (
        (decision("price", ONLINE, factory="AA"), "price 8", "price"),
        (decision("marketing_type", ONLINE, desks="AA"), "networking", "marketing_type"),
        (decision("sell", ONLINE, track=".AA"), "sell 2", "sell"),
        (decision("drop", ONLINE, products="A12 A12"), "drop 12 8", "drop"),
        (decision("fire", ONLINE, employees=2), "fire untrained", "fire"),
    ):
        assert [table.take(first).asked, table.take("end").asked] == ["A after_turn", f"A {kind}"]


def test_9_1_1_it_comes_before_the_boxes_of_the_agency_move_anybody() -> None:
    table = decision("marketing_type", ONLINE, desks="AB").take("broadcast", "end", "broadcast")
    before = table.order
    assert table.asked == "B after_turn"
    assert table.take("end").order != before


def test_9_1_1_remodel_bonus_together_with_its_room_ends_one_turn() -> None:
    table = decision("bonus", ONLINE).take("bonus remodel")
    assert (table.asked, table.legal) == ("A bonus_room", [*REMODELS, "none"])
    assert (table.take("remodel training").asked, table["A"].money) == ("A after_turn", 19)
    assert table.take("remodel assembly")["A"].money == 16


def test_9_1_1_room_of_the_bonus_that_is_not_asked_belongs_to_the_turn_too() -> None:
    """With house values the bonus's remodel can be more expensive than the usual one."""
    table = decision("bonus", ONLINE.with_overrides({"marketing_bonus.remodel": [30, 30]})).take("bonus remodel")
    assert (table.asked, table.legal) == ("A after_turn", [*REMODELS, "end"])


def test_9_1_1_it_is_not_asked_after_a_decision_that_was_not_asked() -> None:
    table = Table("A B", ONLINE).set(market=6).give("A", money=4, info=4).give("B", money=4, info=4).go_on("hire")
    assert table.asked == "A schedule", "nobody can hire with 4 and 4"
    table = Table("A B C", ONLINE).set(products="B16 B12 B10 B10 B8 B8 B6 B6", factory="AB").go_on("factory")
    assert not table.asked.endswith("after_turn"), "a single price is no decision"


def must_fire(rules: Ruleset) -> Table:
    """Returns a table whose first seat can't pay for its five employees, but will have an income by its Investors."""
    table = Table("A B C", rules).give("A", money=0, untrained=3, trained=1)
    table["A"].income_bonus_money = 2
    return table.go_on("income")


def test_9_1_1_it_comes_after_the_income_of_a_seat_that_had_to_fire() -> None:
    table = must_fire(ONLINE)
    assert table.asked == "A fire_for_money"
    assert table.take("fire untrained").asked.endswith("hire"), "2 money are not enough"
    table = must_fire(ONLINE.with_overrides({"remodel.price": [2, 3]})).take("fire untrained")
    assert (table.asked, table.state.phase, table["A"].money, table["B"].money) == ("A after_turn", 1, 2, 20)
    assert table.take("end")["B"].money == 29


def test_9_1_1_phase_three_has_its_own_end_of_a_turn() -> None:
    table = Table("A B C", ONLINE).go_on("schedule")
    assert [table.take("meeting_room 1").asked, table.take("end").asked] == ["A after_task", "B schedule"]


def test_9_1_1_after_setting_markers_aside_nothing_is_asked() -> None:
    table = Table("A B", ONLINE).give("A", time=1, info=0)
    table["A"].visible_tenants = [table.game.ruleset.tile("network_admin")] * 5 + [-1, -1, -1]
    assert (table.go_on("schedule").asked, table["A"].spent_time) == ("A schedule", 0)
    assert (table.give("A", money=0).go_on("schedule").asked, table["A"].spent_time) == ("B schedule", 1)


def test_9_1_1_automas_are_never_asked() -> None:
    table = Table("pei A", ONLINE).set(track=".PP", current="stable").go_on("stock_exchange")
    assert table.row("track")[:3] == "..." and not table.asked.endswith("after_turn")


def played(kind: str) -> Game:
    """Returns a game from its start to a first such question after a question of a kind."""
    for seed in range(100):
        dice = random.Random(seed)
        game = Game(ONLINE, ["Ann", "Ben", "Cleo"])
        before = ""
        while not game.is_over:
            if game.chance is not None:
                game.apply(dice.choice(game.chance.outcomes))
                continue
            if game.question_kind == "after_turn" and before == kind:
                return game
            before = game.question_kind
            game.apply(PLAYER.choose(game, dice))
    raise AssertionError(f"no {kind}")


@pytest.mark.parametrize("kind", [*KINDS, "bonus_room"])
def test_position_is_read_back_and_refused_when_it_does_not_fit(kind: str) -> None:
    game = played(kind)
    text = position_text(game.position())
    assert read_position(text).position() == game.position()
    wrong: Any = game.position()
    wrong["steps"].append(wrong["steps"][-1])
    with pytest.raises(BadPosition):
        read_position(position_text(wrong))
    wrong = game.position()
    wrong["ruleset"] = "second"
    with pytest.raises(BadPosition, match="do not end with remodeling"):
        read_position(position_text(wrong))


def test_position_with_the_question_in_the_middle_of_a_decision_is_refused() -> None:
    game = played("bonus_room")
    wrong: Any = game.position()
    wrong["steps"][-2]["asks"] = 1
    with pytest.raises(BadPosition, match="in the middle of a decision"):
        read_position(position_text(wrong))


def test_position_that_asks_seat_out_of_turn_is_refused() -> None:
    """Position with the question before a seat that was not on turn is refused."""
    game = played("hire")
    step = game._steps[-2]
    assert isinstance(step, Hire)
    other = step.order[(step.turn + 1) % 3]
    wrong: Any = game.position()
    wrong["steps"][-1]["seat"] = other + 1
    wrong["state"]["players"][other] |= {"money": 20, "info": 20}
    with pytest.raises(BadPosition, match="was not on turn"):
        read_position(position_text(wrong))
