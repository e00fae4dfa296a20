"""The same figures of other projects' games: random play, legal actions listed, one applied, only real choices counted. Prints JSON.

``benchmarks/engine.py`` runs this in an environment of its own, .venv-peers; each project may be missing there.
"""

from __future__ import annotations

import copy
import importlib
import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

SPIELS = ("backgammon", "tarok(players=4)", "sheriff")
ENVS = ("pettingzoo.classic.hanabi.hanabi", "pettingzoo.classic.chess.chess")


Play = Callable[..., int]
"""Plays a game to its end, or until so many decisions have been made; returns how many there were."""


def measure(name: str, begin: Callable[[int], Any], play: Play, twin: Callable[[Any], Any], seconds: float) -> Any:
    """Returns decisions and games a second of processor time, and copies of a game after 40 decisions."""
    decisions = games = copies = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play(begin(games + 1), random.Random(games))
        games += 1
    game = begin(1)
    play(game, random.Random(1), 40)
    start = time.process_time()
    while (copying := time.process_time() - start) < seconds / 2:
        twin(game)
        copies += 1
    return {"game": name, "decisions": round(decisions / spent), "games": round(games / spent, 1), "copies": round(copies / copying)}


def play_catan(game: Any, dice: random.Random, most: int = 10**9) -> int:
    """Plays Catan by catanatron, up to its own limit of turns."""
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < 1000 and decisions < most:
        legal = game.state.playable_actions
        decisions += len(legal) > 1
        game.execute(legal[int(dice.random() * len(legal))])
    return decisions


def catan(seconds: float) -> list[Any]:
    module = importlib.import_module("catanatron")
    colors = (module.Color.RED, module.Color.BLUE, module.Color.WHITE, module.Color.ORANGE)

    def begin(seed: int) -> Any:
        return module.Game([module.RandomPlayer(color) for color in colors], seed=seed)

    return [measure(f"catanatron {version('catanatron')}: Catan, 4 players", begin, play_catan, lambda game: game.copy(), seconds)]


def play_spiel(state: Any, dice: random.Random, most: int = 10**9) -> int:
    """Plays a game of OpenSpiel; chance is drawn by its own weights."""
    decisions = 0
    while not state.is_terminal() and decisions < most:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            legal = state.legal_actions()
            decisions += len(legal) > 1
            state.apply_action(legal[int(dice.random() * len(legal))])
    return decisions


def spiel(seconds: float) -> list[Any]:
    """Returns the figures of OpenSpiel's nearest games, written in C++ and played from Python."""
    module = importlib.import_module("pyspiel")
    rows = []
    for name in SPIELS:
        game = module.load_game(name)
        title = f"OpenSpiel {version('open_spiel')}: {name}"
        rows.append(measure(title, lambda _, game=game: game.new_initial_state(), play_spiel, lambda state: state.clone(), seconds))
    return rows


def play_env(env: Any, dice: random.Random, most: int = 10**9) -> int:
    """Plays an environment of PettingZoo; legal is what its mask allows."""
    decisions = 0
    for _ in env.agent_iter():
        if decisions >= most:
            break
        seen, _, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            env.step(None)
            continue
        legal = seen["action_mask"].nonzero()[0]
        decisions += len(legal) > 1
        env.step(int(legal[int(dice.random() * len(legal))]))
    return decisions


def zoo(seconds: float) -> list[Any]:
    rows = []
    for name in ENVS:
        env = importlib.import_module(name).env()

        def begin(seed: int, env: Any = env) -> Any:
            env.reset(seed=seed)
            return env

        rows.append(measure(f"PettingZoo {version('pettingzoo')}: {name.rsplit('.', 1)[-1]}", begin, play_env, copy.deepcopy, seconds))
    return rows


def main(seconds: float) -> None:
    warnings.simplefilter("ignore")
    rows: list[Any] = []
    missing: list[str] = []
    for title, run in (("catanatron", catan), ("OpenSpiel", spiel), ("PettingZoo", zoo)):
        try:
            rows += run(seconds)
        except Exception as error:  # Whatever another project does wrong must not end the comparison.
            missing.append(f"{title} could not be measured: {type(error).__name__}: {error}")
    print(json.dumps({"rows": rows, "missing": missing}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
