"""The state of a training in a folder: parameters, positions of the last generations, curves; written so that a kill loses one generation at most."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from groundfloor.agents.features.encoder import feature_names, features_hash
from groundfloor.agents.network import weights
from groundfloor.agents.network.weights import SHIPPED, read_weights, save_weights
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import write_atomically

from .examples import Examples
from .learner import Learner
from .self_play import answer_texts
from .settings import TrainingSettings

CURVES = (
    "generation",
    "games",
    "positions",
    "seconds",
    "processor_seconds",
    "prestige_error",
    "margin_error",
    "win_entropy",
    "policy_entropy",
    "policy_floor",
    "greedy",
    "pei",
    "gropius",
    "hadid",
    "gropius_hadid",
    "prestige",
)
"""Columns of curves.csv: errors are root mean squares in points, entropies in nats; then win rates in percent where they were measured, and the mean prestige."""


class BadState(GroundfloorError):
    """A folder that holds the state of another training, or a damaged one."""


class TrainingState:
    """A learner, the number of finished generations, and the positions to learn from, in a folder."""

    def __init__(self, folder: Path, settings: TrainingSettings) -> None:
        self.folder = folder
        self.settings = settings
        self.generation = 0
        self.games = 0
        self.seconds = 0.0
        self.processor_seconds = 0.0
        self.learner = Learner(len(feature_names()), settings.layers, answer_texts(), np.random.default_rng(settings.seed))
        self.buffer: list[Examples] = []
        self.curves: list[dict[str, Any]] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadState(f"{folder} can't be a folder for the training: {error.strerror}.") from error
        if self.file.exists():
            self.load()

    @property
    def file(self) -> Path:
        return self.folder / "state.npz"

    def network_file(self, generation: int) -> Path:
        return self.folder / f"weights-{generation:05}.npz"

    def positions_file(self, generation: int) -> Path:
        return self.folder / f"positions-{generation:05}.npz"

    def add_positions(self, examples: Examples) -> None:
        """Adds the positions of the next generation, and forgets those that are too old."""
        self.buffer.append(examples)
        del self.buffer[: -self.settings.buffer_generations]
        self.generation += 1
        content = io.BytesIO()
        np.savez_compressed(content, **examples.arrays())
        write_atomically(self.positions_file(self.generation), content.getvalue())
        self.positions_file(self.generation - self.settings.buffer_generations).unlink(missing_ok=True)

    def save(self) -> None:
        """Writes parameters and curves; the positions of this generation have been written before."""
        arrays: dict[str, Any] = dict(self.learner.arrays())
        about = {
            "settings": asdict(self.settings),
            "features_hash": features_hash(),
            "answers": self.learner.answers,
            "generation": self.generation,
            "games": self.games,
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds,
            "steps": self.learner.steps,
            "curves": self.curves,
        }
        content = io.BytesIO()
        np.savez(content, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)
        write_atomically(self.file, content.getvalue())
        self.write_curves()

    def write_curves(self) -> None:
        text = io.StringIO()
        writer = csv.DictWriter(text, CURVES, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.curves)
        write_atomically(self.folder / "curves.csv", text.getvalue().encode())

    def load(self) -> None:
        """Reads what ``save`` wrote. Raises BadState."""
        try:
            with np.load(self.file, allow_pickle=False) as stored:
                about = json.loads(stored["about"].tobytes())
                if about["features_hash"] != features_hash():
                    raise BadState(f"{self.folder} holds a training with other features; begin a new one in another folder.")
                if tuple(about["answers"]) != self.learner.answers:
                    raise BadState(f"{self.folder} holds a training with other answers; begin a new one in another folder.")
                layers, seed = tuple(about["settings"]["layers"]), about["settings"]["seed"]
                if (layers, seed) != (self.settings.layers, self.settings.seed):
                    raise BadState(f"{self.folder} holds a training with layers {layers} and seed {seed}; use another folder.")
                self.learner.restore(stored, about["steps"])
        except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise BadState(f"{self.file} is damaged or no state of a training; delete it to begin anew.") from error
        self.generation, self.games, self.seconds = about["generation"], about["games"], about["seconds"]
        self.processor_seconds = about["processor_seconds"]
        self.curves = about["curves"]
        first = max(1, self.generation - self.settings.buffer_generations + 1)
        for generation in range(first, self.generation + 1):
            if self.positions_file(generation).exists():
                with np.load(self.positions_file(generation), allow_pickle=False) as held:
                    self.buffer.append(Examples(**{name: held[name] for name in held.files}))

    def begin_with(self, file: Path) -> None:
        """Begins with the parameters of a file of weights, as 16-bit numbers; the moments of the optimizer begin at zero.

        A training that has a generation already goes on with its own. Raises BadWeights, or BadState for another network.
        """
        if self.generation:
            return
        network, about = read_weights(file.read_bytes(), str(file))
        try:
            self.learner.adopt(network, np.array(about["training"]["scale"], np.float32))
        except (KeyError, ValueError) as error:
            raise BadState(f"{file} has other layers or answers than this training.") from error
        self.games = int(about["training"]["games"])


def install(folder: Path) -> str:
    """Writes the last weights of a training into the package's sources and says so."""
    files = sorted(folder.glob("weights-*.npz"))
    if not files:
        raise GroundfloorError(f"There are no weights in {folder}.")
    network, about = read_weights(files[-1].read_bytes(), str(files[-1]))
    target = Path(weights.__file__).with_name(SHIPPED)
    save_weights(network, target, about["training"])
    return f"{files[-1].name} is now {target}."
