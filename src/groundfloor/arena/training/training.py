"""The loop of a training: generations of self-play, learning from the last ones, measuring, saving."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.value_network import Bytes, Floats, ValueNetwork
from groundfloor.agents.network.weights import load_weights, save_weights
from groundfloor.agents.plain_agents import GreedyAgent
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.process_pool import ProcessPool

from .devices import MakeLearner
from .learner import Learner, Losses
from .self_play import NET, OLD, SelfPlay, draw_table
from .settings import TrainingSettings
from .state import TrainingState

MEASURED: dict[str, tuple[str, ...]] = {
    "greedy": ("Net", "Greedy"),
    "pei": ("Net", "automa:pei"),
    "gropius": ("Net", "automa:gropius"),
    "hadid": ("Net", "automa:hadid"),
    "gropius_hadid": ("Net", "automa:gropius", "automa:hadid"),
}
"""Tables of ruleset ``second``; against the greedy agent each draw is played from both seats."""


def measure_one(table: str, evaluator: PositionEvaluator, seed: int, number: int) -> tuple[bool, int]:
    """Plays a game and returns whether the network won, and its prestige; the key follows from table, seed and number."""
    seats = list(MEASURED[table])
    pair = number // 2 if table == "greedy" else number
    if table == "greedy" and number % 2:
        seats.reverse()
    key = hashlib.sha256(f"groundfloor training {seed} {table} {pair}".encode()).digest()
    match = Match.new(ruleset("second"), seats, {}, key)
    own = seats.index("Net")
    greedy = GreedyAgent(Random(0))
    while not match.game.is_over:
        seat = match.game.asked_seat
        match.apply(evaluator.best_answer(match.game) if seat == own else greedy.choose(match.game.view(seat)))
    score = next(score for score in match.game.scores() if score.seat == own)
    return score.rank == 1, score.total


KEPT = 3
"""Weights of the last generations are kept, as the next two are played with them."""
SNAPSHOTS = 10
"""Weights are also kept once in this many generations, as older opponents."""

cached_weights = lru_cache(maxsize=4)(load_weights)


def play_game(settings: TrainingSettings, files: dict[str, str], number: int) -> tuple[Bytes, Floats]:
    """Plays the game with this number with the weights in these files, and returns its positions with targets."""
    rng = Random(f"groundfloor training {settings.seed} {number}")
    networks: dict[str, ValueNetwork] = {name: cached_weights(Path(file)) for name, file in files.items()}
    return SelfPlay(draw_table(rng), networks, rng, settings).play()


def join_positions(parts: Sequence[tuple[Bytes, Floats]]) -> tuple[Bytes, Floats]:
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([targets for _, targets in parts])


def measure_game(seed: int, file: str, task: tuple[str, int]) -> tuple[str, bool, int]:
    table, number = task
    return table, *measure_one(table, PositionEvaluator(cached_weights(Path(file))), seed, number)


class Training:
    """A training in a folder; ``report`` gets a line after each generation, ``make_learner`` decides on which device it learns."""

    def __init__(
        self, folder: Path, settings: TrainingSettings, jobs: int, report: Callable[[str], None], make_learner: MakeLearner = Learner
    ) -> None:
        self.state = TrainingState(folder, settings, make_learner)
        self.settings = settings
        self.jobs = jobs
        self.report = report

    def run(self, generations: int) -> None:
        """Trains until that many generations are done, counted from the beginning of the training.

        While the network learns from a generation, the processes already play the next one, with the weights from before.
        """
        with ProcessPool(self.jobs) if self.jobs > 1 else nullcontext() as pool:
            coming = self.play(pool, self.state.generation + 1)
            while self.state.generation < generations:
                began = time.monotonic()
                parts = list(coming)
                if self.state.generation + 1 < generations:
                    coming = self.play(pool, self.state.generation + 2)
                self.finish_generation(pool, join_positions(parts), began)

    def finish_generation(self, pool: ProcessPool | None, positions: tuple[Bytes, Floats], began: float) -> None:
        """Learns from the positions of a generation and of the last ones, and saves the state."""
        state, settings = self.state, self.settings
        rows, targets = positions
        is_first = not state.generation
        state.add_positions(rows, targets)
        state.games += settings.games_per_generation
        if is_first:
            state.learner.adopt_scale(rows)
        losses = self.learn(len(rows))
        guide = settings.guide * 0.5 ** (state.generation / settings.guide_halving)
        save_weights(replace(state.learner.network(), guide=guide), state.network_file(state.generation), self.about())
        old = state.generation - KEPT
        if old % SNAPSHOTS:
            state.network_file(old).unlink(missing_ok=True)
        line: dict[str, Any] = {
            "generation": state.generation,
            "games": state.games,
            "positions": len(rows),
            "prestige_error": round(losses.prestige**0.5, 2),
            "margin_error": round(losses.margin**0.5, 2),
            "win_entropy": round(losses.win, 3),
        }
        if settings.measure_every and state.generation % settings.measure_every == 0:
            line |= self.measure(pool)
        state.seconds += time.monotonic() - began
        line["seconds"] = round(state.seconds)
        state.curves.append(line)
        state.save()
        self.report(", ".join(f"{name} {value}" for name, value in line.items()))

    def about(self) -> dict[str, Any]:
        return {"settings": asdict(self.settings), "generation": self.state.generation, "games": self.state.games}

    def weight_files(self, generation: int) -> dict[str, str]:
        """Returns the files of the networks that play a generation: those of the last but one; none while the greedy agent plays."""
        state, last = self.state, generation - 2
        if last < max(1, self.settings.greedy_generations - 1):
            return {}
        files = {NET: str(state.network_file(last))}
        older = [file for each in range(SNAPSHOTS, last, SNAPSHOTS) if (file := state.network_file(each)).exists()]
        if older:
            files[OLD] = str(Random(f"{self.settings.seed} {generation}").choice(older[-8:]))
        return files

    def play(self, pool: ProcessPool | None, generation: int) -> Iterator[tuple[Bytes, Floats]]:
        """Begins to play the games of a generation; yields their positions in the order of the games."""
        count = self.settings.games_per_generation
        first = (generation - 1) * count
        return compute_all(pool, partial(play_game, self.settings, self.weight_files(generation)), range(first, first + count))

    def learn(self, new: int) -> Losses:
        """Takes as many steps as the new positions ask for, and returns the mean losses."""
        settings, state = self.settings, self.state
        rng = np.random.default_rng([settings.seed, state.generation])
        sizes = np.cumsum([len(rows) for rows, _ in state.buffer])
        steps = max(1, int(new * settings.uses / settings.batch))
        rate = max(settings.lowest_rate, settings.rate * 0.5 ** (state.generation / settings.rate_halving))
        total = np.zeros(3)
        for _step in range(steps):
            rows, targets = sample(state.buffer, sizes, settings.batch, rng)
            losses = state.learner.step(rows, targets, rate, settings.averaging)
            total += (losses.prestige, losses.margin, losses.win)
        return Losses(*(total / steps))

    def measure(self, pool: ProcessPool | None) -> dict[str, float]:
        """Returns win rates in percent by table, and the mean prestige of all measured games."""
        file = str(self.state.network_file(self.state.generation))
        tasks = [(table, number) for number in range(self.settings.measured_games) for table in MEASURED]
        results = list(compute_all(pool, partial(measure_game, self.settings.seed, file), tasks))
        found: dict[str, float] = {}
        for table in MEASURED:
            wins = [has_won for name, has_won, _prestige in results if name == table]
            found[table] = round(100 * sum(wins) / len(wins), 1)
        found["prestige"] = round(sum(prestige for _name, _won, prestige in results) / len(results), 1)
        return found


def sample(buffer: list[tuple[Bytes, Floats]], ends: Any, count: int, rng: np.random.Generator) -> tuple[Bytes, Floats]:
    """Returns random positions of all generations in the buffer; ``ends`` are the sums of their numbers."""
    chosen = np.sort(rng.integers(0, ends[-1], count))
    rows = np.empty((count, buffer[0][0].shape[1]), np.uint8)
    targets = np.empty((count, buffer[0][1].shape[1]), np.float32)
    places = np.searchsorted(ends, chosen, side="right")
    for generation in np.unique(places):
        here = places == generation
        within = chosen[here] - (ends[generation - 1] if generation else 0)
        rows[here] = buffer[generation][0][within]
        targets[here] = buffer[generation][1][within]
    return rows, targets


def compute_all(pool: ProcessPool | None, work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """Returns the results of the tasks in their order, computed in the pool's processes if there is one."""
    return map(work, tasks) if pool is None else pool.map(work, tasks, len(tasks))
