"""Ratings of people, by the Plackett–Luce model of openskill: one figure for each account and pool (docs/server.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

FAMILIES = {"second": "second", "online": "second", "first": "first", "manual": "first"}
"""The family of each ruleset: its games are of one kind, with few rules and tiles of their own."""
LEAST_GAMES = 5
"""Games of a pool after which somebody stands in its list."""
MODEL = PlackettLuce()
START, POINTS = 1500, 25
"""The figure that everybody begins with, and how many of its points one unit of the model is worth."""
ESTABLISHED = 7.0
"""A figure is provisional while sigma is above this."""


class Rating(NamedTuple):
    """What is known of somebody's strength: a normal distribution with mean ``mu`` and standard deviation ``sigma``."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def figure(self) -> int:
        """The number that is shown, 1500 for a newcomer."""
        return round(START + POINTS * (self.mu - MODEL.mu))

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to compare the figure with others."""
        return self.sigma > ESTABLISHED


def pool_of(ruleset: str, players: int) -> str:
    """Returns the pool in which a game counts: that of the family of its ruleset and the number of its players, such as ``second-4``."""
    return f"{FAMILIES[ruleset]}-{players}"


def rate(ratings: Mapping[str, Rating], ranks: Mapping[str, int]) -> dict[str, Rating]:
    """Returns the ratings of all players of a game after it. ``ranks`` count from 1, and players who share one have tied.

    Whoever has no rating yet begins with that of a newcomer. The order of the players makes no difference, not even to the last bit.
    """
    players = sorted(ranks)
    before = [ratings.get(player, Rating()) for player in players]
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    rated = MODEL.rate(teams, ranks=[float(ranks[player]) for player in players])
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(players, rated, strict=True)}
