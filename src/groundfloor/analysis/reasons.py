"""Reasons: what the line that is expected after one answer brings more or less than that after another one, in quantities that a player knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundfloor.agents.evaluation import product_value, stock_value
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.engine.company.company_projection import rounds_left, score_of
from groundfloor.engine.phases.income import income_of
from groundfloor.engine.phases.scoring import prestige_without_sets
from groundfloor.engine.position_projection import employee_count

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

QuantityName = Literal[
    "money",
    "info",
    "supply",
    "time",
    "prestige",
    "employees",
    "next_income",
    "popularity",
    "turn_order",
    "advertising",
    "sale",
    "stocks",
    "meetings",
    "rooms",
    "improvements",
]
"""Names of quantities; more of each is better."""


@dataclass(frozen=True)
class Quantity:
    """A quantity of a seat: its name, how much of it the seat has at a position, and what one of it is worth there, in prestige points.

    What is worth something only in rounds that will not come is worth 0 in the last one.
    """

    name: QuantityName
    value: Callable[[Game, int], float]
    worth: Callable[[Game], float]


def prestige(game: Game, seat: int) -> float:
    """Returns the prestige of a seat; before the end without that of money and info, which are quantities of their own."""
    return score_of(game, seat) if game.is_over else prestige_without_sets(game, seat)


def expected_sale(game: Game, seat: int) -> float:
    return product_value(game, game.ruleset.outlets, seat, load_weights())


def expected_stocks(game: Game, seat: int) -> float:
    exchange = game.ruleset.exchange
    return stock_value(game, exchange, seat, load_weights()) if exchange is not None else 0.0


def next_income(game: Game, seat: int) -> float:
    return income_of(game, game._state.players[seat])


def marketing(game: Game, seat: int) -> float:
    """Returns how many markers of a seat will raise its popularity."""
    return sum(box[seat] for box in game._state.marketing_boxes) + game._state.agency_desks.count(seat)


def turn_order(game: Game, seat: int) -> float:
    """Returns how many seats are later in the turn order."""
    order = game._state.popularity_order
    return len(order) - 1 - order.index(seat)


def resource(game: Game) -> float:
    """Returns what a money or an info is worth: less from round to round, as there is less left to buy with it."""
    weights = load_weights()
    rounds = max(len(game.ruleset.stage_by_round) - 1, 1)
    return weights.pair_late + (weights.pair_early - weights.pair_late) * rounds_left(game) / rounds


def each_round(worth: float) -> Callable[[Game], float]:
    """Returns what is worth so much in every round to come."""
    return lambda game: worth * rounds_left(game)


def this_and_each_round(worth: float) -> Callable[[Game], float]:
    return lambda game: 0.0 if game.is_over else worth * (rounds_left(game) + 1)


def unless_over(worth: float) -> Callable[[Game], float]:
    return lambda game: 0.0 if game.is_over else worth


WEIGHTS = load_weights()
QUANTITIES: tuple[Quantity, ...] = (
    Quantity("prestige", prestige, lambda game: 1.0),
    Quantity("money", lambda game, seat: game._state.players[seat].money, lambda game: 0.0 if game.is_over else resource(game)),
    Quantity("info", lambda game, seat: game._state.players[seat].info, lambda game: 0.0 if game.is_over else resource(game)),
    Quantity("supply", lambda game, seat: game._state.players[seat].supply, unless_over(WEIGHTS.supply)),
    Quantity("time", lambda game, seat: game._state.players[seat].time, unless_over(3 * WEIGHTS.time_marker)),
    Quantity("employees", employee_count, each_round(WEIGHTS.employee_time)),
    Quantity("next_income", next_income, each_round(WEIGHTS.income_step)),
    Quantity("popularity", lambda game, seat: game._state.popularity[seat], this_and_each_round(WEIGHTS.space)),
    Quantity("turn_order", turn_order, this_and_each_round(WEIGHTS.rank)),
    Quantity("advertising", marketing, unless_over(WEIGHTS.marketing_box)),
    Quantity("sale", expected_sale, lambda game: 0.0 if game.is_over else resource(game)),
    Quantity("stocks", expected_stocks, lambda game: 0.0 if game.is_over else resource(game)),
    Quantity(
        "meetings",
        lambda game, seat: game._state.consulting_right.count(seat),
        lambda game: 0.0 if game.is_over else WEIGHTS.consulting_right * resource(game),
    ),
    Quantity("rooms", lambda game, seat: sum(game._state.players[seat].remodeled), each_round(WEIGHTS.remodeled_room)),
    Quantity(
        "improvements",
        lambda game, seat: len(game._state.players[seat].floors) + len(game._state.players[seat].tenants),
        each_round(WEIGHTS.bonus_resource),
    ),
)
MAX_REASONS = 3
MIN_CHANGE = 0.5
"""Changes that round to nothing are no reason."""


@dataclass(frozen=True)
class Reason:
    """The line after one answer brings ``change`` more of a quantity than that after another one (below 0: less); ``weight`` is what that is
    worth, in prestige points."""

    quantity: QuantityName
    change: int
    weight: float

    @property
    def is_gain(self) -> bool:
        """Whether the change speaks for the answer."""
        return self.change > 0


def differences(end: Game, other: Game, seat: int) -> list[Reason]:
    """Returns in what the ends of two lines differ for a seat, the weightiest difference first; what is worth nothing is left out."""
    changes: list[Reason] = []
    for quantity in QUANTITIES:
        change = quantity.value(end, seat) - quantity.value(other, seat)
        worth = min(quantity.worth(end), quantity.worth(other))
        if abs(change) >= MIN_CHANGE and worth > 0:
            whole = whole_change(change)
            changes.append(Reason(quantity.name, whole, round(whole * worth, 4)))
    return sorted(changes, key=lambda reason: -abs(reason.weight))


def reasons(end: Game, other: Game, seat: int, is_better: bool, left_out: Sequence[QuantityName] = ()) -> list[Reason]:
    """Returns the weightiest differences between the ends of two lines, which together speak for the better answer, but for those ``left_out``.

    Where all of them together speak for the other one, they do not tell why an answer is better or worse, and nothing is returned: then only
    the search knows.
    """
    changes = [change for change in differences(end, other, seat) if change.quantity not in left_out]
    sign = 1 if is_better else -1
    if sign * sum(reason.weight for reason in changes) <= 0:
        return []
    kept = changes[:MAX_REASONS]
    while sign * sum(reason.weight for reason in kept) <= 0:
        # What speaks against the answer is less than what speaks for it in smaller parts, which take its place.
        kept = [reason for reason in kept if sign * reason.weight > 0]
        rest = [reason for reason in changes if sign * reason.weight > 0 and reason not in kept]
        kept += rest[: max(MAX_REASONS - len(kept), 1)]
    return kept


def whole_change(change: float) -> int:
    """Returns a change of half a unit or more as a whole number, never 0."""
    return int(change + 0.5) if change > 0 else -int(0.5 - change)
