"""Speed of the engine in random play: real decisions and whole games a second, interpreted.

    python benchmarks/engine.py
"""

from __future__ import annotations

import platform
import random
import time

from groundfloor import new_game


def measure(seats: int, games: int) -> tuple[float, float]:
    """Decisions and games a second; only choices with more than one answer count."""
    decisions = 0
    start = time.perf_counter()
    for seed in range(games):
        rng = random.Random(seed)
        game = new_game("second", [f"Player {n}" for n in range(1, seats + 1)])
        while not game.is_over:
            if game.chance is not None:
                game.apply(rng.choices(game.chance.outcomes, game.chance.weights)[0])
            else:
                game.apply(rng.choice(game.legal_actions))
                decisions += 1
    spent = time.perf_counter() - start
    return decisions / spent, games / spent


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for seats in (2, 4):
        decisions, games = measure(seats, 300)
        print(f"{seats} players: {decisions:,.0f} real decisions/s, {games:,.0f} games/s")
