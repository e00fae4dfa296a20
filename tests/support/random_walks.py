"""Random legal walks from positions all along a game; hypothesis shrinks them to few choices from an early position."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from groundfloor import Match, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.game import Game

from .biased_players import BUILDING

KEY = b"a key that nobody can guess, or?"
PLAYER = replace(BUILDING, verbs={**BUILDING.verbs, "floor": 400})

many_examples = settings(max_examples=150, deadline=None, derandomize=True, database=None)
few_examples = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def walk_setups() -> list[tuple[str, tuple[str, ...], str]]:
    """Returns all kinds of tables: ruleset, seats and deck."""
    found: list[tuple[str, tuple[str, ...], str]] = []
    for name in NAMES:
        least, most = ruleset(name).player_range
        tables = [tuple("ABCDEF"[:number]) for number in range(least, most + 1)]
        if ruleset(name).entrepreneurs:
            tables += [("A", "automa:pei"), ("A", "automa:gropius"), ("A", "B", "automa:hadid")]
            tables += [("A", "automa:hadid", "automa:gropius"), ("A", "B", "C", "automa:gropius", "automa:pei")]
        found += [(name, seats, deck) for seats in tables for deck in ("random", "preset")]
    return found


@cache
def whole_match(name: str, seats: tuple[str, ...], deck: str) -> Match:
    dice = random.Random(f"{name} {seats} {deck}")
    match = Match.new(ruleset(name), list(seats), {"deck": deck}, KEY)
    while not match.game.is_over:
        match.apply(PLAYER.answer(match.game, dice))
    return match


@cache
def rich_games(name: str, seats: tuple[str, ...], deck: str) -> list[Game]:
    """Returns a game like that at each of its decisions, in which everybody gets money and info each round, while chance is asked."""
    dice = random.Random(f"{name} {seats} {deck} rich")
    game = Game(ruleset(name), list(seats), {"deck": deck})
    found: list[Game] = []
    gifts = 0
    while not game.is_over:
        if game.chance is not None and game._state.round > gifts:
            gifts = game._state.round
            for player in game._state.players:
                if player.deck is None:
                    player.money, player.info = player.money + 14, player.info + 14
        if game.chance is None:
            found.append(game.copy())
        game.apply(PLAYER.choose(game, dice))
    return found


def step(game: Game, choice: int) -> str:
    """Goes on by one choice, a number below 256; what was chosen."""
    if game.chance is not None:
        outcome = game.chance.outcomes[choice % len(game.chance.outcomes)]
        game.apply(outcome)
        return outcome.text
    action = game._legal[choice % len(game._legal)]
    game.apply(action)
    return action.text


class Walk:
    """A table, whether everybody is rich there, how far its whole game went before, and the choices from there on."""

    def __init__(self, table: tuple[str, tuple[str, ...], str], is_rich: bool, depth: float, choices: bytes) -> None:
        self.table = table
        self.is_rich = is_rich
        self.depth = depth
        self.choices = choices

    def __repr__(self) -> str:
        return f"Walk({self.table!r}, {self.is_rich!r}, {self.depth!r}, {self.choices!r})"

    def match(self) -> Match:
        known = whole_match(*self.table)
        count = int(self.depth * len(known.record.entries))
        return Match.resume(known.record.prefix(count), KEY)

    def start(self) -> Game:
        if self.is_rich:
            games = rich_games(*self.table)
            return games[min(int(self.depth * len(games)), len(games) - 1)].copy()
        known = whole_match(*self.table)
        return known.record.replay(int(self.depth * len(known.record.entries)))

    def go(self, game: Game, look: Callable[[Game], None] = lambda game: None) -> list[str]:
        """Takes the choices; ``look`` sees each position. What was chosen."""
        chosen: list[str] = []
        for choice in self.choices:
            if game.is_over:
                break
            chosen.append(step(game, choice))
            look(game)
        return chosen

    def end(self) -> Game:
        game = self.start()
        self.go(game)
        return game


def walks(size: int = 150) -> st.SearchStrategy[Walk]:
    return st.builds(
        Walk, st.sampled_from(walk_setups()), st.booleans(), st.integers(0, 40).map(lambda n: n / 40), st.binary(max_size=size)
    )
