"""Steps a second of environments in random play, this project's or others'. Prints JSON.

``benchmarks/environments.py`` runs this in several environments of Python; WHICH names what to measure: own, pettingzoo, openspiel, catanatron.
The same loops play everybody's environments: a legal action is drawn from the mask, and every step with one counts.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

FEW_GAMES, MANY_GAMES = 64, 1024
CHESS = "pettingzoo.classic.chess.chess"
HANABI = "pettingzoo.classic.hanabi.hanabi"
SPIELS = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker")
CATAN = "catanatron_gym:catanatron-v1"


def measure(name: str, steps: Iterator[int], seconds: float) -> dict[str, Any]:
    """Returns the steps a second of processor time; ``steps`` yields after some steps how many they were."""
    next(steps)
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += next(steps)
    return {"environment": name, "steps": round(done / spent)}


def step_aec(env: Any) -> Iterator[int]:
    random = importlib.import_module("random").Random(1)
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        done = 0
        for _agent in env.agent_iter():
            seen, _reward, is_over, is_cut, _info = env.last()
            if is_over or is_cut:
                env.step(None)
                continue
            env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
            done += 1
        yield done


def step_gym(env: Any, legal: Callable[[dict[str, Any]], Any]) -> Iterator[int]:
    """Yields the steps of each game of a Gymnasium environment; ``legal`` finds the legal actions in an info."""
    random = importlib.import_module("random").Random(1)
    seed = 0
    while True:
        _seen, info = env.reset(seed=seed)
        seed += 1
        done, is_over = 0, False
        while not is_over:
            _seen, _reward, terminated, truncated, info = env.step(int(random.choice(legal(info))))
            is_over = terminated or truncated
            done += 1
        yield done


def step_vector(envs: Any) -> Iterator[int]:
    """Yields the steps of all games of a vectorized environment, after each call."""
    random = importlib.import_module("numpy").random.default_rng(1)
    _seen, infos = envs.reset(seed=1)
    while True:
        mask = infos["action_mask"]
        _seen, _rewards, _ended, _cut, infos = envs.step((mask * random.random(mask.shape, "float32")).argmax(axis=1))
        yield envs.num_envs


def step_spiel(game: Any) -> Iterator[int]:
    """Yields the decisions of each game of OpenSpiel, with the observation tensor of whoever decides."""
    random = importlib.import_module("random").Random(1)
    has_tensor = game.get_type().provides_observation_tensor
    while True:
        state = game.new_initial_state()
        done = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            if has_tensor:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            done += 1
        yield done


def many_games(number: int) -> str:
    return f"Gymnasium, {number:,} games a call, against `random`"


def own(seconds: float) -> list[Any]:
    gymnasium = importlib.import_module("gymnasium")
    aec = importlib.import_module("groundfloor.research.environments.groundfloor_v0")
    importlib.import_module("groundfloor.research.environments.registration")
    name = "groundfloor/GroundFloor-v0"
    rows = [
        measure("PettingZoo, 2 players", step_aec(aec.env(seats=2)), seconds),
        measure("PettingZoo, 4 players", step_aec(aec.env(seats=4)), seconds),
        measure("Gymnasium against `random`", step_gym(gymnasium.make(name), lambda info: info["action_mask"].nonzero()[0]), seconds),
        measure(
            "Gymnasium against Pei",
            step_gym(gymnasium.make(name, opponents="automa:pei"), lambda info: info["action_mask"].nonzero()[0]),
            seconds,
        ),
        measure(many_games(FEW_GAMES), step_vector(gymnasium.make_vec(name, FEW_GAMES)), seconds),
        measure(many_games(MANY_GAMES), step_vector(gymnasium.make_vec(name, MANY_GAMES)), seconds),
        measure(
            f"Gymnasium, {FEW_GAMES} games a call, against Pei",
            step_vector(gymnasium.make_vec(name, FEW_GAMES, opponents="automa:pei")),
            seconds,
        ),
    ]
    if importlib.util.find_spec("pyspiel") is not None:
        importlib.import_module("groundfloor.research.environments.open_spiel_game")
        game = importlib.import_module("pyspiel").load_game("python_ground_floor")
        rows.append(measure("OpenSpiel, 2 players", step_spiel(game), seconds))
    return rows


def pettingzoo(seconds: float) -> list[Any]:
    """Returns the figures of PettingZoo's board games, with their wrappers."""
    named = {"chess": CHESS, "hanabi": HANABI}
    return [
        measure(f"PettingZoo {version('pettingzoo')}: {name}", step_aec(importlib.import_module(module).env()), seconds)
        for name, module in named.items()
    ]


def openspiel(seconds: float) -> list[Any]:
    """Returns the figures of games of OpenSpiel that are written in Python."""
    module = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    return [measure(f"OpenSpiel {version('open_spiel')}: {name}", step_spiel(module.load_game(name)), seconds) for name in SPIELS]


def catanatron(seconds: float) -> list[Any]:
    """Returns the figure of catanatron's environment: Catan against one random player."""
    env = importlib.import_module("gymnasium").make(CATAN)
    title = f"catanatron_gym {version('catanatron_gym')}: Catan against a random player"
    return [measure(title, step_gym(env, lambda info: info["valid_actions"]), seconds)]


WHICH: dict[str, Callable[[float], list[Any]]] = {"own": own, "pettingzoo": pettingzoo, "openspiel": openspiel, "catanatron": catanatron}


def main(seconds: float, *which: str) -> None:
    """Prints the figures, and a sentence for each project that is missing."""
    warnings.simplefilter("ignore")
    rows: list[Any] = []
    missing = []
    for name in which:
        try:
            rows += WHICH[name](seconds)
        except ImportError as error:
            missing.append(f"{name} was not measured: {error}.")
    engine = "interpreted"
    if "own" in which:
        engine = "compiled" if importlib.import_module("groundfloor.engine").COMPILED else "interpreted"
    print(json.dumps({"engine": engine, "rows": rows, "missing": missing}))


if __name__ == "__main__":
    main(float(sys.argv[1]), *sys.argv[2:])
