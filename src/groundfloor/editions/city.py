"""The areas of the city, built of an edition's values (``RULES IV``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency, MarketingType, NumberedAgency
from groundfloor.engine.city.construction_company import ConstructionCompany, RemodelingConstruction
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory, LiquidatingFactory
from groundfloor.engine.city.marketing_bonus import Bonus, MarketingBonus, TwoPlayerBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.engine.city.area import Area

    from .edition import Edition

AUTOMA_BONUSES = (0, 4, 1, 2, 3)


def consulting_firm(edition: Edition) -> Area:
    return ConsultingFirm(*(edition.read(f"consulting_firm.{key}") for key in ("prices", "reward", "consolation")))


def marketing_types(edition: Edition) -> tuple[MarketingType, ...]:
    """Returns the marketing types, the cheapest first."""
    return tuple(MarketingType(id, *edition.read(f"advertising_agency.{id}")) for id in edition.marketing)


def advertising_agency(edition: Edition) -> Area:
    """Returns area B, where players choose among the free spaces."""
    money, info = edition.read("advertising_agency.price")
    return AdvertisingAgency(edition.read("advertising_agency.desks"), money, info, marketing_types(edition))


def numbered_agency(edition: Edition) -> Area:
    money, info = edition.read("advertising_agency.price")
    return NumberedAgency(edition.read("advertising_agency.desks"), money, info, marketing_types(edition))


def bonuses(edition: Edition) -> tuple[Bonus, ...]:
    money, info, supply, temp = [edition.read(f"marketing_bonus.{id}") for id in ("money", "info", "supply", "temp")]
    return (
        Bonus("remodel", is_remodel=True),
        Bonus("supply", supply=supply),
        Bonus("money", money=money),
        Bonus("info", info=info),
        Bonus("temp", time=temp),
    )


def marketing_bonus(edition: Edition) -> Area:
    return MarketingBonus(bonuses(edition), edition.read("marketing_bonus.from_players"), AUTOMA_BONUSES)


def two_player_bonus(edition: Edition) -> Area:
    """Returns area C where the more popular of two players decides whether there are bonuses."""
    return TwoPlayerBonus(bonuses(edition), 2, AUTOMA_BONUSES)


def warehouse(edition: Edition) -> Area:
    return Warehouse(edition.read("warehouse.prices"), edition.read("warehouse.refill"))


def factory(edition: Edition) -> Area:
    return Factory(edition.read("factory.spaces"), *edition.read("factory.price"))


def liquidating_factory(edition: Edition) -> Area:
    """Returns area E where a product may be liquidated at once."""
    return LiquidatingFactory(edition.read("factory.spaces"), *edition.read("factory.price"))


def stock_exchange(edition: Edition) -> Area:
    prices, multiples, buy_out = [edition.read(f"stock_exchange.{key}") for key in ("prices", "multiples", "buy_out")]
    pay, rise = edition.read("stock_exchange.pay"), edition.read("stock_exchange.rise")
    return StockExchange(prices, multiples, buy_out, pay, rise, edition.read("automa.exchange_order"))


def economic_forecast(edition: Edition) -> Area:
    return EconomicForecast()


def retail_outlets(edition: Edition) -> Area:
    keys = ("prices", "from_players", "brackets", "liquidation")
    return RetailOutlets(*(edition.read(f"retail_outlets.{key}") for key in keys))


def construction_company(edition: Edition) -> Area:
    return construction(edition, ConstructionCompany)


def remodeling_construction(edition: Edition) -> Area:
    """Returns area I where rooms can be remodeled as well."""
    return construction(edition, RemodelingConstruction)


def construction(edition: Edition, kind: Callable[..., ConstructionCompany]) -> Area:
    money, info = edition.read("construction_company.price")
    tenant, floor = edition.read("construction_company.tenant"), edition.read("construction_company.floor")
    return kind(edition.read("construction_company.spaces"), money, info, *tenant, *floor)
