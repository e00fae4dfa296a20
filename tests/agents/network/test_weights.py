"""Files of weights: they are read as they were written, and refused with a sentence if they do not fit."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from groundfloor.agents.features import encoder
from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network import network as network_module
from groundfloor.agents.network import weights
from groundfloor.agents.network.network import HEADS, Network
from groundfloor.agents.network.weights import BadWeights, load_weights, read_weights, save_weights, shipped_network

ANSWERS = ("hire", "done", "price *")


def small_network(inputs: int = len(feature_names())) -> Network:
    rng = np.random.default_rng(1)

    def layer(before: int, after: int) -> tuple[Any, Any]:
        return (rng.standard_normal((before, after)) / 16).astype(np.float16).astype(np.float32), np.ones(after, np.float32)

    return Network((layer(inputs, 6), layer(6, 4)), layer(4, HEADS), layer(4, len(ANSWERS)), ANSWERS)


def some_rows(count: int) -> bytes:
    return np.random.default_rng(2).integers(0, 9, (count, len(feature_names())), np.uint8).tobytes()


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    network, file = small_network(), tmp_path / "weights.npz"
    save_weights(network, file, {"games": 12})
    assert load_weights(file).evaluate(some_rows(5), [2, 3], [0, 2]) == network.evaluate(some_rows(5), [2, 3], [0, 2])
    assert load_weights(file).answers == ANSWERS
    assert read_weights(file.read_bytes(), "file")[1]["training"] == {"games": 12}
    assert [each.name for each in tmp_path.iterdir()] == ["weights.npz"]


def test_without_numpy_a_network_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    content = resources.files(weights.__package__).joinpath(weights.SHIPPED).read_bytes()
    rows = some_rows(5)
    expected = read_weights(content, "weights")[0].evaluate(rows, [2, 3], [1, -1])
    monkeypatch.setattr(weights, "np", None)
    monkeypatch.setattr(network_module, "np", None)
    plain, _about = read_weights(content, "weights")
    assert isinstance(plain.value[0], list)
    for found, wanted in zip(plain.evaluate(rows, [2, 3], [1, -1]), expected, strict=True):
        assert found.win == pytest.approx(wanted.win, abs=1e-4)
        assert found.prestige + found.margin == pytest.approx(wanted.prestige + wanted.margin, rel=1e-4)
        assert found.logits == pytest.approx(wanted.logits, rel=1e-4, abs=1e-4)


def test_unknown_answers_count_with_the_others_of_their_verb() -> None:
    network = small_network()
    assert [network.place(text) for text in ("done", "price 7", "juggle 3")] == [1, 2, 0]


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
    arrays["value_bias"][0] += 1
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
