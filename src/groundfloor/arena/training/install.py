"""Puts the weights of a training into the package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from groundfloor.agents.network import weights
from groundfloor.agents.network.weights import SHIPPED, read_weights, save_weights
from groundfloor.engine.errors import GroundfloorError


def install(folder: Path, guide: float | None) -> str:
    """Writes the last weights of a training into the package's sources and says so; ``guide`` replaces theirs."""
    found = sorted(folder.glob("weights-*.npz"))
    if not found:
        raise GroundfloorError(f"There are no weights in {folder}.")
    network, about = read_weights(found[-1].read_bytes(), str(found[-1]))
    target = Path(weights.__file__).with_name(SHIPPED)
    save_weights(network if guide is None else replace(network, guide=guide), target, about["training"])
    return f"{found[-1].name} is now {target}."
