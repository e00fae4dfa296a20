"""What a marker at the stock exchange will bring: where it rises to, and what it sells for (``RULES IV.F``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..projection import Projection
from .stock_exchange import exchange_of

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ProjectionKind
    from .stock_exchange import StockExchange

ANOTHER, OWN = 0, 1
"""Markers of the tower, for a projection that follows one of them."""


class StockValue:
    """A marker in a round of a known type: ``space`` of the tower from 1, 0 if it is bought out, and the ``money`` that it brings then."""

    __slots__ = ("type", "space", "multiple", "money")

    def __init__(self, exchange: StockExchange, type: int, place: int) -> None:
        is_out = place >= len(exchange.multiples)
        self.type = type
        self.space = 0 if is_out else place + 1
        self.multiple = exchange.buy_out if is_out else exchange.multiples[place]
        self.money = self.multiple * exchange.pay[type]

    def as_dict(self) -> dict[str, object]:
        return {"type": self.type, "space": self.space, "multiple": self.multiple, "money": self.money}


class ExchangeProjection(Projection):
    """A marker at the exchange, if nobody else lists one: ``now`` is this round's value, ``kept`` that of the next round.

    ``kept`` is None if it is bought out before, or if no round of a known type follows.
    """

    __slots__ = ("now", "kept")
    kind: ClassVar[ProjectionKind] = "exchange"

    def __init__(self, now: StockValue, kept: StockValue | None) -> None:
        self.now = now
        self.kept = kept

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "now": self.now.as_dict(), "kept": self.kept.as_dict() if self.kept is not None else None}


def project_listing(game: Game, seat: int, door: int) -> ExchangeProjection:
    """Returns what comes of a marker of a seat at this door, from 0 (``RULES III.F``)."""
    state, exchange = game.state, exchange_of(game)
    type = state.current_forecast
    place = entered_place(exchange, state.exchange_track, state.exchange_queue, door) + exchange.rise[type]
    return projection_at(game, exchange, type, place)


def project_share_sale(game: Game, seat: int, place: int) -> ExchangeProjection:
    """Returns what comes of a marker that stands on this place of the tower, from 0, at the question ``sell`` (``RULES IV.F.4``)."""
    return projection_at(game, exchange_of(game), game.state.current_forecast, place)


def projection_at(game: Game, exchange: StockExchange, type: int, place: int) -> ExchangeProjection:
    """Returns a marker that stands on this place in a round of a type, and what it would be worth in the next one."""
    now = StockValue(exchange, type, place)
    then = game.state.next_forecast
    if not now.space or then < 0 or game.ruleset.ending.is_over(game):
        return ExchangeProjection(now, None)
    return ExchangeProjection(now, StockValue(exchange, then, place + exchange.rise[then]))


def entered_place(exchange: StockExchange, track: list[int], queue: list[int], door: int) -> int:
    """Returns the place on the track of a marker at a door once all markers at the doors have entered, from 0."""
    markers = [ANOTHER if seat >= 0 else -1 for seat in track]
    out = -1
    for number, seat in enumerate(queue):
        if number == door:
            out = exchange.enter(markers, OWN)
        elif seat >= 0:
            out = exchange.enter(markers, ANOTHER)
        if out == OWN:
            return len(markers)
    return markers.index(OWN)
