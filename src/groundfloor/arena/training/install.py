"""Puts the weights of a training into the package."""

from __future__ import annotations

from pathlib import Path

from groundfloor.agents.network import weights
from groundfloor.agents.network.weights import SHIPPED, load_weights
from groundfloor.engine.errors import GroundfloorError


def install(folder: Path) -> str:
    """Copies the last weights of a training into the package's sources, once they have been read, and says so."""
    found = sorted(folder.glob("weights-*.npz"))
    if not found:
        raise GroundfloorError(f"There are no weights in {folder}.")
    load_weights(found[-1])
    target = Path(weights.__file__).with_name(SHIPPED)
    target.write_bytes(found[-1].read_bytes())
    return f"{found[-1].name} is now {target}."
