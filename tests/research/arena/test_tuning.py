"""Tuning of the evaluation: it finds better weights, goes on where it stopped, and refuses another one's folder."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.agents.evaluation_weights import WEIGHT_NAMES, EvaluationWeights, load_weights
from groundfloor.research.arena import tuning
from groundfloor.research.arena.tuning import Tuning

if TYPE_CHECKING:
    from pathlib import Path

BEST = [0.5 if place % 2 else -0.4 for place in range(len(WEIGHT_NAMES))]
"""Logarithms of the factors of the weights that are best in a made-up game."""


def quality(weights: EvaluationWeights, start: EvaluationWeights) -> float:
    """Returns how good weights are in the made-up game; 0 is best."""
    logs = [math.log(getattr(weights, name) / getattr(start, name)) for name in WEIGHT_NAMES]
    return -sum((log - best) ** 2 for log, best in zip(logs, BEST, strict=True))


def test_steps_lead_to_better_weights_through_noise() -> None:
    found, dice = Tuning(1, 1, [], 0.1, load_weights()), Random(1)
    before = quality(found.start, found.start)
    for _ in range(400):
        found.move(quality(found.changed_weights(1), found.start) - quality(found.changed_weights(-1), found.start) + dice.gauss(0, 0.2))
    assert quality(found.weights(found.averages), found.start) > 0.5 * before


def test_step_is_bounded() -> None:
    found = Tuning(1, 1, [], 10.0, load_weights())
    found.move(50.0)
    assert {abs(log) for log in found.logs} == {tuning.MAX_MOVE}


@pytest.mark.slow
def test_second_start_goes_on_like_one_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts, whole = tmp_path / "parts", tmp_path / "whole"
    for folder, steps in ((parts, "1"), (parts, "2"), (whole, "2")):
        tuning.main([str(folder), "--steps", steps, "--games", "1", "--jobs", "1"])
    assert (parts / "tuning.json").read_text() == (whole / "tuning.json").read_text()
    assert sorted(file.name for file in parts.iterdir()) == ["evaluation.toml", "tuning.json"]
    assert load_weights(parts / "evaluation.toml") != load_weights()
    assert capsys.readouterr().out.splitlines()[0].startswith("step 1: margin ")


def test_other_settings_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tuning.save(Tuning(1, 20, [], 0.02, load_weights()), tmp_path)
    with pytest.raises(SystemExit, match="1"):
        tuning.main([str(tmp_path), "--seed", "2"])
    (tmp_path / "tuning.json").write_text("a poem")
    with pytest.raises(SystemExit, match="1"):
        tuning.main([str(tmp_path)])
    said = capsys.readouterr().err
    assert "other settings or from other weights" in said and "can't be read" in said


def test_impossible_table_leaves_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for others, sentence in (
        ("nobody", "There is no bot 'nobody'"),
        ("automa:x", "no Automa 'x'"),
        ("greedy," * 5, "A table has 2 to 5 seats, not 7"),
    ):
        with pytest.raises(SystemExit, match="1"):
            tuning.main([str(tmp_path / "tuned"), "--others", others])
        assert sentence in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_file_in_place_of_a_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tuned").write_text("")
    with pytest.raises(SystemExit, match="1"):
        tuning.main([str(tmp_path / "tuned")])
    assert "can't be a folder for the tuning" in capsys.readouterr().err


def test_interrupted_step_leaves_no_file_of_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        assert len(list(tmp_path.iterdir())) == 2
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "play_paired_games", interrupted)
    with pytest.raises(SystemExit, match="130"):
        tuning.main([str(tmp_path)])
    assert not list(tmp_path.iterdir())
