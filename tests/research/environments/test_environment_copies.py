"""Environments can be copied and pickled in the middle of a game, in other processes too, and go on in the same way."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import numpy as np
import pytest

from groundfloor.research.environments import TableKind

COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301 - made here
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),  # noqa: S301 - made here
}
either = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
Told = list[tuple[Any, ...]]


def gymnasium_env(**settings: Any) -> Any:
    gymnasium = pytest.importorskip("gymnasium")
    import groundfloor.research.environments.registration  # noqa: F401 - registers the environment

    return gymnasium.make("groundfloor/GroundFloor-v0", **settings)


def play_gymnasium(env: Any, info: dict[str, Any], steps: int, dice: Random) -> Told:
    told: Told = []
    for _ in range(steps):
        action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, _truncated, info = env.step(action)
        told.append((observation.tolist(), info["action_mask"].tolist(), reward, terminated))
        if terminated:
            _observation, info = env.reset()
    return told


def play_aec(env: Any, steps: int, dice: Random) -> Told:
    told: Told = []
    for _ in range(steps):
        observation, reward, is_over, _truncated, _info = env.last()
        told.append((env.agent_selection, observation["observation"].tolist(), observation["action_mask"].tolist(), reward, is_over))
        if is_over:
            break
        env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return told


@either
@pytest.mark.parametrize("opponents", [["random", "automa:pei"], "greedy", "net"], ids=str)
def test_gymnasium_goes_on_in_the_same_way(opponents: Any, copied: Callable[[Any], Any]) -> None:
    env = gymnasium_env(opponents=opponents, options={"deck": "preset"})
    _observation, info = env.reset(seed=7)
    play_gymnasium(env, info, 5, Random(1))
    info = {"action_mask": env.unwrapped.action_masks().astype(np.int8)}
    twin = copied(env)
    assert play_gymnasium(twin, info, 60, Random(2)) == play_gymnasium(env, info, 60, Random(2)), "into the next game, too"


@either
def test_pettingzoo_goes_on_in_the_same_way(copied: Callable[[Any], Any]) -> None:
    pytest.importorskip("pettingzoo")
    from groundfloor.research.environments import groundfloor_v0

    env = groundfloor_v0.env(ruleset="second", seats=["Ann", "Ben", "automa:hadid"], house={"start.money": 12})
    copied(env).reset(seed=1)
    env.reset(seed=7)
    play_aec(env, 25, Random(1))
    twin = copied(env)
    assert play_aec(twin, 10_000, Random(2)) == play_aec(env, 10_000, Random(2))


@either
def test_kind_of_table_stays_the_same(copied: Callable[[TableKind], TableKind]) -> None:
    kind = TableKind.of("manual", 3)
    twin = copied(kind)
    assert twin.numbers.texts == kind.numbers.texts and twin.rules is kind.rules and twin.encoder.entries == kind.encoder.entries
    assert twin.start.position() == kind.start.position()


@either
def test_open_spiel_goes_on_in_the_same_way(copied: Callable[[Any], Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import groundfloor.research.environments.open_spiel_game  # noqa: F401 - registers the game

    state, dice = pyspiel.load_game("python_ground_floor").new_initial_state(), Random(1)
    for _ in range(30):
        state.apply_action(dice.choice(state.legal_actions()))
    twin = copied(state)
    for _ in range(30):
        assert twin.legal_actions() == state.legal_actions() and twin.observation_string(0) == state.observation_string(0)
        action = dice.choice(state.legal_actions())
        twin.apply_action(action)
        state.apply_action(action)


def play_there(env: Any, info: dict[str, Any]) -> Told:
    """Is called in another process."""
    return play_gymnasium(env, info, 30, Random(2))


@pytest.mark.slow
def test_spawned_process_plays_on() -> None:
    env = gymnasium_env(opponents=["greedy"])
    _observation, info = env.reset(seed=7)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(play_there, (env, info)) == play_gymnasium(env, info, 30, Random(2))


def test_shallow_copy_shares_no_game() -> None:
    env = gymnasium_env(opponents="random").unwrapped
    _observation, info = env.reset(seed=7)
    twin = copy.copy(env)
    before = env.record()
    play_gymnasium(twin, info, 10, Random(1))
    assert env.record() == before != twin.record()
