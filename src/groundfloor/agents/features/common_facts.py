"""Facts of a position that the features of all companies share: the next sale, the forecast, the rounds left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from groundfloor.engine.city.economic_forecast import front_weights_of_type
from groundfloor.engine.state import CONDUCT, OVER, REORGANIZE

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .ruleset_tables import RulesetTables

MAX_CONSUMERS: Final = 7
"""Numbers of consumers that the features tell apart: 1 to this, or more."""
CERTAIN: Final = 100
"""Chances are in percent."""
HIGHEST: Final = 255
ROWS: Final = 6
"""Rows of the consulting firm that the features tell apart."""
TRACK: Final = 8
"""Spaces of the exchange track that the features tell apart."""


def clip(value: int) -> int:
    """Returns the number from 0 to 255 that is nearest to a value."""
    return 0 if value < 0 else HIGHEST if value > HIGHEST else value


class CommonFacts:
    """What the features of one position share.

    ``chances`` are the percent that at least 1, 2, … consumers come in the next sale; ``sales`` has the spaces of the products in the order in
    which they are bought; ``sale_type`` is the type of the forecast card of that sale, -1 if no sale comes.
    """

    def __init__(self, game: Game, tables: RulesetTables) -> None:
        state = game.state
        ruleset = game.ruleset
        self.rounds_left: int = max(len(ruleset.stage_by_round) - max(state.round, 1), 0)
        is_sold = state.phase == REORGANIZE or (state.phase == CONDUCT and state.area > tables.retail_area)
        is_traded = state.phase == REORGANIZE or (state.phase == CONDUCT and state.area > tables.exchange_area)
        self.sale_type: int = state.next_forecast if is_sold else state.current_forecast
        self.trade_type: int = state.next_forecast if is_traded else state.current_forecast
        if state.phase == OVER or (is_sold and not self.rounds_left):
            self.sale_type = -1
        if state.phase == OVER or (is_traded and not self.rounds_left):
            self.trade_type = -1
        self.later_type: int = state.next_forecast if not is_traded and self.rounds_left else -1
        self.front: int = -1 if is_sold else state.revealed_design
        self.chances: list[int] = consumer_chances(game, self.sale_type, self.front)
        self.sales: list[int] = tables.outlets.sale_order(state.retail_products, state.popularity_order)

    def chance_of(self, place: int) -> int:
        """Returns the percent that the product at a place of ``sales`` is sold in the current position."""
        return self.chances[place] if place < MAX_CONSUMERS else 0


def consumer_chances(game: Game, type: int, front: int) -> list[int]:
    """Returns the percent that at least 1, 2, … consumers come with a card of a type; ``front`` is its design if it is face up, else -1."""
    counts = [0] * (MAX_CONSUMERS + 1)
    if type < 0:
        return counts[1:]
    designs = game.ruleset.designs
    column = game.ruleset.player_column(len(game.state.players))
    weights: dict[int, int] = {front: 1} if front >= 0 else front_weights_of_type(game, type)
    total = 0
    for design, weight in weights.items():
        consumers = designs[design].consumers[column]
        counts[consumers if consumers < MAX_CONSUMERS else MAX_CONSUMERS] += weight
        total += weight
    found: list[int] = []
    least = 0
    for number in range(MAX_CONSUMERS, 0, -1):
        least += counts[number]
        found.append(CERTAIN * least // total if total else 0)
    found.reverse()
    return found
