"""What one engine does in a second of processor time: random play, copies, loading a record, memory of kept copies. Prints JSON.

``benchmarks/engine.py`` runs this once with the interpreted engine and once with the compiled one.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable

from groundfloor import Game, Match, new_game, read_record, ruleset
from groundfloor.engine.game import __file__ as engine_file

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
ENTRIES = 300
KEPT = 10_000


def decide(game: Game, dice: random.Random) -> None:
    """Lists the legal actions and applies one of them."""
    legal = game.legal_actions
    game.apply(legal[int(dice.random() * len(legal))])


def deal(game: Game, dice: random.Random) -> None:
    """Draws what chance brings."""
    chance = game.chance
    assert chance is not None
    game.apply(dice.choices(chance.outcomes, chance.weights)[0])


def play(name: str, seats: int, seed: int) -> int:
    """Plays a random game; returns how many decisions it had, each with more than one answer."""
    dice = random.Random(seed)
    game = new_game(name, NAMES[:seats])
    decisions = 0
    while not game.is_over:
        if game.chance is not None:
            deal(game, dice)
        else:
            decide(game, dice)
            decisions += 1
    return decisions


def position(name: str, seats: int, round: int, seed: int = 1) -> Game:
    """Returns a random game at its first decision of phase III of a round."""
    dice = random.Random(seed)
    game = new_game(name, NAMES[:seats])
    while game.state.round < round or game.question_kind != "schedule" or game.asked_seat < 0:
        if game.chance is not None:
            deal(game, dice)
        else:
            decide(game, dice)
    return game


def plays(name: str, seats: int, seconds: float) -> tuple[float, float]:
    """Returns decisions and whole games a second."""
    decisions = games = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += play(name, seats, games)
        games += 1
    return decisions / spent, games / spent


def rate(work: Callable[[], object], seconds: float, times: int = 1000) -> float:
    count = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in range(times):
            work()
        count += times
    return count / spent


def record_text(name: str, seats: int) -> str:
    """Returns the text of the record of a random game, of its first 300 entries at most."""
    dice = random.Random(7)
    match = Match.new(ruleset(name), NAMES[:seats], {}, b"a key of thirty-two bytes, no less")
    while not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    return match.record.prefix(ENTRIES).format()


def resident() -> int:
    """Returns how many bytes of memory the process has now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(game: Game) -> float:
    """Returns by how many megabytes the process grows while 10,000 copies are kept."""
    before = resident()
    kept = [game.copy() for _ in range(KEPT)]
    return (resident() - before) / 1e6 if kept else 0.0


def row(name: str, seats: int, seconds: float) -> dict[str, object]:
    play(name, seats, 0)
    game = position(name, seats, 4)
    grown = growth(game)
    decisions, games = plays(name, seats, seconds)
    text = record_text(name, seats)
    return {
        "game": f"{name}, {seats} players",
        "decisions": round(decisions),
        "games": round(games, 1),
        "copies": round(rate(game.copy, seconds / 2)),
        "record_ms": round(
            ENTRIES * 1000 / rate(lambda: read_record(text).replay(), seconds / 2, 5) / text.split("\n\n")[1].count("\n"), 2
        ),
        "kept_mb": round(grown, 1),
    }


if __name__ == "__main__":
    wanted = [word.rsplit(":", 1) for word in sys.argv[2:]]
    rows = [row(name, int(seats), float(sys.argv[1])) for name, seats in wanted]
    print(json.dumps({"engine": "interpreted" if engine_file.endswith(".py") else "compiled", "rows": rows}))
