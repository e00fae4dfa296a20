"""The game for one learner against agents and Automas, as an environment of Gymnasium (docs/environments.md).

>>> import gymnasium
>>> import groundfloor.research.environments.registration
>>> env = gymnasium.make("groundfloor/GroundFloor-v0", opponents=["greedy", "automa:pei"])
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> observation.shape == env.observation_space.shape, reward, terminated
(True, 0.0, False)
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from .rendering import RENDER_MODES, render, require_render_mode
from .single_agent import LearnerGame, LearnerTable
from .spaces import action_space, learner_observation_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Observation = NDArray[np.uint8]


class GroundFloorEnv(gymnasium.Env[Any, Any]):
    """One learner's games; takes what ``LearnerTable.of`` takes, ``render_mode`` and ``mask_in_observation``.

    With ``mask_in_observation`` an observation is a dict with ``observation`` and ``action_mask``, as TorchRL and RLlib expect it.
    ``info["action_mask"]`` has 1 for each legal action, as ``action_masks()`` does; at the end of a game ``info`` has ``rank`` and
    ``prestige`` too (``LearnerGame.result``).
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, render_mode: str | None = None, mask_in_observation: bool = False, **settings: Any) -> None:
        self.table = LearnerTable.of(**settings)
        self.render_mode = require_render_mode(render_mode)
        self.action_space = action_space(self.table.kind)
        self.mask_in_observation = mask_in_observation
        self.observation_space = learner_observation_space(self.table.kind, has_mask=mask_in_observation)
        self.game: LearnerGame | None = None

    def __copy__(self) -> GroundFloorEnv:
        """Returns an independent environment, as a copy that shares the game would be of no use."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation | dict[str, Any], dict[str, Any]]:
        """Begins a new game; ``seed`` decides draws, the learner's seat and what the opponents do, in this game and those after it."""
        super().reset(seed=seed)
        self.game = LearnerGame(self.table, self.np_random.bytes(32))
        return self._observation(), self._info()

    def step(self, action: int | str) -> tuple[Observation | dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Applies the learner's action, given as its number or its text, and has the others play until the learner is asked again or the game is over."""
        game = self.running
        reward = game.step(self.table.kind.numbers.number(action))
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, game.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns True for each legal action: the method that MaskablePPO asks for."""
        mask = np.zeros(self.table.kind.mask_size, np.bool_)
        mask[self.running.legal()] = True
        return mask

    def render(self) -> Any:
        """Returns the game in the render mode; None for ``human``, which is printed."""
        return render(self.running.episode.game, self.render_mode)

    def record(self) -> str:
        """Returns the record of the game so far, which every tool of the project reads."""
        return self.running.episode.record().format()

    @property
    def running(self) -> LearnerGame:
        """The game; RuntimeError before the first ``reset``."""
        if self.game is None:
            raise RuntimeError("Call reset() first: no game has begun.")
        return self.game

    def _observation(self) -> Observation | dict[str, Any]:
        seen = np.frombuffer(bytearray(self.running.observe()), np.uint8)
        return {"observation": seen, "action_mask": self.action_masks().astype(np.int8)} if self.mask_in_observation else seen

    def _info(self) -> dict[str, Any]:
        """Returns the legal actions, the learner's seat, and at the end the result."""
        game = self.running
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": game.seat}
        if game.is_over:
            result = game.result()
            info |= {"rank": result["rank"], "prestige": np.array(result["prestige"]), "illegal": game.is_illegal}
        return info
