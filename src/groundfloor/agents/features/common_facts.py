"""What the features of all companies share: what tiles of the ruleset do and where its numbers are, looked up once, and facts of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.economic_forecast import front_weights_of_type
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.company.rooms import FloorTask
from groundfloor.engine.company.task_effects import Advertise, Effect, Gain, PlaceProduct, PlaceSite, Renovate
from groundfloor.engine.kinds import AreaId
from groundfloor.engine.phases.rounds import FloorEnding
from groundfloor.engine.phases.scoring import (
    Achievement,
    AchievementFloors,
    Employees,
    FloorsOwned,
    PopularityLevels,
    RemodeledRooms,
    SupplyStored,
)
from groundfloor.engine.state import CONDUCT, OVER, REORGANIZE

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset, Tile

FLOOR_TASK_ROLES: Final = 8
"""The first roles are those of floors with a task, whose uses are counted."""
ROLES: Final = (
    "floor_makes_supply",
    "floor_makes_info",
    "floor_makes_money",
    "floor_makes_both",
    "floor_places_site",
    "floor_places_product",
    "floor_advertises",
    "floor_renovates",
    "floor_has_places",
    "floor_pays_money",
    "floor_pays_info",
    "floor_of_prestige",
    "floor_scores_achievements",
    "floor_scores_rooms",
    "floor_scores_popularity",
    "floor_scores_supply",
    "floor_scores_employees",
    "floor_scores_floors",
    "tenant_lowers_hiring",
    "tenant_pays_time",
    "tenant_pays_info",
    "tenant_keeps_products",
    "tenant_has_task",
    "tenant_raises_sales",
    "tenant_keeps_popularity",
    "tenant_scores",
    "other",
)
"""What tiles do; docs/agents.md explains the features made of it."""
EFFECT_ROLES: Final[dict[type[Effect], str]] = {
    PlaceSite: "floor_places_site",
    PlaceProduct: "floor_places_product",
    Advertise: "floor_advertises",
    Renovate: "floor_renovates",
}
ACHIEVEMENT_ROLES: Final[dict[type[Achievement], str]] = {
    AchievementFloors: "floor_scores_achievements",
    RemodeledRooms: "floor_scores_rooms",
    PopularityLevels: "floor_scores_popularity",
    SupplyStored: "floor_scores_supply",
    Employees: "floor_scores_employees",
    FloorsOwned: "floor_scores_floors",
}
AREAS: Final[tuple[str, ...]] = get_args(AreaId)
"""Areas of the city in the order of the features."""


def role_of(tile: Tile) -> int:
    """Returns the index in ``ROLES`` of what a tile does."""
    return ROLES.index(tenant_role(tile) if tile.is_tenant else floor_role(tile))


def tenant_role(tile: Tile) -> str:
    if tile.achievement is not None:
        return "tenant_scores"
    if tile.task is not None:
        return "tenant_has_task"
    marks = (
        (tile.hire_discount_money + tile.hire_discount_info, "tenant_lowers_hiring"),
        (tile.income_time, "tenant_pays_time"),
        (tile.income_info, "tenant_pays_info"),
        (tile.keeps_unsold, "tenant_keeps_products"),
        (tile.sale_premium, "tenant_raises_sales"),
        (tile.keeps_popularity, "tenant_keeps_popularity"),
    )
    for amount, role in marks:
        if amount:
            return role
    return "other"


def floor_role(tile: Tile) -> str:
    if tile.achievement is not None:
        return ACHIEVEMENT_ROLES.get(type(tile.achievement), "floor_of_prestige")
    if tile.extra_places:
        return "floor_has_places"
    if tile.income_money:
        return "floor_pays_money"
    if tile.income_info:
        return "floor_pays_info"
    if tile.task is None:
        return "other"
    effect = tile.task.printed.effect
    if isinstance(effect, Gain):
        if effect.supply:
            return "floor_makes_supply"
        if effect.money and effect.info:
            return "floor_makes_both"
        return "floor_makes_money" if effect.money else "floor_makes_info"
    return EFFECT_ROLES.get(type(effect), "other")


class RulesetTables:
    """What the features need of one ruleset; ``exchange`` is None where there is no stock exchange."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.roles: list[int] = [role_of(tile) for tile in ruleset.tiles]
        self.info_made: list[int] = []
        self.money_made: list[int] = []
        self.uses: list[int] = []
        for tile in ruleset.tiles:
            task = tile.task
            effect = task.printed.effect if task is not None else None
            self.info_made.append(effect.info if isinstance(effect, Gain) else 0)
            self.money_made.append(effect.money if isinstance(effect, Gain) else 0)
            self.uses.append(task.uses if isinstance(task, FloorTask) else 0)
        self.area_slots: list[int] = [AREAS.index(area.id) for area in ruleset.areas]
        self.exchange: StockExchange | None = ruleset.exchange
        self.bonus_time: list[int] = [bonus.time for bonus in ruleset.bonus.bonuses]
        self.agency: AdvertisingAgency = ruleset.agency
        self.outlets: RetailOutlets = ruleset.outlets
        self.construction: ConstructionCompany = ruleset.construction
        self.retail_area = ruleset.areas.index(ruleset.outlets)
        self.exchange_area = ruleset.areas.index(ruleset.exchange) if ruleset.exchange is not None else -1
        ending = ruleset.ending
        self.last_floor: int = ending.floors if isinstance(ending, FloorEnding) else 0
        ids = ("consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company")
        self.card_slots: list[int] = []
        for card in ruleset.automa_cards:
            id = ruleset.areas[card.area].id if card.area >= 0 else ""
            self.card_slots.append(ids.index(id) if id in ids else len(ids))


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
        state = game._state
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
    column = game.ruleset.player_column(len(game._state.players))
    weights: dict[int, int] = {front: 1} if front >= 0 else front_weights_of_type(game, type)
    total = 0
    for design, weight in weights.items():
        consumers = designs[design].consumers[column]
        counts[consumers if consumers < MAX_CONSUMERS else MAX_CONSUMERS] += weight
        total += weight
    chances: list[int] = []
    least = 0
    for number in range(MAX_CONSUMERS, 0, -1):
        least += counts[number]
        chances.append(CERTAIN * least // total if total else 0)
    chances.reverse()
    return chances
