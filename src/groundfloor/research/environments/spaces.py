"""The spaces of the environments, as Gymnasium has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from .episode import TableKind


def action_space(kind: TableKind) -> spaces.Discrete:
    return spaces.Discrete(kind.mask_size)


def observation_space(kind: TableKind) -> spaces.Box:
    """Returns the space of observations: a number from 0 to the highest value of each entry."""
    high = np.array([entry.high for entry in kind.encoder.entries], np.uint8)
    return spaces.Box(np.zeros(len(high), np.uint8), high, dtype=np.uint8)


def learner_observation_space(kind: TableKind, *, has_mask: bool) -> spaces.Space[Any]:
    """Returns the space of a learner's observations: with the mask of its legal actions those of an agent, else the numbers alone."""
    return agent_observation_space(kind) if has_mask else observation_space(kind)


def agent_observation_space(kind: TableKind) -> spaces.Dict:
    parts: dict[str, spaces.Space[Any]] = {
        "observation": observation_space(kind),
        "action_mask": spaces.Box(0, 1, (kind.mask_size,), np.int8),
    }
    return spaces.Dict(parts)
