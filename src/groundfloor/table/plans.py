"""Plans: the moves that a seat has planned, tried at a position, how they are changed, and which answers they give."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from groundfloor.engine.errors import UnknownAction
from groundfloor.engine.round_plan import MAX_STEPS, OTHER_QUESTION, PlannedMove, is_foreseeable, plan_round

from .closing_answers import CLOSING_ANSWERS
from .errors import BadPlan
from .operations import AddPlannedMove, ClearPlan, RemovePlannedMove, ReorderPlannedMove, ReplacePlan, SetCondition
from .value import PlanStop

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundfloor.engine.game import Game
    from groundfloor.engine.round_plan import RoundPlan
    from groundfloor.engine.ruleset import Ruleset

    from .operations import PlanChange
    from .value import SeatNotes


@dataclass(frozen=True)
class SeatPlan:
    """The plan of a seat, tried. ``texts`` are all steps; those of ``in_draft`` (by their index) are in the draft already, the others are
    tried after it in ``tried`` (None: there is nothing left to plan in this game). ``asked`` is the position if the seat is asked.
    """

    texts: tuple[str, ...]
    in_draft: frozenset[int]
    tried: RoundPlan | None
    asked: Game | None = None

    @classmethod
    def of(cls, game: Game, seat: int, texts: tuple[str, ...], draft: Sequence[str]) -> SeatPlan:
        left, in_draft = list(draft), []
        for index, text in enumerate(texts):
            move = PlannedMove.parse(game.ruleset, text)
            made = next((text for text in left if move.is_made_by(text)), None)
            if made is not None:
                left.remove(made)
                in_draft.append(index)
        waiting = [text for index, text in enumerate(texts) if index not in in_draft]
        return cls(texts, frozenset(in_draft), plan_round(game, seat, waiting), game if game.current_player == seat else None)

    def next_step(self) -> str:
        """Returns the action of the first step that is possible and not in the draft; "" if there is none."""
        if self.tried is None:
            return ""
        for step in self.tried.steps:
            action, refusal = (step.action, step.refusal)
            if step.is_left_open and self.asked is not None:
                action, refusal = step.move.answer(self.asked)
            elif step.is_left_open or self.tried.is_next_round:
                continue
            if refusal is None:
                return action.text
        return ""


def plannable_texts(rules: Ruleset) -> tuple[list[str], list[str]]:
    """Returns the texts of all actions that a plan can hold: hires, tasks and remodels, and all others except the end of a turn, which needs no step."""
    found = [action for action in rules.actions if action.text not in CLOSING_ANSWERS.values()]
    tried = [action.text for action in found if is_foreseeable(rules, action)]
    return tried, [action.text for action in found if action.text not in tried]


def planned_move(rules: Ruleset, text: str) -> PlannedMove | None:
    """Returns the move that a text stands for; None if no plan can hold it."""
    try:
        move = PlannedMove.parse(rules, text)
    except UnknownAction:
        return None
    actions = (move.action, move.otherwise or move.action)
    return None if any(action.text in CLOSING_ANSWERS.values() for action in actions) else move


def checked_steps(rules: Ruleset, texts: Iterable[str]) -> tuple[str, ...]:
    """Returns the texts of a plan, written as in records; BadPlan if they are too many or if one is not plannable."""
    steps = tuple(texts)
    if len(steps) > MAX_STEPS:
        raise BadPlan("A plan has at most %(most)s steps.", most=str(MAX_STEPS))
    moves = []
    for text in steps:
        move = planned_move(rules, text)
        if move is None:
            raise BadPlan("“%(text)s” can’t be planned.", text=text[:60])
        moves.append(str(move))
    return tuple(moves)


def check_can_act(plan: tuple[str, ...], *, is_guided: bool) -> None:
    """Raises BadPlan if the moves of a plan can't be made for the seat."""
    if is_guided:
        raise BadPlan("In the guided game you make each move yourself.")
    if not plan:
        raise BadPlan("The plan is empty: add a move first.")


def changed_plan(rules: Ruleset, plan: tuple[str, ...], change: PlanChange) -> tuple[str, ...]:
    """Returns a plan after a change; BadPlan if the step is not there, is not the one that was shown, or can't be planned."""
    match change:
        case ReplacePlan(steps):
            return checked_steps(rules, steps)
        case AddPlannedMove(step):
            return checked_steps(rules, (*plan, step))
        case ClearPlan():
            return ()
        case RemovePlannedMove(at, shown):
            check_step(rules, plan, at, shown)
            return (*plan[:at], *plan[at + 1 :])
        case ReorderPlannedMove(at, to, shown):
            check_step(rules, plan, at, shown)
            others = (*plan[:at], *plan[at + 1 :])
            to = max(0, min(to, len(others)))
            return (*others[:to], plan[at], *others[to:])
        case SetCondition(at, condition, shown):
            check_step(rules, plan, at, shown)
            return checked_steps(rules, (*plan[:at], PlannedMove.parse(rules, plan[at]).action.text + condition, *plan[at + 1 :]))
        case _:
            assert_never(change)


def check_step(rules: Ruleset, plan: Sequence[str], at: int, shown: str) -> None:
    """Raises BadPlan if a plan has no such step, or not the one that somebody has seen there."""
    if not 0 <= at < len(plan):
        raise BadPlan("The plan has no step %(number)s.", number=str(at + 1))
    if shown and shown.lower() not in (plan[at], PlannedMove.parse(rules, plan[at]).action.text):
        raise BadPlan("The plan has changed meanwhile: that step is not there any more.")


def answer_of_plan(game: Game, notes: SeatNotes, version: int) -> str | PlanStop:
    """Returns the answer of a plan to the question that its seat is asked ("": none), or why it stops there, after ``version`` entries."""
    if not notes.acts:
        return ""
    rules = game.ruleset
    if notes.revision != rules.revision:
        return PlanStop("revision", version)
    moves = [PlannedMove.parse(rules, text) for text in notes.plan]
    action, refusal = moves[0].answer(game)
    if game._state.round > notes.round:
        return PlanStop("round_over", version, moves[0].action.text)
    if refusal is None:
        return action.text
    if refusal.code not in OTHER_QUESTION and game.question_kind not in CLOSING_ANSWERS:
        return PlanStop(refusal.code, version, action.text, refusal.facts.get("need", -1), refusal.facts.get("have", -1))
    if game.question_kind == "hire" and is_foreseeable(rules, moves[0].action):
        return "done"
    if any(is_about_question(game, move) for move in moves[1:]):
        return PlanStop("other_question", version, moves[0].action.text)
    return ""


def is_about_question(game: Game, move: PlannedMove) -> bool:
    """Returns whether a move is about the question that is asked, possible or not."""
    refusal = game.refusal(move.action)
    return game.question_kind not in CLOSING_ANSWERS and (refusal is None or refusal.code not in OTHER_QUESTION)


def stopped(notes: SeatNotes) -> SeatNotes:
    """Returns the notes of a seat for which the table makes no planned moves any more, as the seat wants."""
    return replace(notes, acts=False, stop=None)


def seen(notes: SeatNotes, version: int) -> SeatNotes:
    """Returns the notes of a seat that has looked at everything up to a version."""
    return replace(notes, seen=max(notes.seen, version))


def acted(notes: SeatNotes, version: int, known: int | None) -> SeatNotes:
    """Returns the notes of a seat for which the table has given an answer, the last entry of a version; ``known`` is the one that the seat knew before (None: none)."""
    return replace(notes, acted=version, known=-1 if known is None else known)
