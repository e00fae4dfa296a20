"""The game for several agents, as an environment of PettingZoo's AEC interface (docs/environments.md).

>>> from groundfloor.research.environments import groundfloor_v0
>>> env = groundfloor_v0.env(ruleset="second", seats=3)
>>> env.reset(seed=7)
>>> env.agents, env.agent_selection in env.agents
(['player_0', 'player_1', 'player_2'], True)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .episode import Episode, TableKind, require_reward, rewards_of
from .rendering import RENDER_MODES, render, require_render_mode
from .spaces import action_space, agent_observation_space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundfloor.engine.ruleset import Ruleset

Observation = dict[str, Any]
ILLEGAL_REWARD = -1.0


def env(**settings: Any) -> Any:
    """Returns the environment with PettingZoo's wrappers: an illegal action ends the game, at a loss for whoever chose it.

    Takes what ``raw_env`` takes.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo's tools look for
    """The environment without wrappers; an illegal action raises IllegalAction and changes nothing.

    ``ruleset``, ``seats``, ``options`` and ``house`` say which table (``TableKind.of``); ``reward`` is ``rank`` or ``margin``;
    ``render_mode`` is one of ``RENDER_MODES``. Agents are ``player_0``, ``player_1``, … by seat; Automas are no agents.
    """

    metadata: dict[str, Any] = {"name": "groundfloor_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        ruleset: str | Ruleset = "second",
        seats: Sequence[str] | int = 2,
        options: Mapping[str, str] | None = None,
        house: Mapping[str, object] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.kind = TableKind.of(ruleset, seats, options, house)
        self.reward = require_reward(reward)
        self.render_mode = require_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in self.kind.agents]
        self.seat_of = {f"player_{seat}": seat for seat in self.kind.agents}
        self.action_spaces = {agent: action_space(self.kind) for agent in self.possible_agents}
        self.observation_spaces = {agent: agent_observation_space(self.kind) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.episode: Episode | None = None
        self._random: np.random.Generator | None = None

    def __copy__(self) -> raw_env:
        """Returns an independent environment, as a copy that shares the game would be of no use."""
        return deepcopy(self)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; ``seed`` decides all draws of this game and of those after it."""
        if seed is not None or self._random is None:
            self._random, _seed = seeding.np_random(seed)
        self.episode = Episode(self.kind, self._random.bytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"player_{self.episode.seat}"

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees, with its legal actions; none are legal while another one is asked."""
        episode = self.running
        seat = self.seat_of[agent]
        mask: NDArray[np.int8] = episode.mask() if episode.seat == seat else np.zeros(self.kind.mask_size, np.int8)
        return {"observation": episode.observation(seat), "action_mask": mask}

    def step(self, action: int | str | None) -> None:
        """Applies the action of the agent that is selected, given as its number or its text; raises IllegalAction if it is not legal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        episode = self.running
        agent = self.agent_selection
        episode.step(self.kind.numbers.number(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.is_over:
            rewards = rewards_of(episode.game, self.reward)
            self.rewards = {agent: rewards[self.seat_of[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = f"player_{episode.seat}"
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Returns the game in the render mode; None for ``human``, which is printed."""
        return render(self.running.game, self.render_mode)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def record(self) -> str:
        """Returns the record of the game so far, which every tool of the project reads."""
        return self.running.record().format()

    @property
    def running(self) -> Episode:
        """The game; RuntimeError before the first ``reset``."""
        if self.episode is None:
            raise RuntimeError("Call reset() first: no game has begun.")
        return self.episode
