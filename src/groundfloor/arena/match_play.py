"""Plays one match to its end by agents, and counts what each seat needed."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import SupervisedAgent
from groundfloor.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundfloor.engine.match import Match

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
