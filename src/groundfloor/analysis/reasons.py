"""Reasons: in which quantities the positions after two answers differ, and how much each of them counts for the network."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from groundfloor.agents.evaluation import construction_value, product_value, stock_value
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.features.encoder import feature_names
from groundfloor.agents.network.value_network import utility
from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.phases.income import income_of
from groundfloor.engine.projections import employee_count, time_of_next_round

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .evaluated_answers import Evaluator

QuantityName = Literal[
    "money",
    "info",
    "supply",
    "time",
    "prestige",
    "employees",
    "next_time",
    "next_income",
    "popularity",
    "turn_order",
    "advertising",
    "sale",
    "stocks",
    "meetings",
    "warehouse",
    "purchase",
    "rooms",
    "improvements",
    "rival_sale",
    "rival_places",
]
"""Names of quantities; more is better of all but those of rivals."""


@dataclass(frozen=True)
class Quantity:
    """A quantity of a seat's position: its name and the function that computes it for a game and a seat.

    ``features`` is a regular expression for the names of the features that describe it; ``is_good`` says whether more of it is better.
    """

    name: QuantityName
    value: Callable[[Game, int], float]
    features: str
    is_good: bool = True


def others(game: Game, seat: int) -> list[int]:
    return [other for other in range(len(game.seats)) if other != seat]


def expected_sale(game: Game, seat: int) -> float:
    weights = load_weights()
    return product_value(game, game.ruleset.outlets, seat, weights)


def expected_stocks(game: Game, seat: int) -> float:
    exchange = game.ruleset.exchange
    return stock_value(game, exchange, seat, load_weights()) if exchange is not None else 0.0


def purchase(game: Game, seat: int) -> float:
    weights = load_weights()
    return construction_value(game, game.ruleset.company, seat, weights)


def next_income(game: Game, seat: int) -> float:
    return income_of(game, game.state.players[seat])


def marketing(game: Game, seat: int) -> float:
    """Returns how many markers of a seat will raise its popularity."""
    return sum(box[seat] for box in game.state.marketing_boxes) + game.state.agency_desks.count(seat)


def turn_order(game: Game, seat: int) -> float:
    """Returns how many seats are later in the turn order."""
    order = game.state.popularity_order
    return len(order) - 1 - order.index(seat)


def rival_sale(game: Game, seat: int) -> float:
    """Returns the most money that an opponent can expect from products."""
    return max((expected_sale(game, other) for other in others(game, seat)), default=0)


def rival_places(game: Game, seat: int) -> float:
    """Returns how many markers of opponents stand before a seat's first one in the factory and at the construction company."""
    state = game.state
    return sum(places_before(queue, seat) for queue in (state.factory_queue, state.construction_queue))


def places_before(queue: list[int], seat: int) -> int:
    """Returns how many markers of others stand before the first one of a seat; 0 if it has none."""
    return sum(1 for owner in queue[: queue.index(seat)] if owner >= 0) if seat in queue else 0


QUANTITIES: tuple[Quantity, ...] = (
    Quantity("money", lambda game, seat: game.state.players[seat].money, "own: (money|money beyond info|pairs of money and info)"),
    Quantity("info", lambda game, seat: game.state.players[seat].info, "own: (info|info beyond money)"),
    Quantity("supply", lambda game, seat: game.state.players[seat].supply, "own: (supply|room for supply)"),
    Quantity("time", lambda game, seat: game.state.players[seat].time, "own: time available"),
    Quantity("prestige", score_of, "own: prestige.*"),
    Quantity("employees", employee_count, "own: (.*trained employees|employees with the CEO)"),
    Quantity("next_time", time_of_next_round, "own: time of the next round"),
    Quantity("next_income", next_income, "own: money of the next income.*"),
    Quantity("popularity", lambda game, seat: game.state.popularity[seat], "own: popularity.*"),
    Quantity("turn_order", turn_order, "own: (more|less) popular companies"),
    Quantity("advertising", marketing, "own: (marketing box.*|markers at desks.*)"),
    Quantity("sale", expected_sale, "own: (products.*|prices of products.*|money to expect from products.*|markers in the factory)"),
    Quantity(
        "stocks", expected_stocks, "own: (exchange track.*|markers waiting at the exchange|markers on the exchange.*|money of the track.*)"
    ),
    Quantity(
        "meetings",
        lambda game, seat: game.state.consulting_left.count(seat) + game.state.consulting_right.count(seat),
        "own: (consulting.*|meetings.*)",
    ),
    Quantity("warehouse", lambda game, seat: game.state.warehouse_markers.count(seat), "own: markers at the warehouse"),
    Quantity(
        "purchase",
        purchase,
        "own: (markers at the construction company|place of the first marker there|floors that can be.*|tenants that can be.*)",
    ),
    Quantity("rooms", lambda game, seat: sum(game.state.players[seat].remodeled), "own: room(s remodeled|s to remodel| . usable.*)"),
    Quantity(
        "improvements",
        lambda game, seat: len(game.state.players[seat].floors) + sum(1 for tile in game.state.players[seat].visible_tenants if tile >= 0),
        "own: (floor .*|tenant .*|uses left.*|floors|tenants|tenants in sight|other)",
    ),
    Quantity("rival_sale", rival_sale, "leading opponent: (products.*|money to expect from products.*)", is_good=False),
    Quantity("rival_places", rival_places, "leading opponent: (markers in the factory|markers at the construction company)", is_good=False),
)
BY_NAME: Mapping[str, Quantity] = {quantity.name: quantity for quantity in QUANTITIES}


@cache
def feature_columns() -> dict[QuantityName, list[int]]:
    names = feature_names()
    return {quantity.name: [place for place, name in enumerate(names) if re.fullmatch(quantity.features, name)] for quantity in QUANTITIES}


def quantities(game: Game, seat: int) -> dict[QuantityName, float]:
    return {quantity.name: round(quantity.value(game, seat), 1) for quantity in QUANTITIES}


MAX_REASONS = 3
MIN_CHANGE = 0.5
"""Changes that round to nothing are no reason."""


@dataclass(frozen=True)
class Reason:
    """One answer leaves ``change`` more of a quantity than another one (below 0: less).

    ``weight`` is how much utility the network would miss without that; a quantity of a rival is better if there is less of it.
    """

    quantity: QuantityName
    change: int
    weight: float

    @property
    def is_gain(self) -> bool:
        """Whether the change speaks for the answer."""
        return (self.change > 0) == BY_NAME[self.quantity].is_good


def reasons(evaluator: Evaluator, after: Game, other: Game, seat: int) -> list[Reason]:
    """Returns in what the position after an answer differs from that after another one for a seat, the weightiest difference first.

    The weight of a quantity is found by giving its features the values of the other position and asking the network again.
    """
    here, there = quantities(after, seat), quantities(other, seat)
    changed = [name for name in here if abs(here[name] - there[name]) >= MIN_CHANGE]
    if not changed:
        return []
    encoder = evaluator.encoder_for(after.ruleset)
    row = np.frombuffer(encoder.encode(after, seat), np.uint8)
    other_row = np.frombuffer(encoder.encode(other, seat), np.uint8)
    rows = np.repeat(row[None, :], len(changed) + 1, axis=0)
    for place, name in enumerate(changed):
        chosen = feature_columns()[name]
        rows[place, chosen] = other_row[chosen]
    values = utility(evaluator.network.evaluate(rows))
    found = [
        Reason(name, whole_change(here[name] - there[name]), round(float(values[-1] - values[place]), 4))
        for place, name in enumerate(changed)
    ]
    return weightiest(sorted(found, key=lambda reason: -abs(reason.weight)))


def weightiest(found: list[Reason]) -> list[Reason]:
    """Returns the first reasons; the last of them gives way to the first gain if there would be none otherwise."""
    kept = found[:MAX_REASONS]
    gain = next((reason for reason in found if reason.is_gain), None)
    return [*kept[: MAX_REASONS - 1], gain] if gain is not None and gain not in kept else kept


def whole_change(change: float) -> int:
    """Returns a change of half a unit or more as a whole number, never 0."""
    return int(change + 0.5) if change > 0 else -int(0.5 - change)
