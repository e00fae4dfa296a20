"""Hints in last rounds: their first answer is the one that a computation in which all seats look ahead finds best."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from groundfloor import Game, Record, ruleset
from groundfloor.agents.search.endgame import Endgame, TooLarge, is_last_round, solve
from groundfloor.analysis import Budget, Evaluator
from groundfloor.analysis.evaluated_answers import dice_of, evaluate_answers
from groundfloor.editions import NAMES
from groundfloor.engine.state import CONDUCT
from tests.support.samples import sampled

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.gfr"))
MOST = 20_000
"""The most answers and draws that this computation tries, twice as many as a hint."""
POSITIONS = 10
"""Positions of a record at most."""
FILES = [file.stem for file in GOLDEN]
SAMPLE = ("second-2-random", "online-3", "first-4", "manual-2", "second-hadid-random")


def last_decisions(file: Path) -> Iterator[Game]:
    """Yields the decisions of the last phase IV of a record."""
    record = Record.parse(file.read_text("utf-8"), ruleset)
    for game, entry, _number in record.positions():
        is_decision = entry is not None and entry.seat >= 0 and len(game.legal_actions) > 1
        if is_decision and is_last_round(game) and game._state.phase == CONDUCT:
            yield game.copy()


def compared(file: Path) -> list[str]:
    """Returns the kinds of the questions at which a hint and the computation gave the same; fails where they did not."""
    evaluator = Evaluator.from_file()
    found: list[str] = []
    for game in last_decisions(file):
        if len(found) == POSITIONS or solve(game) is None:
            continue
        seat = game.asked_seat
        try:
            wanted = max(outcomes.prestige[seat] for _action, outcomes in Endgame(game, MOST).answers(game))
        except TooLarge:
            continue
        first = evaluate_answers(game, evaluator, dice_of(game), Budget(4))[0]
        assert first.expectation.is_exact and abs(first.expectation.prestige - wanted) < 1e-3, game.question_kind
        found.append(game.question_kind)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(FILES, SAMPLE.__contains__))
def test_first_answer_of_a_hint_is_the_best_of_what_can_follow(name: str) -> None:
    compared(next(file for file in GOLDEN if file.stem == name))


def test_records_of_all_rulesets_are_compared() -> None:
    assert all(any(file.startswith(name) for file in FILES) for name in NAMES) and len(FILES) >= 40
