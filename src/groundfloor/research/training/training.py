"""The loop of a training: generations of self-play, learning from the last ones, measuring, saving."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network.network import Network
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.weights import load_weights, save_weights
from groundfloor.agents.plain_agents import GreedyAgent
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.process_pool import ProcessPool

from .examples import Examples, join
from .learner import Learner, Losses
from .self_play import GreedyPlay, SelfPlay, Waiting, answer_texts, draw_setup, play_together
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
    """Plays a game by the likeliest answers and returns whether the network won, and its prestige; the key follows from table, seed and number."""
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
"""Weights are also kept once in this many generations."""

cached_weights = lru_cache(maxsize=4)(load_weights)


def play_games(settings: TrainingSettings, file: str, numbers: Sequence[int]) -> tuple[Examples, float]:
    """Plays the games with these numbers together with the weights in a file, or without one like the greedy agent.

    Returns their positions with targets, and the seconds of processor time.
    """
    began = time.process_time()
    network = cached_weights(Path(file)) if file else empty_network(settings)
    games: list[Waiting] = []
    for number in numbers:
        rng = Random(f"groundfloor training {settings.seed} {number}")
        play = SelfPlay if file else GreedyPlay
        games.append(play(draw_setup(rng), PositionEvaluator(network), rng, settings).play())
    return join(play_together(games, network)), time.process_time() - began


def empty_network(settings: TrainingSettings) -> Network:
    """Returns a network that has learned nothing."""
    return Learner(len(feature_names()), settings.layers, answer_texts(), np.random.default_rng(settings.seed)).network()


def measure_game(seed: int, file: str, task: tuple[str, int]) -> tuple[str, bool, int]:
    table, number = task
    return table, *measure_one(table, PositionEvaluator(cached_weights(Path(file))), seed, number)


class Training:
    """A training in a folder; ``report`` gets a line after each generation."""

    def __init__(self, folder: Path, settings: TrainingSettings, jobs: int, report: Callable[[str], None]) -> None:
        self.state = TrainingState(folder, settings)
        self.settings = settings
        self.jobs = jobs
        self.report = report

    def run(self, generations: int) -> None:
        """Trains until that many generations are done, counted from the beginning of the training.

        While the network learns from a generation, the processes already play the next one, with the weights from before.
        """
        if not self.state.network_file(0).exists() and self.state.learner.is_adopted:
            save_weights(self.state.learner.network(), self.state.network_file(0), self.about())
        with ProcessPool(self.jobs) if self.jobs > 1 else nullcontext() as pool:
            coming = self.play(pool, self.state.generation + 1)
            while self.state.generation < generations:
                began = time.monotonic()
                parts = list(coming)
                if self.state.generation + 1 < generations:
                    coming = self.play(pool, self.state.generation + 2)
                self.state.processor_seconds += sum(seconds for _examples, seconds in parts)
                self.finish_generation(pool, join([examples for examples, _seconds in parts]), began)

    def finish_generation(self, pool: ProcessPool | None, examples: Examples, began: float) -> None:
        """Learns from the positions of a generation and of the last ones, and saves the state."""
        state, settings = self.state, self.settings
        is_first = not state.learner.steps and not state.learner.is_adopted
        processor = time.process_time()
        state.add_positions(examples)
        state.games += settings.games_per_generation
        if is_first:
            state.learner.adopt_scale(examples.rows)
        losses = self.learn(len(examples))
        save_weights(state.learner.network(), state.network_file(state.generation), self.about())
        old = state.generation - KEPT
        if old % SNAPSHOTS:
            state.network_file(old).unlink(missing_ok=True)
        line: dict[str, Any] = {
            "generation": state.generation,
            "games": state.games,
            "positions": len(examples),
            "prestige_error": round(losses.prestige**0.5, 2),
            "margin_error": round(losses.margin**0.5, 2),
            "win_entropy": round(losses.win, 3),
            "policy_entropy": round(losses.policy, 3),
            "policy_floor": round(losses.policy_floor, 3),
        }
        if settings.measure_every and state.generation % settings.measure_every == 0:
            line |= self.measure(pool)
        state.seconds += time.monotonic() - began
        state.processor_seconds += time.process_time() - processor
        line |= {"seconds": round(state.seconds), "processor_seconds": round(state.processor_seconds)}
        state.curves.append(line)
        state.save()
        self.report(", ".join(f"{name} {value}" for name, value in line.items()))

    def about(self) -> dict[str, Any]:
        scale = [round(float(each), 6) for each in self.state.learner.scale]
        return {"settings": asdict(self.settings), "generation": self.state.generation, "games": self.state.games, "scale": scale}

    def weights_file(self, generation: int) -> str:
        """Returns the file of the network that plays a generation: that of the last but one; "" while the greedy agent plays."""
        last = generation - 2
        if not self.state.network_file(0).exists() and last < max(1, self.settings.greedy_generations - 1):
            return ""
        return str(self.state.network_file(max(last, 0)))

    def play(self, pool: ProcessPool | None, generation: int) -> Iterator[tuple[Examples, float]]:
        """Begins to play the games of a generation; yields their positions, and the processor time, in the order of the games."""
        count, together = self.settings.games_per_generation, self.settings.games_together
        first = (generation - 1) * count
        tasks = [range(start, min(start + together, first + count)) for start in range(first, first + count, together)]
        return compute_all(pool, partial(play_games, self.settings, self.weights_file(generation)), tasks)

    def learn(self, new: int) -> Losses:
        """Takes as many steps as the new positions ask for, and returns the mean losses."""
        settings, state = self.settings, self.state
        rng = np.random.default_rng([settings.seed, state.generation])
        ends = np.cumsum([len(examples) for examples in state.buffer])
        steps = max(1, int(new * settings.uses / settings.batch))
        rate = max(settings.lowest_rate, settings.rate * 0.5 ** (state.generation / settings.rate_halving))
        total = np.zeros(5)
        for _step in range(steps):
            losses = state.learner.step(sample(state.buffer, ends, settings.batch, rng), rate, settings.averaging)
            total += (losses.prestige, losses.margin, losses.win, losses.policy, losses.policy_floor)
        return Losses(*(total / steps).tolist())

    def measure(self, pool: ProcessPool | None) -> dict[str, float]:
        """Returns win rates in percent by table, and the mean prestige of all measured games."""
        file = str(self.state.network_file(self.state.generation))
        tasks = [(table, number) for number in range(self.settings.measured_games) for table in MEASURED]
        results = list(compute_all(pool, partial(measure_game, self.settings.seed, file), tasks))
        figures: dict[str, float] = {}
        for table in MEASURED:
            wins = [has_won for name, has_won, _prestige in results if name == table]
            figures[table] = round(100 * sum(wins) / len(wins), 1)
        figures["prestige"] = round(sum(prestige for _name, _won, prestige in results) / len(results), 1)
        return figures


def sample(buffer: list[Examples], ends: NDArray[np.int64], count: int, rng: np.random.Generator) -> Examples:
    """Returns random positions of all generations in the buffer; ``ends`` are the sums of their numbers."""
    chosen = np.sort(rng.integers(0, ends[-1], count))
    places = np.searchsorted(ends, chosen, side="right")
    parts: list[Examples] = []
    for generation in np.unique(places):
        within = chosen[places == generation] - (ends[generation - 1] if generation else 0)
        parts.append(buffer[generation].take(within))
    return join(parts)


def compute_all(pool: ProcessPool | None, work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """Returns the results of the tasks in their order, computed in the pool's processes if there is one."""
    return map(work, tasks) if pool is None else pool.map(work, tasks, len(tasks))
