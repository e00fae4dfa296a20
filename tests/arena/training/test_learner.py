"""Learning takes the same steps with numpy and with PyTorch, which learns here on its CPU device."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundfloor.agents.network.value_network import HEADS
from groundfloor.agents.network.weights import load_weights
from groundfloor.arena.training.learner import Learner
from groundfloor.arena.training.settings import TrainingSettings
from groundfloor.arena.training.training import Training

if TYPE_CHECKING:
    from groundfloor.arena.training.torch_learner import TorchLearner

SIZES = (30, 16, 8, HEADS)
TINY_SETTINGS = TrainingSettings(
    layers=(8,), games_per_generation=2, greedy_generations=1, buffer_generations=2, batch=32, uses=1, measure_every=0
)


@pytest.fixture
def torch() -> Any:
    """PyTorch; tests are skipped where it is not installed."""
    return pytest.importorskip("torch", reason="PyTorch is not installed (extra “gpu”), so learning with it is not tried")


def make_torch_learner(sizes: tuple[int, ...], rng: np.random.Generator) -> TorchLearner:
    from groundfloor.arena.training.torch_learner import TorchLearner

    return TorchLearner(sizes, rng, "cpu")


def learn(learner: Learner | TorchLearner, steps: int, seed: int) -> list[float]:
    """Takes steps on random batches whose targets depend on the features, and returns the losses."""
    rng = np.random.default_rng(seed)
    found: list[float] = []
    for _step in range(steps):
        rows = rng.integers(0, 20, (64, SIZES[0])).astype(np.uint8)
        targets = np.stack([rows[:, 0] * 2.0, rows[:, 1] - 10.0, rows[:, 0] > rows[:, 1]], axis=1).astype(np.float32)
        if not learner.steps:
            learner.adopt_scale(rows)
        losses = learner.step(rows, targets, 0.003, 0.9)
        found += [losses.prestige, losses.margin, losses.win]
    return found


def require_same_state(one: Learner | TorchLearner, other: Learner | TorchLearner) -> None:
    """Fails unless two learners have the same arrays within the accuracy of their numbers."""
    assert one.steps == other.steps
    wanted = other.arrays()
    found = one.arrays()
    assert found.keys() == wanted.keys()
    for name, array in found.items():
        assert array.dtype == np.float32
        np.testing.assert_allclose(array, wanted[name], rtol=1e-3, atol=1e-4, err_msg=name)


@pytest.mark.usefixtures("torch")
def test_torch_takes_the_steps_of_numpy() -> None:
    numpy_learner, torch_learner = (make(SIZES, np.random.default_rng(5)) for make in (Learner, make_torch_learner))
    wanted = learn(numpy_learner, 40, 6)
    assert learn(torch_learner, 40, 6) == pytest.approx(wanted, rel=1e-3)
    assert np.mean(wanted[-3::-3][:5]) < 0.5 * wanted[0]
    require_same_state(torch_learner, numpy_learner)
    rows = np.random.default_rng(7).integers(0, 20, (50, SIZES[0])).astype(np.uint8)
    np.testing.assert_allclose(torch_learner.network().evaluate(rows), numpy_learner.network().evaluate(rows), rtol=1e-3, atol=1e-2)


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize(("first", "second"), [(Learner, make_torch_learner), (make_torch_learner, Learner)])
def test_state_goes_on_with_the_other_learner(first: Any, second: Any) -> None:
    whole, begun = (first(SIZES, np.random.default_rng(8)) for _ in range(2))
    learn(whole, 10, 9)
    learn(begun, 10, 9)
    continued = second(SIZES, np.random.default_rng(99))
    continued.restore(begun.arrays(), begun.steps)
    before = {name: array.copy() for name, array in begun.arrays().items()}
    assert learn(continued, 10, 10) == pytest.approx(learn(whole, 10, 10), rel=1e-3)
    require_same_state(continued, whole)
    assert all(np.array_equal(array, before[name]) for name, array in begun.arrays().items())


@pytest.mark.slow
@pytest.mark.usefixtures("torch")
def test_training_goes_on_with_another_device_in_the_same_folder(tmp_path: Path) -> None:
    Training(tmp_path / "whole", TINY_SETTINGS, 1, lambda line: None).run(3)
    for generations, make in ((1, Learner), (2, make_torch_learner), (3, Learner)):
        Training(tmp_path / "changed", TINY_SETTINGS, 1, lambda line: None, make).run(generations)
    assert (tmp_path / "changed" / "curves.csv").read_text("utf-8").count("\n") == 4
    wanted, found = (load_weights(tmp_path / folder / "weights-00002.npz") for folder in ("whole", "changed"))
    for layer, other in zip(found.layers, wanted.layers, strict=True):
        np.testing.assert_allclose(layer[0], other[0], rtol=1e-2, atol=1e-3)
    assert (tmp_path / "changed" / "weights-00003.npz").exists()
