"""Plans that act: the table makes the first planned move as soon as the seat is asked for it, and stops at the first that can't be made."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.persistence import readable
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import BadPlan, NewTable, NotYourTurn, SeatRequest, Table
from groundfloor.table.closing_answers import CLOSING_ANSWERS
from groundfloor.table.creation import create_table
from groundfloor.table.news import last_looked
from groundfloor.table.proposals import read_proposed
from groundfloor.table.value import SeatNotes
from tests.support.opened_tables import opened, proposal_id, scheduling, seat_asked, seats_of
from tests.support.played_tables import PlayedTable, operation
from tests.support.typed_lines import change_plan

NOW = "2026-01-01T00:00"


def start(table: PlayedTable, seat: int, *texts: str) -> None:
    table.set_plan(seat, texts)
    change_plan(table, seat, "start", table.version)


def play(table: PlayedTable, seat: int, text: str) -> None:
    table.pick(seat, text, table.version)
    table.confirm(seat, table.version)


def lines(table: PlayedTable, since: int = 0) -> list[str]:
    return [str(entry) for entry in table.match.record.entries[since:]]


def stop_code(table: Table, seat: int) -> str:
    """Returns why the plan of a seat has stopped; "" if it has not."""
    found = table.value.notes_of(seat).stop
    return found.code if found is not None else ""


def test_planned_move_is_made_at_once_when_seat_is_asked() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "consulting", "agency 1")
    since = table.version
    table.apply(asked, ("agency 2", "end"), table.version)
    assert lines(table, since)[:2] == [f"{asked + 1} agency 2", f"{asked + 1} end"]
    assert f"{other + 1} consulting" in lines(table, since) and table.asked == asked
    assert table.value.notes_of(other).plan == ("agency 1",) and table.value.notes_of(other).acts


def test_entries_are_those_of_the_same_moves_by_hand() -> None:
    by_plan, by_hand = scheduling("Ann", "Ben"), scheduling("Ann", "Ben")
    asked, other = seats_of(by_plan)
    start(by_plan, other, "remodel training", "meeting_room 1", "consulting")
    for text in ("agency 2", "agency 3"):
        for table in (by_plan, by_hand):
            table.pick(asked, text, table.version)
            table.confirm(asked, table.version)
        for step in ("remodel training", "meeting_room 1") if text == "agency 2" else ("consulting",):
            by_hand.pick(other, step, by_hand.version)
        by_hand.confirm(other, by_hand.version)
    assert lines(by_plan) == lines(by_hand)
    assert not by_plan.value.notes_of(other).acts, "the plan is done"


def next_moves(decisions: list[str], count: int) -> list[str]:
    """Returns as many of a seat's next decisions as a plan: it ends turns by itself, and remodels as soon as that is possible, never a turn later."""
    found: list[str] = []
    for before, text in zip(["", *decisions], decisions, strict=False):
        if (before == "end" and text.startswith("remodel")) or len(found) == count:
            break
        found += [text] if text != "end" else []
    return found


@pytest.mark.parametrize("ruleset", ["second", "online", "first"])
def test_random_plans_give_the_record_of_the_same_moves_by_hand(ruleset: str) -> None:
    """Decisions are made by hand at one table, and partly by plans at another with the same key."""
    dice = Random(ruleset)
    seats = (SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest("Cid"))
    by_hand, by_plan = (
        PlayedTable.of(create_table(NewTable(seats, ruleset), lambda number: bytes(range(9, 9 + number)))[0]) for _ in range(2)
    )
    decisions: list[tuple[int, str]] = []
    while not by_hand.game.is_over and len(decisions) < 120:
        seat = seat_asked(by_hand)
        legal = [action.text for action in by_hand.game.legal_actions]
        text = "end" if by_hand.game.question_kind in CLOSING_ANSWERS else dice.choice(legal)
        by_hand.apply(seat, (text,), by_hand.version)
        decisions.append((seat, text))
    planned = 0
    while by_plan.version < by_hand.version:
        made = [(entry.seat, entry.text) for entry in by_plan.match.record.entries if entry.seat >= 0]
        assert made == decisions[: len(made)]
        seat, text = decisions[len(made)]
        moves = next_moves([text for each, text in decisions[len(made) :] if each == seat], dice.randrange(1, 5))
        if moves and dice.random() < 0.3 and not by_plan.value.notes_of(seat).acts:
            start(by_plan, seat, *moves)
            planned += len(moves)
        else:
            by_plan.apply(seat, (text,), by_plan.version)
    assert lines(by_plan)[: by_hand.version] == lines(by_hand) and planned > 5


def test_plan_stops_at_first_move_that_is_not_possible_and_never_makes_the_second() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "agency 1", "consulting")
    table.apply(asked, ("agency 1", "end"), table.version)
    notes = table.value.notes_of(other)
    assert (table.asked, notes.plan, notes.acts) == (other, ("agency 1", "consulting"), False)
    assert notes.stop is not None and (notes.stop.code, notes.stop.text) == ("taken", "agency 1")
    change_plan(table, other, "drop 1", table.version)
    assert table.asked == other and stop_code(table, other) == "", "it acts only when it is started again"
    change_plan(table, other, "start", table.version)
    assert table.asked == asked


def test_other_move_is_made_if_somebody_took_the_first() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "agency 1 else agency 3")
    table.apply(asked, ("agency 1", "end"), table.version)
    assert f"{other + 1} agency 3" in lines(table) and table.value.notes_of(other).plan == ()


def test_other_move_is_not_made_if_the_first_is_too_expensive() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    table.match.game._state.players[other].money = 0
    start(table, other, "factory else meeting_room 1")
    table.apply(asked, ("agency 1", "end"), table.version)
    assert table.asked == other and stop_code(table, other) == "no_money"


@pytest.mark.parametrize(("limit", "is_made"), [(1, False), (2, True), (3, True)])
def test_price_limit_counts_when_the_move_is_made(limit: int, is_made: bool) -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, f"factory at most {limit}")
    table.apply(asked, ("agency 1", "end"), table.version)
    assert (f"{other + 1} factory" in lines(table)) == is_made
    stop = table.value.notes_of(other).stop
    assert is_made == (stop is None)
    if stop is not None:
        assert str(stop.refusal) == f"Not possible: it costs 2 money, and your plan allows {limit}."


def test_plan_started_while_seat_is_asked_acts_at_once_in_place_of_the_draft() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    table.pick(asked, "agency 1", table.version)
    start(table, asked, "consulting")
    assert f"{asked + 1} consulting" in lines(table) and table.asked == other and not table.value.drafts
    assert not table.value.notes_of(asked).acts
    table.set_plan(asked, ["agency 2"])
    assert not table.value.notes_of(asked).acts, "a plan that is done does not act again by itself"


def test_before_a_planned_task_nobody_is_hired() -> None:
    table = opened("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, asked, "consulting")
    assert table.asked == other
    assert lines(table)[-1] == f"{asked + 1} done"
    table.apply(other, ("done",), table.version)
    assert f"{asked + 1} consulting" in lines(table)


def test_question_of_which_plan_has_nothing_is_the_persons() -> None:
    table = opened("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, asked, "price 16")
    assert table.asked == asked and table.value.notes_of(asked).acts and stop_code(table, asked) == ""


def test_first_move_for_another_question_stops_plan_that_has_one_for_this() -> None:
    table = opened("Ann", "Ben")
    asked = seat_asked(table)
    start(table, asked, "price 16", "hire")
    assert table.asked == asked and stop_code(table, asked) == "other_question"


def test_decisions_of_later_phases_are_made() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "factory", "price 10")
    while table.value.notes_of(other).plan and table.game._state.round == 1:
        seat = seat_asked(table)
        legal = [action.text for action in table.game.legal_actions]
        table.apply(seat, (legal[-1],), table.version)
    assert f"{other + 1} price 10" in lines(table)


def test_plan_of_a_round_stops_when_the_next_one_has_begun() -> None:
    table = scheduling("Ann", "Ben")
    other = seats_of(table)[1]
    start(table, other, "price 16")
    while table.value.notes_of(other).acts:
        seat = seat_asked(table)
        table.apply(seat, (table.game.legal_actions[-1].text,), table.version)
    assert table.game._state.round == 2 and stop_code(table, other) == "round_over"


def test_undo_of_a_planned_move_stops_the_plan() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "consulting", "agency 3")
    table.apply(asked, ("agency 1", "end"), table.version)
    assert table.undoable(other)
    table.undo(other, table.version)
    assert (table.asked, stop_code(table, other)) == (other, "undone")
    change_plan(table, other, "stop", table.version)
    assert stop_code(table, other) == "" and table.asked == other


def test_undo_that_all_agree_to_stops_plans_whose_moves_it_takes_back() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "consulting", "agency 3")
    table.apply(asked, ("agency 1", "end"), table.version)
    table.propose(asked, read_proposed("undo"), table.version, f"{NOW}:00+00:00")
    table.agree(other, proposal_id(table), f"{NOW}:01+00:00")
    assert (table.asked, stop_code(table, other)) == (asked, "undone")


def test_bot_plays_seat_by_itself_and_the_plan_stays() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "consulting")
    table.seat_bot(other, "greedy")
    table.apply(asked, ("agency 1", "end"), table.version)
    assert table.bot_on_turn is not None and stop_code(table, other) == "bot" and table.value.notes_of(other).plan == ("consulting",)
    with pytest.raises(NotYourTurn):
        change_plan(table, other, "start", table.version)
    table.seat_bot(other, "")
    assert table.asked == other


def test_paused_table_makes_no_planned_move_until_it_goes_on() -> None:
    table = scheduling("Ann", "Ben")
    seat, other = seats_of(table)
    version = table.version
    table.propose(seat, read_proposed("pause"), version, f"{NOW}:00+00:00")
    table.agree(other, proposal_id(table), f"{NOW}:01+00:00")
    start(table, seat, "consulting")
    assert table.version == version and table.value.notes_of(seat).acts
    table.propose(seat, read_proposed("resume"), version, f"{NOW}:02+00:00")
    assert f"{seat + 1} consulting" in lines(table, version)


def test_planned_answer_comes_before_the_one_that_a_preference_settles() -> None:
    table = opened("Ann", "Ben")
    asked, other = seats_of(table)
    table.set_preference(other, "skips_hiring", True)
    start(table, other, "hire")
    table.apply(asked, ("done",), table.version)
    assert f"{other + 1} hire" in lines(table) and f"{other + 1} done" not in lines(table)


def test_preference_leaves_the_question_at_which_the_plan_has_stopped() -> None:
    table = opened("Ann", "Ben")
    asked, other = seats_of(table)
    table.set_preference(other, "skips_hiring", True)
    start(table, other, "hire at most 0")
    table.apply(asked, ("done",), table.version)
    assert (table.asked, table.game.question_kind, stop_code(table, other)) == (other, "hire", "over_limit")
    table.give_auto_answers()
    assert table.game.question_kind == "hire"


def test_move_that_the_table_has_made_does_not_hide_what_is_new() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    table.mark_seen(other, table.version)
    looked = table.version
    start(table, other, "consulting", "meeting_room 1")
    for text in ("agency 1", "agency 2"):
        play(table, asked, text)
    assert last_looked(table, other) == looked
    play(table, asked, "agency 3")
    play(table, other, "agency 4")
    assert last_looked(table, other) == table.history.own_entries[other] > looked


def test_empty_plan_and_guided_game_are_refused() -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(BadPlan, match="empty"):
        change_plan(table, 0, "start", table.version)
    table.match.record.purpose = "guided"
    table.set_plan(0, ["consulting"])
    with pytest.raises(BadPlan, match="guided"):
        change_plan(table, 0, "start", table.version)


def test_condition_of_a_step_is_changed() -> None:
    table = scheduling("Ann", "Ben")
    table.set_plan(1, ["agency 1", "factory"])
    for command, plan in (
        ("if 2 at most 4", "factory at most 4"),
        ("if 2 factory at most 5", "factory at most 5"),
        ("if 2 factory else consulting", "factory else consulting"),
        ("if 2", "factory"),
    ):
        change_plan(table, 1, command, -1)
        assert table.value.notes_of(1).plan == ("agency 1", plan)
    for command in ("if 2 consulting at most 5", "if 3 at most 2", "if 2 at most x", "if"):
        with pytest.raises(BadPlan):
            change_plan(table, 1, command, -1)
    assert table.value.notes_of(1).plan == ("agency 1", "factory")


def test_acting_plan_and_its_stop_survive_a_restart(store: Store) -> None:
    service = TableService(store, lambda: "now", Random(1).randbytes)
    game_id = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))).game_id
    with operation(service, game_id) as table:
        asked, other = seats_of(table)
        start(table, other, "agency 1 else agency 2", "consulting at most 9")
        start(table, asked, "price 16", "hire")
    again = TableService(store, lambda: "now", Random(1).randbytes).table(game_id)
    assert again.value == table.value
    assert again.value.notes_of(other).acts and stop_code(again, asked) == "other_question"


def test_acting_plan_with_a_move_that_is_not_known_any_more_stops() -> None:
    table = scheduling("Ann", "Ben")
    planned = SeatNotes(("hire", "polish doorknobs"), acts=True, round=1, revision=1)
    notes = readable(table.game.ruleset, replace(table.value.seats[0], notes=planned)).notes
    assert notes.plan == ("hire",) and not notes.acts and notes.stop is not None and notes.stop.code == "revision"


def test_plan_of_another_revision_of_the_ruleset_stops() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    start(table, other, "consulting")
    notes = replace(table.value.notes_of(other), revision=99)
    table.set_value(table.value.with_seat(replace(table.value.seats[other], notes=notes)))
    table.apply(asked, ("agency 1", "end"), table.version)
    assert (table.asked, stop_code(table, other)) == (other, "revision")
