"""Proposals at a table: who is asked, how many must agree, when a proposal ends, and how often one can be made."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from groundfloor.results import counts, result_of
from groundfloor.server.game.tables.persistence import change
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from groundfloor.table.errors import CannotPropose, GamePaused, NoProposal, NothingToUndo, NotYourTurn, StaleVersion
from groundfloor.table.proposals import asked_about_undo, read_proposed, voters, votes_needed
from groundfloor.table.value import OfferedSeat, ProposalKind, Proposed, parse_proposed
from tests.support.opened_tables import proposal_id, seat_asked
from tests.support.played_tables import PlayedTable

NOW, SOON, LATER, DAYS_LATER = (f"2030-01-0{day}T00:0{minute}:00+00:00" for day, minute in ((1, 0), (1, 0), (1, 2), (5, 0)))
PEOPLE = (SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest("Cleo"))


def opened(*seats: SeatRequest, practice: bool = False) -> PlayedTable:
    new = NewTable(seats or PEOPLE, options={"deck": "preset"}, is_practice=practice)
    return PlayedTable.of(create_table(new, Random(3).randbytes)[0])


def play(table: PlayedTable, *answers: str) -> list[int]:
    """Has whoever is asked answer; returns the seats."""
    seats = []
    for text in answers:
        seats.append(seat_asked(table))
        table.apply(seats[-1], (text,), table.version)
    return seats


def test_an_undo_asks_those_whose_decisions_it_takes_back() -> None:
    table = opened()
    first, second = play(table, "done", "done")
    before = table.game.position()
    assert table.undoable(first) == 0 and table.askable_undo(first) == 2 and table.askable_undo(second) == 0
    table.propose(first, read_proposed("undo"), table.version, NOW)
    proposal = table.open_proposal
    assert proposal is not None and sorted(voters(table, proposal)) == sorted((first, second)) and votes_needed(table, proposal) == 2
    third = ({0, 1, 2} - {first, second}).pop()
    with pytest.raises(NoProposal, match="You are not asked"):
        table.agree(third, proposal.id, NOW)
    assert table.game.position() == before
    table.agree(second, proposal.id, NOW)
    assert str(table.match.record.entries[-1]) == f"{first + 1} undo 2 with {second + 1}"
    assert seat_asked(table) == first and table.open_proposal is None
    with pytest.raises(NoProposal, match="not open any more"):
        table.agree(second, proposal.id, NOW)


def test_undo_past_the_decision_of_another_seat_asks_all_who_play_a_rated_game() -> None:
    """Else whoever sits before a bot that plays on for somebody who has resigned would try one answer after the other."""
    table = opened()
    table.set_value(replace(table.value, rating="rated", is_from_lobby=True))
    first, second = play(table, "done", "done")
    third = ({0, 1, 2} - {first, second}).pop()
    assert sorted(asked_about_undo(table, first)) == sorted((second, third))
    table.resign(second)
    assert asked_about_undo(table, first) == (third,)
    with pytest.raises(NothingToUndo, match="if the others agree"):
        table.undo(first, table.version)
    table.propose(first, read_proposed("undo"), table.version, NOW)
    table.agree(third, proposal_id(table), NOW)
    assert str(table.match.record.entries[-1]) == f"{first + 1} undo 2 with {second + 1}"


def test_one_refusal_ends_a_proposal_to_undo_and_the_same_seat_waits() -> None:
    table = opened()
    first, second = play(table, "done", "done")
    table.propose(first, read_proposed("undo"), table.version, NOW)
    table.refuse(second, proposal_id(table), NOW)
    assert table.open_proposal is None and len(table.match.record.entries) == table.version
    for kind in ("undo", "pause"):
        with pytest.raises(CannotPropose, match="refused or withdrawn"):
            table.propose(first, read_proposed(kind), table.version, SOON)
    table.propose(second, read_proposed("pause"), table.version, SOON)
    table.refuse(second, proposal_id(table), SOON)
    assert table.open_proposal is None
    table.propose(first, read_proposed("undo"), table.version, LATER)
    assert table.open_proposal is not None


def test_a_proposal_to_undo_lapses_when_somebody_moves() -> None:
    table = opened()
    first, second = play(table, "done", "done")
    table.propose(first, read_proposed("undo"), table.version, NOW)
    id = proposal_id(table)
    play(table, "done")
    assert table.open_proposal is None
    with pytest.raises(NoProposal):
        table.agree(second, id, NOW)
    table.propose(second, read_proposed("pause"), table.version, NOW)
    play(table, table.game.legal_actions[0].text)
    assert table.open_proposal is not None, "a pause does not lapse"


def test_whoever_has_proposed_can_withdraw_and_must_not_pester() -> None:
    table = opened()
    table.propose(0, read_proposed("pause"), table.version, NOW)
    with pytest.raises(CannotPropose, match="proposed already"):
        table.propose(1, read_proposed("pause"), table.version, NOW)
    table.refuse(0, proposal_id(table), NOW)
    assert table.open_proposal is None
    with pytest.raises(CannotPropose, match="refused or withdrawn"):
        table.propose(0, read_proposed("pause"), table.version, NOW)
    play(table, "done")
    table.propose(0, read_proposed("pause"), table.version, NOW)


def test_more_than_half_pause_a_game_and_nobody_moves_meanwhile() -> None:
    table = opened()
    (first,) = play(table, "done")
    asked = seat_asked(table)
    table.propose(0, read_proposed("pause"), table.version, NOW)
    table.refuse(1, proposal_id(table), NOW)
    assert table.open_proposal is not None and table.value.pause is None, "two of three are still possible"
    table.agree(2, proposal_id(table), NOW)
    assert table.value.pause is not None and table.value.pause.seat == 0 and table.asked is None
    for move in (
        lambda: table.apply(asked, ("done",), table.version),
        lambda: table.pick(asked, "done", table.version),
        lambda: table.confirm(asked, table.version),
        lambda: table.undo(first, table.version),
    ):
        with pytest.raises(GamePaused):
            move()
    table.set_preference(asked, "skips_hiring", True)
    assert table.game.current_player == asked, "no automatic answer is given in a pause"
    with pytest.raises(CannotPropose, match="The game is paused"):
        table.propose(1, read_proposed("undo"), table.version, NOW)
    table.propose(0, read_proposed("resume"), table.version, NOW)
    assert table.value.pause is None and table.game.current_player != asked, (
        "whoever proposed the pause ends it alone, and automatic answers follow"
    )


def test_others_resume_by_more_than_half_or_alone_after_three_days() -> None:
    table = opened()
    for at, is_resumed in ((NOW, False), (DAYS_LATER, True)):
        if table.value.pause is None:
            table.propose(0, read_proposed("pause"), table.version, NOW)
            table.agree(1, proposal_id(table), NOW)
        table.propose(1, read_proposed("resume"), table.version, at)
        assert (table.value.pause is None) is is_resumed
        if not is_resumed:
            table.refuse(2, proposal_id(table), at)
            table.refuse(0, proposal_id(table), at)
            assert table.open_proposal is None and table.value.pause is not None


def test_bots_agree_and_who_plays_alone_decides_alone() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Rita", "random"))
    if table.bot_on_turn is not None:
        table.answer_for_bot(1, "done", table.version)
    first, second = (0, 1)
    assert seat_asked(table) == first
    table.apply(first, ("done",), table.version)
    if table.bot_on_turn is not None and table.game.question_kind == "hire":
        table.answer_for_bot(second, "done", table.version)
    if table.askable_undo(first):
        table.propose(first, read_proposed("undo"), table.version, NOW)
        assert table.match.record.entries[-1].consenting_seats == [second]
    table.propose(first, read_proposed("pause"), table.version, NOW)
    assert table.value.pause is not None and table.bot_on_turn is None
    table.propose(first, read_proposed("resume"), table.version, NOW)
    assert table.value.pause is None


@pytest.mark.parametrize("kind", ["score", "cancel"])
def test_all_people_end_a_game_and_bots_are_not_asked(kind: str) -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Rita", "random"), SeatRequest("Cleo"), SeatRequest("Dan"))
    table.set_plan(0, ["factory"])
    table.propose(0, read_proposed(kind), table.version, NOW)
    table.agree(2, proposal_id(table), NOW)
    assert not table.game.is_over
    table.agree(3, proposal_id(table), NOW)
    assert table.game.is_over and table.match.record.ending == kind and table.is_cancelled is (kind == "cancel")
    assert str(table.match.record.entries[-1]) == f"1 {kind} with 3 4" and table.match.record.key
    assert table.value.notes_of(0).plan == () and table.bot_on_turn is None and counts(table.match.record) is (kind == "score")
    if kind == "score":
        assert result_of(table.match.record, 0, "abc", NOW).is_ended_early
    with pytest.raises(NotYourTurn, match="The game is over"):
        table.propose(2, read_proposed("cancel"), table.version, NOW)


def test_one_refusal_keeps_a_game_going_and_a_pause_does_not_hinder_the_end() -> None:
    table = opened()
    table.propose(0, read_proposed("cancel"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    table.refuse(2, proposal_id(table), NOW)
    assert table.open_proposal is None and not table.game.is_over
    table.propose(1, read_proposed("pause"), table.version, NOW)
    table.agree(2, proposal_id(table), NOW)
    table.propose(1, read_proposed("score"), table.version, NOW)
    for seat in (0, 2):
        table.agree(seat, proposal_id(table), NOW)
    assert table.game.is_over and table.value.pause is None


def test_a_seat_that_a_bot_takes_is_asked_no_more() -> None:
    table = opened()
    table.propose(0, read_proposed("cancel"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    table.seat_bot(2, "random")
    assert table.is_cancelled and str(table.match.record.entries[-1]) == "1 cancel with 2"


def test_all_others_give_the_seat_of_somebody_who_left_to_a_bot() -> None:
    table = opened()
    for wrong in (
        "bot",
        "bot 2",
        "person",
        "person 2 manager",
        "offered 2",
        "bot 9 manager",
        "bot x manager",
        "bot 1 manager",
        "person 1",
        "bot 2 nobody",
        "bot 2 manager please",
    ):
        with pytest.raises(CannotPropose):
            table.propose(0, read_proposed(wrong), table.version, NOW)
    table.propose(0, read_proposed("bot 2 manager"), table.version, NOW)
    with pytest.raises(NoProposal, match="You are not asked"):
        table.refuse(1, proposal_id(table), NOW)
    table.agree(2, proposal_id(table), NOW)
    assert table.value.seats[1].agent == "manager" and str(table.match.record.entries[-1]) == "2 bot manager"
    assert table.open_proposal is None
    with pytest.raises(CannotPropose, match="two others at least"):
        table.propose(0, read_proposed("bot 3 manager"), table.version, NOW)


def test_all_others_offer_a_seat_to_another_person_who_takes_it() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest("Cleo"), SeatRequest("Rita", "random"))
    old = table.value.seats[1].token
    table.set_plan(1, ["factory"])
    table.propose(0, read_proposed("person 2"), table.version, NOW)
    table.agree(2, proposal_id(table), NOW, "new-seat")
    assert (table.value.seats[1].token, table.value.seats[1].offer, table.open_proposal) == (old, "new-seat", None)
    table.take_seat(1)
    assert table.value.seats[1].token == "new-seat" and table.value.notes_of(1).plan == () and table.lost_seats == {1}
    table.propose(1, read_proposed("person 4"), table.version, NOW)
    for seat in (0, 2):
        table.agree(seat, proposal_id(table), NOW, f"token--{seat}")
    assert table.value.seats[3].automa == "random", "the bot plays until somebody takes the seat"
    table.take_seat(3)
    seat_value = table.value.seats[3]
    assert (seat_value.token, seat_value.automa) == ("token--2", "") and str(table.match.record.entries[-1]) == "4 person"
    with pytest.raises(NotYourTurn, match="not offered any more"):
        table.take_seat(3)


def test_a_seat_is_offered_when_a_bot_takes_that_of_the_last_who_is_asked() -> None:
    table = opened(*PEOPLE, SeatRequest("Dora"))
    table.propose(0, read_proposed("person 2"), table.version, NOW)
    table.agree(2, proposal_id(table), NOW, "unused")
    table.seat_bot(3, "random", "new-seat")
    assert table.value.seats[1].offer == "new-seat" and table.value.proposal is not None and table.value.proposal.what == OfferedSeat(1)


def test_a_seat_is_not_given_by_one_person_alone() -> None:
    """A proposal that two have to agree to is gone when a bot takes the seat of one of them."""
    two = opened(SeatRequest("Ann"), SeatRequest("Ben"))
    for what in ("bot 2 manager", "person 2"):
        with pytest.raises(CannotPropose, match="two others at least"):
            two.propose(0, read_proposed(what), two.version, NOW)
    table = opened()
    table.propose(0, read_proposed("person 2"), table.version, NOW)
    table.seat_bot(2, "random")
    assert table.open_proposal is None and not table.value.seats[1].agent


def test_practice_is_not_ended() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest(automa="pei"), practice=True)
    with pytest.raises(CannotPropose, match="by leaving them"):
        table.propose(0, read_proposed("cancel"), table.version, NOW)


def test_what_can_not_be_proposed_is_refused() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Rita", "random"), SeatRequest("Cleo"))
    with pytest.raises(NotYourTurn, match="A bot plays for this seat"):
        table.propose(1, read_proposed("pause"), table.version, NOW)
    with pytest.raises(CannotPropose, match="one of these: undo, pause, resume, score, cancel, bot SEAT NAME, person SEAT"):
        table.propose(0, read_proposed("war"), table.version, NOW)
    with pytest.raises(CannotPropose, match="not paused"):
        table.propose(0, read_proposed("resume"), table.version, NOW)
    with pytest.raises(NothingToUndo, match="nobody else has moved"):
        table.propose(0, read_proposed("undo"), table.version, NOW)
    with pytest.raises(StaleVersion, match="nothing was proposed"):
        table.propose(0, read_proposed("undo"), table.version - 1, NOW)


def clock_table(*names: str) -> PlayedTable:
    return PlayedTable.of(create_table(NewTable(tuple(SeatRequest(name) for name in names), pace="days-1"), Random(3).randbytes)[0])


def run_out(table: PlayedTable, seat: int) -> None:
    """Has the time of a seat be over."""
    assert table.value.clocks is not None
    clocks = {**table.value.clocks.seats, seat: replace(table.value.clocks.seats[seat], left=0.0)}
    table.set_value(replace(table.value, clocks=replace(table.value.clocks, seats=clocks)))
    assert table.value.is_out_of_time(seat)


@pytest.mark.parametrize("what", ["bot 2 manager", "score"])
def test_refused_proposal_stays_over_when_time_runs_out(what: str) -> None:
    """Fewer have to agree then, but it is not asked again and not carried out."""
    table = clock_table("Ann", "Ben", "Cleo")
    table.propose(0, read_proposed(what), table.version, NOW)
    table.refuse(2, proposal_id(table), NOW)
    assert table.open_proposal is None and table.value.proposal is not None and table.value.proposal.outcome == "refused"
    run_out(table, 1)
    run_out(table, 2)
    assert table.open_proposal is None
    table.seat_bot(0, "greedy")
    table.seat_bot(0, "")
    assert not table.value.seats[1].agent and not table.game.is_over


def test_proposal_that_lapsed_does_not_come_back_with_the_clock() -> None:
    table = clock_table("Ann", "Ben", "Cleo")
    table.propose(0, read_proposed("bot 2 manager"), table.version, NOW)
    table.seat_bot(2, "greedy")
    assert table.value.proposal is not None and table.value.proposal.outcome == "lapsed"
    run_out(table, 1)
    table.seat_bot(2, "")
    assert table.open_proposal is None and not table.value.seats[1].agent


def test_whoever_paused_resumes_while_something_else_is_proposed() -> None:
    table = opened()
    table.propose(0, read_proposed("pause"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    table.propose(2, read_proposed("cancel"), table.version, NOW)
    with pytest.raises(CannotPropose, match="proposed already"):
        table.propose(1, read_proposed("resume"), table.version, NOW)
    table.propose(0, read_proposed("resume"), table.version, NOW)
    assert table.value.pause is None and table.open_proposal is not None and table.open_proposal.kind == "cancel"


def test_rated_game_is_paused_and_resumed_by_all() -> None:
    """Whose time would run while they are away would lose for good: not even who has asked for the pause ends it alone, but everybody after three days."""
    table = opened()
    table.set_value(replace(table.value, rating="rated"))
    table.propose(0, read_proposed("pause"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    assert table.value.pause is None, "the third is asked too"
    table.agree(2, proposal_id(table), NOW)
    table.propose(0, read_proposed("resume"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    assert table.value.pause is not None
    table.refuse(2, proposal_id(table), NOW)
    table.propose(1, read_proposed("resume"), table.version, DAYS_LATER)
    assert table.value.pause is None


def test_resuming_alone_ends_the_proposal_to_resume_and_waits_for_no_refusal() -> None:
    table = opened()
    table.propose(0, read_proposed("pause"), table.version, NOW)
    table.agree(1, proposal_id(table), NOW)
    table.propose(0, read_proposed("score"), table.version, NOW)
    table.refuse(0, proposal_id(table), NOW)
    table.propose(1, read_proposed("resume"), table.version, NOW)
    before = table.keep()
    table.propose(0, read_proposed("resume"), table.version, NOW)
    assert table.value.pause is None and table.open_proposal is None
    found = change(before, table, before.version, NOW)
    assert found is not None and found.outcome == "agreed"


def test_undo_says_whom_it_asks() -> None:
    table = opened()
    first, second = play(table, "done", "done")
    assert asked_about_undo(table, first) == (second,) and asked_about_undo(table, second) == ()
    alone = opened(SeatRequest("Ann"), SeatRequest("Rita", "random"))
    while alone.bot_on_turn is not None or not alone.askable_undo(0):
        if alone.bot_on_turn is not None:
            alone.answer_for_bot(1, "done", alone.version)
        else:
            alone.apply(0, ("done",), alone.version)
    assert alone.askable_undo(0) and asked_about_undo(alone, 0) == (), "bots agree"


@pytest.mark.parametrize("text", ["undo 5", "pause", "resume", "score", "cancel", "bot 2 manager", "person 3", "offered 2"])
def test_what_is_proposed_is_stored_as_a_text_and_read_back(text: str) -> None:
    assert str(parse_proposed(text)) == text


def test_kinds_of_proposals_are_those_of_their_classes() -> None:
    assert [what.kind for what in get_args(Proposed)] == [*get_args(ProposalKind)]


@pytest.mark.parametrize("text", ["", "war", "undo x", "undo 1 2", "pause now", "bot 2", "bot x manager", "bot 0 manager", "person"])
def test_other_texts_propose_nothing(text: str) -> None:
    assert parse_proposed(text) is None
