"""Tables of the environments for tests: each ruleset with each number of players, and some with Automas."""

from __future__ import annotations

import importlib
import warnings
from types import ModuleType
from typing import Any

import numpy as np

from groundfloor.editions import NAMES, ruleset

COUNTS = [(name, players) for name in NAMES for players in range(ruleset(name).player_range[0], ruleset(name).player_range[1] + 1)]
"""Every ruleset with every number of players."""
TABLES: list[tuple[str, Any]] = [
    *COUNTS,
    ("second", ["Ann", "automa:pei"]),
    ("second", ["automa:hadid", "Ann", "Ben", "automa:gropius"]),
    ("online", ["Ann", "automa:gropius", "automa:pei"]),
]


def pettingzoo_tests(name: str) -> ModuleType:
    """Returns a module of ``pettingzoo.test``, whose import warns about the environments that it tries itself with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(f"pettingzoo.test.{name}")


def play(env: Any, seed: int) -> list[int]:
    """Returns the actions of a game of a PettingZoo environment that is played at random."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    actions = []
    for _agent in env.agent_iter():
        observation, _reward, termination, truncation, _info = env.last()
        if termination or truncation:
            env.step(None)
            continue
        actions.append(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        env.step(actions[-1])
    return actions
