"""Settings of a training. They are stored with its state, and with the weights that come out of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of a training; the same settings and seed give the same games with any number of jobs.

    The first ``greedy_generations`` are played by the greedy agent, which answers at random with probability ``greedy_randomness``.
    ``trace`` is the share of later expectations in each target (λ of TD(λ)); ``uses`` is how often each position is used for learning on
    average. ``guide`` is what a point of the hand-made evaluation counts in the choice of the first generations; it is halved every
    ``guide_halving`` generations. The learning rate is halved every ``rate_halving`` generations until it is ``lowest_rate``.
    """

    seed: int = 1
    layers: tuple[int, ...] = (160, 64)
    games_per_generation: int = 100
    greedy_generations: int = 6
    greedy_randomness: float = 0.08
    buffer_generations: int = 25
    trace: float = 0.97
    randomness: float = 0.01
    guide: float = 0.1
    guide_halving: int = 25
    temperature: float = 0.03
    bold_games: float = 0.1
    bold_temperature: float = 0.15
    other_perspectives: float = 0.25
    batch: int = 512
    uses: float = 5.0
    rate: float = 1e-3
    rate_halving: int = 120
    lowest_rate: float = 1e-4
    averaging: float = 0.998
    measure_every: int = 25
    measured_games: int = 60
