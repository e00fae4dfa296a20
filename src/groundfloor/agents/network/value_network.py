"""A small value network: from the features of positions to what a seat can expect of the game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

PRESTIGE, MARGIN, WIN = range(3)
"""Columns of what the network returns: final prestige, margin to the best other seat, probability of winning."""
HEADS = 3
POINTS = 10.0
"""Prestige and margin are learned in units of this many points."""


@dataclass(frozen=True)
class ValueNetwork:
    """Layers with rectified linear units; ``layers`` are pairs of weights and biases, from the features to the three outputs.

    ``guide`` is what a point of the hand-made evaluation counts when an answer is chosen, in units of utility; the longer a network has
    learned, the less it needs that.
    """

    layers: tuple[tuple[Floats, Floats], ...]
    guide: float = 0.0

    @property
    def inputs(self) -> int:
        return int(self.layers[0][0].shape[0])

    def evaluate(self, rows: Bytes | Floats) -> Floats:
        """Returns a row of expectations for each row of features: prestige, margin (both in points), probability of winning."""
        found = self.raw(rows)
        found[:, :WIN] *= POINTS
        found[:, WIN] = logistic(found[:, WIN])
        return found

    def raw(self, rows: Bytes | Floats) -> Floats:
        """Returns the outputs as they are learned: units of ``POINTS``, and the logit of winning."""
        found: Floats = rows.astype(np.float32)
        for weights, bias in self.layers[:-1]:
            found = found @ weights
            found += bias
            np.maximum(found, 0, out=found)
        weights, bias = self.layers[-1]
        return found @ weights + bias


def logistic(values: Floats) -> Floats:
    found: Floats = (1.0 / (1.0 + np.exp(-np.clip(values, -30, 30)))).astype(np.float32)
    return found


def utility(values: Floats) -> Floats:
    """Returns what an agent maximizes: the probability of winning and, half as much near an even game, the margin.

    The margin keeps an agent playing well when the game is all but decided.
    """
    found: Floats = values[:, WIN] + values[:, MARGIN] * MARGIN_WEIGHT
    return found


MARGIN_WEIGHT = 0.025
"""What a point of margin counts beside the probability of winning."""
