"""Games for tests, played on by agents or at random."""

from __future__ import annotations

import random
from random import Random

from groundfloor import Game, Match, ruleset
from groundfloor.agents import Agent


def play_game(game: Game, dice: Random, agent: Agent | None = None, rounds: int = 99) -> Game:
    """Plays a game to its end or to a round, chance by its odds and all seats by the agent or at random."""
    while not game.is_over and game._state.round < rounds:
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


def played_match(entries: int, seats: tuple[str, ...] = ("Ann", "Ben"), seed: int = 1, name: str = "second") -> Match:
    dice = random.Random(seed)
    match = Match.new(ruleset(name), list(seats), {}, b"k" * 32, "practice")
    while len(match.record.entries) < entries and not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    return match


def match_at(kind: str, entries: int = 0, seats: tuple[str, ...] = ("Ann", "Ben")) -> Match:
    """Returns a match at the next question of a kind, at least so many entries after the beginning, with a choice."""
    match = played_match(entries, seats)
    dice = random.Random(2)
    while match.game.question_kind != kind or len(match.game.legal_actions) < 3:
        match.apply(dice.choice(match.game.legal_actions))
    return match
