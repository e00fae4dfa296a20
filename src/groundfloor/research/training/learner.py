"""Learns a network by gradient descent (Adam), with numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.network.network import HEADS, POINTS, WIN, Network

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Bytes, Floats

    from .examples import Examples

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
DECAY = 1e-5
"""Weight decay of each step, as a share of the learning rate times 100."""
MIN_DEVIATION = 0.5
"""Features are divided by their standard deviation, but for rare ones, which would become too large."""
GROUPS = ("parameters", "average", "first", "second")
"""What a learner holds for each parameter: itself, its average over the steps, and the moments of Adam."""
POINTS_WEIGHT = 0.2
"""What the squared errors of prestige and margin, in units of ``POINTS``, count beside the cross entropies of winning and of the policy."""
IMPOSSIBLE = -1e9
"""Added to the logits of answers that are not legal."""


@dataclass
class Losses:
    """Mean squared errors of prestige and margin in points, and the mean cross entropies of the winner and of the answers.

    ``policy_floor`` is the mean entropy of the wanted answers, below which ``policy`` can't come.
    """

    prestige: float = 0.0
    margin: float = 0.0
    win: float = 0.0
    policy: float = 0.0
    policy_floor: float = 0.0


class Learner:
    """Parameters of a network with the state of their optimizer; ``average`` are the parameters averaged over the steps, which are played with."""

    def __init__(self, inputs: int, layers: tuple[int, ...], answers: tuple[str, ...], rng: np.random.Generator) -> None:
        self.answers = answers
        self.scale = np.ones(inputs, np.float32)
        self.steps = 0
        self.is_adopted = False
        """Whether it began with the parameters of another training."""
        self.parameters: list[Floats] = []
        for before, after in zip((inputs, *layers[:-1]), layers, strict=True):
            self.begin_layer(before, after, float(np.sqrt(2.0 / before)), rng)
        for outputs in (HEADS, len(answers)):
            self.begin_layer(layers[-1], outputs, 0.1 * float(np.sqrt(1.0 / layers[-1])), rng)
        self.average = [parameter.copy() for parameter in self.parameters]
        self.first = [np.zeros_like(parameter) for parameter in self.parameters]
        self.second = [np.zeros_like(parameter) for parameter in self.parameters]

    def begin_layer(self, inputs: int, outputs: int, spread: float, rng: np.random.Generator) -> None:
        self.parameters.append((rng.standard_normal((inputs, outputs)) * spread).astype(np.float32))
        self.parameters.append(np.zeros(outputs, np.float32))

    def adopt_scale(self, rows: Bytes) -> None:
        """Sets what each feature is multiplied by, from a sample of positions."""
        deviation = rows.astype(np.float32).std(axis=0)
        self.scale = (1.0 / np.maximum(deviation, MIN_DEVIATION)).astype(np.float32)

    def network(self) -> Network:
        """Returns the averaged network; the scale of the features is part of its first layer."""
        layers = list(zip(self.average[::2], self.average[1::2], strict=True))
        weights, bias = layers[0]
        trunk = ((weights * self.scale[:, None], bias), *layers[1:-2])
        return Network(trunk, layers[-2], layers[-1], self.answers)

    def adopt(self, network: Network, scale: Floats) -> None:
        """Begins with the parameters of a network of the same layers and answers; ``scale`` is what its features were multiplied by.

        ValueError for another network.
        """
        parameters = [array.copy() for layer in (*network.trunk, network.value, network.policy) for array in layer]
        if network.answers != self.answers or [array.shape for array in parameters] != [array.shape for array in self.parameters]:
            raise ValueError("another network")
        parameters[0] /= scale[:, None]
        self.scale, self.is_adopted = scale, True
        self.parameters = parameters
        self.average = [array.copy() for array in parameters]

    def arrays(self) -> dict[str, Floats]:
        """Returns the state but for the number of steps: the scale, and each array of ``GROUPS`` by name and place, as in ``average0``."""
        by_name = {"scale": self.scale}
        for group in GROUPS:
            by_name |= {f"{group}{place}": each for place, each in enumerate(getattr(self, group))}
        return by_name

    def restore(self, arrays: Mapping[str, Floats], steps: int) -> None:
        """Sets the state to what ``arrays`` returned after that many steps."""
        self.scale, self.steps = arrays["scale"].astype(np.float32), steps
        for group in GROUPS:
            held = getattr(self, group)
            for place in range(len(held)):
                held[place] = arrays[f"{group}{place}"].astype(np.float32)

    def step(self, examples: Examples, rate: float, averaging: float) -> Losses:
        """Learns from one batch of positions."""
        activations: list[Floats] = [examples.rows.astype(np.float32) * self.scale]
        for weights, bias in zip(self.parameters[:-4:2], self.parameters[1:-4:2], strict=True):
            hidden = activations[-1] @ weights
            hidden += bias
            activations.append(np.maximum(hidden, 0, out=hidden))
        seats = examples.seats.astype(np.int64)
        starts = np.cumsum(seats) - seats
        top = activations[-1]
        value_error, losses = self.value_error(top @ self.parameters[-4] + self.parameters[-3], examples, starts)
        asked = starts + examples.asked
        policy_error = self.policy_error(top[asked] @ self.parameters[-2] + self.parameters[-1], examples, losses)
        self.descend(self.gradients(activations, value_error, policy_error, asked), rate, averaging)
        return losses

    def value_error(self, outputs: Floats, examples: Examples, starts: np.ndarray) -> tuple[Floats, Losses]:
        """Returns the gradient of the loss by the three numbers of each row, and the losses."""
        count = len(examples)
        wanted = examples.targets.copy()
        wanted[:, :WIN] /= POINTS
        logits = outputs[:, WIN]
        seats = examples.seats.astype(np.int64)
        logits = logits - np.repeat(np.maximum.reduceat(logits, starts), seats)
        likely = np.exp(logits)
        chances = likely / np.repeat(np.add.reduceat(likely, starts), seats)
        squares = (outputs[:, :WIN] - wanted[:, :WIN]) ** 2
        share = (1.0 / np.repeat(seats, seats)).astype(np.float32)[:, None]
        means = (squares * share).sum(axis=0) / count * POINTS**2
        entropy = -(wanted[:, WIN] * np.log(np.maximum(chances, 1e-9))).sum() / count
        error = np.empty_like(outputs)
        error[:, :WIN] = (outputs[:, :WIN] - wanted[:, :WIN]) * share * POINTS_WEIGHT
        error[:, WIN] = chances - wanted[:, WIN]
        error /= np.float32(count)
        return error, Losses(float(means[0]), float(means[1]), float(entropy))

    def policy_error(self, logits: Floats, examples: Examples, losses: Losses) -> Floats:
        """Returns the gradient of the loss by the logits of the answers of each position; adds the policy's losses to ``losses``.

        Answers that share a place of the vocabulary share its probability.
        """
        count = len(examples)
        positions = np.repeat(np.arange(count), examples.counts.astype(np.int64))
        legal, wanted = np.zeros_like(logits), np.zeros_like(logits)
        np.add.at(legal, (positions, examples.answers), 1)
        np.add.at(wanted, (positions, examples.answers), examples.policy.astype(np.float32))
        known = wanted.sum(axis=1, keepdims=True)
        wanted /= np.maximum(known, 1e-9)
        masked = logits + np.where(legal > 0, np.log(np.maximum(legal, 1)), np.float32(IMPOSSIBLE))
        masked -= masked.max(axis=1, keepdims=True)
        likely = np.exp(masked)
        total = likely.sum(axis=1, keepdims=True)
        is_known = (known > 0).astype(np.float32)
        number = max(float(is_known.sum()), 1.0)
        losses.policy = float(-(wanted * (masked - np.log(total)) * (legal > 0)).sum() / number)
        losses.policy_floor = float(-(wanted * np.log(np.maximum(wanted, 1e-9))).sum() / number)
        error: Floats = (likely / total - wanted) * is_known / np.float32(count)
        return error

    def gradients(self, activations: list[Floats], value_error: Floats, policy_error: Floats, asked: np.ndarray) -> list[Floats]:
        top = activations[-1]
        by_parameter: list[Floats] = [policy_error.sum(axis=0), top[asked].T @ policy_error, value_error.sum(axis=0), top.T @ value_error]
        error = value_error @ self.parameters[-4].T
        error[asked] += policy_error @ self.parameters[-2].T
        for number in range(len(activations) - 2, -1, -1):
            error *= activations[number + 1] > 0
            by_parameter.append(error.sum(axis=0))
            by_parameter.append(activations[number].T @ error)
            if number:
                error = error @ self.parameters[2 * number].T
        by_parameter.reverse()
        return by_parameter

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
