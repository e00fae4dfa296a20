"""Descriptions of games in a few words, for programmers (``repr``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import PHASE_NAMES

if TYPE_CHECKING:
    from .game import Game


def describe(game: Game) -> str:
    """Returns ruleset, round, phase and who is asked: ``second 1, round 2, schedule, seat 1 (Ann) is asked: task``."""
    rules, state = game.ruleset, game._state
    return f"{rules.name} {rules.revision}, round {state.round}, {PHASE_NAMES[state.phase]}, {asked_words(game)}"


def asked_words(game: Game) -> str:
    if game.chance is not None:
        return f"chance is asked: {game.chance.kind}"
    if game.asked_seat >= 0:
        return f"seat {game.asked_seat + 1} ({game.seats[game.asked_seat].name}) is asked: {game.question_kind}"
    return "the game is over" if game.is_over else "nobody is asked"
