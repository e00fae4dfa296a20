"""One game of a laboratory: what is kept of it, found by replaying its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.engine.state import FORECAST_TYPES

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.match import Match


class LabSeat(msgspec.Struct, frozen=True):
    """What a seat had and did in a game.

    ``start`` is the place in the popularity order at the start, from 1. ``tiles`` are the improvements with the round in which they came.
    ``opening`` are the tasks of the first round in their order, ``remodels`` the rooms remodeled in it, ``hired``: whether an employee was hired in it.
    ``sources`` is the prestige by row of the score sheet.
    """

    specialty: str
    start: int
    prestige: int
    rank: int
    tiles: dict[str, int]
    opening: tuple[str, ...]
    remodels: tuple[str, ...]
    hired: bool
    sources: dict[str, int]


class WithheldPurchase(msgspec.Struct, frozen=True):
    """A game that was played once more from a purchase on, with the improvement withheld from its buyer.

    ``purchases`` is the number of purchases in the game, of which this one was drawn; ``prestige`` and ``ranks`` are by seat.
    """

    seat: int
    tile: str
    round: int
    purchases: int
    prestige: tuple[int, ...]
    ranks: tuple[int, ...]


class LabGame(msgspec.Struct, frozen=True):
    """One game by its number. ``era`` and ``event`` are "" without them; ``forecasts`` are the types of the cards that were turned up."""

    number: int
    era: str
    event: str
    forecasts: tuple[str, ...]
    seats: tuple[LabSeat, ...]
    withheld: WithheldPurchase | None = None
    failures: int = 0

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_plain(self) -> bool:
        """Whether it was played without era and event."""
        return not self.era and not self.event

    @property
    def prestige(self) -> tuple[int, ...]:
        return tuple(seat.prestige for seat in self.seats)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(seat.rank for seat in self.seats)


def lead(prestige: tuple[int, ...], seat: int) -> float:
    """Returns a seat's prestige less the mean of the others, so that the leads of a game add up to nothing.

    >>> [lead((40, 30, 32), seat) for seat in range(3)]
    [9.0, -6.0, -3.0]
    """
    others = [*prestige[:seat], *prestige[seat + 1 :]]
    return prestige[seat] - sum(others) / len(others)


def share(ranks: tuple[int, ...], seat: int) -> float:
    """Returns a seat's share in the win: 1, or a half if two are first together, and so on; 0 for the others.

    >>> [share((1, 1, 3), seat) for seat in range(3)]
    [0.5, 0.5, 0.0]
    """
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


class SeatFacts:
    """What a seat does, noted while its game is replayed."""

    def __init__(self) -> None:
        self.start = 0
        self.tiles: dict[str, int] = {}
        self.opening: list[str] = []
        self.remodels: list[str] = []
        self.hired = False

    def answer(self, text: str, is_task: bool) -> None:
        """Notes an answer of the first round."""
        verb, _, rest = text.partition(" ")
        if verb == "hire":
            self.hired = True
        elif verb == "remodel":
            self.remodels.append(rest)
        elif is_task and verb != "end":
            self.opening.append(text)


def facts_of(number: int, match: Match, withheld: WithheldPurchase | None, failures: int) -> LabGame:
    record = match.record
    notes = [SeatFacts() for _ in record.seats]
    for game, entry, _ in record.positions():
        note_changes(game, notes)
        if entry is not None and game.asked_seat >= 0 and game._state.round == 1:
            notes[entry.seat].answer(entry.text, game.question_kind == "schedule")
    state, rules = game._state, game.ruleset
    scores = sorted(game.scores(), key=lambda score: score.seat)
    kept = tuple(
        LabSeat(
            specialty=rules.specialties[player.specialty].id,
            start=noted.start,
            prestige=score.total,
            rank=score.rank,
            tiles=noted.tiles,
            opening=tuple(noted.opening),
            remodels=tuple(noted.remodels),
            hired=noted.hired,
            sources={code: points for code in SCORE_CODES if (points := sum(item.points for item in score.row(code)))},
        )
        for player, noted, score in zip(state.players, notes, scores, strict=True)
    )
    era = rules.eras[state.era].id if state.era >= 0 else ""
    event = rules.events[state.event].id if state.event >= 0 else ""
    forecasts = tuple(FORECAST_TYPES[rules.designs[design].type] for design in state.revealed_forecasts)
    return LabGame(number=number, era=era, event=event, forecasts=forecasts, seats=kept, withheld=withheld, failures=failures)


def note_changes(game: Game, notes: list[SeatFacts]) -> None:
    """Notes the popularity order once it is drawn, and new improvements with their round."""
    state = game._state
    if state.round == 1 and not notes[0].start and game.asked_seat >= 0:
        for place, seat in enumerate(state.popularity_order, 1):
            notes[seat].start = place
    for player, noted in zip(state.players, notes, strict=True):
        if len(player.floors) + len(player.tenants) != len(noted.tiles):
            for tile in (*player.floors, *player.tenants):
                noted.tiles.setdefault(game.ruleset.tiles[tile].id, state.round)
