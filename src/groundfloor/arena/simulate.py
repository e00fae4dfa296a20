"""Games of agents from a seed: the same at any number of jobs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random

from groundfloor.agents.chance import RandomAgent
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.view import View


@dataclass(frozen=True)
class Result:
    """One game: its number from 1, prestige and rank by seat, decisions taken, and the record's text."""

    number: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    record: str


def play_one(name: str, seats: Sequence[str], options: Mapping[str, str], seed: int, number: int) -> Result:
    """Plays one game; key and agents follow from the seed and the game's number."""
    key = hashlib.sha256(f"groundfloor {seed} {number}".encode()).digest()
    match = Match.new(ruleset(name), seats, options, key)
    agent = RandomAgent(Random(key))
    decisions = 0
    while not match.game.is_over:
        match.apply(agent.choose(View(match.game, match.game.asked)))
        decisions += 1
    scores = sorted(match.game.scores(), key=lambda score: score.seat)
    totals = tuple(score.total for score in scores)
    return Result(number, totals, tuple(score.rank for score in scores), decisions, match.record.format())


def simulate(
    name: str, seats: Sequence[str], options: Mapping[str, str], seed: int, games: int, jobs: int = 1
) -> Iterator[Result]:
    """The games one after the other, in the order of their numbers."""
    one = partial(play_one, name, tuple(seats), dict(options), seed)
    if jobs <= 1:
        yield from map(one, range(1, games + 1))
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(one, range(1, games + 1))
