"""The history of a game by rounds: prestige by source, money, info, popularity, time and consumers of each seat, computed by replaying its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast

from groundfloor.engine.automa import AutomaPassed
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.city.retail_outlets import ProductSold
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed, TenantUsed
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.kinds import ScoreCode
from groundfloor.engine.phases.scoring import SCORE_CODES, Score
from groundfloor.engine.position_projection import time_of_round
from groundfloor.engine.record import Record
from groundfloor.engine.state import HIRE

EventT_co = TypeVar("EventT_co", bound=Event, covariant=True)
EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True)
class SeatFigures:
    """A seat at one moment: its prestige by source as it would be scored, and what it has. ``popularity`` is its space on the track."""

    prestige: dict[ScoreCode, int]
    money: int
    info: int
    popularity: int

    @property
    def total(self) -> int:
        return sum(self.prestige.values())


@dataclass(frozen=True)
class HistoryPoint:
    """How everybody stands after ``entry`` entries of the record: as phase II of a round begins, or at the end (``is_end``)."""

    round: int
    entry: int
    is_end: bool
    seats: tuple[SeatFigures, ...]


@dataclass(frozen=True)
class RoundFigures:
    """What the seats did in a round: time markers that they had and used for tasks, and consumers who came to them."""

    round: int
    time_available: tuple[int, ...]
    time_used: tuple[int, ...]
    consumers: tuple[int, ...]


@dataclass(frozen=True)
class PastEvent(Generic[EventT_co]):
    """An event, the number of entries after which it had happened, and its round and phase."""

    entry: int
    round: int
    phase: int
    event: EventT_co


@dataclass(frozen=True)
class GameHistory:
    """A game by rounds. ``game`` is the position after the last entry; undone moves are in none of the figures.

    ``departed`` are the seats that lost a rated game before its end: none of them has won it.
    """

    game: Game
    moments: tuple[HistoryPoint, ...]
    rounds: tuple[RoundFigures, ...]
    events: tuple[PastEvent[Event], ...]
    departed: tuple[int, ...] = ()

    @property
    def last_entry(self) -> int:
        return self.moments[-1].entry if self.moments else 0

    @property
    def stayed_scores(self) -> list[Score]:
        """The scores of those who stayed until the end, the winner first."""
        return [score for score in self.game.scores() if score.seat not in self.departed]

    def of_kind(self, *kinds: type[EventT]) -> Iterator[PastEvent[EventT]]:
        """Yields the events of these kinds, in their order."""
        return (cast("PastEvent[EventT]", past) for past in self.events if isinstance(past.event, kinds))

    def has_purse(self, seat: int) -> bool:
        """Returns whether a seat has money and info; an Automa has neither."""
        return self.game._state.players[seat].deck is None


def game_history(record: Record, departed: Iterable[int] = ()) -> GameHistory:
    """Returns the history of a record, finished or not, of a game that the ``departed`` seats lost before its end; raises BadRecord if it can't be replayed.

    >>> import random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> dice = random.Random(1)
    >>> while not match.game.is_over:
    ...     match.apply(dice.choice(match.game.legal_actions))
    >>> history = game_history(match.record)
    >>> len(history.moments), history.moments[-1].is_end
    (8, True)
    >>> [standing.total for standing in history.moments[-1].seats] == [
    ...     score.total for score in sorted(match.game.scores(), key=lambda score: score.seat)
    ... ]
    True
    """
    return replace(HistoryReader(record).history(), departed=tuple(departed))


class HistoryReader:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.journal = Journal()
        self.moments: list[HistoryPoint] = []
        self.time_available: list[tuple[int, ...]] = []
        last = 0
        for game, _, number in record.positions(self.journal):
            self._take(last, game)
            last = number

    def _take(self, number: int, game: Game) -> None:
        self.game = game
        state = self.game._state
        if number and len(self.moments) < state.round and state.phase >= HIRE and not self.game.is_over:
            self.time_available.append(tuple(time_of_round(self.game, seat) for seat in self._seats))
            self.moments.append(self._moment(state.round, number))

    def history(self) -> GameHistory:
        """Returns the history of all entries taken; its last moment is the position after them."""
        last = len(self.record.entries)
        end = self._moment(self.game._state.round, last, self.game.is_over)
        rounds = tuple(self._figures(number, due) for number, due in enumerate(self.time_available, 1))
        events = tuple(PastEvent(noted.entry, noted.round, noted.phase, noted.event) for noted in self.journal.entries)
        return GameHistory(self.game, (*self.moments, end), rounds, events)

    @property
    def _seats(self) -> range:
        return range(len(self.record.seats))

    def _moment(self, round: int, number: int, is_end: bool = False) -> HistoryPoint:
        scores = {score.seat: score for score in self.game.scores()}
        standings = []
        for seat in self._seats:
            player = self.game._state.players[seat]
            prestige = {code: sum(item.points for item in scores[seat].row(code)) for code in SCORE_CODES}
            standings.append(SeatFigures(prestige, player.money, player.info, self.game._state.popularity[seat]))
        return HistoryPoint(round, number, is_end, tuple(standings))

    def _figures(self, round: int, available: tuple[int, ...]) -> RoundFigures:
        used: Counter[int] = Counter()
        consumers: Counter[int] = Counter()
        for past in self.journal.entries:
            event = past.event
            if past.round != round:
                continue
            if isinstance(event, RoomUsed | TenantUsed | FloorUsed):
                used[event.seat] += event.time
            elif isinstance(event, MarkerPlaced | AutomaPassed):
                used[event.seat] += 1
            elif isinstance(event, ProductSold):
                consumers[event.seat] += 1
        return RoundFigures(round, available, tuple(used[seat] for seat in self._seats), tuple(consumers[seat] for seat in self._seats))
