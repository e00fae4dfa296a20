"""Answers that a table gives for a seat: planned moves, those that the seat's preferences settle, and the end of a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..engine.round_plan import OTHER_QUESTION, PlannedMove, is_foreseeable
from ..table_value import PlanStop
from .draft import CLOSING_ANSWERS, SKIPPABLE_QUESTIONS
from .news import last_looked
from .seat_holders import STANDING_ANSWERS

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..table_value import SeatNotes
    from .table import Table


def give_auto_answers(table: Table) -> None:
    """Gives the answers that are due, up to a question that a bot or a person answers.

    Each is an entry like any other. One that is no longer possible is not given: the plan stops, and the seat is asked.
    """
    if table.is_record_only or table.value.pause is not None:
        return
    answered: int | None = None
    while (seat := table.game.current_player) is not None and not table.value.seats[seat].agent:
        text = planned_answer(table, seat) or settled_answer(table, seat, ends_turn=answered == seat)
        if not text:
            return
        known = last_looked(table, seat)
        table.apply_texts((text,))
        table.remove_done(seat, (text,))
        notes = replace(table.value.notes_of(seat), acted=table.version, known=-1 if known is None else known)
        table.change_seat(replace(table.value.seats[seat], draft=None, notes=notes))
        answered = seat


def settled_answer(table: Table, seat: int, *, ends_turn: bool) -> str:
    """Returns the end of a turn in which the table has answered, or the answer that a preference settles; "" for neither.

    A question at which the plan has just stopped is the person's.
    """
    kind = table.game.question_kind
    if ends_turn and kind in CLOSING_ANSWERS:
        return CLOSING_ANSWERS[kind]
    preference = STANDING_ANSWERS.get(kind)
    stop = table.value.notes_of(seat).stop
    if preference is None or not table.value.preferences_of(seat).is_on(preference) or (stop is not None and stop.version == table.version):
        return ""
    return "done"


def planned_answer(table: Table, seat: int) -> str:
    """Returns the answer of a seat's plan to the question that it is asked, "" for none. Stops the plan if its first move can't be made.

    A move waits for the question that it answers. Questions of which the plan has nothing are the person's, but for one: before a task
    nobody more is hired.
    """
    notes = table.value.notes_of(seat)
    answer = "" if table.is_guided else answer_of_plan(table.game, notes, table.version)
    if isinstance(answer, PlanStop):
        table.change_notes(seat, notes.stopped(answer))
        return ""
    return answer


def answer_of_plan(game: Game, notes: SeatNotes, version: int) -> str | PlanStop:
    """Returns the answer of a plan to the question that its seat is asked ("": none), or why it stops there, after ``version`` entries."""
    if not notes.acts:
        return ""
    rules = game.ruleset
    if notes.revision != rules.revision:
        return PlanStop("revision", version)
    moves = [PlannedMove.parse(rules, text) for text in notes.plan]
    action, refusal = moves[0].answer(game)
    if game.state.round > notes.round:
        return PlanStop("round_over", version, moves[0].action.text)
    if refusal is None:
        return action.text
    if refusal.code not in OTHER_QUESTION and game.question_kind not in CLOSING_ANSWERS:
        return PlanStop(refusal.code, version, action.text, refusal.facts.get("need", -1), refusal.facts.get("have", -1))
    if game.question_kind == "hire" and is_foreseeable(rules, moves[0].action):
        return "done"
    if any(answers(game, move) for move in moves[1:]):
        return PlanStop("other_question", version, moves[0].action.text)
    return ""


def answers(game: Game, move: PlannedMove) -> bool:
    """Returns whether a move is about the question that is asked, possible or not."""
    refusal = game.refusal(move.action)
    return game.question_kind not in CLOSING_ANSWERS and (refusal is None or refusal.code not in OTHER_QUESTION)


def end_turn(table: Table, seat: int) -> None:
    """Ends the seat's turn if only the offer to remodel is left of it."""
    if table.game.current_player == seat and table.game.question_kind in SKIPPABLE_QUESTIONS:
        table.apply_texts((CLOSING_ANSWERS[table.game.question_kind],))
