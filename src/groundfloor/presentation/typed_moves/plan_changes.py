"""Reads typed changes of a plan: which operation the words mean, in the reader's language or in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.round_plan import AT_MOST, ELSE
from groundfloor.numbers import parse_int
from groundfloor.table.errors import BadPlan, UnknownCommand
from groundfloor.table.operations import (
    AddPlannedMove,
    ClearPlan,
    DraftNextPlannedMove,
    RemovePlannedMove,
    ReorderPlannedMove,
    SetCondition,
    StartPlan,
    StopPlan,
)
from groundfloor.table.plans import plannable_texts

from ..translations import translations_of
from .commands import condition_words, meaning_of_word, plan_words
from .move_reader import MoveCandidate, MoveReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.table.operations import PlanChange


def read_plan(rules: Ruleset, typed: str, version: int, language: str) -> PlanChange | StartPlan | StopPlan | DraftNextPlannedMove:
    """Returns what typed words ask of a plan: a change (``read_plan_change``), ``next``, which makes its next step the draft, ``start`` or ``stop``."""
    match plan_word(typed, language):
        case "next", "":
            return DraftNextPlannedMove(version)
        case "start", "":
            return StartPlan()
        case "stop", "":
            return StopPlan()
        case _:
            return read_plan_change(rules, typed, language)


def read_plan_change(rules: Ruleset, typed: str, language: str) -> PlanChange:
    """Returns a change of a plan: ``add MOVE`` (which may be abbreviated), ``drop N``, ``up N``, ``down N``, ``move N M``, ``if N CONDITION`` or ``clear``.

    A MOVE may end with a CONDITION: ``at most MONEY`` or ``else MOVE``; ``if N`` alone removes that of a step. Command, move and condition may be
    in ``language`` or in English. Steps are counted from 1. The text of the step may follow a number. Raises BadPlan, Ambiguous or UnknownCommand.
    """
    word, rest = plan_word(typed, language)
    if word == "clear" and not rest:
        return ClearPlan()
    if word == "add" and rest:
        action, condition = split_condition(rest, language)
        return AddPlannedMove(complete_step(rules, action, language) + read_condition(rules, condition, language))
    places = {"drop": 1, "up": 1, "down": 1, "if": 1, "move": 2}.get(word, 0)
    words = rest.split()
    if not places or len(words) < places:
        raise BadPlan(
            "A plan knows: add TASK, drop N, up N, down N, move N M, if N at most MONEY, if N else TASK, clear, next, start, stop."
        )
    at, shown = step_index(words[0]), " ".join(words[places:])
    match word:
        case "drop":
            return RemovePlannedMove(at, shown)
        case "move":
            return ReorderPlannedMove(at, step_index(words[1]), shown)
        case "if":
            shown, condition = split_condition(shown, language)
            return SetCondition(at, read_condition(rules, condition, language), shown)
        case _:
            return ReorderPlannedMove(at, at - 1 if word == "up" else at + 1, shown)


def plan_word(typed: str, language: str) -> tuple[str, str]:
    """Returns the English word of a change of a plan, and the rest of the line."""
    word, _, rest = typed.strip().partition(" ")
    return meaning_of_word(word, plan_words(translations_of(language))), rest.strip()


def step_index(number: str) -> int:
    """Returns the index of a step by its number from 1; BadPlan for what is no such number."""
    found = parse_int(number)
    if found is None or found < 1:
        raise BadPlan("The plan has no step %(number)s.", number=number[:20])
    return found - 1


def split_condition(typed: str, language: str) -> tuple[str, str]:
    """Returns a typed move without its condition, and the condition with its English words ("": none)."""
    text = f" {' '.join(typed.split())} "
    for condition, known in condition_words(translations_of(language)).items():
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
