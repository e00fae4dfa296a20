"""Files of weights: a single .npz with the weights as 16-bit numbers, what they were trained for, and a checksum. Read with or without NumPy."""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
from ast import literal_eval
from functools import cache
from importlib import resources
from math import prod
from pathlib import Path
from typing import Any

from groundfloor.files import write_atomically

from ..agent_classes import BadSpecification
from ..features.encoder import FEATURES_VERSION, feature_names, features_hash
from .network import HEADS, Layer, Network

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

FORMAT = 2
SHIPPED = "weights.npz"


class BadWeights(BadSpecification):
    """A file of weights that can't be used."""


def save_weights(network: Network, file: Path, training: dict[str, Any]) -> None:
    """Writes the weights atomically; ``training`` are the settings and figures of the training, as plain data."""
    arrays: dict[str, Any] = {}
    for name, (weights, bias) in [
        *((f"trunk{number}", layer) for number, layer in enumerate(network.trunk)),
        ("value", network.value),
        ("policy", network.policy),
    ]:
        arrays[f"{name}_weights"] = weights.astype(np.float16)
        arrays[f"{name}_bias"] = bias.astype(np.float32)
    about = {
        "format": FORMAT,
        "features_version": FEATURES_VERSION,
        "features_hash": features_hash(),
        "layers": len(network.trunk),
        "answers": network.answers,
        "checksum": checksum({name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()}),
        "training": training,
    }
    text = io.BytesIO()
    np.savez_compressed(text, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)
    write_atomically(file, text.getvalue())


RawArray = tuple[str, tuple[int, ...], bytes]
"""Type, shape and content of an array in a file."""


def checksum(arrays: dict[str, RawArray]) -> str:
    """Returns the SHA-256 of all arrays, in the order of their names."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        type, shape, content = arrays[name]
        digest.update(f"{name} {type} {shape}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_weights(content: bytes, name: str) -> tuple[Network, dict[str, Any]]:
    """Returns the network of a file, and what the file says about itself. Raises BadWeights with a sentence; ``name`` is for that."""
    try:
        arrays = read_arrays(content)
        about: dict[str, Any] = json.loads(arrays.pop("about")[2])
        trunk = tuple(layer(arrays, f"trunk{number}") for number in range(int(about["layers"])))
        network = Network(trunk, layer(arrays, "value"), layer(arrays, "policy"), tuple(about["answers"]))
    except (OSError, KeyError, TypeError, ValueError, EOFError, SyntaxError, struct.error, zipfile.BadZipFile) as error:
        raise BadWeights(f"{name} is no file of weights, or damaged; python -m groundfloor.research.training writes one.") from error
    if about.get("format") != FORMAT:
        raise BadWeights(f"{name} has format {about.get('format')} of weights, not {FORMAT}.")
    if about.get("features_hash") != features_hash():
        version = about.get("features_version")
        raise BadWeights(
            f"{name} was trained with other features (version {version}, not {FEATURES_VERSION}); train it again: python -m groundfloor.research.training."
        )
    if about.get("checksum") != checksum(arrays):
        raise BadWeights(f"{name} is damaged: its checksum does not match.")
    if network.inputs != len(feature_names()) or len(network.value[1]) != HEADS or len(network.policy[1]) != len(network.answers):
        raise BadWeights(f"{name} has layers that do not fit the features or the outputs.")
    return network, about


def read_arrays(content: bytes) -> dict[str, RawArray]:
    """Returns the arrays of a .npz file by name. ValueError, KeyError or BadZipFile if it is none, or has others than of small numbers."""
    arrays: dict[str, RawArray] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if data[:6] != b"\x93NUMPY" or data[6] != 1:
                raise ValueError(name)
            end = 10 + struct.unpack("<H", data[8:10])[0]
            header = literal_eval(data[10:end].decode("latin-1"))
            if header["descr"] not in SIZES or header["fortran_order"] or len(data) - end != prod(header["shape"]) * SIZES[header["descr"]]:
                raise ValueError(name)
            arrays[name.removesuffix(".npy")] = (header["descr"], tuple(header["shape"]), data[end:])
    return arrays


SIZES = {"|u1": 1, "<f2": 2, "<f4": 4}
"""Bytes of a number, by the types that a file has."""


def layer(arrays: dict[str, RawArray], name: str) -> Layer:
    """Returns weights and biases of one layer as they are used."""
    weights, bias = arrays[f"{name}_weights"], arrays[f"{name}_bias"]
    rows, columns = weights[1]
    if np is not None:
        return (
            np.frombuffer(weights[2], weights[0]).reshape(rows, columns).astype(np.float32),
            np.frombuffer(bias[2], bias[0]).astype(np.float32),
        )
    numbers = struct.unpack(f"<{rows * columns}{weights[0][1:].replace('f2', 'e').replace('f4', 'f')}", weights[2])
    return [list(numbers[row * columns : (row + 1) * columns]) for row in range(rows)], list(struct.unpack(f"<{bias[1][0]}f", bias[2]))


def load_weights(file: Path) -> Network:
    """Returns the network of a file. Raises BadWeights with a sentence."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadWeights(f"{file} can't be read.") from error
    return read_weights(content, str(file))[0]


@cache
def shipped_network() -> Network:
    """Returns the network that comes with the package, read once."""
    content = resources.files(__package__).joinpath(SHIPPED).read_bytes()
    return read_weights(content, SHIPPED)[0]
