"""The environment of PettingZoo passes PettingZoo's own tests, at every kind of table."""

from __future__ import annotations

import importlib
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from groundfloor import read_record, verify
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import IllegalAction, ImpossibleTable, UnknownAction
from groundfloor.research.environments import groundfloor_v0
from groundfloor.research.environments.episode import BadEnvironmentSetting, margin_rewards, rank_rewards
from tests.support.samples import sampled

TABLES: list[tuple[str, Any]] = [
    *((name, players) for name in NAMES for players in range(ruleset(name).player_range[0], ruleset(name).player_range[1] + 1)),
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
    """Plays a game at random and returns its actions."""
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


@pytest.mark.parametrize(("name", "seats"), sampled(TABLES, TABLES[::2].__contains__))
def test_api_test_passes(name: str, seats: Any) -> None:
    """It warns of observations with a mask, the form that PettingZoo's own board games have, and of nothing else."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        pettingzoo_tests("api_test").api_test(groundfloor_v0.env(ruleset=name, seats=seats), num_cycles=150)
    assert {str(warning.message).partition(" for each agent")[0] for warning in warned} == {
        "Observation space",
        "Observation is not a NumPy array",
    }


@pytest.mark.parametrize("seats", [2, ["Ann", "automa:pei"]])
def test_seed_test_passes(seats: Any) -> None:
    pettingzoo_tests("seed_test").seed_test(lambda: groundfloor_v0.env(seats=seats), num_cycles=80)


def test_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed, so there are no pixels to test")
    render_test = pettingzoo_tests("render_test").render_test
    render_test(groundfloor_v0.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    assert "Round 1 of 7" in capsys.readouterr().out


def test_save_obs_test_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It saves observations that are pictures; those here are none, which it says and accepts."""
    monkeypatch.chdir(tmp_path)
    pettingzoo_tests("save_obs_test").test_save_obs(groundfloor_v0.env())
    assert "must be Box" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), [("second", 3), ("first", 6)])
def test_games_go_on_side_by_side(name: str, players: int) -> None:
    """Two games, stepped in turn, are the same as each alone."""
    alone = groundfloor_v0.raw_env(ruleset=name, seats=players)
    moves = [play(alone, seed) for seed in (1, 2)]
    envs = [groundfloor_v0.raw_env(ruleset=name, seats=players) for _ in moves]
    for seed, env in enumerate(envs, 1):
        env.reset(seed=seed)
    for number in range(max(map(len, moves))):
        for env, own in zip(envs, moves):
            if number < len(own):
                assert env.observe(env.agent_selection)["action_mask"][own[number]]
                env.step(own[number])
    assert all(all(env.terminations.values()) for env in envs)


@pytest.mark.parametrize(("reward", "of"), [("rank", rank_rewards), ("margin", margin_rewards)])
def test_rewards_come_at_the_end(reward: str, of: Any) -> None:
    env = groundfloor_v0.raw_env(seats=["Ann", "automa:gropius", "Ben"], reward=reward)
    env.reset(seed=4)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    expected = of(env.running.game)
    assert env.rewards == {"player_0": expected[0], "player_2": expected[2]}
    assert any(env.rewards.values())


def test_same_seed_gives_same_game_and_a_valid_record() -> None:
    env, again = groundfloor_v0.raw_env(seats=3), groundfloor_v0.raw_env(seats=3)
    assert play(env, 8) == play(again, 8)
    assert env.record() == again.record()
    record = read_record(env.record())
    assert verify(record) == record.draw_count() > 0
    assert record.replay().position() == env.running.game.position()
    env.reset(seed=9)
    assert env.record() != again.record()


def test_next_game_differs_without_a_seed() -> None:
    env = groundfloor_v0.raw_env()
    env.reset(seed=1)
    first = env.record()
    env.reset()
    assert env.record() != first


def test_step_takes_a_text_and_refuses_other_types_with_a_sentence() -> None:
    env = groundfloor_v0.raw_env()
    env.reset(seed=1)
    before = env.record()
    for given in (2.5, True, None, b"hire", [1]):
        with pytest.raises(TypeError, match=r"^An action is its number or its text, such as 'hire', not .+\.$"):
            env.step(given)  # type: ignore[arg-type]
    with pytest.raises(UnknownAction, match="'juggle' is not an action of this ruleset"):
        env.step("juggle")
    assert env.record() == before
    env.step("done")
    assert env.record().count(" done\n") == 1


def test_illegal_action_raises_without_wrappers_and_loses_with_them() -> None:
    env = groundfloor_v0.raw_env()
    env.reset(seed=1)
    before = env.record()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="not one of the possible answers"):
        env.step(illegal)
    assert env.record() == before
    wrapped = groundfloor_v0.env()
    wrapped.reset(seed=1)
    asked = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(illegal)
    assert wrapped.rewards[asked] == -1.0 and all(wrapped.terminations.values())


def test_only_the_asked_agent_has_legal_actions() -> None:
    env = groundfloor_v0.raw_env(seats=4)
    env.reset(seed=3)
    masks = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
    assert {agent for agent, legal in masks.items() if legal} == {env.agent_selection}


def test_wrong_settings_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadEnvironmentSetting, match="rank or margin, not 'money'"):
        groundfloor_v0.env(reward="money")
    with pytest.raises(BadEnvironmentSetting, match="human, ansi, svg, rgb_array, not '3d'"):
        groundfloor_v0.env(render_mode="3d")
    with pytest.raises(ImpossibleTable, match="2 to 5 seats"):
        groundfloor_v0.env(seats=6)
    with pytest.raises(ImpossibleTable, match="2 to 5 seats"):
        groundfloor_v0.env(seats=10**30)
    with pytest.raises(RuntimeError, match="reset"):
        groundfloor_v0.raw_env().record()


def test_registry_makes_it() -> None:
    pytest.importorskip("pettingzoo.env_registry", reason="this PettingZoo has no registry yet")
    import pettingzoo

    from groundfloor.research.environments import registration

    env = pettingzoo.make("aec", registration.PETTINGZOO_ID, seats=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
