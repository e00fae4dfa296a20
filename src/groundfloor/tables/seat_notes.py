"""What a seat keeps for itself beside its draft: the plan of its round, and what it has looked at. Nobody else ever sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.round_plan import MAX_STEPS, plan_round
from ..numbers import parse_int
from ..presentation.translations import DEFAULT, translations
from ..presentation.typed_moves.commands import meaning_of_word, plan_words
from .commands import Choice, MoveReader
from .errors import BadPlan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.game import Game
    from ..engine.round_plan import RoundPlan
    from ..engine.ruleset import Ruleset


@dataclass(frozen=True)
class SeatNotes:
    """``plan`` has the texts of the planned actions in order, ``seen`` the version up to which the seat has looked (-1: it never said so)."""

    plan: tuple[str, ...] = ()
    seen: int = -1


@dataclass(frozen=True)
class SeatPlan:
    """The plan of a seat, tried. ``texts`` are all steps; those of ``drafted`` (by their index) are in the draft already, the others are
    tried after it in ``tried`` (None: there is nothing left to plan in this game).
    """

    texts: tuple[str, ...]
    drafted: frozenset[int]
    tried: RoundPlan | None

    @classmethod
    def of(cls, game: Game, seat: int, texts: tuple[str, ...], draft: Sequence[str]) -> SeatPlan:
        left, drafted = list(draft), []
        for index, text in enumerate(texts):
            if text in left:
                left.remove(text)
                drafted.append(index)
        waiting = [text for index, text in enumerate(texts) if index not in drafted]
        return cls(texts, frozenset(drafted), plan_round(game, seat, waiting))

    def next_step(self) -> str:
        """Returns the first step that is possible and not in the draft; "" if there is none."""
        steps = self.tried.steps if self.tried is not None and not self.tried.is_next_round else []
        return next((step.action.text for step in steps if step.refusal is None), "")


def plannable_texts(rules: Ruleset) -> list[str]:
    """Returns the texts of all actions that a plan can hold: hires, tasks and remodels."""
    return [action.text for action in rules.actions if is_plannable_text(rules, action.text)]


def is_plannable_text(rules: Ruleset, text: str) -> bool:
    """Returns whether this is the text of an action that a plan can hold."""
    action = rules.action_table.by_text.get(text)
    return action is not None and (action.verb in ("hire", "remodel") or rules.task_of[action.index] is not None)


def checked_steps(rules: Ruleset, texts: Iterable[str]) -> tuple[str, ...]:
    """Returns the texts of a plan, written as in records; BadPlan if they are too many or if one is not plannable."""
    found = tuple(" ".join(text.lower().split()) for text in texts)
    if len(found) > MAX_STEPS:
        raise BadPlan("A plan has at most %(most)s steps.", most=str(MAX_STEPS))
    for text in found:
        if not is_plannable_text(rules, text):
            raise BadPlan("“%(text)s” can’t be planned: a plan has hires, tasks and remodels.", text=text[:60])
    return found


def changed_plan(rules: Ruleset, plan: tuple[str, ...], command: str, language: str = DEFAULT) -> tuple[str, ...]:
    """Returns a plan after a command: ``add TASK`` (which may be abbreviated), ``drop N``, ``up N``, ``down N``, ``move N M`` or ``clear``.

    Command and task may be in ``language`` or in English. Steps are counted from 1. The text of the step may follow a number; BadPlan if another step is there meanwhile.
    """
    word, rest = plan_change(command, language)
    if word == "clear" and not rest:
        return ()
    if word == "add" and rest.strip():
        return checked_steps(rules, (*plan, complete_step(rules, rest, language)))
    places = {"drop": 1, "up": 1, "down": 1, "move": 2}.get(word, 0)
    given = rest.split()
    if not places or len(given) < places:
        raise BadPlan("A plan knows: add TASK, drop N, up N, down N, move N M, clear, next.")
    at = step_index(plan, given[0])
    if len(given) > places and " ".join(given[places:]).lower() != plan[at]:
        raise BadPlan("The plan has changed meanwhile: that step is not there any more.")
    step, others = plan[at], (*plan[:at], *plan[at + 1 :])
    if word == "drop":
        return others
    target = step_index(plan, given[1]) if word == "move" else at + (-1 if word == "up" else 1)
    target = max(0, min(target, len(others)))
    return (*others[:target], step, *others[target:])


def plan_change(command: str, language: str) -> tuple[str, str]:
    """Returns the English word of a change of a plan, and the rest of the command."""
    word, _, rest = command.strip().partition(" ")
    return meaning_of_word(word, plan_words(translations(language))), rest.strip()


def complete_step(rules: Ruleset, typed: str, language: str) -> str:
    """Returns the plannable action that typed words stand for; Ambiguous or UnknownCommand like a typed move."""
    texts = plannable_texts(rules)
    reader = MoveReader(rules, [Choice(rules.action(text)) for text in texts], 0, language)
    text = reader.read(typed)
    if text not in texts:
        raise reader.ambiguous(typed, reader.names(each for each in reader.choices if each.action.text.startswith(f"{text} ")))
    return text


def step_index(plan: Sequence[str], number: str) -> int:
    """Returns the index of a step by its number from 1; BadPlan if there is none."""
    found = parse_int(number)
    if found is None or not 1 <= found <= len(plan):
        raise BadPlan("The plan has no step %(number)s.", number=number[:20])
    return found - 1


def remove_done_steps(plan: tuple[str, ...], done: Iterable[str]) -> tuple[str, ...]:
    """Returns a plan without the steps that were done, each once."""
    left = list(plan)
    for text in done:
        if text in left:
            left.remove(text)
    return tuple(left)
