"""What the features need of a ruleset, looked up once: what each tile does, and where each area's numbers are.

Tiles are known by what they do, not by their ids, so that the same features describe every ruleset and house values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.company.rooms import FloorTask
from groundfloor.engine.company.task_effects import Advertise, Gain, PlaceProduct, PlaceSite, Renovate
from groundfloor.engine.kinds import AreaId
from groundfloor.engine.phases.rounds import FloorEnding
from groundfloor.engine.phases.scoring import AchievementFloors, Employees, FloorsOwned, PopularityLevels, RemodeledRooms, SupplyStored

if TYPE_CHECKING:
    from groundfloor.engine.phases.scoring import Achievement
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
        return achievement_role(tile.achievement)
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
    if isinstance(effect, PlaceSite):
        return "floor_places_site"
    if isinstance(effect, PlaceProduct):
        return "floor_places_product"
    if isinstance(effect, Advertise):
        return "floor_advertises"
    return "floor_renovates" if isinstance(effect, Renovate) else "other"


def achievement_role(achievement: Achievement) -> str:
    if isinstance(achievement, AchievementFloors):
        return "floor_scores_achievements"
    if isinstance(achievement, RemodeledRooms):
        return "floor_scores_rooms"
    if isinstance(achievement, PopularityLevels):
        return "floor_scores_popularity"
    if isinstance(achievement, SupplyStored):
        return "floor_scores_supply"
    if isinstance(achievement, Employees):
        return "floor_scores_employees"
    return "floor_scores_floors" if isinstance(achievement, FloorsOwned) else "floor_of_prestige"


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
        self.company: ConstructionCompany = ruleset.company
        self.retail_area = ruleset.areas.index(ruleset.outlets)
        self.exchange_area = ruleset.areas.index(ruleset.exchange) if ruleset.exchange is not None else -1
        ending = ruleset.ending
        self.last_floor: int = ending.floors if isinstance(ending, FloorEnding) else 0
        ids = ("consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company")
        self.card_slots: list[int] = []
        for card in ruleset.automa_cards:
            id = ruleset.areas[card.area].id if card.area >= 0 else ""
            self.card_slots.append(ids.index(id) if id in ids else len(ids))
