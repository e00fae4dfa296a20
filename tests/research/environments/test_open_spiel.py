"""The game for OpenSpiel passes OpenSpiel's tests, and plays like the engine."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from groundfloor import new_game
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.research.environments.episode import BadEnvironmentSetting
from tests.support.biased_players import BIASES, BiasedPlayer

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its game is not tested")

from groundfloor.research.environments import open_spiel_game  # noqa: E402 - it needs OpenSpiel

GAMES = [
    "python_ground_floor",
    "python_ground_floor(players=3,ruleset=first,reward=margin)",
    "python_ground_floor(players=2,ruleset=manual,options=two_player_bonus:on)",
    "python_ground_floor(players=4,ruleset=online)",
    "python_ground_floor(players=1,automas=pei+hadid,options=era:random+event:random)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_sim_test_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Cloning, pickling and tensors are tried in it too."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=name == GAMES[-1], verbose=False)
    assert "Game trajectories" not in capfd.readouterr().err


def walk(state: Any, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def test_game_runs_like_the_engine() -> None:
    """Same question, legal actions, draws with their odds, and result at each step."""
    state = pyspiel.load_game("python_ground_floor(players=2,automas=gropius)").new_initial_state()
    game = new_game("second", ["Ann", "Ben", "automa:gropius"])
    rng = Random(4)
    while not state.is_terminal():
        if game.chance is not None:
            odds = state.chance_outcomes()
            total = sum(game.chance.weights)
            assert [chance for _number, chance in odds] == [weight / total for weight in game.chance.weights]
            assert sum(chance for _number, chance in odds) == pytest.approx(1)
            texts = [str(outcome) for outcome in game.chance.outcomes]
            number = rng.randrange(len(texts))
            assert state.is_chance_node() and state.action_to_string(number) == texts[number]
            game.apply(texts[number])
        else:
            assert state.current_player() == game.current_player
            numbers = state.legal_actions()
            assert sorted(map(state.action_to_string, numbers)) == sorted(action.text for action in game.legal_actions)
            number = rng.choice(numbers)
            game.apply(state.action_to_string(number))
        state.apply_action(number)
    ranks = {score.seat: score.rank for score in game.scores()}
    assert state.returns() == [2.0 - ranks[seat] for seat in (0, 1)]


def test_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_ground_floor").new_initial_state()
    walk(state, Random(1), 40)
    other = state.clone()
    before = state.observation_string(0), state.history()
    walk(other, Random(2), 40)
    assert (state.observation_string(0), state.history()) == before != (other.observation_string(0), other.history())
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - made here
    assert (again.observation_string(0), again.history()) == before


def test_information_state_is_the_history() -> None:
    game = pyspiel.load_game("python_ground_floor")
    one, two = game.new_initial_state(), game.new_initial_state()
    for state, order in ((one, (0, 1)), (two, (1, 0))):
        state.apply_action(order[0])
        assert state.information_state_string(0) == f"p0: {order[0]}"
    seen = np.array(one.observation_tensor(1))
    assert seen[:2].tolist() == [0, 1] and len(seen) == game.observation_tensor_shape()[0]


@pytest.mark.parametrize(
    ("options", "prefixes"),
    [("", []), ("options=era:random+event:retainer", ["era.", "event."]), ("options=deck:preset", ["forecast.preset."])],
)
def test_tensor_has_entries_of_an_option_only_where_it_is_played(options: str, prefixes: list[str]) -> None:
    game = pyspiel.load_game(f"python_ground_floor({options})")
    kind = open_spiel_game.GroundFloorGame({"options": options.removeprefix("options=")}).kind
    names = [kind.encoder.entries[place].name for place in open_spiel_game.places_that_can_be_set(kind)]
    assert game.observation_tensor_shape() == [2 + len(names)]
    every = ("era.", "event.", "forecast.preset.")
    assert sorted({prefix for prefix in every for name in names if name.startswith(prefix)}) == prefixes


TENSOR_TABLES: list[dict[str, Any]] = [
    {"ruleset": "second", "players": 2},
    {"ruleset": "second", "players": 3, "options": "era:random+event:random"},
    {"ruleset": "second", "players": 1, "automas": "pei"},
    {"ruleset": "second", "players": 2, "automas": "gropius+hadid", "options": "deck:preset+windfall:on"},
    {"ruleset": "online", "players": 4, "options": "great_depression:on"},
    {"ruleset": "online", "players": 1, "automas": "hadid+pei"},
    {"ruleset": "first", "players": 6},
    {"ruleset": "manual", "players": 2},
    {"ruleset": "manual", "players": 2, "options": "two_player_bonus:on"},
]


@pytest.mark.slow
@pytest.mark.parametrize("table", TENSOR_TABLES, ids=lambda table: "-".join(map(str, table.values())))
def test_entries_that_the_tensor_leaves_out_are_never_set(table: dict[str, Any], request: pytest.FixtureRequest) -> None:
    """In games of players who like this and that, so that rare places are reached."""
    kind = open_spiel_game.GroundFloorGame(table).kind
    left_out = np.ones(len(kind.encoder.entries), np.bool_)
    left_out[open_spiel_game.places_that_can_be_set(kind)] = False
    for seed in range(200 if request.config.getoption("--nightly") else 8):
        rng, game = Random(seed), kind.start.copy()
        player = BiasedPlayer(words=rng.choice(BIASES))
        while not game.is_over:
            for seat in kind.agents:
                seen = np.frombuffer(kind.encoder.encode(game, seat), np.uint8)
                assert not seen[left_out].any(), [kind.encoder.entries[place].name for place in np.flatnonzero(seen * left_out)]
            game.apply(player.choose(game, rng))


@pytest.mark.parametrize("number", [-1, 10_000])
def test_number_of_no_action_is_refused_as_such(number: int) -> None:
    state = open_spiel_game.GroundFloorGame().new_initial_state()
    with pytest.raises(IndexError, match=f"Outcomes are numbered from 0 to 7, not {number}"):
        state._apply_action(number)
    walk(state, Random(1), 3)
    while state.is_chance_node():
        walk(state, Random(1), 1)
    with pytest.raises(IndexError, match=f"Actions are numbered from 0 to 175, not {number}"):
        state._apply_action(number)


def test_wrong_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadEnvironmentSetting, match="written as deck:preset"):
        open_spiel_game.parse_options("deck")
    with pytest.raises(ImpossibleTable, match="At most 2|Automas"):
        open_spiel_game.GroundFloorGame({"automas": "pei+pei"})
    with pytest.raises(ValueError, match="no parameters"):
        open_spiel_game.GroundFloorGame().make_py_observer(None, {"size": 3})
