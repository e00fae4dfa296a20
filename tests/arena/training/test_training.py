"""Training: a tiny one runs in seconds, goes on where it was stopped, and learns."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from random import Random

import numpy as np
import pytest

from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network import weights as weights_module
from groundfloor.agents.network.value_network import HEADS, WIN
from groundfloor.agents.network.weights import load_weights
from groundfloor.arena.training import settings as settings_module
from groundfloor.arena.training import state
from groundfloor.arena.training.__main__ import main
from groundfloor.arena.training.learner import Learner
from groundfloor.arena.training.self_play import SelfPlay, draw_table
from groundfloor.arena.training.settings import TrainingSettings
from groundfloor.arena.training.state import install
from groundfloor.arena.training.training import Training

TINY = TrainingSettings(layers=(8,), games_per_generation=2, greedy_generations=1, buffer_generations=2, batch=32, uses=1, measure_every=0)


def train(folder: Path, generations: int) -> dict[str, bytes]:
    Training(folder, TINY, 1, lambda line: None).run(generations)
    return {file.name: file.read_bytes() for file in folder.glob("weights-*.npz")}


@pytest.mark.slow
def test_a_stopped_training_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", 3)
    train(tmp_path / "stopped", 2)
    assert train(tmp_path / "stopped", 3)["weights-00003.npz"] == whole["weights-00003.npz"]
    assert load_weights(tmp_path / "whole" / "weights-00003.npz").inputs == len(feature_names())
    assert (tmp_path / "whole" / "curves.csv").read_text("utf-8").count("\n") == 4


def test_a_network_learns_what_depends_on_a_feature() -> None:
    rng = np.random.default_rng(1)
    learner = Learner((6, 16, HEADS), rng)
    rows = rng.integers(0, 20, (400, 6)).astype(np.uint8)
    targets = np.stack([rows[:, 0] * 2.0, rows[:, 1] - 10.0, rows[:, 0] > rows[:, 1]], axis=1).astype(np.float32)
    learner.adopt_scale(rows)
    for _step in range(400):
        losses = learner.step(rows, targets, 0.01, 0.9)
    assert losses.prestige < 1 and losses.margin < 1 and losses.win < 0.1
    found = learner.network().evaluate(rows)
    assert np.abs(found - targets)[:, :WIN].max() < 5 and ((found[:, WIN] > 0.5) == (targets[:, WIN] > 0.5)).mean() > 0.97


def test_gradients_are_the_slopes_of_the_loss() -> None:
    rng = np.random.default_rng(3)
    learner = Learner((4, 5, 3, HEADS), rng)
    rows, wanted = rng.integers(0, 9, (7, 4)).astype(np.float32), rng.random((7, HEADS)).astype(np.float32)

    def loss() -> float:
        found = rows
        for weights, bias in zip(learner.parameters[:-2:2], learner.parameters[1:-2:2], strict=True):
            found = np.maximum(found @ weights + bias, 0)
        return float(((found @ learner.parameters[-2] + learner.parameters[-1] - wanted) ** 2).sum() / 2)

    hidden = [rows]
    for weights, bias in zip(learner.parameters[:-2:2], learner.parameters[1:-2:2], strict=True):
        hidden.append(np.maximum(hidden[-1] @ weights + bias, 0))
    error = hidden[-1] @ learner.parameters[-2] + learner.parameters[-1] - wanted
    for parameter, gradient in zip(learner.parameters, learner.gradients(hidden, error), strict=True):
        assert parameter.shape == gradient.shape
        place = tuple(0 for _ in parameter.shape)
        before = loss()
        parameter[place] += 1e-2
        slope = (loss() - before) / 1e-2
        parameter[place] -= 1e-2
        assert slope == pytest.approx(gradient[place], rel=0.1, abs=0.05)


def test_targets_without_a_network_are_the_results() -> None:
    settings = TrainingSettings()
    play = SelfPlay(draw_table(Random(2)), {}, Random(2), settings)
    rows, targets = play.play()
    scores = {score.seat: score for score in play.game.scores()}
    expected = {(float(score.total), float(score.rank == 1)) for score in scores.values()}
    assert len(rows) == len(targets) and {(row[0], row[WIN]) for row in targets.tolist()} <= expected


def test_self_play_is_the_same_for_the_same_seed() -> None:
    one, other = (SelfPlay(draw_table(Random(4)), {}, Random(4), TINY).play() for _ in range(2))
    assert np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])


def test_a_folder_of_another_training_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--folder", str(tmp_path), "--generations", "1", "--jobs", "1", "--layers", "4", "--games-per-generation", "1"]
    assert main([*words, "--measure-every", "0"]) == 0
    assert main([*words, "--seed", "2"]) == 1
    assert "use another folder" in capsys.readouterr().err


def test_an_empty_folder_has_no_weights_to_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path), "--install"]) == 1
    assert "no weights" in capsys.readouterr().err


def test_installed_weights_are_the_last_ones_with_the_given_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    package.mkdir()
    monkeypatch.setattr(weights_module, "__file__", str(package / "weights.py"))
    train(tmp_path / "folder", 2)
    install(tmp_path / "folder", 0.5)
    installed, last = load_weights(package / weights_module.SHIPPED), load_weights(tmp_path / "folder" / "weights-00002.npz")
    assert installed.guide == 0.5 != last.guide
    assert np.array_equal(installed.layers[0][0], last.layers[0][0])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--batch", "0"], "--batch is 1 or more, not 0."),
        (["--trace", "7"], "--trace is from 0 to 1, not 7.0."),
        (["--rate", "nan"], "--rate is more than 0, not nan."),
        (["--layers", "0"], "--layers has the size of each hidden layer"),
        (["--jobs", "0"], "--generations and --jobs are 1 or more."),
    ],
)
def test_impossible_settings_are_said_before_anything_is_written(
    tmp_path: Path, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--folder", str(tmp_path / "training"), *words]) == 1
    assert sentence in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_file_in_place_of_the_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "training").write_text("")
    assert main(["--folder", str(tmp_path / "training")]) == 1
    assert "can't be a folder for the training" in capsys.readouterr().err


def test_each_setting_is_checked() -> None:
    assert {*settings_module.COUNTS, *settings_module.AMOUNTS, *settings_module.SHARES, *settings_module.POSITIVE, "layers"} == {
        field.name for field in fields(TrainingSettings)
    }
    TrainingSettings().check()


def test_document_plots_columns_of_the_curves() -> None:
    text = (Path(__file__).parents[3] / "docs/agents.md").read_text("utf-8")
    shown = re.findall(r'"(\w+)"', *re.findall(r"curves\[\[(.*?)\]\]", text))
    assert shown and set(shown) <= set(state.CURVES)
