"""The network: from the features of a position to what each seat can expect, and to how likely each answer is. With NumPy, or without it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import exp
from typing import TYPE_CHECKING, Any

try:
    import numpy as np
except ImportError:  # in a browser, or without the packages for research
    np = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bytes = NDArray[np.uint8]

PRESTIGE, MARGIN, WIN = range(3)
"""Columns of what the network says of a seat: final prestige, margin to the best other seat, logit of winning."""
HEADS = 3
POINTS = 10.0
"""Prestige and margin are learned in units of this many points."""
MARGIN_WEIGHT = 0.025
"""What a point of margin counts beside the probability of winning."""

Matrix = Any
"""Rows of numbers: an array of NumPy, or a list of lists."""
Layer = tuple[Matrix, Any]
"""Weights, a row for each input, and biases."""
Forward = Callable[[bytes, list[int]], tuple[list[list[float]], list[list[float]]]]
"""Returns of rows of features the three numbers of each, and the logits of the answers for those that are wanted."""
log = logging.getLogger(__name__)


def utility(win: float, margin: float) -> float:
    """Returns what an agent maximizes: the probability of winning, and a little of the margin."""
    return win + MARGIN_WEIGHT * margin


@dataclass(frozen=True)
class Evaluation:
    """What the network says of a position: for each seat its probability of winning (they sum to 1), prestige and margin.

    ``logits`` say how likely each answer of the network's vocabulary is for the seat that is asked; empty if none is.
    """

    win: list[float]
    prestige: list[float]
    margin: list[float]
    logits: list[float]


@dataclass(frozen=True, eq=False)
class Network:
    """Layers with rectified linear units (``trunk``), from their last one to three numbers a seat (``value``) and a logit an answer (``policy``).

    A position has a row of features for each seat, from its perspective. The probabilities of winning are the softmax over the seats.
    ``answers`` is the vocabulary: texts of actions, and ``VERB *`` for all other actions of a verb.
    """

    trunk: tuple[Layer, ...]
    value: Layer
    policy: Layer
    answers: tuple[str, ...]

    @property
    def inputs(self) -> int:
        return len(self.trunk[0][0])

    @cached_property
    def places(self) -> dict[str, int]:
        return {text: place for place, text in enumerate(self.answers)}

    @cached_property
    def forward(self) -> Forward:
        """How the outputs are computed here: by NumPy, in a web page by JavaScript, or in plain Python."""
        if np is not None:
            return partial(forward, self)
        if sys.platform == "emscripten":
            from .typed_arrays import typed_forward

            try:
                return typed_forward(self)
            except Exception as error:  # of JavaScript: the page may not run code from texts
                log.warning("the network is computed without JavaScript: %s", error)
        return partial(forward_plain, self)

    def place(self, text: str) -> int:
        """Returns the place of an action in the vocabulary; an unknown text counts with the others of its verb, an unknown verb as the first text."""
        found = self.places.get(text)
        return self.places.get(f"{text.split()[0]} *", 0) if found is None else found

    def evaluate(self, rows: bytes, seats: Sequence[int], asked: Sequence[int]) -> list[Evaluation]:
        """Returns what the network says of positions: the ``rows`` of all their seats one after the other, ``seats`` of each, and who is asked (-1: nobody)."""
        starts = [0]
        for count in seats:
            starts.append(starts[-1] + count)
        wanted = [start + seat for start, seat in zip(starts, asked, strict=False) if seat >= 0]
        values, logits = self.forward(rows, wanted)
        next_logits = iter(logits)
        evaluations: list[Evaluation] = []
        for start, end, seat in zip(starts, starts[1:], asked, strict=False):
            here = values[start:end]
            highest = max(row[WIN] for row in here)
            likely = [exp(row[WIN] - highest) for row in here]
            total = sum(likely)
            evaluations.append(
                Evaluation(
                    [exponential / total for exponential in likely],
                    [row[PRESTIGE] * POINTS for row in here],
                    [row[MARGIN] * POINTS for row in here],
                    next(next_logits) if seat >= 0 else [],
                )
            )
        return evaluations


def forward(network: Network, rows: bytes, wanted: list[int]) -> tuple[list[list[float]], list[list[float]]]:
    """Returns the three numbers of each row, and the logits of the answers for the ``wanted`` rows."""
    layer = np.frombuffer(rows, np.uint8).reshape(-1, network.inputs).astype(np.float32)
    for weights, bias in network.trunk:
        layer = layer @ weights
        layer += bias
        np.maximum(layer, 0, out=layer)
    values = layer @ network.value[0] + network.value[1]
    logits = layer[wanted] @ network.policy[0] + network.policy[1]
    return values.tolist(), logits.tolist()


def forward_plain(network: Network, rows: bytes, wanted: list[int]) -> tuple[list[list[float]], list[list[float]]]:
    """Returns what ``forward`` does, computed in plain Python."""
    size = network.inputs
    hidden: list[list[float]] = []
    for start in range(0, len(rows), size):
        row: Sequence[float] = rows[start : start + size]
        for layer in network.trunk:
            row = [max(value, 0.0) for value in apply_layer(layer, row)]
        hidden.append(list(row))
    return [apply_layer(network.value, row) for row in hidden], [apply_layer(network.policy, hidden[place]) for place in wanted]


def apply_layer(layer: Layer, row: Sequence[float]) -> list[float]:
    weights, bias = layer
    sums = [float(weight) for weight in bias]
    for amount, weighted in zip(row, weights, strict=True):
        if amount:
            sums = [sum + amount * float(weight) for sum, weight in zip(sums, weighted, strict=True)]
    return sums
