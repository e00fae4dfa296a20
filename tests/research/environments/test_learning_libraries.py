"""TorchRL's and RLlib's own checks of environments pass, where their packages are installed (pip install torchrl "ray[rllib]")."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from groundfloor.research.environments import groundfloor_v0
from groundfloor.research.environments.gymnasium_env import GroundFloorEnv

pytestmark = [pytest.mark.nightly, pytest.mark.slow]


@pytest.fixture(autouse=True)
def their_warnings_are_theirs() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def imported(name: str, package: str) -> Any:
    pytest.importorskip(package, reason=f"{package} is not installed, so its check of environments is not tried", exc_type=ImportError)
    return importlib.import_module(name)


@pytest.mark.parametrize("settings", [{}, {"ruleset": "first", "opponents": ["random", "greedy"], "reward": "margin"}])
def test_torchrl_accepts_the_gymnasium_environment_with_its_mask(settings: dict[str, Any]) -> None:
    """Its random player reads the mask, so each of its steps is legal."""
    envs = imported("torchrl.envs", "torchrl")
    wrapped = envs.GymWrapper(GroundFloorEnv(mask_in_observation=True, illegal_reward=None, **settings), categorical_action_encoding=True)
    env = envs.TransformedEnv(wrapped, envs.ActionMask())
    envs.check_env_specs(env, seed=1)
    assert env.rollout(200, break_when_any_done=True)["action_mask"].any(-1).all()


@pytest.mark.parametrize("seats", [2, 4, ["Ann", "automa:pei"]])
def test_torchrl_accepts_the_pettingzoo_environment(seats: Any) -> None:
    envs = imported("torchrl.envs", "torchrl")
    env = envs.PettingZooWrapper(groundfloor_v0.env(seats=seats), use_mask=True, categorical_actions=True)
    envs.check_env_specs(env, seed=1)


@pytest.mark.parametrize("seats", [2, 4])
def test_rllib_accepts_the_pettingzoo_environment(seats: int) -> None:
    """It checks an environment by one action drawn without the mask, which ends the game if it is illegal."""
    checks = imported("ray.rllib.utils.pre_checks.env", "ray.rllib")
    wrappers = importlib.import_module("ray.rllib.env.wrappers.pettingzoo_env")
    checks.check_multiagent_environments(wrappers.PettingZooEnv(groundfloor_v0.env(seats=seats)))


def test_rllib_samples_the_gymnasium_environment() -> None:
    """At random and without a mask, as its own networks take no observation that is a dict."""
    ppo = imported("ray.rllib.algorithms.ppo", "ray.rllib")
    runner = importlib.import_module("ray.rllib.env.single_agent_env_runner").SingleAgentEnvRunner
    config = ppo.PPOConfig().environment(lambda _config: GroundFloorEnv()).env_runners(num_envs_per_env_runner=2)
    episodes = runner(config=config).sample(num_timesteps=64, random_actions=True)
    space = GroundFloorEnv().observation_space
    assert sum(len(episode) for episode in episodes) >= 64
    assert all(space.contains(seen) for episode in episodes for seen in episode.get_observations())
