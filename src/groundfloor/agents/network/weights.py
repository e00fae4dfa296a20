"""Files of weights: a single .npz with the weights as 16-bit numbers, what they were trained for, and a checksum."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.features.encoder import FEATURES_VERSION, feature_names, features_hash
from groundfloor.files import write_atomically

from .value_network import HEADS, Floats, ValueNetwork

FORMAT = 1
SHIPPED = "weights.npz"


class BadWeights(BadSpecification):
    """A file of weights that can't be used."""


def save_weights(network: ValueNetwork, file: Path, training: dict[str, Any]) -> None:
    """Writes the weights atomically; ``training`` are the settings and figures of the training, as plain data."""
    arrays: dict[str, Any] = {}
    for number, (weights, bias) in enumerate(network.layers):
        arrays[f"weights{number}"] = weights.astype(np.float16)
        arrays[f"bias{number}"] = bias.astype(np.float32)
    about = {
        "format": FORMAT,
        "features_version": FEATURES_VERSION,
        "features_hash": features_hash(),
        "layers": len(network.layers),
        "guide": network.guide,
        "checksum": checksum(arrays),
        "training": training,
    }
    text = io.BytesIO()
    np.savez_compressed(text, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)
    write_atomically(file, text.getvalue())


def checksum(arrays: dict[str, Any]) -> str:
    """Returns the SHA-256 of all arrays, in the order of their names."""
    found = hashlib.sha256()
    for name in sorted(arrays):
        found.update(f"{name} {arrays[name].dtype} {arrays[name].shape}\n".encode())
        found.update(np.ascontiguousarray(arrays[name]).tobytes())
    return found.hexdigest()


def read_weights(content: bytes, name: str) -> tuple[ValueNetwork, dict[str, Any]]:
    """Returns the network of a file, and what the file says about itself. Raises BadWeights with a sentence; ``name`` is for that."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays = {key: found[key] for key in found.files}
        about: dict[str, Any] = json.loads(arrays.pop("about").tobytes())
        layers = int(about["layers"])
        network = ValueNetwork(tuple(layer(arrays, number) for number in range(layers)), float(about.get("guide", 0.0)))
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadWeights(f"{name} is no file of weights, or damaged; python -m groundfloor.arena.training writes one.") from error
    if about.get("format") != FORMAT:
        raise BadWeights(f"{name} has format {about.get('format')} of weights, not {FORMAT}.")
    if about.get("features_hash") != features_hash():
        version = about.get("features_version")
        raise BadWeights(
            f"{name} was trained with other features (version {version}, not {FEATURES_VERSION}); train it again: python -m groundfloor.arena.training."
        )
    if about.get("checksum") != checksum(arrays):
        raise BadWeights(f"{name} is damaged: its checksum does not match.")
    if network.inputs != len(feature_names()) or network.layers[-1][0].shape[1] != HEADS:
        raise BadWeights(f"{name} has layers that do not fit the features or the outputs.")
    return network, about


def layer(arrays: dict[str, Any], number: int) -> tuple[Floats, Floats]:
    """Returns weights and biases of one layer as they are used."""
    weights, bias = arrays[f"weights{number}"], arrays[f"bias{number}"]
    return np.ascontiguousarray(weights, np.float32), np.ascontiguousarray(bias, np.float32)


def load_weights(file: Path) -> ValueNetwork:
    """Returns the network of a file. Raises BadWeights with a sentence."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadWeights(f"{file} can't be read.") from error
    return read_weights(content, str(file))[0]


@cache
def shipped_network() -> ValueNetwork:
    """Returns the network that comes with the package, read once."""
    content = resources.files(__package__).joinpath(SHIPPED).read_bytes()
    return read_weights(content, SHIPPED)[0]
