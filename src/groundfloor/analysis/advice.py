"""Advice for the seat that is asked: what to look at, the best answers with reasons, and the best line to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents.search.search_result import LineStep, likeliest
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.record import CHANCE
from groundfloor.guide import proposed_moves

from .evaluated_answers import CONSIDERED, Budget, Expectation, dice_of, evaluate_answers, judgement_key
from .reasons import Reason, reasons

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.record import Record
    from groundfloor.engine.view import View

    from .evaluated_answers import EvaluatedAnswer, Evaluator
    from .reasons import QuantityName

MAX_STEPS = 150


def best_line(game: Game, begun: Sequence[LineStep], evaluator: Evaluator) -> tuple[list[LineStep], Game]:
    """Returns the answers and draws of a line that has begun, up to the end of the round, and the position there.

    After the steps that a search expects everybody gives the best answer by the network, and the likeliest outcomes are drawn.
    """
    now, round = game.copy(), game._state.round
    steps: list[LineStep] = []
    waiting = [step for step in begun if not step.is_chance]
    while not now.is_over and now._state.round == round and len(steps) < MAX_STEPS:
        if now.chance is not None:
            outcome, percent = likeliest(now)
            steps.append(LineStep(CHANCE, outcome.text, percent))
            now.apply_outcome(outcome)
            continue
        step = waiting.pop(0) if waiting else None
        text = step.text if step is not None else evaluator.best_answer(now).text
        steps.append(LineStep(now.asked_seat, text))
        now.apply(text)
    return steps, now


MAX_CHOICES = 3


@dataclass(frozen=True)
class Focus:
    """What to look at: the first word of the best answer, and the area where it resolves ("" outside the city).

    ``choices`` are the legal answers there, ``rival_time`` the time markers with which opponents can still come this round.
    """

    verb: str
    area: str
    choices: int
    rival_time: int


@dataclass(frozen=True)
class AdvisedAnswer:
    """An answer, what can be expected after it, and what its line brings compared with that of the answer ``compared_with``.

    ``other`` is what that one promises. Without reasons only the
    search tells the answers apart. ``line`` are the decisions that the search expects, the answer first. ``share``, from 0 to 1, is the part
    of the simulations that followed it, by which answers are ordered; 0 where there were none. ``is_guided``: the guide of a guided
    game proposes it.
    """

    text: str
    expectation: Expectation
    reasons: list[Reason]
    compared_with: str
    other: Expectation
    line: list[LineStep]
    is_guided: bool = False
    share: float = 0.0


@dataclass(frozen=True)
class AnswerValue:
    """What is expected after one of the legal answers, and the decisions that follow it, the answer first."""

    text: str
    expectation: Expectation
    line: list[LineStep]


@dataclass(frozen=True)
class Advice:
    """Advice for a seat at one question. ``simulations`` are those that the time allowed, 0 where the end was computed.

    ``equals`` is how many of the choices, from the first one on, are as good as the first one; 1 if it is clearly better than the others.
    ``answers`` are all legal answers in the order of the advice; ``position`` is the key under which it
    is kept (``judgement_key``).
    """

    seat: int
    kind: QuestionKind
    focus: Focus
    choices: list[AdvisedAnswer]
    equals: int
    line: list[LineStep]
    simulations: int
    answers: list[AnswerValue]
    position: str


def advise(view: View, evaluator: Evaluator, rng: Random, budget: Budget, proposed: Sequence[str] = ()) -> Advice | None:
    """Returns advice for the view's seat, from nothing but what it may know; None if it is not asked.

    ``proposed`` are the answers that a guide proposes, the first one preferred: it comes first where it is as good as the best one, and is one
    of the choices in any case.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> from groundfloor.analysis.evaluated_answers import Evaluator
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    >>> view = match.game.view(match.game.current_player)
    >>> advice = advise(view, Evaluator.from_file(), Random(1), Budget(simulations=2))
    >>> sorted(choice.text for choice in advice.choices), advice.focus.verb in ("hire", "done")
    (['done', 'hire'], True)
    """
    if not view.is_asked:
        return None
    game = view.game()
    answers = guided_first(evaluate_answers(game, evaluator, rng, budget), proposed)
    chosen = distinct(answers, proposed)
    best = chosen[0].expectation
    equals = next((place for place, candidate in enumerate(chosen) if not candidate.expectation.is_as_good_as(best)), len(chosen))
    lines = [best_line(game, candidate.line, evaluator) for candidate in chosen]
    simulations = sum(answer.visits for answer in answers)
    return Advice(
        game.asked_seat,
        game.question_kind,
        focus_of(game, chosen[0].action),
        choices_of(game, chosen, [end for _steps, end in lines], equals, simulations, proposed),
        equals,
        lines[0][0],
        simulations,
        [AnswerValue(candidate.action.text, candidate.expectation, list(candidate.line)) for candidate in answers],
        judgement_key(game, evaluator),
    )


def advise_in_game(record: Record, game: Game, evaluator: Evaluator, budget: Budget) -> Advice | None:
    """Returns advice at a position of a record, the same whoever asks, with what a guided game proposes; None if no seat is asked."""
    return advise(game.view(game.current_player), evaluator, dice_of(game), budget, proposed_moves(record, game))


def guided_first(answers: list[EvaluatedAnswer], proposed: Sequence[str]) -> list[EvaluatedAnswer]:
    """Returns the answers with that of the guide before all others, if it is as good as the best one."""
    guided = next((each for text in proposed[:1] for each in answers if each.action.text == text), None)
    if guided is None or not guided.expectation.is_as_good_as(answers[0].expectation):
        return answers
    return [guided, *(each for each in answers if each is not guided)]


def distinct(answers: list[EvaluatedAnswer], proposed: Sequence[str] = ()) -> list[EvaluatedAnswer]:
    """Returns the best answer and the next best that begin with other words, in their order; variants of these if there are not enough.

    Answers that the search has hardly followed come last, as little is known of them. What the guide proposes is always there.
    """
    verbs: set[str] = set()
    first: list[EvaluatedAnswer] = []
    rest: list[EvaluatedAnswer] = []
    considered = answers if answers[0].expectation.is_exact else answers[:CONSIDERED]
    for answer in considered:
        (rest if answer.action.verb in verbs else first).append(answer)
        verbs.add(answer.action.verb)
    chosen = [*first, *rest, *answers[len(considered) :]][:MAX_CHOICES]
    guided = next((candidate for text in proposed[:1] for candidate in answers if candidate.action.text == text), None)
    if guided is not None and guided not in chosen:
        chosen = [*chosen[: MAX_CHOICES - 1], guided]
    return sorted(chosen, key=answers.index)


def choices_of(
    game: Game, chosen: list[EvaluatedAnswer], ends: list[Game], equals: int, simulations: int, proposed: Sequence[str] = ()
) -> list[AdvisedAnswer]:
    """Returns the answers with reasons: the best compared with the best of those that are not as good, the others with the best.

    The best task is not compared with a remodel, which takes no turn and excludes nothing, and reasons are of two answers of the same kind only.
    """
    seat, choices = game.asked_seat, []
    for place, answer in enumerate(chosen):
        same = [other for other, each in enumerate(chosen) if is_extra(game, each.action) == is_extra(game, answer.action)]
        other = 0 if place else next((other for other in same if other >= equals), same[-1])
        actions = [answer.action, chosen[other].action]
        left_out: list[QuantityName] = []
        if not has_product(game, seat) and "factory" not in [area_of(game, action) for action in actions]:
            left_out.append("sale")
        why = reasons(ends[place], ends[other], seat, is_better=not place, left_out=left_out) if other != place and other in same else []
        is_guided = answer.action.text in proposed
        choices.append(
            AdvisedAnswer(
                answer.action.text,
                answer.expectation,
                why,
                chosen[other].action.text,
                chosen[other].expectation,
                list(answer.line),
                is_guided,
                round(answer.visits / simulations, 4) if simulations else 0.0,
            )
        )
    return choices


def is_extra(game: Game, action: Action) -> bool:
    """Returns whether an answer is a remodel beside the task or purchase that is asked for (``RULES III.3``)."""
    return action.verb == "remodel" and game.question_kind != "bonus_room"


def has_product(game: Game, seat: int) -> bool:
    return seat in game._state.retail_products or seat in game._state.factory_queue


def focus_of(game: Game, action: Action) -> Focus:
    area = area_of(game, action)
    same = [each for each in game.legal_actions if (area_of(game, each) == area if area else each.verb == action.verb)]
    rivals = [player for seat, player in enumerate(game._state.players) if seat != game.asked_seat]
    return Focus(action.verb, area, len(same), sum(player.time for player in rivals))


def area_of(game: Game, action: Action) -> str:
    """Returns the id of the area of the city that an answer uses; "" for one in the player's company, wherever its markers go."""
    if game.question_kind == "schedule":
        return next((area.id for area in game.ruleset.areas for task in area.tasks if action in task.actions), "")
    area_id = game.quote(action).resolves_in
    return area_id if any(area.id == area_id for area in game.ruleset.areas) else ""
