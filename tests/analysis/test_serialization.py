"""Advice and analysed decisions survive their JSON."""

from __future__ import annotations

import random

import pytest

from groundfloor.analysis import Budget, Evaluator, advise, analyse_game
from groundfloor.analysis.game_analysis import BadAnalysis, advice_from_json, decisions_from_json, to_json
from tests.support.play import match_at, played_match

EVALUATOR = Evaluator.from_file()


def test_advice_and_decisions_survive() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.current_player), EVALUATOR, random.Random(1), Budget(1))
    assert advice_from_json(to_json(advice)) == advice
    assert advice_from_json(to_json(None)) is None
    decisions = list(analyse_game(played_match(20).record, EVALUATOR, Budget(0)))
    assert decisions_from_json(to_json(decisions)) == decisions


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"seat": 1}'])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(BadAnalysis):
        decisions_from_json(text)
    with pytest.raises(BadAnalysis):
        advice_from_json(text)
