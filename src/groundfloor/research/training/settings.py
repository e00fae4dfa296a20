"""Settings of a training. They are stored with its state, and with the weights that come out of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, nextafter

from groundfloor.engine.errors import GroundfloorError

COUNTS = (
    "games_per_generation",
    "games_together",
    "buffer_generations",
    "batch",
    "simulations",
    "considered",
    "quick_simulations",
    "quick_considered",
    "rate_halving",
    "measured_games",
)
"""Settings that are 1 or more."""
AMOUNTS = ("seed", "greedy_generations", "measure_every")
"""Settings that are 0 or more."""
SHARES = ("greedy_randomness", "trace", "randomness", "carelessness", "full_searches", "quick_share", "averaging")
"""Settings from 0 to 1."""
POSITIVE = ("temperature", "uses", "rate", "lowest_rate")
"""Settings above 0."""


class BadTrainingSettings(GroundfloorError):
    """Settings by which no training is possible; the sentence says what is."""


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of a training; the same settings and seed give the same games with any number of jobs.

    The first ``greedy_generations`` are played by the greedy agent, which answers at random with probability ``greedy_randomness``. Then the
    network searches: a share of the decisions (``full_searches``) by ``simulations`` of the ``considered`` likeliest answers, which teach the
    policy too, the others by the numbers that begin with ``quick``, of which ``quick_share`` are kept as examples. A difference of
    ``temperature`` in what the search found makes an answer e times as likely. ``trace`` is the share of later expectations in each target (λ
    of TD(λ)); ``uses`` is how often each position is used for learning on average. The learning rate is halved every ``rate_halving``
    generations until it is ``lowest_rate``. ``games_together`` games of a process share each call of the network.
    """

    seed: int = 1
    layers: tuple[int, ...] = (256, 128)
    games_per_generation: int = 96
    games_together: int = 16
    greedy_generations: int = 6
    greedy_randomness: float = 0.08
    buffer_generations: int = 50
    simulations: int = 24
    considered: int = 8
    quick_simulations: int = 8
    quick_considered: int = 4
    full_searches: float = 0.25
    quick_share: float = 0.25
    temperature: float = 0.05
    trace: float = 0.98
    randomness: float = 0.01
    carelessness: float = 0.1
    batch: int = 256
    uses: float = 5.0
    rate: float = 1e-3
    rate_halving: int = 120
    lowest_rate: float = 1e-4
    averaging: float = 0.998
    measure_every: int = 25
    measured_games: int = 60

    def check(self) -> None:
        """Raises BadTrainingSettings for the first setting that is not possible.

        >>> TrainingSettings(trace=2.0).check()
        Traceback (most recent call last):
        groundfloor.research.training.settings.BadTrainingSettings: --trace is from 0 to 1, not 2.0.
        """
        if not self.layers or min(self.layers) < 1:
            raise BadTrainingSettings("--layers has the size of each hidden layer, 1 or more, as in --layers 256 128.")
        for names, least, most, described in (
            (COUNTS, 1, inf, "1 or more"),
            (AMOUNTS, 0, inf, "0 or more"),
            (SHARES, 0, 1, "from 0 to 1"),
            (POSITIVE, nextafter(0, 1), inf, "more than 0"),
        ):
            for name in names:
                value = getattr(self, name)
                if not (least <= value <= most and isfinite(value)):
                    raise BadTrainingSettings(f"--{name.replace('_', '-')} is {described}, not {value}.")
