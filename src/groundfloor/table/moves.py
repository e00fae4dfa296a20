"""Moves: drafts that become entries, undos, plans, the guide, and the answers that a table gives for a seat.

Each function returns the changed table, and leaves the old one as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.record import entries_of_answers

from .checks import check_is_played, check_no_bot, check_running, check_turn, check_version
from .closing_answers import CLOSING_ANSWERS, SKIPPABLE_QUESTIONS
from .drafts import DraftMoves, check_shown, confirmed_texts, with_pick, without_last
from .errors import NoDraft, NothingToUndo, NotYourTurn, UnknownCommand
from .news import last_looked
from .plans import acted, answer_of_plan, changed_plan, check_can_act
from .seats import auto_answer, with_guide
from .value import PlanStop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.match import Match
    from groundfloor.engine.record import Entry

    from .operations import GuideWord, PlanChange
    from .table import Table
    from .value import SeatNotes


# Drafts


def pick(table: Table, seat: int, text: str, version: int) -> Table:
    """Adds a choice to the draft of a seat, and confirms it if that is what the seat prefers."""
    check_turn(table, seat, version)
    draft = with_pick(table.draft(seat), text)
    table = table.with_draft(draft)
    if draft.actions and not (draft.partial or draft.deferred) and table.value.preferences_of(seat).confirms_itself:
        return with_answers(table, seat, draft.texts, closes=table.game.question_kind not in SKIPPABLE_QUESTIONS)
    return table


def take_back(table: Table, seat: int, version: int) -> Table:
    """Takes back the last choice of the draft."""
    check_turn(table, seat, version)
    return table.with_draft(without_last(table.draft(seat)))


def confirm(table: Table, seat: int, version: int, shown: str | None) -> Table:
    """Confirms the draft: its actions become entries; chance and Automas follow at once."""
    if version == table.version:
        check_shown(table.draft(seat), shown)
    check_turn(table, seat, version)
    return with_answers(table, seat, confirmed_texts(table.draft(seat)), closes=True)


def draft_next_step(table: Table, seat: int, version: int) -> Table:
    """Pencils in the next step of the plan that is possible."""
    check_turn(table, seat, version)
    step = table.plan(seat).next_step()
    if not step:
        raise NoDraft("No step of the plan is possible now.")
    if not step.startswith("remodel ") and any(action.verb != "remodel" for action in table.draft(seat).actions):
        raise NoDraft("A move is pencilled in already: confirm it, or take it back.")
    return pick(table, seat, step, version)


# Entries


def apply(table: Table, seat: int, texts: tuple[str, ...], version: int) -> Table:
    """Applies actions, given by their full texts, without a draft."""
    check_turn(table, seat, version)
    game = table.game.copy()
    for text in texts:
        if game.current_player != seat or all(action.text != text for action in game._legal):
            raise DraftMoves(seat, (game,)).refusal_of(text)
        game.apply(text)
    return with_answers(table, seat, texts)


def answer_for_bot(table: Table, seat: int, text: str, version: int) -> Table:
    """Applies the answer of the bot that is on turn."""
    check_version(table, version)
    if table.bot_on_turn is None or table.asked != seat or all(action.text != text for action in table.game._legal):
        raise NotYourTurn("Not possible now: it is another player’s turn.")
    return with_answers(table, seat, (text,))


def with_answers(table: Table, seat: int, texts: Sequence[str], *, closes: bool = False) -> Table:
    """Adds the answers of a seat as entries and, if that ``closes`` its turn, ends it; then the table gives the answers that it can give itself. All drafts are dropped."""
    table = without_done(with_entries(table, texts), seat, texts)
    if table.value.seats[seat].is_human:
        table = table.with_value(table.value.without_offers(seat))
    kind = table.game.question_kind
    if closes and texts[-1] not in CLOSING_ANSWERS.values() and table.game.current_player == seat and kind in SKIPPABLE_QUESTIONS:
        table = with_entries(table, (CLOSING_ANSWERS[kind],))
    return with_auto_answers(table.with_value(table.value.without_drafts()))


def with_entries(table: Table, texts: Sequence[str]) -> Table:
    """Applies answers to the match, by their texts."""

    def apply_all(match: Match) -> None:
        for text in texts:
            match.apply(text)

    return table.with_match(apply_all)


def without_done(table: Table, seat: int, texts: Sequence[str]) -> Table:
    """Takes the moves that a seat has made off its plan; when the game is over, no plans are left."""
    if table.game.is_over:
        seats = (replace(seat_value, notes=seat_value.notes.without_plan()) for seat_value in table.value.seats)
        return table.with_value(replace(table.value, seats=tuple(seats)))
    return with_notes(table, seat, table.value.notes_of(seat).without_done(table.game.ruleset, texts))


def end(table: Table, seat: int, *, is_scored: bool) -> Table:
    """Ends the game as it stands, with scores or without a result, as ``seat`` and all other people who play have agreed. Without a result it is not rated."""
    table = table.with_match(lambda match: match.end(seat, is_scored=is_scored))
    rating = "void" if table.value.is_rated and not is_scored else table.value.rating
    seats = tuple(replace(seat_value, draft=None, notes=seat_value.notes.without_plan()) for seat_value in table.value.seats)
    return table.with_value(replace(table.value, seats=seats, pause=None, rating=rating))


# Undoing


def undo(table: Table, seat: int, version: int) -> Table:
    """Takes back the seat's last confirmed decision, with the end of its turn; the undo is an entry itself."""
    check_version(table, version)
    check_no_bot(table, seat)
    if table.has_undone_all(seat) and table.match.undoable_count(seat):
        raise NothingToUndo("Not possible: you have undone as much as the record of this game can hold. The game itself goes on.")
    if not table.undoable(seat):
        raise NothingToUndo(
            "Not possible: a confirmed move can be undone only until the next draw or another player’s decision, and never after the end."
        )
    active = table.match.record.active_entries()
    last = next(entry for entry in reversed(active) if entry.seat == seat)
    count = entries_of_answers(active, seat, 2 if last.text == "end" and table.undoable(seat) > 1 else 1)
    return without_undone_plans(table.with_match(lambda match: match.undo(seat, count)), active)


def undo_by_consent(table: Table, seat: int, count: int) -> Table:
    """Takes back the last ``count`` entries; everybody whose decisions are among them has agreed."""
    active = table.match.record.active_entries()
    return without_undone_plans(table.with_match(lambda match: match.undo_by_consent(seat, count)), active)


def without_undone_plans(table: Table, before: Sequence[Entry]) -> Table:
    """Drops all drafts after an undo, and stops the plans of seats whose decisions are no longer active entries: otherwise they would be made again."""
    undone = {entry.seat for entry in before[len(table.match.record.active_entries()) :]}
    table = table.with_value(table.value.without_drafts())
    for seat in undone & {seat_value.seat for seat_value in table.value.seats}:
        table = with_notes(table, seat, table.value.notes_of(seat).stopped(PlanStop("undone", table.version)))
    return table


# Plans


def change_plan(table: Table, seat: int, change: PlanChange) -> Table:
    """Changes the plan of a seat; possible at any time, no matter who is on turn. BadPlan for what can't be planned."""
    return with_plan(table, seat, changed_plan(table.game.ruleset, table.value.notes_of(seat).plan, change))


def start_plan(table: Table, seat: int) -> Table:
    """Starts the planned moves of a seat: the table makes each as soon as the seat is asked for it, the first at once if it is asked now."""
    plan = table.value.notes_of(seat).plan
    check_no_bot(table, seat)
    check_can_act(plan, is_guided=table.is_guided)
    return with_plan(table, seat, plan, acts=True)


def with_plan(table: Table, seat: int, plan: tuple[str, ...], *, acts: bool = False) -> Table:
    check_is_played(table)
    if plan:
        check_running(table)
    return with_auto_answers(with_notes(table, seat, table.value.notes_of(seat).with_plan(table.game, seat, plan, acts=acts)))


def with_notes(table: Table, seat: int, notes: SeatNotes) -> Table:
    return table.with_seat(replace(table.value.seats[seat], notes=notes))


# The guide


def set_guide(table: Table, seat: int, word: GuideWord) -> Table:
    """Moves the guide of a seat on from its step, dismisses it or brings it back. UnknownCommand at a table without a guide."""
    if not (table.is_guided or table.can_be_advised):
        raise UnknownCommand("The guide of a guided game, and of a practice table, knows: next, leave, resume.")
    hint = table.guide(seat)
    step = hint.id if hint is not None else ""
    return table.with_seat(with_guide(table.value.seats[seat], word, step, can_be_advised=table.can_be_advised))


# Answers of the table


def with_auto_answers(table: Table) -> Table:
    """Gives the answers that are due, up to a question that a bot or a person answers: planned moves, those that preferences settle, and the end of a turn.

    Each is an entry like any other. One that is no longer possible is not given: the plan stops, and the seat is asked.
    """
    if table.is_record_only or table.value.pause is not None:
        return table
    answered: int | None = None
    while (seat := table.game.current_player) is not None and not table.value.seats[seat].agent:
        notes = table.value.notes_of(seat)
        planned = "" if table.is_guided else answer_of_plan(table.game, notes, table.version)
        if isinstance(planned, PlanStop):
            table, planned = with_notes(table, seat, notes.stopped(planned)), ""
        text = planned or settled_answer(table, seat, ends_turn=answered == seat)
        if not text:
            break
        known = last_looked(table, seat)
        table = without_done(with_entries(table, (text,)), seat, (text,))
        notes = acted(table.value.notes_of(seat), table.version, known)
        table = table.with_seat(replace(table.value.seats[seat], draft=None, notes=notes))
        answered = seat
    return table


def settled_answer(table: Table, seat: int, *, ends_turn: bool) -> str:
    """Returns the answer that ends a turn in which the table has answered, or the answer that a preference settles; "" for neither.

    A question at which the plan has just stopped is the person's.
    """
    kind = table.game.question_kind
    if ends_turn and kind in CLOSING_ANSWERS:
        return CLOSING_ANSWERS[kind]
    stop = table.value.notes_of(seat).stop
    return "" if stop is not None and stop.version == table.version else auto_answer(table.value.seats[seat], kind)
