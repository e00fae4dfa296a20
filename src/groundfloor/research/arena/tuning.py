"""Tunes the weights of the hand-made evaluation in the arena: ``python -m groundfloor.research.arena.tuning FOLDER``.

Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992): in each step all weights are
changed at once by a small factor, each up or down at random, the two opposite changes play paired games, and all weights move towards the
winner by its margin.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from groundfloor.agents.evaluation_weights import WEIGHT_NAMES, EvaluationWeights, format_weights, load_weights
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import read_text, write_atomically
from groundfloor.process_pool import available_cores

from .paired_games import ArenaSettings, play_paired_games

CHANGE = 0.15
"""How much a weight is changed in the first step, as the logarithm of a factor."""
CHANGE_DECAY, RATE_DECAY = 0.101, 0.602
"""The exponents by which changes and steps become smaller, as Spall recommends."""
STEPS_BEFORE = 20.0
"""Steps that are added to their number where the size of a step is computed, so that the first ones are not too large."""
MAX_MOVE = 0.1
"""The largest logarithm of a factor by which a step moves a weight."""


class BadTuning(GroundfloorError):
    """A folder of tuning that can't be gone on with."""


@dataclass
class Tuning:
    """The state of a tuning: its settings, the number of steps, and the logarithm of the factor of each weight, now and on average."""

    seed: int
    games: int
    others: list[str]
    rate: float
    start: EvaluationWeights
    steps: int = 0
    logs: list[float] = field(default_factory=lambda: [0.0] * len(WEIGHT_NAMES))
    averages: list[float] = field(default_factory=lambda: [0.0] * len(WEIGHT_NAMES))
    margins: list[float] = field(default_factory=list)

    def weights(self, logs: list[float]) -> EvaluationWeights:
        return EvaluationWeights(**{name: getattr(self.start, name) * math.exp(log) for name, log in zip(WEIGHT_NAMES, logs, strict=True)})

    def directions(self) -> list[int]:
        """Returns for each weight whether the next step tries it larger (1) or smaller (-1) first; the seed and the step fix it."""
        dice = Random(f"groundfloor tuning {self.seed} {self.steps}")
        return [dice.choice((-1, 1)) for _ in WEIGHT_NAMES]

    @property
    def change(self) -> float:
        return float(CHANGE / (self.steps + 1) ** CHANGE_DECAY)

    def changed_weights(self, sign: int) -> EvaluationWeights:
        """Returns the weights that the next step tries: changed one way (1), or the other (-1)."""
        return self.weights([log + sign * self.change * each for log, each in zip(self.logs, self.directions(), strict=True)])

    def move(self, margin: float) -> None:
        """Moves all weights, given the mean margin of the first change over its opposite."""
        rate = self.rate / (self.steps + 1 + STEPS_BEFORE) ** RATE_DECAY
        step = max(-MAX_MOVE, min(MAX_MOVE, rate * margin / (2 * self.change)))
        directions = self.directions()
        self.steps += 1
        self.logs = [log + step * direction for log, direction in zip(self.logs, directions, strict=True)]
        share = 2 / (self.steps + 1)
        self.averages = [mean + share * (log - mean) for mean, log in zip(self.averages, self.logs, strict=True)]
        self.margins.append(round(margin, 4))


def play_step(tuning: Tuning, folder: Path, jobs: int) -> float:
    """Plays the games of the next step; returns the mean margin of the first change over its opposite."""
    files = [folder / f"{name}-{tuning.steps}.toml" for name in ("larger", "smaller")]
    try:
        for file, sign in zip(files, (1, -1), strict=True):
            file.write_text(format_weights(tuning.changed_weights(sign)), "utf-8")
        settings = step_settings(tuning, [f"greedy:weights={file}" for file in files])
        games = tuning.games * len(settings.seats)
        return fmean(game.totals[0] - game.totals[1] for game, _record in play_paired_games(settings, 0, games, jobs))
    finally:
        for file in files:
            file.unlink(missing_ok=True)


def step_settings(tuning: Tuning, pair: list[str]) -> ArenaSettings:
    """Returns what the next step plays between these two."""
    return ArenaSettings((*pair, *tuning.others), seed=tuning.seed * 1_000_000 + tuning.steps)


def open_folder(folder: Path, wanted: Tuning) -> Tuning:
    """Returns the tuning that a folder holds, or the new one; BadTuning if it holds one with other settings."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadTuning(f"{folder} can't be a folder for the tuning: {error.strerror}.") from error
    file = folder / "tuning.json"
    if not file.exists():
        return wanted
    try:
        tuning = msgspec.json.decode(read_text(file), type=Tuning)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadTuning(f"{file} can't be read; name another folder.") from error
    if (tuning.seed, tuning.games, tuning.others, tuning.rate, tuning.start) != (
        wanted.seed,
        wanted.games,
        wanted.others,
        wanted.rate,
        wanted.start,
    ):
        raise BadTuning(f"{folder} holds a tuning with other settings or from other weights; name another folder.")
    return tuning


def save(tuning: Tuning, folder: Path) -> None:
    """Writes the state and the averaged weights, each as a whole."""
    weights = format_weights(tuning.weights(tuning.averages)).encode()
    for name, content in (("evaluation.toml", weights), ("tuning.json", msgspec.json.format(msgspec.json.encode(tuning)))):
        write_atomically(folder / name, content)


def tune(tuning: Tuning, folder: Path, steps: int, jobs: int) -> None:
    """Goes on up to this number of steps, each of which is saved."""
    while tuning.steps < steps:
        tuning.move(play_step(tuning, folder, jobs))
        save(tuning, folder)
        print(f"step {tuning.steps}: margin {tuning.margins[-1]:+.2f}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m groundfloor.research.arena.tuning", description="Tune the weights of the hand-made evaluation in the arena."
    )
    parser.add_argument("folder", type=Path, help="where state and weights are kept; the same command continues there")
    parser.add_argument("--steps", type=int, default=300, help="how many steps in all (default: 300)")
    parser.add_argument("--games", type=int, default=20, help="chance keys of a step, each played in all rotations (default: 20)")
    parser.add_argument("--others", default="", help="more seats of every game, as in automa:gropius,automa:hadid")
    parser.add_argument("--rate", type=float, default=0.02, help="how far a step moves (default: 0.02)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=available_cores())
    chosen = parser.parse_args(arguments)
    if min(chosen.steps, chosen.games, chosen.jobs) < 1 or not chosen.rate > 0:
        parser.error("--steps, --games and --jobs are 1 or more, --rate more than 0")
    others = [seat for seat in chosen.others.split(",") if seat]
    try:
        wanted = Tuning(chosen.seed, chosen.games, others, chosen.rate, load_weights())
        step_settings(wanted, ["greedy", "greedy"]).check()
        tune(open_folder(chosen.folder, wanted), chosen.folder, chosen.steps, chosen.jobs)
    except GroundfloorError as error:
        parser.exit(1, f"{error}\n")
    except KeyboardInterrupt:
        parser.exit(130, "Stopped; the same command goes on after the last step.\n")


if __name__ == "__main__":
    main()
