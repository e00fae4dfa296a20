"""Runs operations at tables: an old table and an operation make a new one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from .agreements import propose, settle, undo_or_ask, vote
from .checks import check_person
from .clocks import with_time_given
from .moves import (
    answer_for_bot,
    apply,
    change_plan,
    confirm,
    draft_next_step,
    pick,
    set_guide,
    start_plan,
    take_back,
    with_auto_answers,
    with_notes,
)
from .operations import (
    AddPlannedMove,
    AnswerForBot,
    Apply,
    ClearPlan,
    Confirm,
    DraftNextPlannedMove,
    EndTime,
    GiveTime,
    LetBotPlay,
    MarkSeen,
    Pick,
    Propose,
    RemovePlannedMove,
    RenewLink,
    ReorderPlannedMove,
    ReplacePlan,
    Resign,
    ReturnToSeat,
    SetCondition,
    SetGuide,
    SetPreference,
    SetPreferences,
    StartPlan,
    StopPlan,
    TakeBack,
    TakeOffer,
    Undo,
    Vote,
)
from .plans import seen, stopped
from .players import end_time, let_bot_play, resign, take_offer
from .seats import with_new_link, with_preference

if TYPE_CHECKING:
    from collections.abc import Collection

    from .operations import Operation, ServerOperation
    from .seats import Randomness
    from .table import Table


def reduce(
    table: Table,
    operation: Operation | ServerOperation,
    seat: int,
    now: str,
    randomness: Randomness,
    away: Collection[int] | None = None,
) -> Table:
    """Returns the table after an operation of a seat, or of the server for it; raises one of the errors of tables. The old table stays as it is.

    ``now`` is the time, in the format of the store; ``randomness`` returns a number of random bytes, of which secrets of seats are made. ``away`` are the seats
    whose players are away, which the others may give away (None: the caller does not know).
    """
    match operation:
        case Apply(texts, version):
            return apply(table, seat, texts, version)
        case Pick(text, version):
            return pick(table, seat, text, version)
        case Confirm(version, shown):
            return confirm(table, seat, version, shown)
        case TakeBack(version):
            return take_back(table, seat, version)
        case Undo(version):
            return undo_or_ask(table, seat, version, now, randomness)
        case AnswerForBot(text, version):
            return answer_for_bot(table, seat, text, version)
        case ReplacePlan() | AddPlannedMove() | RemovePlannedMove() | ReorderPlannedMove() | SetCondition() | ClearPlan():
            return change_plan(table, seat, operation)
        case StartPlan():
            return start_plan(table, seat)
        case StopPlan():
            return with_notes(table, seat, stopped(table.value.notes_of(seat)))
        case DraftNextPlannedMove(version):
            return draft_next_step(table, seat, version)
        case MarkSeen(version):
            return with_notes(table, seat, seen(table.value.notes_of(seat), min(version, table.version)))
        case SetGuide(word):
            return set_guide(table, seat, word)
        case SetPreference(name, is_on):
            return with_auto_answers(table.with_seat(with_preference(table.value.seats[seat], name, is_on)))
        case SetPreferences(preferences):
            return table.with_seat(replace(table.value.seats[seat], preferences=preferences))
        case Propose(what, version):
            return propose(table, seat, what, version, now, randomness, away)
        case Vote(proposal, agrees):
            return vote(table, seat, proposal, now, randomness, away, agrees=agrees)
        case GiveTime(to):
            check_person(table, seat)
            return table.with_value(replace(table.value.without_offers(to), clocks=with_time_given(table.value, seat, to)))
        case EndTime():
            return settle(end_time(table, seat), randomness)
        case Resign():
            return settle(resign(table, seat), randomness)
        case ReturnToSeat():  # whatever has happened since somebody looked
            return settle(let_bot_play(table, seat, ""), randomness)
        case LetBotPlay(bot, is_seat_lost):
            table = settle(let_bot_play(table, seat, bot), randomness)
            return table.with_lost_seat(seat) if is_seat_lost else table
        case RenewLink(token, is_seat_lost):
            table = table.with_seat(with_new_link(table.value.seats[seat], token))
            return table.with_lost_seat(seat) if is_seat_lost else table
        case TakeOffer(account):
            return take_offer(table, seat, account)
        case _:
            assert_never(operation)
