"""Training: a tiny one runs in seconds, goes on where it was stopped, and learns."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundfloor import new_game
from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network import weights as weights_module
from groundfloor.agents.network.network import POINTS, WIN
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.weights import load_weights
from groundfloor.research.training import settings as settings_module
from groundfloor.research.training import state
from groundfloor.research.training.__main__ import main
from groundfloor.research.training.examples import Examples
from groundfloor.research.training.learner import POINTS_WEIGHT, Learner
from groundfloor.research.training.self_play import Decision, GreedyPlay, SelfPlay, Waiting, draw_table_setup, make_examples, play_together
from groundfloor.research.training.settings import TrainingSettings
from groundfloor.research.training.state import install
from groundfloor.research.training.training import Training, empty_network
from tests.support.play import play_game

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Floats

TINY = TrainingSettings(
    layers=(8,),
    games_per_generation=2,
    games_together=2,
    greedy_generations=1,
    buffer_generations=2,
    simulations=3,
    considered=2,
    quick_simulations=1,
    quick_considered=1,
    batch=32,
    uses=1,
    measure_every=0,
)


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


def drawn_examples(rng: np.random.Generator, count: int) -> Examples:
    """Returns positions of two seats: more of the first feature wins, and whoever is asked should give the answer with the number of the second."""
    rows = rng.integers(0, 4, (2 * count, 6)).astype(np.uint8)
    first, other = rows[0::2, 0], rows[1::2, 0]
    wins = np.where(first == other, 0.5, first > other)
    share = np.stack([wins, 1 - wins], axis=1).reshape(-1)
    targets = np.stack([rows[:, 0] * 2.0, rows[:, 1] - 2.0, share], axis=1).astype(np.float32)
    asked = rng.integers(0, 2, count).astype(np.uint8)
    wanted = rows[2 * np.arange(count) + asked, 1]
    policy = (np.arange(4)[None, :] == wanted[:, None]).astype(np.float16).reshape(-1)
    answers = np.tile(np.arange(4, dtype=np.uint16), count)
    return Examples(rows, targets, np.full(count, 2, np.uint8), asked, answers, np.full(count, 4, np.uint16), policy)


VOCABULARY = ("a", "b", "c", "d", "e")


def test_a_network_learns_who_wins_and_what_to_answer() -> None:
    rng = np.random.default_rng(1)
    learner = Learner(6, (24, 16), VOCABULARY, rng)
    learner.adopt_scale(drawn_examples(rng, 200).rows)
    for _step in range(500):
        losses = learner.step(drawn_examples(rng, 64), 0.01, 0.9)
    assert losses.prestige < 1 and losses.margin < 1 and losses.policy < 0.1 and losses.policy_floor == pytest.approx(0, abs=1e-6)
    examples = drawn_examples(rng, 100)
    found = learner.network().evaluate(examples.rows.tobytes(), [2] * 100, examples.asked.tolist())
    for place, evaluation in enumerate(found):
        assert evaluation.win == pytest.approx(examples.targets[2 * place : 2 * place + 2, WIN].tolist(), abs=0.3)
        assert evaluation.logits.index(max(evaluation.logits[:4])) == examples.rows[2 * place + examples.asked[place], 1]


def test_gradients_are_the_slopes_of_the_loss() -> None:
    rng = np.random.default_rng(3)
    learner = Learner(6, (5, 4), VOCABULARY, rng)
    examples = drawn_examples(rng, 9)
    found: list[list[Floats]] = []
    learner.descend = lambda gradients, rate, averaging: found.append(gradients)  # type: ignore[method-assign]

    def loss() -> float:
        losses = learner.step(examples, 0.1, 0.9)
        return losses.win + losses.policy + POINTS_WEIGHT / 2 * (losses.prestige + losses.margin) / POINTS**2

    loss()
    for parameter, gradient in zip(learner.parameters, found[0], strict=True):
        assert parameter.shape == gradient.shape
        place = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        slope = 0.0
        for step in (1e-2, -2e-2):
            parameter[place] += step
            slope = loss() / 2e-2 if step > 0 else slope - loss() / 2e-2
        parameter[place] += 1e-2
        assert slope == pytest.approx(gradient[place], rel=0.05, abs=1e-3)


def test_a_position_without_a_policy_teaches_none() -> None:
    rng = np.random.default_rng(3)
    learner = Learner(6, (5,), VOCABULARY, rng)
    examples = drawn_examples(rng, 9)
    before = learner.parameters[-2].copy()
    learner.step(replace(examples, policy=np.zeros_like(examples.policy)), 0.1, 0.9)
    assert np.allclose(learner.parameters[-2], before, rtol=1e-3)


def played(seed: int, empty: bool = False) -> Examples:
    """Returns the examples of a game of self-play with a small network, or of the greedy agent."""
    network = empty_network(TINY)
    rng = Random(seed)
    play = GreedyPlay if empty else SelfPlay
    setup = draw_table_setup(2, (), rng)
    (found,) = play_together([play(setup, PositionEvaluator(network), rng, replace(TINY, trace=1.0, full_searches=0.5)).play()], network)
    return found


@pytest.mark.parametrize("empty", [False, True])
def test_targets_are_shares_of_the_win(empty: bool) -> None:
    examples = played(2, empty)
    wins = examples.targets[:, WIN].reshape(-1, 2)
    assert len(wins) == len(examples) > 20 and np.allclose(wins.sum(axis=1), 1)
    ends = np.cumsum(examples.counts)
    sums = [examples.policy[end - count : end].sum() for end, count in zip(ends, examples.counts, strict=True)]
    assert all(total == pytest.approx(1, abs=0.01) or total == 0 for total in sums) and 1 in np.round(sums, 2)


def test_a_mistake_ends_the_trace() -> None:
    """What came of it was not meant: before it, what the best answer promised is the target."""
    game = play_game(new_game("second", ["Ann", "Ben"]), Random(1))
    promised = np.array([[40, 5, 0.75], [35, -5, 0.25]], np.float32)
    decisions = [Decision(b"\0\0", 0, [1, 2], [0.5, 0.5], promised, is_mistake) for is_mistake in (False, True, False)]
    examples = make_examples(game, decisions, 1.0, 1.0, Random(1), 1)
    wins = examples.targets[:, WIN].reshape(3, 2).tolist()
    assert wins[0] == wins[1] == [0.75, 0.25] and sorted(wins[2]) == [0, 1]


def test_self_play_is_the_same_for_the_same_seed() -> None:
    one, other = played(4), played(4)
    assert np.array_equal(one.rows, other.rows) and np.array_equal(one.targets, other.targets)


def test_games_side_by_side_are_those_alone() -> None:
    network = empty_network(TINY)

    def game(seed: int) -> Waiting:
        return SelfPlay(draw_table_setup(2, (), Random(seed)), PositionEvaluator(network), Random(seed), TINY).play()

    together = play_together([game(seed) for seed in (1, 2)], network)
    for seed, examples in zip((1, 2), together, strict=True):
        assert np.array_equal(examples.rows, play_together([game(seed)], network)[0].rows)


def test_examples_are_taken_with_all_that_belongs_to_them() -> None:
    examples = drawn_examples(np.random.default_rng(1), 5)
    taken = examples.take(np.array([3, 1]))
    assert np.array_equal(taken.rows, examples.rows[[6, 7, 2, 3]]) and np.array_equal(taken.asked, examples.asked[[3, 1]])
    assert np.array_equal(taken.policy, np.concatenate([examples.policy[12:16], examples.policy[4:8]]))


@pytest.mark.thorough
@pytest.mark.slow
def test_a_training_begins_with_the_parameters_of_another(tmp_path: Path) -> None:
    train(tmp_path / "first", 2)
    training = Training(tmp_path / "second", TINY, 1, lambda line: None)
    training.state.begin_with(tmp_path / "first" / "weights-00002.npz")
    before = training.state.learner.network()
    expected = load_weights(tmp_path / "first" / "weights-00002.npz")
    assert np.allclose(before.trunk[0][0], expected.trunk[0][0], rtol=1e-3, atol=1e-5)
    training.run(1)
    assert training.state.games == 2 * TINY.games_per_generation + TINY.games_per_generation


def test_a_folder_of_another_training_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--folder", str(tmp_path), "--generations", "1", "--jobs", "1", "--layers", "4", "--games-per-generation", "1"]
    assert main([*words, "--measure-every", "0"]) == 0
    assert main([*words, "--seed", "2"]) == 1
    assert "use another folder" in capsys.readouterr().err


def test_an_empty_folder_has_no_weights_to_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path), "--install"]) == 1
    assert "no weights" in capsys.readouterr().err


def test_installed_weights_are_the_last_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    package.mkdir()
    monkeypatch.setattr(weights_module, "__file__", str(package / "weights.py"))
    train(tmp_path / "folder", 2)
    install(tmp_path / "folder")
    installed, last = load_weights(package / weights_module.SHIPPED), load_weights(tmp_path / "folder" / "weights-00002.npz")
    assert np.array_equal(installed.trunk[0][0], last.trunk[0][0])


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
