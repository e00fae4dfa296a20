"""Learns a value network by the same steps as ``learner.py``, in PyTorch, on a GPU; needs the extra ``groundfloor[gpu]``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import prod, sqrt

import numpy as np
import torch

from groundfloor.agents.network.value_network import POINTS, WIN, Bytes, Floats, ValueNetwork

from .learner import BETA1, BETA2, DECAY, EPSILON, GROUPS, Learner, Losses, feature_scale, losses_of, scaled_network


class TorchLearner:
    """A ``Learner`` whose state is on a device of PyTorch.

    Each group of arrays is one long vector, so that a step of the optimizer takes few operations of the GPU; ``parameters`` and
    ``gradients`` are views into theirs, by layer.
    """

    def __init__(self, sizes: tuple[int, ...], rng: np.random.Generator, device: str) -> None:
        self.device = torch.device(device)
        begun = Learner(sizes, rng)
        self.shapes = [parameter.shape for parameter in begun.parameters]
        self.restore(begun.arrays(), begun.steps)

    def adopt_scale(self, rows: Bytes) -> None:
        self.scale = torch.from_numpy(feature_scale(rows)).to(self.device)

    def network(self) -> ValueNetwork:
        return scaled_network([each.cpu().numpy() for each in self.split(self.vectors["average"])], self.scale.cpu().numpy())

    def arrays(self) -> dict[str, Floats]:
        found: dict[str, Floats] = {"scale": self.scale.cpu().numpy()}
        for group in GROUPS:
            found |= {f"{group}{place}": each.cpu().numpy() for place, each in enumerate(self.split(self.vectors[group]))}
        return found

    def restore(self, arrays: Mapping[str, Floats], steps: int) -> None:
        self.steps = steps
        self.scale = torch.from_numpy(arrays["scale"].copy()).to(self.device)
        self.vectors = {group: self.joined([arrays[f"{group}{place}"] for place in range(len(self.shapes))]) for group in GROUPS}
        self.parameters = self.split(self.vectors["parameters"])
        self.decaying = self.joined([np.full(shape, len(shape) > 1, np.float32) for shape in self.shapes])
        self.gradient = torch.zeros_like(self.decaying)
        self.gradients = self.split(self.gradient)

    def joined(self, arrays: list[Floats]) -> torch.Tensor:
        return torch.from_numpy(np.concatenate([array.ravel() for array in arrays])).to(self.device)

    def split(self, vector: torch.Tensor) -> list[torch.Tensor]:
        """Returns the parts of a vector in the shapes of the parameters; they share its memory."""
        ends = accumulate(map(prod, self.shapes))
        return [vector[end - prod(shape) : end].view(shape) for end, shape in zip(ends, self.shapes, strict=True)]

    def step(self, rows: Bytes, targets: Floats, rate: float, averaging: float) -> Losses:
        wanted = targets.copy()
        wanted[:, :WIN] /= POINTS
        activations = [torch.from_numpy(rows).to(self.device).float() * self.scale]
        for weights, bias in zip(self.parameters[:-2:2], self.parameters[1:-2:2], strict=True):
            activations.append(torch.addmm(bias, activations[-1], weights).relu_())
        found = torch.addmm(self.parameters[-1], activations[-1], self.parameters[-2])
        found[:, WIN] = found[:, WIN].clamp(-30, 30).sigmoid()
        self.find_gradients(activations, (found - torch.from_numpy(wanted).to(self.device)) / len(rows))
        self.descend(rate, averaging)
        return losses_of(found.cpu().numpy(), wanted)

    def find_gradients(self, activations: list[torch.Tensor], error: torch.Tensor) -> None:
        """Sets the gradient of each parameter."""
        for number in range(len(activations) - 1, -1, -1):
            torch.mm(activations[number].T, error, out=self.gradients[2 * number])
            torch.sum(error, 0, out=self.gradients[2 * number + 1])
            if number:
                error = (error @ self.parameters[2 * number].T) * (activations[number] > 0)

    def descend(self, rate: float, averaging: float) -> None:
        self.steps += 1
        correction = sqrt(1 - BETA2**self.steps) / (1 - BETA1**self.steps)
        keep = min(averaging, self.steps / (self.steps + 10.0))
        parameters, average, first, second = (self.vectors[group] for group in GROUPS)
        first.lerp_(self.gradient, 1 - BETA1)
        second.lerp_(self.gradient * self.gradient, 1 - BETA2)
        parameters.addcdiv_(first, second.sqrt().add_(EPSILON), value=-rate * correction)
        parameters.addcmul_(parameters, self.decaying, value=-100 * DECAY * rate)
        average.lerp_(parameters, 1 - keep)
