"""What paired games say about their contestants: shares of wins, margins, ratings, and whether the question is decided."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from .intervals import ConfidenceSequence, Interval, mean_interval, share_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuceRating

    from .paired_games import ArenaGame


@dataclass(frozen=True)
class Standing:
    """One contestant after some games. Shares and margins are means over chance keys, with 95 % intervals (None below two keys).

    ``share`` is that of the games won, where ties count half (a third among three, and so on). ``rating`` and ``deviation`` are mu and
    sigma of openskill's Plackett-Luce model. ``failures`` counts by kind.
    """

    seat: str
    games: int
    wins: float
    share: float
    share_interval: Interval | None
    margin: float
    margin_interval: Interval | None
    prestige: float
    rating: float
    deviation: float
    seconds: float
    failures: dict[str, int]


class Standings:
    """Adds up games. The unit of all intervals is the chance key, whose games in all rotations belong together.

    ``sequence`` is the sequential test: a confidence sequence for the first contestant's share, against ``target``, by default an equal
    share.
    """

    def __init__(self, seats: Sequence[str], target: float | None = None) -> None:
        self.seats = list(seats)
        self.games = 0
        self.sequence = ConfidenceSequence(1 / len(seats) if target is None else target)
        self._shares: list[list[float]] = [[] for _ in seats]
        self._margins: list[list[float]] = [[] for _ in seats]
        self._key: list[ArenaGame] = []
        self._wins = [0.0] * len(seats)
        self._totals = [0] * len(seats)
        self._decisions = [0] * len(seats)
        self._seconds = [0.0] * len(seats)
        self._failures: list[Counter[str]] = [Counter() for _ in seats]
        self._model = PlackettLuce()
        self._ratings: list[PlackettLuceRating] = [self._model.rating() for _ in seats]

    @property
    def is_decided(self) -> bool:
        """Whether the first contestant's share is shown to be another than the target."""
        return self.sequence.excludes_target

    @property
    def keys(self) -> int:
        """The number of chance keys that were played in all rotations."""
        return self.sequence.count

    def add(self, game: ArenaGame) -> None:
        self.games += 1
        for place in range(len(self.seats)):
            self._wins[place] += game.share(place)
            self._totals[place] += game.totals[place]
            self._decisions[place] += game.decisions[place]
            self._seconds[place] += game.seconds[place]
            self._failures[place].update(game.failures[place])
        rated = self._model.rate([[rating] for rating in self._ratings], ranks=[float(rank) for rank in game.ranks])
        self._ratings = [team[0] for team in rated]
        self._key.append(game)
        if len(self._key) == len(self.seats):
            self._finish_key()

    def _finish_key(self) -> None:
        """Adds the means of a key whose rotations have all been played."""
        for place in range(len(self.seats)):
            self._shares[place].append(fmean(game.share(place) for game in self._key))
            self._margins[place].append(fmean(game.margin(place) for game in self._key))
        self.sequence.add(self._shares[0][-1])
        self._key = []

    def table(self) -> list[Standing]:
        return [self._standing(place) for place in range(len(self.seats))]

    def _standing(self, place: int) -> Standing:
        shares, margins = self._shares[place], self._margins[place]
        return Standing(
            seat=self.seats[place],
            games=self.games,
            wins=self._wins[place],
            share=fmean(shares) if shares else 0.0,
            share_interval=share_interval(shares),
            margin=fmean(margins) if margins else 0.0,
            margin_interval=mean_interval(margins),
            prestige=self._totals[place] / max(self.games, 1),
            rating=self._ratings[place].mu,
            deviation=self._ratings[place].sigma,
            seconds=self._seconds[place] / max(self._decisions[place], 1),
            failures=dict(self._failures[place]),
        )
