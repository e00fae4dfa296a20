"""The best line: what is expected of everybody to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Outcome
    from groundfloor.engine.game import Game

    from .evaluated_answers import Evaluator

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
