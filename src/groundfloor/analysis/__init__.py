"""Hints for a position and the analysis of a game: what a strong agent expects of each answer, and why (docs/analysis.md).

Nothing here knows the key of the draws, a clock or a language; sentences are made in ``presentation/analysis``.
"""

from groundfloor.agents.search.search_result import LineStep, likeliest

from .advice import Advice, AdvisedAnswer, Focus, advise, advise_in_game
from .evaluated_answers import Budget, Evaluator, Expectation
from .game_analysis import DecisionAnalysis, GameAnalysis, analyse_game, decision_count
from .reasons import Reason

__all__ = [
    "Advice",
    "Budget",
    "AdvisedAnswer",
    "DecisionAnalysis",
    "Evaluator",
    "Expectation",
    "Focus",
    "GameAnalysis",
    "LineStep",
    "Reason",
    "advise",
    "advise_in_game",
    "analyse_game",
    "decision_count",
    "likeliest",
]
