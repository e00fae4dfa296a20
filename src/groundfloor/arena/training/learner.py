"""Learns a value network by gradient descent (Adam), with numpy on the CPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from groundfloor.agents.network.value_network import HEADS, POINTS, WIN, Bytes, Floats, ValueNetwork, logistic

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
DECAY = 1e-5
"""Weight decay of each step, as a share of the learning rate times 100."""
MIN_DEVIATION = 0.5
"""Features are divided by their standard deviation, but for rare ones, which would become too large."""
GROUPS = ("parameters", "average", "first", "second")
"""What a learner holds for each parameter: itself, its average over the steps, and the moments of Adam."""


@dataclass
class Losses:
    """Mean squared errors of prestige and margin in points, and the mean cross entropy of winning."""

    prestige: float = 0.0
    margin: float = 0.0
    win: float = 0.0


class Learner:
    """Parameters of a network with the state of their optimizer; ``average`` are the parameters averaged over the steps, which are played with."""

    def __init__(self, sizes: tuple[int, ...], rng: np.random.Generator) -> None:
        self.scale = np.ones(sizes[0], np.float32)
        self.steps = 0
        self.parameters: list[Floats] = []
        for before, after in zip(sizes[:-1], sizes[1:], strict=True):
            spread = np.sqrt(2.0 / before) if after != HEADS else 0.1 * np.sqrt(1.0 / before)
            self.parameters.append((rng.standard_normal((before, after)) * spread).astype(np.float32))
            self.parameters.append(np.zeros(after, np.float32))
        self.average = [parameter.copy() for parameter in self.parameters]
        self.first = [np.zeros_like(parameter) for parameter in self.parameters]
        self.second = [np.zeros_like(parameter) for parameter in self.parameters]

    def adopt_scale(self, rows: Bytes) -> None:
        """Sets what each feature is multiplied by, from a sample of positions."""
        self.scale = feature_scale(rows)

    def network(self) -> ValueNetwork:
        """Returns the averaged network; the scale of the features is part of its first layer."""
        return scaled_network(self.average, self.scale)

    def arrays(self) -> dict[str, Floats]:
        """Returns the state but for the number of steps: the scale, and each array of ``GROUPS`` by name and place, as in ``average0``."""
        found = {"scale": self.scale}
        for group in GROUPS:
            found |= {f"{group}{place}": each for place, each in enumerate(getattr(self, group))}
        return found

    def restore(self, arrays: Mapping[str, Floats], steps: int) -> None:
        """Sets the state to what ``arrays`` returned after that many steps, here or on another device."""
        self.scale, self.steps = arrays["scale"].copy(), steps
        for group in GROUPS:
            held = getattr(self, group)
            for place in range(len(held)):
                held[place] = arrays[f"{group}{place}"].copy()

    def step(self, rows: Bytes, targets: Floats, rate: float, averaging: float) -> Losses:
        """Learns from one batch. ``targets`` are prestige and margin in points, and the probability of winning."""
        activations: list[Floats] = [rows.astype(np.float32) * self.scale]
        for weights, bias in zip(self.parameters[:-2:2], self.parameters[1:-2:2], strict=True):
            activations.append(np.maximum(activations[-1] @ weights + bias, 0))
        found = activations[-1] @ self.parameters[-2] + self.parameters[-1]
        found[:, WIN] = logistic(found[:, WIN])
        wanted = targets.copy()
        wanted[:, :WIN] /= POINTS
        error: Floats = found - wanted
        losses = losses_of(found, wanted)
        self.descend(self.gradients(activations, error / np.float32(len(rows))), rate, averaging)
        return losses

    def gradients(self, activations: list[Floats], error: Floats) -> list[Floats]:
        found: list[Floats] = []
        for number in range(len(activations) - 1, -1, -1):
            found.append(error.sum(axis=0))
            found.append(activations[number].T @ error)
            if number:
                error = (error @ self.parameters[2 * number].T) * (activations[number] > 0)
        found.reverse()
        return found

    def descend(self, gradients: list[Floats], rate: float, averaging: float) -> None:
        """Takes a step of Adam, and lets the average follow."""
        self.steps += 1
        correction = np.sqrt(1 - BETA2**self.steps) / (1 - BETA1**self.steps)
        keep = min(averaging, self.steps / (self.steps + 10.0))
        for place, gradient in enumerate(gradients):
            first, second, parameter = self.first[place], self.second[place], self.parameters[place]
            first += (1 - BETA1) * (gradient - first)
            second += (1 - BETA2) * (gradient * gradient - second)
            parameter -= np.float32(rate * correction) * first / (np.sqrt(second) + np.float32(EPSILON))
            if parameter.ndim > 1:
                parameter *= np.float32(1 - 100 * DECAY * rate)
            average = self.average[place]
            average += np.float32(1 - keep) * (parameter - average)


def feature_scale(rows: Bytes) -> Floats:
    """Returns what each feature is multiplied by, from a sample of positions."""
    deviation = rows.astype(np.float32).std(axis=0)
    found: Floats = (1.0 / np.maximum(deviation, MIN_DEVIATION)).astype(np.float32)
    return found


def scaled_network(parameters: list[Floats], scale: Floats) -> ValueNetwork:
    """Returns the network with these weights and biases; the scale of the features becomes part of its first layer."""
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    weights, bias = layers[0]
    return ValueNetwork(((weights * scale[:, None], bias), *layers[1:]))


def losses_of(found: Floats, wanted: Floats) -> Losses:
    squares = ((found[:, :WIN] - wanted[:, :WIN]) ** 2).mean(axis=0) * POINTS**2
    chance = np.clip(found[:, WIN], 1e-6, 1 - 1e-6)
    entropy = -(wanted[:, WIN] * np.log(chance) + (1 - wanted[:, WIN]) * np.log(1 - chance)).mean()
    return Losses(float(squares[0]), float(squares[1]), float(entropy))
