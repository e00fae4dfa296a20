"""Answers that a table gives by itself: those that a seat's preferences settle, and the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .draft import CLOSING_ANSWERS, SKIPPABLE_QUESTIONS
from .seat_holders import STANDING_ANSWERS

if TYPE_CHECKING:
    from .table import Table


def give_standing_answers(table: Table) -> None:
    """Gives the standing answers that are due, up to the question of a bot."""
    if table.is_shown or table.pause is not None:
        return
    while (question := table.game.question) is not None and not table.seat_holders[question.seat].agent:
        preference = STANDING_ANSWERS.get(question.kind)
        if preference is None or not table.preferences_of(question.seat).is_on(preference):
            return
        table.drafts.pop(question.seat, None)
        table.match.apply(table.game.ruleset.action("done"))
        end_turn(table, question.seat)


def end_turn(table: Table, seat: int) -> None:
    """Ends the seat's turn if only the offer to remodel is left of it."""
    if table.game.current_player == seat and table.game.question_kind in SKIPPABLE_QUESTIONS:
        table.match.apply(table.game.ruleset.action(CLOSING_ANSWERS[table.game.question_kind]))
