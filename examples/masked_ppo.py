"""MaskablePPO of sb3-contrib (Stable-Baselines3): learns to beat `random` in a few minutes on a CPU.

    pip install "groundfloor[research]" "sb3-contrib>=2.9"
    python examples/masked_ppo.py [--minutes 4] [--opponent random] [--save policy.zip]

The Gymnasium environment is taken as it is: it has ``action_masks()``, by which illegal actions get no probability. Two wrappers put
observations and margins near 1. It prints, after each update, how many of the games since the last one were won.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box
from gymnasium.wrappers import TransformObservation, TransformReward
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from groundfloor.research.environments.gymnasium_env import GroundFloorEnv
from groundfloor.research.environments.registration import GYMNASIUM_ID

MARGIN = 20.0
"""The margin in prestige points that counts as 1."""


def scaled(env: gymnasium.Env[Any, Any]) -> gymnasium.Env[Any, Any]:
    """Returns the environment with each entry of an observation divided by its usual high value, and the margin by ``MARGIN``."""
    assert isinstance(env.unwrapped, GroundFloorEnv)
    scale = np.array([1 / entry.usual for entry in env.unwrapped.table.kind.encoder.entries], np.float32)
    space = Box(0.0, np.inf, scale.shape, np.float32)
    return TransformReward(TransformObservation(env, lambda seen: seen * scale, space), lambda margin: margin / MARGIN)


def make_model(opponent: str = "random", ruleset: str = "second", games: int = 16, steps: int = 256, seed: int = 1) -> MaskablePPO:
    """Returns a model that learns from so many steps of so many games an update; torch gets one thread, as more only wait for each other here."""
    torch.set_num_threads(1)
    envs = make_vec_env(
        GYMNASIUM_ID,
        games,
        seed=seed,
        env_kwargs={"ruleset": ruleset, "opponents": opponent, "reward": "margin"},
        wrapper_class=scaled,
        monitor_kwargs={"info_keywords": ("rank", "illegal")},
    )
    return MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=steps,
        batch_size=1024,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )


class Report(BaseCallback):
    """Prints the share of games won in each update, and ends the training when the time is over; ``shares`` has all of them."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.ends = time.monotonic() + seconds
        self.begun = time.monotonic()
        self.won: list[bool] = []
        self.shares: list[float] = []

    def _on_step(self) -> bool:
        self.won += [int(info["rank"]) == 1 for info in self.locals["infos"] if "episode" in info]
        return time.monotonic() < self.ends

    def _on_rollout_end(self) -> None:
        self.shares.append(sum(self.won) / max(len(self.won), 1))
        spent = time.monotonic() - self.begun
        print(f"{spent:6.0f} s  {self.num_timesteps:9,} decisions  {len(self.won):4} games  {self.shares[-1]:5.0%} won", flush=True)
        self.won.clear()


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--opponent", default="random", help="random, greedy, automa:pei, …")
    parser.add_argument("--ruleset", default="second")
    parser.add_argument("--save", type=Path, help="the file for the model, which MaskablePPO.load reads")
    asked = parser.parse_args()
    model = make_model(asked.opponent, asked.ruleset)
    model.learn(10**9, callback=Report(60 * asked.minutes))
    if asked.save is not None:
        model.save(asked.save)


if __name__ == "__main__":
    main()
