"""PPO by self-play with PettingZoo, in one loop as CleanRL writes it: one network plays all seats and learns from each of them.

    python examples/selfplay_ppo.py [--minutes 5] [--seats 2] [--save policy.npz]

Network, optimizer and loss are those of masked_ppo_numpy.py, beside it; what is new here is how the decisions of several agents, which come
in turns, become a game for each of them. It prints, after each update, how the first seat's margin stands and how long games are.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from masked_ppo_numpy import BATCH, DISCOUNT, EPOCHS, LEARNING_RATE, MARGIN, TRACE, Adam, Array, Learner, Network, probabilities
from numpy.typing import NDArray

from groundfloor.research.environments import groundfloor_v0


@dataclass
class SeatGame:
    """The decisions of one seat in one game, and its reward at the end."""

    seen: list[Array] = field(default_factory=list)
    masks: list[NDArray[np.bool_]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    reward: float = 0.0

    def advantages(self) -> Array:
        """Returns how much better each decision turned out than expected (generalized advantage estimation)."""
        found = np.zeros(len(self.values), np.float32)
        coming = following = 0.0
        for place in reversed(range(len(self.values))):
            reward = self.reward if place == len(self.values) - 1 else 0.0
            coming = reward + DISCOUNT * following - self.values[place] + DISCOUNT * TRACE * coming
            found[place], following = coming, self.values[place]
        return found


class SelfPlayer(Learner):
    """Plays all seats of an environment of PettingZoo, and learns from each of them."""

    def __init__(self, seats: int = 2, ruleset: str = "second", seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = groundfloor_v0.raw_env(ruleset=ruleset, seats=seats, reward="margin")
        self.env.reset(seed=seed)
        kind = self.env.kind
        self.scale = np.array([1 / entry.usual for entry in kind.encoder.entries], np.float32)
        self.network = Network(len(self.scale), kind.mask_size, self.rng)
        self.adam = Adam(self.network.weights)

    def play_game(self) -> dict[str, SeatGame]:
        """Returns a whole game, by agent."""
        self.env.reset()
        games = {agent: SeatGame() for agent in self.env.possible_agents}
        for agent in self.env.agent_iter():
            observation, reward, is_over, _is_cut, _info = self.env.last()
            if is_over:
                games[agent].reward = reward / MARGIN
                self.env.step(None)
                continue
            self.env.step(self.decide(games[agent], observation))
        return games

    def decide(self, game: SeatGame, observation: dict[str, Any]) -> int:
        """Returns an action drawn by the network, and notes it."""
        seen, mask = observation["observation"] * self.scale, observation["action_mask"] > 0
        logits, values, _hidden = self.network.forward(seen[None])
        chances = probabilities(logits, mask[None])[0]
        action = int(np.where(mask, np.log(chances + 1e-30) + self.rng.gumbel(size=len(mask)), -np.inf).argmax())
        game.seen.append(seen)
        game.masks.append(mask)
        game.actions.append(action)
        game.chances.append(float(chances[action]))
        game.values.append(float(values[0]))
        return action

    def learn_from(self, games: list[SeatGame], rate: float) -> None:
        """Improves the network by clipped policy gradients."""
        advantages = [game.advantages() for game in games]
        targets = np.concatenate([gain + np.array(game.values, np.float32) for gain, game in zip(advantages, games)])
        gains = np.concatenate(advantages)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        seen = np.array([each for game in games for each in game.seen], np.float32)
        masks = np.array([each for game in games for each in game.masks])
        actions = np.array([each for game in games for each in game.actions])
        before = np.array([each for game in games for each in game.chances], np.float32)
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(targets))
            for start in range(0, len(order), BATCH):
                at = order[start : start + BATCH]
                self._step(seen[at], masks[at], actions[at], before[at], gains[at], targets[at], rate)


def train_by_self_play(player: SelfPlayer, seconds: float, games: int = 64, most_updates: int = 10**9) -> list[float]:
    """Plays and learns in turns until the time is over; prints and returns the first seat's average margin in each update."""
    begun = time.monotonic()
    margins: list[float] = []
    while (spent := time.monotonic() - begun) < seconds and len(margins) < most_updates:
        played = [player.play_game() for _ in range(games)]
        player.learn_from([game for each in played for game in each.values()], LEARNING_RATE * max(0.1, 1 - spent / seconds))
        margins.append(MARGIN * sum(each["player_0"].reward for each in played) / games)
        decisions = sum(len(game.actions) for each in played for game in each.values())
        print(
            f"{spent:6.0f} s  {len(margins) * games:6} games  margin {margins[-1]:5.1f}  {decisions / games:5.0f} decisions a game",
            flush=True,
        )
    return margins


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--ruleset", default="second")
    parser.add_argument("--save", type=Path, help="the file for the weights")
    asked = parser.parse_args()
    player = SelfPlayer(asked.seats, asked.ruleset)
    train_by_self_play(player, 60 * asked.minutes)
    if asked.save is not None:
        with asked.save.open("wb") as file:
            np.savez(file, **player.network.weights)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
