"""Many games of one learner each, stepped in one call, as a vector environment of Gymnasium (docs/environments.md).

>>> import gymnasium
>>> import groundfloor.research.environments.registration
>>> envs = gymnasium.make_vec("groundfloor/GroundFloor-v0", num_envs=4, opponents="random")
>>> observations, infos = envs.reset(seed=7)
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> observations.shape[0], infos["action_mask"].shape
(4, (4, 176))
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .single_agent import LearnerGame, LearnerTable
from .spaces import action_space, learner_observation_space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Observations = Any  # an array, or a dict of arrays with the masks
    Step = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class GroundFloorVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games of one learner each; takes what ``LearnerTable.of`` takes, and ``mask_in_observation`` as the single environment does.

    ``autoreset_mode`` is one of Gymnasium's. Observations and masks of all games are written in one pass into arrays that are kept;
    with ``copy=False`` these arrays themselves are returned, and the next call overwrites them.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: None = None,
        mask_in_observation: bool = False,
        **settings: Any,
    ) -> None:
        self.table = LearnerTable.of(**settings)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space = action_space(self.table.kind)
        self.mask_in_observation = mask_in_observation
        self.single_observation_space = learner_observation_space(self.table.kind, has_mask=mask_in_observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.games: list[LearnerGame] = []
        self._generators: list[np.random.Generator] = []
        self._observations = np.zeros((num_envs, len(self.table.kind.encoder)), np.uint8)
        self._masks = np.zeros((num_envs, self.table.kind.mask_size), np.int8)
        self._over = np.zeros(num_envs, np.bool_)

    def __copy__(self) -> GroundFloorVectorEnv:
        """Returns an independent environment, as a copy that shares the game would be of no use."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins new games, with ``options={"reset_mask": ...}`` only some; game ``i`` of seed ``s`` is the single environment's of ``s + i``."""
        seeds = [seed + place for place in range(self.num_envs)] if isinstance(seed, int) else list(seed or [None] * self.num_envs)
        if len(seeds) != self.num_envs:
            raise ValueError(f"There must be {self.num_envs} seeds, one for each game, not {len(seeds)}.")
        chosen = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if not self.games:
            chosen = np.ones(self.num_envs, np.bool_)
            self._generators = [np.random.default_rng(game_seed) for game_seed in seeds]
            self.games = [LearnerGame(self.table, generator.bytes(32)) for generator in self._generators]
            self._over[:] = False
            return self._answer([game.observe() for game in self.games], [game.legal() for game in self.games], {})
        for place in np.flatnonzero(chosen).tolist():
            if seeds[place] is not None:
                self._generators[place] = np.random.default_rng(seeds[place])
            self._begin(place)
        return self._answer([game.observe() for game in self.games], [game.legal() for game in self.games], {})

    def _begin(self, place: int) -> None:
        self.games[place] = LearnerGame(self.table, self._generators[place].bytes(32))
        self._over[place] = False

    def step(self, actions: Any) -> Step:
        """Applies one action in each game; a game that is over begins anew as the autoreset mode says."""
        rewards = np.zeros(self.num_envs)
        ended = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        seen: list[bytes] = []
        legal: list[list[int]] = []
        waits = self._over.tolist()
        if self.autoreset_mode == AutoresetMode.DISABLED and any(waits):
            raise RuntimeError("A game is over: reset it with options={'reset_mask': ...} before the next step.")
        for place, action in enumerate(np.asarray(actions).tolist()):
            if waits[place]:
                self._begin(place)
            else:
                rewards[place] = self.games[place].step(action)
                if self.games[place].is_over:
                    ended[place] = True
                    infos = self._end(place, infos)
            # At once, while the processor's cache has the game: thousands of games do not fit.
            game = self.games[place]
            seen.append(game.observe())
            legal.append(game.legal())
        observations, infos = self._answer(seen, legal, infos)
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _end(self, place: int, infos: dict[str, Any]) -> dict[str, Any]:
        """Notes the result of a game that is over; with SAME_STEP it begins anew, and what it ended with is kept as ``final_obs``."""
        game = self.games[place]
        result = game.result()
        ended = {"rank": result["rank"], "prestige": np.array(result["prestige"]), "illegal": game.is_illegal}
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._over[place] = True
            return self._add_info(infos, ended, place)
        seen, mask = np.frombuffer(bytearray(game.observe()), np.uint8), np.zeros(self.table.kind.mask_size, np.int8)
        final = {
            "final_obs": {"observation": seen, "action_mask": mask} if self.mask_in_observation else seen,
            "final_info": {**ended, "action_mask": mask, "seat": game.seat},
        }
        self._begin(place)
        return self._add_info(infos, final, place)

    def _answer(self, seen: list[bytes], legal: list[list[int]], infos: dict[str, Any]) -> tuple[Observations, dict[str, Any]]:
        size = self.table.kind.mask_size
        self._observations[:] = np.frombuffer(b"".join(seen), np.uint8).reshape(self._observations.shape)
        self._masks.fill(0)
        self._masks.reshape(-1)[[place * size + number for place, numbers in enumerate(legal) for number in numbers]] = 1
        observations, masks = (self._observations.copy(), self._masks.copy()) if self.copy else (self._observations, self._masks)
        everywhere = np.ones(self.num_envs, np.bool_)
        infos |= {"action_mask": masks, "_action_mask": everywhere}
        infos |= {"seat": np.array([game.seat for game in self.games]), "_seat": everywhere.copy()}
        return ({"observation": observations, "action_mask": masks} if self.mask_in_observation else observations), infos
