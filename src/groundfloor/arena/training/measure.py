"""Measures a network while it is trained: games against the greedy agent and against the Automas."""

from __future__ import annotations

import hashlib
from random import Random

from groundfloor.agents.greedy_agent import GreedyAgent
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match

MEASURED: dict[str, tuple[str, ...]] = {
    "greedy": ("Net", "Greedy"),
    "pei": ("Net", "automa:pei"),
    "gropius": ("Net", "automa:gropius"),
    "hadid": ("Net", "automa:hadid"),
    "gropius_hadid": ("Net", "automa:gropius", "automa:hadid"),
}
"""Tables of ruleset ``second``; against the greedy agent each draw is played from both seats."""


def measure_one(table: str, evaluator: PositionEvaluator, seed: int, number: int) -> tuple[bool, int]:
    """Plays a game and returns whether the network won, and its prestige; the key follows from table, seed and number."""
    seats = list(MEASURED[table])
    pair = number // 2 if table == "greedy" else number
    if table == "greedy" and number % 2:
        seats.reverse()
    key = hashlib.sha256(f"groundfloor training {seed} {table} {pair}".encode()).digest()
    match = Match.new(ruleset("second"), seats, {}, key)
    own = seats.index("Net")
    greedy = GreedyAgent(Random(0))
    while not match.game.is_over:
        seat = match.game.asked_seat
        match.apply(evaluator.best_answer(match.game) if seat == own else greedy.choose(match.game.view(seat)))
    score = next(score for score in match.game.scores() if score.seat == own)
    return score.rank == 1, score.total
