"""Plays games on, by agents or at random."""

from __future__ import annotations

from random import Random

from groundfloor import Game, Match
from groundfloor.agents import Agent


def play_game(game: Game, dice: Random, agent: Agent | None = None, rounds: int = 99) -> Game:
    """Plays a game to its end or to a round, chance by its odds and all seats by the agent or at random."""
    while not game.is_over and game.state.round < rounds:
        if game.chance is not None:
            game.apply(game.chance.draw(dice))
        else:
            game.apply(agent.choose(game.view(game.current_player)) if agent is not None else dice.choice(game.legal_actions))
    return game


def play_match(match: Match, seed: int, answers: int = 10_000) -> Match:
    """Gives so many random answers, or plays to the end."""
    dice = Random(seed)
    for _ in range(answers):
        if not match.game.is_over:
            match.apply(dice.choice(match.game.legal_actions))
    return match
