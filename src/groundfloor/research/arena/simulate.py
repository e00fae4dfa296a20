"""Plays matches of agents to their end: one, or many of which a seed gives the same with any number of jobs."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter

from groundfloor.agents.recorded_bots import note_bots
from groundfloor.agents.supervised_agent import SupervisedAgent, time_limit_of
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.match import Match
from groundfloor.engine.view import View
from groundfloor.process_pool import map_tasks

logging.getLogger("groundfloor.agents").addHandler(logging.NullHandler())  # failures are counted here instead


@dataclass
class SeatPlay:
    """How the agent of a seat played: decisions, seconds of thinking and the longest one, failures by kind (``late``, ``error``, ``illegal``)."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    failures: dict[str, int] = field(default_factory=dict)


def play_match(match: Match, players: Mapping[int, SupervisedAgent]) -> list[SeatPlay]:
    """Plays a match to its end and closes the players; returns how each seat played."""
    plays = [SeatPlay() for _ in match.game.seats]
    try:
        while not match.game.is_over:
            seat = match.game.asked_seat
            view = View(match.game, seat)
            start = perf_counter()
            action = players[seat].choose(view)
            took = perf_counter() - start
            plays[seat].seconds += took
            plays[seat].longest = max(plays[seat].longest, took)
            plays[seat].decisions += 1
            match.apply(action)
    finally:
        for seat, player in players.items():
            player.close()
            plays[seat].failures = dict(Counter(failure.kind for failure in player.failures))
    return plays


def play_agents(match: Match, agents: Mapping[int, tuple[Random, str, float]]) -> list[SeatPlay]:
    """Plays a match by new agents, each with its source of randomness, specification and seconds a decision; returns how each seat played."""
    players: dict[int, SupervisedAgent] = {}
    with ExitStack() as stack:
        for seat, (rng, specification, seconds) in agents.items():
            players[seat] = SupervisedAgent(rng, specification, seconds)
            stack.callback(players[seat].close)
        return play_match(match, players)


@dataclass(frozen=True)
class Result:
    """Result of one game: its number from 1, prestige and rank by seat, number of decisions, text of the record, failures by seat and kind."""

    number: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    record: str
    failures: tuple[Mapping[str, int], ...] = ()


def play_one(
    name: str,
    seats: Sequence[str],
    options: Mapping[str, str],
    agents: Sequence[str],
    house: Mapping[str, object],
    seed: int,
    number: int,
) -> Result:
    """Plays one game; key and agents follow from the seed and the game's number, each seat's agent from its seat too."""
    key = hashlib.sha256(f"groundfloor {seed} {number}".encode()).digest()
    match = Match.new(ruleset(name).with_overrides(house), seats, options, key)
    chosen = {seat: agents[seat] or "random" for seat, person in enumerate(match.game.seats) if not person.automa}
    note_bots(match.record, chosen)
    plays = play_agents(match, {seat: (Random(key + bytes([seat])), agent, time_limit_of(agent)) for seat, agent in chosen.items()})
    decisions = sum(play.decisions for play in plays)
    scores = sorted(match.game.scores(), key=lambda score: score.seat)
    totals = tuple(score.total for score in scores)
    return Result(
        number, totals, tuple(score.rank for score in scores), decisions, match.record.format(), tuple(play.failures for play in plays)
    )


def simulate(
    name: str,
    seats: Sequence[str],
    options: Mapping[str, str],
    seed: int,
    games: int,
    jobs: int = 1,
    agents: Sequence[str] = (),
    house: Mapping[str, object] | None = None,
    first: int = 1,
) -> Iterator[Result]:
    """Yields the results of the games in the order of their numbers, from ``first`` to ``games``.

    ``agents`` has a specification of who plays each seat ("" for an Automa); all play at random if it is empty. The setup
    is checked before the first game, so that ImpossibleTable, UnknownRuleset and BadHouseValues come at once. ``house`` are house values.
    """
    Game(ruleset(name).with_overrides(house or {}), seats, options)
    one = partial(play_one, name, tuple(seats), dict(options), tuple(agents) or ("",) * len(seats), dict(house or {}), seed)
    return map_tasks(one, range(first, games + 1), jobs)
