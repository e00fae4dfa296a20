"""What a seat keeps for itself beside its draft: its planned moves, and what it has looked at. Nobody else ever sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ..engine.errors import UnknownAction
from ..engine.kinds import RefusalCode
from ..engine.refusals import Refusal
from ..engine.round_plan import AT_MOST, ELSE, MAX_STEPS, PlannedMove, is_foreseeable, plan_round, planned_round
from ..numbers import parse_int
from ..presentation.translations import DEFAULT, translations
from ..presentation.typed_moves.commands import condition_words, meaning_of_word, plan_words
from .commands import MoveCandidate, MoveReader
from .draft import CLOSING_ANSWERS
from .errors import BadPlan, UnknownCommand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.game import Game
    from ..engine.round_plan import RoundPlan
    from ..engine.ruleset import Ruleset

StopCode = Literal["other_question", "round_over", "revision", "undone", "bot"]
"""Why a plan has stopped, besides the reasons of the rules against an action."""
PlanCode = Literal[RefusalCode, StopCode]


@dataclass(frozen=True)
class PlanStop:
    """Why a plan makes no moves any more: at ``version``, because of the action with this ``text`` ("": of none), with the numbers of a refusal."""

    code: PlanCode
    version: int
    text: str = ""
    need: int = -1
    have: int = -1

    @property
    def refusal(self) -> Refusal | None:
        """The reason of the rules; None for another one."""
        code = self.code
        if code == "other_question" or code == "round_over" or code == "revision" or code == "undone" or code == "bot":
            return None
        return Refusal(code, {"need": self.need, "have": self.have} if self.need >= 0 else {})


@dataclass(frozen=True)
class SeatNotes:
    """``plan`` has the planned moves in order (``PlannedMove``, as text), ``seen`` the version up to which the seat has looked (-1: it never said so).

    While the plan ``acts``, the table makes the first move as soon as the seat is asked for it, up to the end of ``round``, by the rules of this ``revision``
    of the ruleset; ``stop`` says why it does so no more. ``acted`` is the version after the last answer that the table gave for the seat (-1: none), and
    ``known`` the version that the seat knew before.
    """

    plan: tuple[str, ...] = ()
    seen: int = -1
    acts: bool = False
    round: int = 0
    revision: int = 0
    stop: PlanStop | None = None
    acted: int = -1
    known: int = -1

    def with_plan(self, game: Game, seat: int, plan: tuple[str, ...], *, acts: bool = False) -> SeatNotes:
        """Returns the notes with another plan, for the round that can be planned now. A plan that acts goes on acting while it has moves."""
        acts = bool(plan) and (acts or self.acts)
        return replace(self, plan=plan, acts=acts, round=planned_round(game, seat), revision=game.ruleset.revision, stop=None)

    def without_plan(self) -> SeatNotes:
        return replace(self, plan=(), acts=False, stop=None)

    def without_done(self, rules: Ruleset, done: Iterable[str]) -> SeatNotes:
        """Returns the notes without the moves that were made; a plan that is empty by that acts no more."""
        left = remove_done_steps(rules, self.plan, done)
        return replace(self, plan=left, acts=self.acts and bool(left)) if left != self.plan else self

    def stopped(self, stop: PlanStop) -> SeatNotes:
        """Returns the notes of a plan that has stopped; the same if it did not act."""
        return replace(self, acts=False, stop=stop) if self.acts else self


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
            made = next((each for each in left if move.is_made_by(each)), None)
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
    """Returns the texts of all actions that a plan can hold: hires, tasks and remodels, and all others but the end of a turn, which needs no step."""
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


def changed_plan(rules: Ruleset, plan: tuple[str, ...], command: str, language: str = DEFAULT) -> tuple[str, ...]:
    """Returns a plan after a command: ``add MOVE`` (which may be abbreviated), ``drop N``, ``up N``, ``down N``, ``move N M``, ``if N CONDITION`` or ``clear``.

    A MOVE may end with a CONDITION: ``at most MONEY`` or ``else MOVE``; ``if N`` alone removes that of a step. Command, move and condition may be
    in ``language`` or in English. Steps are counted from 1. The text of the step may follow a number; BadPlan if another step is there meanwhile.
    """
    word, rest = plan_change(command, language)
    if word == "clear" and not rest:
        return ()
    if word == "add" and rest.strip():
        return checked_steps(rules, (*plan, complete_move(rules, rest, language)))
    places = {"drop": 1, "up": 1, "down": 1, "if": 1, "move": 2}.get(word, 0)
    given = rest.split()
    if not places or len(given) < places:
        raise BadPlan(
            "A plan knows: add TASK, drop N, up N, down N, move N M, if N at most MONEY, if N else TASK, clear, next, start, stop."
        )
    if word == "if":
        return with_condition(rules, plan, rest, language)
    at = step_index(plan, given[0])
    if len(given) > places and " ".join(given[places:]).lower() not in (plan[at], PlannedMove.parse(rules, plan[at]).action.text):
        raise BadPlan("The plan has changed meanwhile: that step is not there any more.")
    step, others = plan[at], (*plan[:at], *plan[at + 1 :])
    if word == "drop":
        return others
    target = step_index(plan, given[1]) if word == "move" else at + (-1 if word == "up" else 1)
    target = max(0, min(target, len(others)))
    return (*others[:target], step, *others[target:])


def with_condition(rules: Ruleset, plan: tuple[str, ...], given: str, language: str) -> tuple[str, ...]:
    """Returns a plan with another condition of a step: the number of the step, its action if it is to be checked, and the condition ("": none)."""
    number, _, rest = given.strip().partition(" ")
    at = step_index(plan, number)
    action = PlannedMove.parse(rules, plan[at]).action.text
    named, condition = split_condition(f" {rest}", language)
    if named and named.lower() != action:
        raise BadPlan("The plan has changed meanwhile: that step is not there any more.")
    return checked_steps(rules, (*plan[:at], action + read_condition(rules, condition, language), *plan[at + 1 :]))


def split_condition(typed: str, language: str) -> tuple[str, str]:
    """Returns a typed move without its condition, and the condition with its English words ("": none)."""
    text = f" {' '.join(typed.split())} "
    for condition, known in condition_words(translations(language)).items():
        for word in known:
            before, separator, after = text.partition(f" {word} ")
            if separator:
                return before.strip(), f"{condition}{after.strip()}"
    return text.strip(), ""


def read_condition(rules: Ruleset, condition: str, language: str) -> str:
    """Returns a condition with the full text of its action; BadPlan, Ambiguous or UnknownCommand."""
    if condition.startswith(ELSE):
        return ELSE + complete_step(rules, condition.removeprefix(ELSE), language)
    if condition and parse_int(condition.removeprefix(AT_MOST)) is None:
        raise BadPlan("“%(text)s” is no amount of money.", text=condition.removeprefix(AT_MOST)[:20])
    return condition


def complete_move(rules: Ruleset, typed: str, language: str) -> str:
    """Returns the planned move that typed words stand for, with its condition; BadPlan, Ambiguous or UnknownCommand."""
    action, condition = split_condition(typed, language)
    return complete_step(rules, action, language) + read_condition(rules, condition, language)


def plan_change(command: str, language: str) -> tuple[str, str]:
    """Returns the English word of a change of a plan, and the rest of the command."""
    word, _, rest = command.strip().partition(" ")
    return meaning_of_word(word, plan_words(translations(language))), rest.strip()


def complete_step(rules: Ruleset, typed: str, language: str) -> str:
    """Returns the plannable action that typed words stand for, a hire, task or remodel if they can mean one; Ambiguous or UnknownCommand
    like a typed move.
    """
    tried, others = plannable_texts(rules)
    try:
        return read_step(rules, tried, typed, language)
    except UnknownCommand as unknown:
        try:
            return read_step(rules, others, typed, language)
        except UnknownCommand:
            raise unknown from None


def read_step(rules: Ruleset, texts: Sequence[str], typed: str, language: str) -> str:
    reader = MoveReader(rules, [MoveCandidate(rules.action(text)) for text in texts], 0, language)
    text = reader.read(typed)
    if text not in texts:
        raise reader.ambiguous(typed, reader.names(each for each in reader.choices if each.action.text.startswith(f"{text} ")))
    return text


def step_index(plan: Sequence[str], number: str) -> int:
    """Returns the index of a step by its number from 1; BadPlan if there is none."""
    index = parse_int(number)
    if index is None or not 1 <= index <= len(plan):
        raise BadPlan("The plan has no step %(number)s.", number=number[:20])
    return index - 1


def remove_done_steps(rules: Ruleset, plan: tuple[str, ...], done: Iterable[str]) -> tuple[str, ...]:
    """Returns a plan without the steps that were done, each once."""
    left = list(plan)
    for text in done:
        made = next((step for step in left if PlannedMove.parse(rules, step).is_made_by(text)), None)
        if made is not None:
            left.remove(made)
    return tuple(left)
