"""Ratings of people, by the Plackett–Luce model of openskill: one figure for each account and pool (docs/server-club.md)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

FAMILIES = {"second": "second", "online": "second", "first": "first", "manual": "first"}
"""The family of each ruleset: its games are of one kind, with few rules and tiles of their own."""
LEAST_GAMES = 5
"""Games of a pool after which somebody stands in its list."""
LEAST_OPPONENTS = 4
"""Different opponents in a pool from which on private tables count for somebody, those of the table included."""
REPEATS = 4
"""A game between two people who have met so often in the pool counts half for them."""
WHOLE_ROUNDS = 4
"""Rounds after which somebody who leaves a game counts as an opponent for those who stay like one who plays on."""
MEAN, DEVIATION, BETA = 25.0, 25 / 3, 25 / 6
"""What the model takes a newcomer for, and how far the luck of a game goes."""
START, POINTS = 1500, 25
"""The figure that everybody begins with, and how many of its points one unit of the model is worth."""


class Rating(NamedTuple):
    """What is known of somebody's strength: a normal distribution with mean ``mu`` and standard deviation ``sigma``."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def figure(self) -> int:
        """The number that is shown, 1500 for a newcomer."""
        return round(START + POINTS * (self.mu - MEAN))

    @property
    def margin(self) -> int:
        """How far the strength may be from the figure, in points: in nineteen cases of twenty it is at most so far away."""
        return round(2 * POINTS * self.sigma)


def pool_of(ruleset: str, players: int) -> str:
    """Returns the pool in which a game counts: that of the family of its ruleset and the number of its players, such as ``second-4``."""
    return f"{FAMILIES[ruleset]}-{players}"


def rate(ratings: Mapping[str, Rating], ranks: Mapping[str, int], weights: Mapping[str, float]) -> dict[str, Rating]:
    """Returns the ratings of all players of a game after it. ``ranks`` count from 1, and players who share one have tied; ``weights`` are those of ``weights_of``.

    Whoever has no rating yet begins with that of a newcomer. The order of the players makes no difference, not even to the last bit.
    """
    from openskill.models import PlackettLuce  # the terminal and pages without a server rate nobody

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA)
    players = sorted(ranks)
    before = [ratings.get(player, Rating()) for player in players]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = model.rate(teams, ranks=[float(ranks[player]) for player in players])
    return {
        player: Rating(old.mu + weights[player] * (new.mu - old.mu), old.sigma + weights[player] * (new.sigma - old.sigma))
        for player, old, (new,) in zip(players, before, rated, strict=True)
    }


def weights_of(
    ranks: Mapping[str, int],
    ratings: Mapping[str, Rating],
    met: Mapping[str, Mapping[str, int]],
    left: Mapping[str, int],
    *,
    is_private: bool,
) -> dict[str, float]:
    """Returns how much a game counts for each of its players, from 0 to 1. ``met`` says how often each has met whom in the pool before,
    ``left`` in which round somebody has lost it before its end.

    It is the mean of what the others tell of somebody: less the more often they have met, less of whom less is known than of themselves, and less
    of whom has left in the first rounds. A private game counts nothing until each of its players has had ``LEAST_OPPONENTS``.
    """
    if is_private and any(len({*met.get(player, ()), *ranks} - {player}) < LEAST_OPPONENTS for player in ranks):
        return dict.fromkeys(ranks, 0.0)

    def tells(player: str, other: str) -> float:
        fresh = REPEATS / (REPEATS + met.get(player, {}).get(other, 0))
        known = min(1.0, ratings.get(player, Rating()).sigma / ratings.get(other, Rating()).sigma)
        played = min(1.0, (left[other] - 1) / WHOLE_ROUNDS) if other in left and ranks[player] < ranks[other] else 1.0
        return fresh * known * max(played, 0.0)

    return {player: math.fsum(tells(player, other) for other in ranks if other != player) / (len(ranks) - 1) for player in ranks}


def win_chance(one: Rating, other: Rating) -> float:
    """Returns the chance that ``one`` is ahead of ``other`` at the end of a game."""
    deviation = math.sqrt(2 * BETA**2 + one.sigma**2 + other.sigma**2)
    return (1 + math.erf((one.mu - other.mu) / deviation / math.sqrt(2))) / 2


def series_chance(chances: Sequence[float], wins: int) -> float:
    """Returns the chance of at least so many ``wins`` in games that are won with ``chances``."""
    of_wins = [1.0, *([0.0] * len(chances))]
    for chance in chances:
        of_wins = [chance * fewer + (1 - chance) * same for fewer, same in zip([0.0, *of_wins], of_wins, strict=False)]
    return math.fsum(of_wins[wins:])
