"""The examples of the document run, and those for researchers in a short form."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/environments.md").read_text("utf-8"), re.DOTALL)


def test_examples_of_the_document_run() -> None:
    names: dict[str, object] = {}
    for block in BLOCKS:
        if "pyspiel" in block:
            pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its examples are not tried")
        exec(compile(block, "docs/environments.md", "exec"), names)  # noqa: S102 - the project's own document
    assert {"env", "envs", "kind", "scale"} <= names.keys()


EXAMPLES = Path(__file__).parents[3] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ppo() -> Any:
    return load("masked_ppo_numpy")


@pytest.mark.slow
def test_masked_ppo_of_a_library_learns(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In two small updates the network changes and no action is illegal; the saved model plays on. docs/environments.md has a whole run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed, so its example is not tried")
        example = load("masked_ppo")
        model = example.make_model(games=4, steps=96)
        before = {name: weight.clone() for name, weight in model.policy.named_parameters()}
        report = example.Report(1e6)
        model.learn(2 * 4 * 96, callback=report)
        model.save(tmp_path / "policy.zip")
        policy = contrib.MaskablePPO.load(tmp_path / "policy.zip")
    games = list(model.ep_info_buffer)
    assert len(report.shares) == 2 and len(games) > 4 and not any(game["illegal"] for game in games)
    assert any(bool((weight != before[name]).any()) for name, weight in model.policy.named_parameters())
    assert "768 decisions" in capsys.readouterr().out
    env = example.scaled(example.gymnasium.make(example.GYMNASIUM_ID, reward="margin"))
    seen, info = env.reset(seed=1)
    action, _state = policy.predict(seen, action_masks=info["action_mask"])
    assert info["action_mask"][action] == 1


@pytest.mark.slow
def test_masked_ppo_in_numpy_learns(ppo: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """In three small updates the network changes and each game that ended is counted; docs/environments.md has a whole run."""
    learner = ppo.Learner(games=8)
    before = {name: weight.copy() for name, weight in learner.network.weights.items()}
    shares = ppo.train(learner, seconds=1e6, steps=48, most_updates=3)
    assert len(shares) == 3 and all(0 <= share <= 1 for share in shares)
    assert all(np.isfinite(weight).all() for weight in learner.network.weights.values())
    assert any(not np.array_equal(weight, before[name]) for name, weight in learner.network.weights.items())
    assert "1,152 decisions" in capsys.readouterr().out


def test_gradients_of_the_network_are_those_of_differences(ppo: Any) -> None:
    rng = np.random.default_rng(1)
    network = ppo.Network(5, 4, rng)
    network.weights = {name: weight.astype(np.float64) for name, weight in network.weights.items()}
    seen, to_logits, to_values = rng.standard_normal((3, 5)), rng.standard_normal((3, 4)), rng.standard_normal(3)

    def loss() -> float:
        logits, values, _hidden = network.forward(seen)
        return float((logits * to_logits).sum() + (values * to_values).sum())

    gradients = network.backward(seen, network.forward(seen)[2], to_logits, to_values)
    for name, weight in network.weights.items():
        place = (0,) * weight.ndim
        weight[place] += 1e-5
        above = loss()
        weight[place] -= 2e-5
        below = loss()
        weight[place] += 1e-5
        assert gradients[name][place] == pytest.approx((above - below) / 2e-5, rel=1e-3, abs=1e-6)


def test_illegal_actions_have_no_probability(ppo: Any) -> None:
    chances = ppo.probabilities(np.array([[5.0, 1.0, 1.0]], np.float32), np.array([[False, True, True]]))
    assert chances.tolist() == [[0.0, 0.5, 0.5]]


@pytest.mark.slow
def test_self_play_learns_from_every_seat(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In two small updates the network changes, and the margins of two seats are each other's opposites."""
    monkeypatch.syspath_prepend(EXAMPLES)
    example = load("selfplay_ppo")
    player = example.SelfPlayer(seats=2)
    before = {name: weight.copy() for name, weight in player.network.weights.items()}
    assert len(example.train_by_self_play(player, seconds=1e6, games=2, most_updates=2)) == 2
    assert any(not np.array_equal(weight, before[name]) for name, weight in player.network.weights.items())
    game = player.play_game()
    assert game["player_0"].reward == -game["player_1"].reward and min(len(seat.actions) for seat in game.values()) > 5
    assert "4 games" in capsys.readouterr().out


@pytest.mark.slow
def test_search_of_open_spiel_plays_a_game() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its example is not tried")
    assert sorted(load("open_spiel_mcts").play(simulations=2, seed=1)) == [-1.0, 1.0]


@pytest.mark.thorough
@pytest.mark.slow
def test_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few games that are played, and with their records from a folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra “data”), so the notebook is not tried")
        pytest.importorskip("pandas", reason="pandas is not installed (extra “data”), so the notebook is not tried")
        matplotlib.use("Agg")
        cells = json.loads((EXAMPLES / "records.ipynb").read_text("utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        frames = []
        for folder in ("", str(tmp_path)):
            names: dict[str, Any] = {}
            for source in sources:
                exec(compile(source, "records.ipynb", "exec"), names)  # noqa: S102 - the project's own notebook
                names |= {"FOLDER": folder, "GAMES": 3}
            for number, record in enumerate(names["records"]):
                (tmp_path / f"{number}.gfr").write_text(record.format(), "utf-8")
            frames.append(names["results"])
            names["plt"].close("all")
    assert len(frames[0]) == 9 and frames[0].equals(frames[1])
    assert (frames[0][["room", "tenant", "floor", "achievement", "sets"]].sum(axis=1) == frames[0]["prestige"]).all()
