"""The environments of Gymnasium pass its checker; the vectorized one plays the same games as single ones."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from groundfloor import read_record
from groundfloor.agents import GreedyAgent
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.engine.errors import IllegalAction
from groundfloor.research.environments.episode import BadEnvironmentSetting
from groundfloor.research.environments.gymnasium_env import GroundFloorEnv
from groundfloor.research.environments.registration import GYMNASIUM_ID
from groundfloor.research.environments.vector_env import GroundFloorVectorEnv

GAME = 400
"""More decisions of one learner than any game has."""


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def play(env: GroundFloorEnv, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    """Returns observations, reward and the last info of a game in which the learner takes the lowest legal action."""
    observation, info = env.reset(seed=seed)
    seen = [observation]
    for _ in range(GAME):
        observation, reward, terminated, truncated, info = env.step(first_legal(info["action_mask"]))
        seen.append(observation)
        if terminated:
            return seen, reward, info
        assert reward == 0.0 and not truncated
    raise AssertionError("the game did not end")


SETTINGS: list[dict[str, Any]] = [
    {},
    {"opponents": ["greedy", "automa:pei"], "reward": "margin"},
    {"ruleset": "first", "opponents": ["random"] * 5, "seat": 2},
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_check_env_passes(settings: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(GYMNASIUM_ID, **settings)
    check_env(env.unwrapped, skip_render_check=find_spec("resvg_py") is None)


def test_game_ends_with_result_and_record() -> None:
    env = GroundFloorEnv(opponents=["random", "automa:gropius"], reward="margin")
    _seen, reward, info = play(env, 5)
    totals = info["prestige"]
    assert reward == totals[0] - max(totals[1:])
    ahead, not_behind = sum(totals[1:] > totals[0]), sum(totals[1:] >= totals[0])
    assert 1 + ahead <= info["rank"] <= 1 + not_behind
    assert not info["action_mask"].any() and not info["illegal"]
    assert read_record(env.record()).replay().is_over


def test_learner_sits_where_it_should() -> None:
    fixed = GroundFloorEnv(opponents=["random", "automa:pei"], seat=1)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}
    drawn = GroundFloorEnv(opponents=["random", "automa:pei"])
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}


def test_opponent_can_be_a_function_that_makes_an_agent() -> None:
    own = play(GroundFloorEnv(opponents=[GreedyAgent]), 3)
    named = play(GroundFloorEnv(opponents="greedy"), 3)
    assert (own[1], own[2]["prestige"].tolist()) == (named[1], named[2]["prestige"].tolist())


def test_illegal_action_ends_the_game_or_raises() -> None:
    env = GroundFloorEnv()
    _observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _observation, reward, terminated, _truncated, info = env.step(illegal)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    strict = GroundFloorEnv(illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(illegal)


def test_wrong_settings_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadSpecification, match="There is no bot 'nobody'"):
        GroundFloorEnv(opponents="nobody")
    with pytest.raises(BadEnvironmentSetting, match="not 7"):
        GroundFloorEnv(opponents=[7])
    with pytest.raises(BadEnvironmentSetting, match="seat can be 0 to 1, not 2"):
        GroundFloorEnv(seat=2)
    with pytest.raises(RuntimeError, match="reset"):
        GroundFloorEnv().step(0)


def test_masks_of_both_forms_agree() -> None:
    env = GroundFloorEnv()
    _observation, info = env.reset(seed=1)
    assert env.action_masks().tolist() == (info["action_mask"] == 1).tolist()


@pytest.mark.parametrize("copy", [True, False])
def test_vectorized_games_are_the_single_ones(copy: bool) -> None:
    seeds = 3
    envs = GroundFloorVectorEnv(seeds, opponents="automa:pei", autoreset_mode=AutoresetMode.DISABLED, copy=copy)
    single = [play(GroundFloorEnv(opponents="automa:pei"), 20 + seed) for seed in range(seeds)]
    observations, infos = envs.reset(seed=20)
    ended: dict[int, int] = {}
    for step in range(min(len(game[0]) for game in single) - 1):
        for place, (seen, _reward, _info) in enumerate(single):
            assert np.array_equal(observations[place], seen[step])
        observations, rewards, terminations, _truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
        for place in np.flatnonzero(terminations).tolist():
            ended[place] = step
            assert rewards[place] == single[place][1]
            assert infos["rank"][place] == single[place][2]["rank"]
            assert infos["prestige"][place].tolist() == single[place][2]["prestige"].tolist()
    assert ended
    with pytest.raises(RuntimeError, match="reset_mask"):
        envs.step(infos["action_mask"].argmax(axis=1))
    over = np.array([place in ended for place in range(seeds)])
    again, _infos = envs.reset(seed=20, options={"reset_mask": over})
    for place in range(seeds):
        assert np.array_equal(again[place], single[place][0][0 if over[place] else min(ended.values()) + 1])


def test_autoreset_modes_are_those_of_gymnasium() -> None:
    """SyncVectorEnv around single environments is the reference."""
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        envs = GroundFloorVectorEnv(2, autoreset_mode=mode)
        reference = gymnasium.vector.SyncVectorEnv([GroundFloorEnv] * 2, autoreset_mode=mode)
        assert envs.metadata["autoreset_mode"] == mode
        found: Any = envs.reset(seed=3)
        expected: Any = reference.reset(seed=3)
        ends = 0
        for _ in range(GAME):
            assert np.array_equal(found[0], expected[0])
            assert found[-1]["action_mask"].tolist() == expected[-1]["action_mask"].tolist()
            actions = found[-1]["action_mask"].argmax(axis=1)
            found, expected = envs.step(actions), reference.step(actions)
            assert all(np.array_equal(mine, theirs) for mine, theirs in zip(found[1:4], expected[1:4]))
            assert found[-1].keys() >= expected[-1].keys() - {"illegal", "_illegal"}
            for place in np.flatnonzero(found[2]):
                ends += 1
                if mode == AutoresetMode.SAME_STEP:
                    assert np.array_equal(found[-1]["final_obs"][place], expected[-1]["final_obs"][place])
                    assert found[-1]["final_info"]["rank"][place] == expected[-1]["final_info"]["rank"][place]
            if ends > 2:
                break
        assert ends > 2


def test_make_vec_makes_the_vectorized_one() -> None:
    envs = gymnasium.make_vec(GYMNASIUM_ID, num_envs=3, opponents="random")
    assert isinstance(envs.unwrapped, GroundFloorVectorEnv)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space and infos["action_mask"].shape == (3, 176)
    with pytest.raises(ValueError, match="3 seeds"):
        GroundFloorVectorEnv(3).reset(seed=[1, 2])


def test_mask_can_be_a_part_of_the_observation() -> None:
    env = GroundFloorEnv(opponents="random", mask_in_observation=True)
    check_env(env, skip_render_check=True)
    plain = GroundFloorEnv(opponents="random")
    seen, info = env.reset(seed=3)
    expected, _info = plain.reset(seed=3)
    assert isinstance(seen, dict) and isinstance(expected, np.ndarray) and np.array_equal(seen["observation"], expected)
    assert np.array_equal(seen["action_mask"], info["action_mask"]) and env.observation_space.contains(seen)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_masks_of_many_games_can_be_a_part_of_the_observations(mode: AutoresetMode) -> None:
    envs = GroundFloorVectorEnv(3, mode, opponents="random", mask_in_observation=True)
    seen, infos = envs.reset(seed=3)
    for _ in range(40):
        assert envs.observation_space.contains(seen) and np.array_equal(seen["action_mask"], infos["action_mask"])
        seen, _rewards, ended, _truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if ended.any():
            break
