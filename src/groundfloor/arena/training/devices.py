"""The device on which a network learns: the CPU, with numpy, or a GPU, with PyTorch."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .learner import Learner
from .settings import BadTrainingSettings

if TYPE_CHECKING:
    from .torch_learner import TorchLearner

MakeLearner = Callable[[tuple[int, ...], np.random.Generator], "Learner | TorchLearner"]
"""Makes a learner for the sizes of the layers, inputs and outputs included, with parameters from the generator."""
AUTO, CPU, CUDA = DEVICES = ("auto", "cpu", "cuda")
"""Devices that can be asked for; ``cuda`` is also what PyTorch calls the GPUs of AMD."""


def choose_device(wanted: str) -> str:
    """Returns ``cpu`` or ``cuda``, which ``auto`` takes if PyTorch is installed and can use a GPU.

    Raises BadTrainingSettings if ``cuda`` is wanted and not possible.
    """
    obstacle = "" if wanted == CPU else gpu_obstacle()
    if wanted == CUDA and obstacle:
        raise BadTrainingSettings(f"--device cuda needs {obstacle}; leave it out to learn on the CPU.")
    return CPU if wanted == CPU or obstacle else CUDA


def gpu_obstacle() -> str:
    """Returns what is missing for PyTorch to learn on a GPU here; empty if nothing is."""
    try:
        import torch
    except (ImportError, OSError):
        return f"PyTorch, the extra “gpu” ({sys.executable} -m pip install torch)"
    if torch.cuda.is_available():
        try:
            torch.zeros(1, device=CUDA)
            return ""
        except RuntimeError:  # a GPU that others use exclusively, or that this PyTorch was not built for
            pass
    return f"a GPU that PyTorch {torch.__version__} can use, and it finds none here"


def device_name(device: str) -> str:
    """Returns what learns on a device, to be read by people."""
    if device == CPU:
        return "numpy on the CPU"
    import torch

    return f"PyTorch on the GPU {torch.cuda.get_device_name()}"


def learner_on(device: str) -> MakeLearner:
    """Returns what makes a learner on a device that ``choose_device`` returned."""
    if device == CPU:
        return Learner
    from .torch_learner import TorchLearner

    return partial(TorchLearner, device=device)
