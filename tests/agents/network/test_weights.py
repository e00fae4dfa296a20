"""Files of weights: they are read as they were written, and refused with a sentence if they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from groundfloor.agents.features import encoder
from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network import weights
from groundfloor.agents.network.value_network import HEADS, MARGIN, PRESTIGE, WIN, ValueNetwork, utility
from groundfloor.agents.network.weights import BadWeights, load_weights, read_weights, save_weights, shipped_network


def small_network(inputs: int = len(feature_names())) -> ValueNetwork:
    rng = np.random.default_rng(1)
    shapes = ((inputs, 4), (4, HEADS))
    return ValueNetwork(
        tuple((rng.standard_normal(shape).astype(np.float16).astype(np.float32), np.ones(shape[1], np.float32)) for shape in shapes)
    )


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    network, file = small_network(), tmp_path / "weights.npz"
    save_weights(network, file, {"games": 12})
    rows = np.random.default_rng(2).integers(0, 255, (5, network.inputs), np.uint8)
    assert np.array_equal(load_weights(file).evaluate(rows), network.evaluate(rows))
    assert read_weights(file.read_bytes(), "file")[1]["training"] == {"games": 12}
    assert [each.name for each in tmp_path.iterdir()] == ["weights.npz"]


def test_weights_keep_how_much_the_hand_made_evaluation_guides_them(tmp_path: Path) -> None:
    save_weights(replace(small_network(), guide=0.25), tmp_path / "weights.npz", {})
    assert load_weights(tmp_path / "weights.npz").guide == 0.25


def test_weights_of_other_features_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.npz"
    save_weights(small_network(), file, {})
    monkeypatch.setattr(weights, "features_hash", lambda: "another")
    with pytest.raises(BadWeights, match="trained with other features"):
        load_weights(file)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    save_weights(small_network(), file, {})
    content = file.read_bytes()
    for damaged in (b"", b"a poem", content[: len(content) // 2]):
        file.write_bytes(damaged)
        with pytest.raises(BadWeights, match="no file of weights"):
            load_weights(file)


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    save_weights(small_network(), file, {})
    with np.load(file) as found:
        arrays = {name: found[name] for name in found.files}
    arrays["bias0"][0] += 1
    np.savez(file, **arrays)
    with pytest.raises(BadWeights, match="checksum"):
        load_weights(file)


def test_weights_of_other_layers_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    save_weights(small_network(inputs=3), file, {})
    with pytest.raises(BadWeights, match="layers that do not fit"):
        load_weights(file)


def test_a_missing_file_of_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"missing\.npz can't be read"):
        load_weights(tmp_path / "missing.npz")


def test_shipped_weights_fit_the_features() -> None:
    assert shipped_network().inputs == len(encoder.feature_names())
    assert shipped_network() is shipped_network()


def test_utility_grows_with_winning_and_with_the_margin() -> None:
    values = np.zeros((3, HEADS), np.float32)
    values[1, WIN] = 0.1
    values[2, MARGIN] = 1
    values[:, PRESTIGE] = (0, 5, 9)
    even, likelier, ahead = utility(values)
    assert even < ahead < likelier
