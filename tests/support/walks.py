"""Random legal walks from positions all along a game; they shrink to few choices from an early position."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from groundfloor import Match, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.game import Game

KEY = b"a key that nobody can guess, or?"
LIKED = {"buy": 60, "hire": 3, "training": 40, "factory": 12, "construction": 40, "agency": 8, "consulting": 8, "in_house_factory": 20}
UNLIKED = ("fire", "none", "end", "done")

quick = settings(max_examples=150, deadline=None, derandomize=True, database=None)
few = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def kinds() -> list[tuple[str, tuple[str, ...], str]]:
    """All kinds of tables: ruleset, seats and deck."""
    found: list[tuple[str, tuple[str, ...], str]] = []
    for name in NAMES:
        least, most = ruleset(name).players
        tables = [tuple("ABCDEF"[:number]) for number in range(least, most + 1)]
        if ruleset(name).entrepreneurs:
            tables += [("A", "automa:pei"), ("A", "automa:gropius"), ("A", "B", "automa:hadid")]
            tables += [("A", "automa:hadid", "automa:gropius"), ("A", "B", "C", "automa:gropius", "automa:pei")]
        found += [(name, seats, deck) for seats in tables for deck in ("random", "preset")]
    return found


@cache
def whole(name: str, seats: tuple[str, ...], deck: str) -> Match:
    """A whole game of dice that like to build."""
    dice = random.Random(f"{name} {seats} {deck}")
    match = Match.new(ruleset(name), list(seats), {"deck": deck}, KEY)
    while not match.game.is_over:
        legal = match.game.legal
        weights = [LIKED.get(action.verb, 1 if action.verb in UNLIKED else 5) for action in legal]
        match.apply(dice.choices(legal, weights)[0])
    return match


def step(game: Game, choice: int) -> str:
    """Goes on by one choice, a number below 256; what was chosen."""
    if game.chance is not None:
        outcome = game.chance.outcomes[choice % len(game.chance.outcomes)]
        game.apply(outcome)
        return outcome.text
    action = game.legal[choice % len(game.legal)]
    game.apply(action)
    return action.text


class Walk:
    """A table, how far its whole game went before, and the choices from there on."""

    def __init__(self, table: tuple[str, tuple[str, ...], str], depth: float, choices: bytes) -> None:
        self.table = table
        self.depth = depth
        self.choices = choices

    def __repr__(self) -> str:
        return f"Walk({self.table!r}, {self.depth!r}, {self.choices!r})"

    def match(self) -> Match:
        """A match that stands where the walk begins."""
        known = whole(*self.table)
        count = int(self.depth * len(known.record.entries))
        return Match.resume(known.record.until(count), KEY)

    def start(self) -> Game:
        """A game that stands where the walk begins."""
        known = whole(*self.table)
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
        """The game where the walk ends."""
        game = self.start()
        self.go(game)
        return game


def walks(size: int = 150) -> st.SearchStrategy[Walk]:
    """Walks of so many choices at most."""
    return st.builds(Walk, st.sampled_from(kinds()), st.integers(0, 40).map(lambda n: n / 40), st.binary(max_size=size))
