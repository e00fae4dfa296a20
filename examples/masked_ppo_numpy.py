"""Masked PPO in numpy, for the vectorized environment: learns to beat `random` in a few minutes on a CPU.

    python examples/masked_ppo_numpy.py [--minutes 5] [--opponent random] [--save policy.npz]

Proximal policy optimization with one small network for policy and value; illegal actions get no probability. It steps 64 games in one call
(``groundfloor.research.environments.vector_env``) and prints, for each update, how many of the games since the last one were won. It needs the extra "rl"
and no torch; where torch is no obstacle, learn with a library instead: examples/masked_ppo.py.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from groundfloor.research.environments.vector_env import GroundFloorVectorEnv

Array = NDArray[np.float32]
HIDDEN = 128
CLIP, ENTROPY, VALUE_WEIGHT = 0.2, 0.01, 0.5
DISCOUNT, TRACE = 1.0, 0.95
EPOCHS, BATCH = 3, 1024
LEARNING_RATE = 1e-3
MARGIN = 20.0
"""The margin in prestige points that counts as 1."""


class Network:
    """Two hidden layers, from observations to the logits of all actions and to the expected reward; ``backward`` has the gradients."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        shapes = {"w1": (inputs, HIDDEN), "w2": (HIDDEN, HIDDEN), "policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
        gains = {"w1": 1.0, "w2": 1.0, "policy": 0.01, "value": 0.1}
        self.weights: dict[str, Array] = {
            name: (rng.standard_normal(shape) * gains[name] / np.sqrt(shape[0])).astype(np.float32) for name, shape in shapes.items()
        }
        biases = {"b1": HIDDEN, "b2": HIDDEN, "policy_bias": actions, "value_bias": 1}
        self.weights |= {name: np.zeros(size, np.float32) for name, size in biases.items()}

    def forward(self, seen: Array) -> tuple[Array, Array, tuple[Array, Array]]:
        """Returns logits, values and the hidden layers, which ``backward`` needs."""
        w = self.weights
        first = np.tanh(seen @ w["w1"] + w["b1"])
        second = np.tanh(first @ w["w2"] + w["b2"])
        return second @ w["policy"] + w["policy_bias"], (second @ w["value"] + w["value_bias"])[:, 0], (first, second)

    def backward(self, seen: Array, hidden: tuple[Array, Array], logits: Array, values: Array) -> dict[str, Array]:
        """Returns the gradient of each weight from those of logits and values."""
        w = self.weights
        first, second = hidden
        values = values[:, None]
        to_second = (logits @ w["policy"].T + values @ w["value"].T) * (1 - second**2)
        to_first = (to_second @ w["w2"].T) * (1 - first**2)
        return {
            "w1": seen.T @ to_first,
            "b1": to_first.sum(0),
            "w2": first.T @ to_second,
            "b2": to_second.sum(0),
            "policy": second.T @ logits,
            "policy_bias": logits.sum(0),
            "value": second.T @ values,
            "value_bias": values.sum(0),
        }


class Adam:
    """The optimizer of Kingma and Ba, with the norm of the gradient limited to 0.5."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.steps = 0

    def update(self, weights: dict[str, Array], gradients: dict[str, Array], rate: float) -> None:
        """Changes the weights against their gradients."""
        self.steps += 1
        norm = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values())))
        scale = min(1.0, 0.5 / (norm + 1e-8))
        step = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient * scale - self.mean[name])
            self.square[name] += 0.001 * ((gradient * scale) ** 2 - self.square[name])
            weights[name] -= np.float32(step) * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)


@dataclass
class Rollout:
    """What happened in some steps of all games; each array is steps × games."""

    seen: Array
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: Array
    values: Array
    rewards: Array
    ended: NDArray[np.bool_]
    last_values: Array
    won: list[bool]


def probabilities(logits: Array, masks: NDArray[np.bool_]) -> Array:
    """Returns the probability of each action; illegal ones have none."""
    masked = np.where(masks, logits, -1e9)
    raised = np.exp(masked - masked.max(axis=1, keepdims=True)) * masks
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


class Learner:
    """Plays, and learns from what it played."""

    def __init__(self, games: int = 64, opponent: str = "random", ruleset: str = "second", seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.envs = GroundFloorVectorEnv(
            games, ruleset=ruleset, opponents=opponent, reward="margin", autoreset_mode=AutoresetMode.SAME_STEP, copy=False
        )
        kind = self.envs.table.kind
        self.scale = np.array([1 / entry.usual for entry in kind.encoder.entries], np.float32)
        self.network = Network(len(self.scale), kind.mask_size, self.rng)
        self.adam = Adam(self.network.weights)
        observations, infos = self.envs.reset(seed=seed)
        self.seen, self.masks = observations * self.scale, infos["action_mask"] > 0

    def play(self, steps: int) -> Rollout:
        """Plays so many steps of all games."""
        kept: dict[str, list[NDArray[np.generic]]] = {
            name: [] for name in ("seen", "masks", "actions", "chances", "values", "rewards", "ended")
        }
        won: list[bool] = []
        games = np.arange(self.envs.num_envs)
        for _ in range(steps):
            logits, values, _hidden = self.network.forward(self.seen)
            chances = probabilities(logits, self.masks)
            noise = self.rng.gumbel(size=chances.shape)
            actions = np.where(self.masks, np.log(chances + 1e-30) + noise, -np.inf).argmax(axis=1)
            step = {"seen": self.seen, "masks": self.masks, "actions": actions, "chances": chances[games, actions], "values": values}
            observations, rewards, ended, _cut, infos = self.envs.step(actions)
            step |= {"rewards": rewards.astype(np.float32) / MARGIN, "ended": ended}
            for name, array in step.items():
                kept[name].append(array)
            won += [int(infos["final_info"]["rank"][game]) == 1 for game in np.flatnonzero(ended)]
            self.seen, self.masks = observations * self.scale, infos["action_mask"] > 0
        arrays = {name: np.array(rows) for name, rows in kept.items()}
        return Rollout(**arrays, last_values=self.network.forward(self.seen)[1], won=won)

    def learn(self, rollout: Rollout, rate: float) -> None:
        """Improves the network by clipped policy gradients, with generalized advantage estimation."""
        advantages = np.zeros_like(rollout.values)
        coming, following = np.zeros(self.envs.num_envs, np.float32), rollout.last_values
        for step in reversed(range(len(rollout.values))):
            goes_on = 1.0 - rollout.ended[step].astype(np.float32)
            surprise = rollout.rewards[step] + DISCOUNT * following * goes_on - rollout.values[step]
            coming = surprise + DISCOUNT * TRACE * goes_on * coming
            advantages[step], following = coming, rollout.values[step]
        targets = (advantages + rollout.values).reshape(-1)
        gains = advantages.reshape(-1)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        seen, masks = rollout.seen.reshape(len(targets), -1), rollout.masks.reshape(len(targets), -1)
        actions, before = rollout.actions.reshape(-1), rollout.chances.reshape(-1)
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(targets))
            for start in range(0, len(order), BATCH):
                at = order[start : start + BATCH]
                self._step(seen[at], masks[at], actions[at], before[at], gains[at], targets[at], rate)

    def _step(
        self, seen: Array, masks: NDArray[np.bool_], actions: NDArray[np.int64], before: Array, gains: Array, targets: Array, rate: float
    ) -> None:
        """Takes one step of the optimizer on a batch."""
        logits, values, hidden = self.network.forward(seen)
        chances = probabilities(logits, masks)
        rows = np.arange(len(actions))
        ratio = chances[rows, actions] / before
        is_free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        chosen = np.zeros_like(chances)
        chosen[rows, actions] = 1
        to_logits = -(gains * ratio * is_free)[:, None] * (chosen - chances)
        logs = np.log(chances + 1e-12)
        to_logits += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        to_values = VALUE_WEIGHT * 2 * (values - targets)
        size = np.float32(len(actions))
        self.adam.update(self.network.weights, self.network.backward(seen, hidden, to_logits / size, to_values / size), rate)


def train(learner: Learner, seconds: float, steps: int = 128, most_updates: int = 10**9) -> list[float]:
    """Plays and learns in turns until the time is over; prints and returns the share of games won between updates."""
    begun = time.monotonic()
    shares: list[float] = []
    while (spent := time.monotonic() - begun) < seconds and len(shares) < most_updates:
        rollout = learner.play(steps)
        learner.learn(rollout, LEARNING_RATE * max(0.1, 1 - spent / seconds))
        shares.append(sum(rollout.won) / max(len(rollout.won), 1))
        done = len(shares) * steps * learner.envs.num_envs
        print(f"{spent:6.0f} s  {done:9,} decisions  {len(rollout.won):4} games  {shares[-1]:5.0%} won", flush=True)
    return shares


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--opponent", default="random", help="random, greedy, automa:pei, …")
    parser.add_argument("--ruleset", default="second")
    parser.add_argument("--save", type=Path, help="the file for the weights")
    asked = parser.parse_args()
    learner = Learner(opponent=asked.opponent, ruleset=asked.ruleset)
    train(learner, 60 * asked.minutes)
    if asked.save is not None:
        with asked.save.open("wb") as file:
            np.savez(file, **learner.network.weights)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
