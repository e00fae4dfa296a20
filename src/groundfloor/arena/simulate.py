"""Simulates games of agents. A seed gives the same games with any number of jobs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from random import Random

from groundfloor.agents.supervised_agent import SupervisedAgent, time_limit_of
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.match import Match
from groundfloor.process_pool import map_tasks

from .match_play import play_match


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
    players: dict[int, SupervisedAgent] = {}
    with ExitStack() as stack:
        for seat, person in enumerate(match.game.seats):
            if not person.automa:
                agent = agents[seat] or "random"
                players[seat] = SupervisedAgent(Random(key + bytes([seat])), agent, time_limit_of(agent))
                stack.callback(players[seat].close)
        plays = play_match(match, players)
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
) -> Iterator[Result]:
    """Yields the results of the games in the order of their numbers.

    ``agents`` has a specification of who plays each seat ("" for an Automa); all play at random if it is empty. The setup
    is checked before the first game, so that ImpossibleTable, UnknownRuleset and BadHouseValues come at once. ``house`` are house values.
    """
    Game(ruleset(name).with_overrides(house or {}), seats, options)
    one = partial(play_one, name, tuple(seats), dict(options), tuple(agents) or ("",) * len(seats), dict(house or {}), seed)
    return map_tasks(one, range(1, games + 1), jobs)
