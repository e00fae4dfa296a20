"""The analysis of a game: for each decision what could be expected, what the best answer was, and what another one cost."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

import msgspec

import groundfloor
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.kinds import QuestionKind
from groundfloor.guide import is_proposed

from .advice import Advice, after_answer
from .evaluated_answers import Budget, Expectation, evaluate_answers
from .reasons import Reason, reasons

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundfloor.agents.network.value_network import ValueNetwork
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.record import Record

    from .evaluated_answers import Evaluator

ANALYSIS_VERSION = 2
"""Raised whenever what an analysis says changes its meaning; stored ones of other versions are computed again."""


@dataclass(frozen=True)
class DecisionAnalysis:
    """A decision of a seat, after ``entry`` entries of the record: what it played and what was best, with what could be expected of both.

    ``before`` is the expectation of the best answer, ``after`` that of the one that was played. ``cost`` is the utility that was lost, 0 for
    the best answer; ``reasons`` compare the best answer with the one that was played. ``is_guided``: the guide of a guided game proposed it.
    """

    entry: int
    seat: int
    round: int
    phase: int
    kind: QuestionKind
    played: str
    best: str
    after: Expectation
    before: Expectation
    cost: float
    reasons: list[Reason]
    is_guided: bool = False

    @property
    def loss(self) -> tuple[int, int]:
        """What was lost, as it is shown: percent of winning chance, then prestige points."""
        return self.before.percent - self.after.percent, self.before.points - self.after.points

    @property
    def is_mistake(self) -> bool:
        """Whether another answer was better, by more than the noise and by what is shown; what the guide proposed is none."""
        return not self.is_guided and not self.after.is_as_good_as(self.before) and self.loss > (0, 0)


@dataclass(frozen=True)
class GameAnalysis:
    """The decisions of a game. ``fingerprint`` names the record, the code, the weights and the budget that it was made with."""

    fingerprint: str
    simulations: int
    decisions: list[DecisionAnalysis]

    def costliest(self, seat: int | None = None, most: int = 8) -> list[DecisionAnalysis]:
        """Returns the mistakes of one seat or of all, by loss of winning chance, then of prestige."""
        found = [each for each in self.decisions if each.is_mistake and seat in (None, each.seat)]
        return sorted(found, key=lambda each: each.loss, reverse=True)[:most]


def analyse_game(
    record: Record, evaluator: Evaluator, budget: Budget, seats: Collection[int] | None = None, start: int = 0
) -> Iterator[DecisionAnalysis]:
    """Yields the decisions of these seats (None: of all but Automas) that left a choice, from the decision with the number ``start`` on.

    >>> import random
    >>> from groundfloor import Match, ruleset
    >>> from groundfloor.analysis.evaluated_answers import Evaluator
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> dice = random.Random(1)
    >>> for _ in range(6):
    ...     match.apply(dice.choice(match.game.legal_actions))
    >>> found = list(analyse_game(match.record, Evaluator.from_file(), Budget(simulations=0)))
    >>> len(found) == decision_count(match.record), all(decision.cost >= 0 for decision in found)
    (True, True)
    """
    for number, (entry, game, action) in enumerate(decisions_of(record, seats)):
        if number >= start:
            is_guided = record.purpose == "guided" and is_proposed(record.prefix(entry), game, action)
            yield replace(analyse_decision(entry, game, action, evaluator, budget), is_guided=is_guided)


def decision_count(record: Record, seats: Collection[int] | None = None) -> int:
    return sum(1 for _decision in decisions_of(record, seats))


def seats_of_people(record: Record) -> list[int]:
    """Returns the seats for which a person has decided something; all but Automas if there are none."""
    decisions = [(entry, bot) for entry, bot in record.entries_with_bots() if not entry.is_seat_change and not entry.undo_count]
    found = {entry.seat for entry, bot in decisions if entry.seat >= 0 and not bot}
    return sorted(found) or [seat for seat, person in enumerate(record.seats) if not person.automa]


def decisions_of(record: Record, seats: Collection[int] | None) -> Iterator[tuple[int, Game, Action]]:
    """Yields entries before, position and answer of each decision that left a choice and was not undone."""
    for game, entry, number in record.positions():
        if entry is not None and entry.seat >= 0 and (seats is None or entry.seat in seats) and len(game.legal_actions) > 1:
            yield number - 1, game.copy(), game.ruleset.action(entry.text)


def analyse_decision(entry: int, game: Game, action: Action, evaluator: Evaluator, budget: Budget) -> DecisionAnalysis:
    answers = evaluate_answers(game, evaluator, Random(entry), budget)
    played = next(answer for answer in answers if answer.action.index == action.index)
    # What was played is the best if no other answer promises more.
    best = answers[0] if answers[0].expectation.utility > played.expectation.utility else played
    cost = round(max(best.expectation.utility - played.expectation.utility, 0), 4)
    why = reasons(evaluator, after_answer(game, best.action), after_answer(game, action), game.asked_seat) if best is not played else []
    return DecisionAnalysis(
        entry=entry,
        seat=game.asked_seat,
        round=game.state.round,
        phase=game.state.phase,
        kind=game.question_kind,
        played=action.text,
        best=best.action.text,
        after=played.expectation,
        before=best.expectation,
        cost=cost,
        reasons=why,
    )


def fingerprint(record: Record, evaluator: Evaluator, simulations: int) -> str:
    """Returns what an analysis depends on: record, version of the package, ruleset, weights and budget, as one line."""
    entries = hashlib.sha256("\n".join(str(entry) for entry in record.entries).encode()).hexdigest()[:16]
    rules = f"{record.ruleset.name} {record.ruleset.revision}"
    weights = hash_of_layers(evaluator.network)
    return f"analysis {ANALYSIS_VERSION} version {groundfloor.__version__} {rules} entries {entries} weights {weights} simulations {simulations}"


def hash_of_layers(network: ValueNetwork) -> str:
    found = hashlib.sha256(str(network.guide).encode())
    for weights, bias in network.layers:
        found.update(weights.tobytes())
        found.update(bias.tobytes())
    return found.hexdigest()[:16]


class BadAnalysis(GroundfloorError):
    """JSON that holds no advice or analysis of this version."""


def to_json(found: Advice | DecisionAnalysis | GameAnalysis | list[DecisionAnalysis] | None) -> str:
    return msgspec.json.encode(found).decode()


def advice_from_json(text: str) -> Advice | None:
    """Returns what ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=Advice | None)
    except msgspec.MsgspecError as error:
        raise BadAnalysis("This is no advice of this version.") from error


def decisions_from_json(text: str) -> list[DecisionAnalysis]:
    """Returns a list of decisions that ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=list[DecisionAnalysis])
    except msgspec.MsgspecError as error:
        raise BadAnalysis("These are no analysed decisions of this version.") from error
