"""Plans of a round agree with what the engine then does, and leave open what waits for a decision or for chance."""

from __future__ import annotations

import random

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.errors import UnknownAction
from groundfloor.engine.game import Game
from groundfloor.engine.round_plan import Amounts, PlannedMove, RoundPlan, end_round, is_plannable, plan_round
from groundfloor.engine.state import CONDUCT, HIRE, REORGANIZE, SCHEDULE
from tests.support.outcome_tree import passes
from tests.support.table import Table


def planned(game: Game, seat: int, *texts: str) -> RoundPlan:
    plan = plan_round(game, seat, texts)
    assert plan is not None
    return plan


def refusals(plan: RoundPlan) -> list[str]:
    """Returns the code of the reason against each step, "" for a possible one."""
    return [step.refusal.code if step.refusal is not None else "" for step in plan.steps]


# What the engine then does


def test_steps_leave_what_the_engine_leaves_if_nobody_else_does_anything(games: list[Game]) -> None:
    """RULES III.1: time, money, info, supply, popularity, income and prestige after each task of a random plan."""
    dice = random.Random(1)
    compared = 0
    for game in games[:: max(len(games) // 40, 1)]:
        seat = game.asked_seat
        if game.question_kind != "schedule" or not game._state.players[seat].time:
            continue
        alone = game.copy()
        for other, player in enumerate(alone._state.players):
            player.time = player.time if other == seat else 0
        texts: list[str] = []
        while alone.asked_seat == seat and alone.question_kind in ("schedule", "after_task") and len(texts) < 6:
            action = dice.choice([action for action in alone._legal if action.verb != "end"] or alone._legal)
            if alone.question_kind == "after_task" or action.verb == "end":
                alone.apply("end")
                continue
            texts.append(action.text)
            alone = alone.draft(action)
            expected = Amounts(alone, seat).as_dict()
            step = planned(game, seat, *texts).steps[-1]
            assert step.refusal is None, texts
            assert step.after.as_dict() == expected, texts
            compared += 1
            if alone.asked_seat < 0:
                alone.run()
    assert compared > 10


def test_next_round_begins_as_engine_begins_it(games: list[Game]) -> None:
    """RULES V.9, I.1: from phase V on, time, money, info and popularity that a plan begins with are those after the income."""
    compared = 0
    for game, after in zip(games, games[1:], strict=False):
        if game._state.phase != REORGANIZE or after._state.phase != HIRE or after._state.round != game._state.round + 1:
            continue
        then = after_income(game)
        if any(player.money < 0 for player in then._state.players):
            continue
        for seat, player in enumerate(game._state.players):
            if player.deck is not None:
                continue
            start = planned(game, seat).start
            assert start.as_dict() == Amounts(then, seat).as_dict()
            compared += 1
    assert compared > 2


def after_income(game: Game) -> Game:
    """Returns the position at the first question of the next phase II, if nobody is fired, whatever is drawn before it."""
    then = game.copy()
    while then._state.phase != HIRE:
        then.apply(then.chance.outcomes[0] if then.chance is not None else passes(then)[0])
    return then


def test_plan_reads_and_changes_nothing(games: list[Game]) -> None:
    """A plan at every position of a game, for every person, leaves the game as it was."""
    for game in games[:: max(len(games) // 25, 1)]:
        before = game.position()
        for seat in range(len(game.seats)):
            plan = plan_round(game, seat, ["hire", "factory", "consulting", "construction", "remodel storage_closet"])
            assert (plan is not None) == is_plannable(game, seat)
            if plan is not None:
                assert set(plan.as_dict()) >= {"round", "start", "steps", "then", "possible"}
        assert game.position() == before


# By the rules


def test_others_moves_strike_out_step_and_say_why() -> None:
    """RULES III.6: a space that somebody else takes can't be planned any more."""
    table = Table("A B").go_on("schedule")
    before = planned(table.game, 1, "agency 1", "training")
    table.game.apply("agency 1")
    after = planned(table.game, 1, "agency 1", "training")
    assert refusals(before) == ["", "no_untrained"]
    assert refusals(after) == ["taken", "no_untrained"]
    assert str(after.steps[0].refusal) == "Not possible: that space is taken."


def test_refused_step_costs_nothing() -> None:
    """The steps after a step that is struck out go on from the position before it."""
    table = Table("A B").go_on("schedule")
    plan = planned(table.game, 1, "training", "factory")
    assert plan.steps[0].after.as_dict() == plan.start.as_dict()
    assert plan.steps[1].after.money < plan.start.money


def test_hiring_comes_before_tasks() -> None:
    """RULES II.1: in phase III, and after the first planned task, nobody can be hired any more."""
    table = Table("A B").go_on("hire")
    assert refusals(planned(table.game, 1, "hire", "factory", "hire")) == ["", "", "not_asked"]
    table = Table("A B").go_on("schedule")
    assert refusals(planned(table.game, 1, "hire")) == ["not_asked"]


def test_seat_that_is_done_plans_next_round() -> None:
    """RULES III.1: whose time is used up plans the round that follows, with its income."""
    table = Table("A B").go_on("schedule")
    table.game._state.players[1].time = 0
    plan = planned(table.game, 1)
    assert (plan.is_next_round, plan.round) == (True, table.game._state.round + 1)
    assert plan.start.money == 20 + plan.start.income
    assert not planned(table.game, 0).is_next_round


def test_products_and_desks_are_left_open() -> None:
    """RULES IV.B, IV.E: what waits for a decision or the card counts nothing, and its area is named."""
    table = Table("A B").go_on("schedule")
    plan = planned(table.game, 0, "factory", "agency 1", "warehouse 1 money")
    assert plan.then is not None
    assert plan.then_left_open == ["advertising_agency", "factory"]
    assert plan.then.supply == plan.steps[-1].after.supply + 1


def test_only_later_decisions_are_planned_after_last_tasks() -> None:
    """RULES 5.1: once its tasks of the last round are done a seat has only decisions of phases IV and V to plan."""
    table = Table("A B")
    table.set(round=len(table.game.ruleset.stage_by_round)).go_on("schedule")
    assert planned(table.game, 1, "factory").then is None
    table.game._state.players[1].time = 0
    plan = planned(table.game, 1, "price 16", "consulting")
    assert (plan.round, plan.is_next_round, plan.then, plan.possible) == (table.game._state.round, False, None, [])
    assert [(step.is_left_open, step.refusal is None) for step in plan.steps] == [(True, True), (False, False)]


def test_steps_are_tried_under_their_conditions() -> None:
    table = Table("A B").go_on("schedule")
    game, seat = table.game, table.game.asked_seat
    price = game.quote(game.ruleset.action("factory")).money
    assert refusals(planned(game, seat, f"factory at most {price - 1}", f"factory at most {price}")) == ["over_limit", ""]
    game.apply("agency 1")
    plan = planned(game, 1 - seat, "agency 1 else agency 2", "consulting else agency 1")
    assert [step.action.text for step in plan.steps] == ["agency 2", "consulting"]
    assert plan.steps[0].as_dict()["text"] == "agency 1 else agency 2"


def test_automas_and_spectators_plan_nothing() -> None:
    table = Table("A B hadid").go_on("schedule")
    assert plan_round(table.game, 2, []) is None
    assert table.game.view(None).plan([]) is None
    assert table.game._state.phase == SCHEDULE < CONDUCT


def test_plan_has_limited_length() -> None:
    table = Table("A B").go_on("schedule")
    assert len(planned(table.game, 0, *["factory"] * 100).steps) == 20


def test_plan_during_income_begins_with_what_seat_will_have_received() -> None:
    """RULES I.1: A has to fire somebody first; B has not received its income yet, C (before A) has."""
    table = Table("A B C").set(popularity="C3 A2 B1").give("A", money=0, trained=2, untrained=2).go_on("income")
    assert table.asked == "A fire_for_money"
    state, income = table.state, table.game.ruleset.income_track[0]
    assert planned(table.game, 1).start.money == state.players[1].money + income
    assert planned(table.game, 2).start.money == state.players[2].money
    table.take("fire trained")
    assert state.players[1].money == 20 + income


def test_seat_that_has_hired_plans_tasks_only() -> None:
    """RULES II.1: whoever passes is done with phase II of this round."""
    table = Table("A B").go_on("hire").take("done")
    assert table.asked == "B hire"
    assert refusals(planned(table.game, 0, "hire", "factory")) == ["not_asked", ""]
    assert refusals(planned(table.game, 1, "hire", "factory")) == ["", ""]


def test_markers_go_back_to_all_owners() -> None:
    """RULES IV: the booked spaces are empty afterwards, those of the first seat too."""
    table = Table("A B C").set(desks="A.B", sites="A").go_on("schedule")
    before = [player.reserve_time for player in table.state.players]
    end_round(table.game, 0)
    assert [player.reserve_time for player in table.state.players] == [before[0] + 2, before[1] + 1, before[2]]
    assert all(owner < 0 for spaces in table.state.booked_spaces() for owner in spaces)


def test_next_forecast_becomes_the_current_one() -> None:
    """RULES V.8: the round after the next one is not known then."""
    table = Table("A B").set(current="stable", next="boom").go_on("schedule")
    boom = table.state.next_forecast
    end_round(table.game, 0)
    assert (table.state.current_forecast, table.state.next_forecast) == (boom, -1)
    assert (table.state.round, table.state.phase) == (3, HIRE)


def test_bonus_that_somebody_chooses_stays_open() -> None:
    """RULES IV.C.2: with three players the bonuses are taken one after the other, by decisions; with two there are none."""
    assert "marketing_bonus" in end_round(Table("A B C").go_on("schedule").game, 0)
    assert "marketing_bonus" not in end_round(Table("A B").go_on("schedule").game, 0)


def test_stocks_on_the_track_wait_for_their_owners_decision() -> None:
    """RULES IV.F.4: A could sell; B has nothing at the exchange."""
    table = Table("A B").set(track=".A").go_on("schedule")
    assert "stock_exchange" in end_round(table.game.copy(), 0)
    assert "stock_exchange" not in end_round(table.game.copy(), 1)


def test_area_in_progress_stays_open() -> None:
    """RULES IV.E: a product that waits for its price; areas before it are over."""
    table = Table("A B").set(factory="AB", left="A").go_on("factory")
    assert table.asked == "A price"
    assert end_round(table.game.copy(), 0)[0] == "factory"


def test_products_wait_for_the_forecast_card() -> None:
    """RULES IV.H: how many are sold is not known while the card lies face down; once it is up, A's product is sold."""
    table = Table("A B").set(products="A12").go_on("schedule")
    assert "retail_outlets" in end_round(table.game, 0)
    assert table.products == "A12"
    table = Table("A B").set(products="A12", front="boom_1").go_on("retail_outlets")
    assert table.products == ""


def test_boards_that_are_renewed_are_not_renewed_again() -> None:
    """RULES V.6, V.7, V.8: while the next forecast is drawn, popularity and job market have moved, and the forecast of the next round is known."""
    table = Table("A B", deck="random").set(popularity="A4 B3", market=6, next="boom", front="stable_1")
    boom = table.state.next_forecast
    table.go_on("reorganize")
    assert table.asked == "* back"
    end_round(table.game, 0)
    state = table.state
    assert (table.order, state.job_market, state.current_forecast, state.next_forecast) == ("A3 B2", 5, boom, -1)
    assert [(player.time, player.reserve_time) for player in state.players] == [(4, 21)] * 2
    assert (state.round, state.phase) == (3, HIRE)


# A planned move as text


@pytest.mark.parametrize("limit", ["-1", "1000", "²", "three", "9" * 5000])
def test_condition_that_is_no_amount_of_money_is_refused(limit: str) -> None:
    with pytest.raises(UnknownAction, match="no amount of money from 0 to 999"):
        PlannedMove.parse(ruleset("second"), f"factory at most {limit}")
