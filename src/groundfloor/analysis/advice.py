"""Advice for the seat that is asked: what to look at, the best answers with reasons, and the best line to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.record import CHANCE

from .evaluated_answers import Budget, Expectation, evaluate_answers
from .reasons import Reason, reasons

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action, Outcome
    from groundfloor.engine.game import Game
    from groundfloor.engine.view import View

    from .evaluated_answers import EvaluatedAnswer, Evaluator

MAX_STEPS = 150


@dataclass(frozen=True)
class LineStep:
    """An answer that is expected of a seat, or a draw (seat ``CHANCE``), for which the likeliest outcome is assumed.

    ``percent`` is how likely the outcome is, 100 for answers; ``is_forced`` says that nothing else was possible.
    """

    seat: int
    text: str
    percent: int = 100
    is_forced: bool = False

    @property
    def is_chance(self) -> bool:
        return self.seat == CHANCE


def best_line(game: Game, first: Action, evaluator: Evaluator) -> list[LineStep]:
    """Returns the answers and draws from an answer to the end of the round: everybody's best by the network."""
    now, round = game.copy(), game.state.round
    steps: list[LineStep] = []
    action: Action | None = first
    while not now.is_over and now.state.round == round and len(steps) < MAX_STEPS:
        if now.chance is not None:
            outcome, percent = likeliest(now)
            steps.append(LineStep(CHANCE, outcome.text, percent, percent == 100))
            now.apply_outcome(outcome)
            continue
        is_forced = len(now.legal_actions) == 1
        chosen = action or (now.legal_actions[0] if is_forced else evaluator.best_answer(now))
        steps.append(LineStep(now.asked_seat, chosen.text, is_forced=is_forced))
        now.apply_action(chosen)
        action = None
    return steps


def likeliest(game: Game) -> tuple[Outcome, int]:
    """Returns the likeliest outcome of the pending draw, the first one of equals, and its probability in percent."""
    chance = game.chance
    assert chance is not None
    weight, place = max((weight, -place) for place, weight in enumerate(chance.weights))
    return chance.outcomes[-place], round(100 * weight / sum(chance.weights))


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
class Choice:
    """An answer, what can be expected after it, and in what it differs from the answer ``compared_with``."""

    text: str
    expectation: Expectation
    reasons: list[Reason]
    compared_with: str


@dataclass(frozen=True)
class Advice:
    """Advice for a seat at one question. ``simulations`` are those that the time allowed.

    ``equals`` is how many of the choices, from the first one on, are as good as the first one; 1 if it is clearly better than the others.
    """

    seat: int
    kind: QuestionKind
    focus: Focus
    choices: list[Choice]
    equals: int
    line: list[LineStep]
    simulations: int


def advise(view: View, evaluator: Evaluator, rng: Random, budget: Budget) -> Advice | None:
    """Returns advice for the view's seat, from nothing but what it may know; None if it is not asked.

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
    answers = evaluate_answers(game, evaluator, rng, budget)
    chosen = distinct(answers)
    best = chosen[0].expectation
    chosen.sort(key=lambda each: not each.expectation.is_as_good_as(best))
    return Advice(
        game.asked_seat,
        game.question_kind,
        focus_of(game, chosen[0].action),
        choices_of(game, evaluator, chosen),
        sum(answer.expectation.is_as_good_as(best) for answer in chosen),
        best_line(game, chosen[0].action, evaluator),
        sum(answer.visits for answer in answers),
    )


def distinct(answers: list[EvaluatedAnswer]) -> list[EvaluatedAnswer]:
    """Returns the best answer and the next best that begin with other words; variants of these only if there are not enough."""
    verbs: set[str] = set()
    first: list[EvaluatedAnswer] = []
    rest: list[EvaluatedAnswer] = []
    for answer in answers:
        (rest if answer.action.verb in verbs else first).append(answer)
        verbs.add(answer.action.verb)
    return sorted([*first, *rest][:MAX_CHOICES], key=answers.index)


def choices_of(game: Game, evaluator: Evaluator, chosen: list[EvaluatedAnswer]) -> list[Choice]:
    """Returns the answers with reasons: the best compared with the second, the others with the best."""
    seat = game.asked_seat
    after = [after_answer(game, each.action) for each in chosen]
    found = []
    for place, each in enumerate(chosen):
        other = 0 if place else min(1, len(chosen) - 1)
        found.append(
            Choice(each.action.text, each.expectation, reasons(evaluator, after[place], after[other], seat), chosen[other].action.text)
        )
    return found


def focus_of(game: Game, action: Action) -> Focus:
    area = area_of(game, action)
    same = [each for each in game.legal_actions if (area_of(game, each) == area if area else each.verb == action.verb)]
    rivals = [player for seat, player in enumerate(game.state.players) if seat != game.asked_seat]
    return Focus(action.verb, area, len(same), sum(player.time for player in rivals))


def area_of(game: Game, action: Action) -> str:
    """Returns the id of the area in which an answer resolves; "" if there is none."""
    found = game.quote(action).resolves_in
    return found if any(area.id == found for area in game.ruleset.areas) else ""


def after_answer(game: Game, action: Action) -> Game:
    """Returns the position that an answer itself makes, in which answers to one question can be compared.

    After one of them the game may go on further than after another: to the next round, with its new time markers, or through the moves of
    others. What comes of that is no difference between the answers.
    """
    return game.draft(action)
