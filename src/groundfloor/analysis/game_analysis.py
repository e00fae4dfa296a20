"""The analysis of a game: for each decision what could be expected, what the best answer was, and what another one cost."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

import groundfloor
from groundfloor.agents.search.search_result import LineStep
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.kinds import QuestionKind
from groundfloor.guide import is_proposed

from .advice import Advice, AnswerValue, best_line
from .evaluated_answers import ANALYSIS_VERSION, Budget, Expectation, dice_of, evaluate_answers, hash_of_layers, judgement_key
from .reasons import Reason, reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.record import Record

    from .evaluated_answers import Evaluator


BLAME_SIMULATIONS = 1000
"""Simulations with which what looks like a mistake is judged again, at most."""


@dataclass(frozen=True)
class DecisionAnalysis:
    """A decision of a seat, after ``entry`` entries of the record: what it played and what was best, with what could be expected of both.

    ``before`` is the expectation of the best answer, ``after`` that of the one that was played. ``cost`` is the utility that was lost, 0 for
    the best answer. Of a mistake ``reasons`` compare the line of the best answer, which begins with ``line``, with that of the one that was
    played. ``simulations`` are those of the judgement, 0 if the end was computed. ``is_guided``: the guide of a guided game proposed it.
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
    line: list[LineStep]
    simulations: int
    is_guided: bool = False

    @property
    def loss(self) -> tuple[int, int]:
        """What was lost, as it is shown: percent of winning chance, then prestige points."""
        return (sum(self.before.band) - sum(self.after.band)) // 2, self.before.points - self.after.points

    @property
    def is_mistake(self) -> bool:
        """Whether another answer was better, by more than the noise and by what is shown; what the guide proposed is none.

        Ending a turn is one only if that is computed: before, what was left undone can still be done in the next turn.
        """
        if self.is_guided or self.after.is_as_good_as(self.before) or self.loss <= (0, 0):
            return False
        return self.played != "end" or self.before.is_exact


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
    record: Record,
    evaluator: Evaluator,
    budget: Budget,
    seats: Collection[int] | None = None,
    start: int = 0,
    blame: Callable[[], Budget] | None = None,
    kept: Mapping[str, Advice] | None = None,
) -> Iterator[DecisionAnalysis]:
    """Yields the decisions of these seats (None: of all but Automas) that left a choice, from the decision with the number ``start`` on.

    What looks like a mistake is judged again with the budget that ``blame`` then returns; the stronger judgement counts. ``kept`` is advice
    that was given in this game, by position: a decision that it is about is judged by it, unless the analysis thinks longer.

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
            advice = kept.get(judgement_key(game, evaluator)) if kept else None
            decision = analyse_decision(entry, game, action, evaluator, budget, advice)
            if decision.is_mistake and advice is None and blame is not None and not decision.before.is_exact:
                again = analyse_decision(entry, game, action, evaluator, blame())
                decision = max(decision, again, key=lambda each: each.simulations)
            yield replace(decision, is_guided=is_guided)


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


def analyse_decision(
    entry: int, game: Game, action: Action, evaluator: Evaluator, budget: Budget, advice: Advice | None = None
) -> DecisionAnalysis:
    """Returns what a decision was worth; ``advice`` that was given at its position counts, unless the budget has more simulations."""
    answers, simulations = judged_answers(game, evaluator, budget, advice)
    played = next(answer for answer in answers if answer.text == action.text)
    # What was played is the best if the first answer promises no more.
    best = answers[0] if answers[0].expectation.rank > played.expectation.rank else played
    decision = DecisionAnalysis(
        entry=entry,
        seat=game.asked_seat,
        round=game._state.round,
        phase=game._state.phase,
        kind=game.question_kind,
        played=action.text,
        best=best.text,
        after=played.expectation,
        before=best.expectation,
        cost=round(max(best.expectation.utility - played.expectation.utility, 0), 4),
        reasons=[],
        line=best.line,
        simulations=simulations,
    )
    if not decision.is_mistake:
        return decision
    ends = [best_line(game, compared.line, evaluator)[1] for compared in (best, played)]
    return replace(decision, reasons=reasons(ends[0], ends[1], game.asked_seat, is_better=True))


def judged_answers(game: Game, evaluator: Evaluator, budget: Budget, advice: Advice | None) -> tuple[Sequence[AnswerValue], int]:
    """Returns all answers, the best first, and the simulations of that judgement: of the advice or of an own search, whichever has more."""
    if advice is not None and (advice.simulations >= budget.simulations or advice.answers[0].expectation.is_exact):
        return advice.answers, advice.simulations
    answers = evaluate_answers(game, evaluator, dice_of(game), budget)
    values = [AnswerValue(evaluated.action.text, evaluated.expectation, list(evaluated.line)) for evaluated in answers]
    return values, sum(answer.visits for answer in answers)


def fingerprint(record: Record, evaluator: Evaluator, simulations: int) -> str:
    """Returns what an analysis depends on: record, version of the package, ruleset, weights and budget, as one line."""
    entries = hashlib.sha256("\n".join(str(entry) for entry in record.entries).encode()).hexdigest()[:16]
    rules = f"{record.ruleset.name} {record.ruleset.revision}"
    weights = hash_of_layers(evaluator.network)
    return f"analysis {ANALYSIS_VERSION} version {groundfloor.__version__} {rules} entries {entries} weights {weights} simulations {simulations}"


class BadAnalysis(GroundfloorError):
    """JSON that holds no advice or analysis of this version."""


def to_json(value: Advice | DecisionAnalysis | GameAnalysis | list[DecisionAnalysis] | None) -> str:
    return msgspec.json.encode(value).decode()


def advice_from_json(text: str) -> Advice | None:
    """Returns what ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=Advice | None)
    except msgspec.MsgspecError as error:
        raise BadAnalysis("This is no advice of this version.") from error


def kept_from_json(texts: Iterable[str]) -> dict[str, Advice]:
    """Returns advice that was kept by what it depends on, without what is of another version."""
    by_position: dict[str, Advice] = {}
    for text in texts:
        with suppress(BadAnalysis):
            advice = advice_from_json(text)
            if advice is not None:
                by_position[advice.position] = advice
    return by_position


def decisions_from_json(text: str) -> list[DecisionAnalysis]:
    """Returns a list of decisions that ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=list[DecisionAnalysis])
    except msgspec.MsgspecError as error:
        raise BadAnalysis("These are no analysed decisions of this version.") from error
