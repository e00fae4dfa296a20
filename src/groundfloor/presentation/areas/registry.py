"""The presenter of each area: found by the area's class in the engine, or by the area's id."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.area import Area
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.engine.ruleset import Ruleset

from .advertising_agency import AdvertisingAgencyPresenter
from .construction_company import ConstructionCompanyPresenter
from .consulting_firm import ConsultingFirmPresenter
from .economic_forecast import EconomicForecastPresenter
from .factory import FactoryPresenter
from .marketing_bonus import MarketingBonusPresenter
from .presenter import AreaPresenter
from .retail_outlets import RetailOutletsPresenter
from .stock_exchange import StockExchangePresenter
from .warehouse import WarehousePresenter

PRESENTERS: dict[type[Area], type[AreaPresenter[Any]]] = {
    ConsultingFirm: ConsultingFirmPresenter,
    AdvertisingAgency: AdvertisingAgencyPresenter,
    MarketingBonus: MarketingBonusPresenter,
    Warehouse: WarehousePresenter,
    Factory: FactoryPresenter,
    StockExchange: StockExchangePresenter,
    EconomicForecast: EconomicForecastPresenter,
    RetailOutlets: RetailOutletsPresenter,
    ConstructionCompany: ConstructionCompanyPresenter,
}
"""The presenter of each class of areas; a subclass without one uses that of its nearest base class."""


PRESENTERS_BY_ID: dict[str, type[AreaPresenter[Any]]] = {kind.id: presenter for kind, presenter in PRESENTERS.items()}


def presenter_of(area: Area) -> AreaPresenter[Any]:
    """Returns the presenter of an area, the plain one if its class is not registered."""
    found = next((PRESENTERS[kind] for kind in type(area).__mro__ if kind in PRESENTERS), AreaPresenter)
    return found(area)


@lru_cache(maxsize=256)
def presenters(ruleset: Ruleset) -> tuple[AreaPresenter[Any], ...]:
    return tuple(presenter_of(area) for area in ruleset.areas)


def presenter(ruleset: Ruleset, id: str) -> AreaPresenter[Any] | None:
    return next((presenter for presenter in presenters(ruleset) if presenter.area.id == id), None)


def presenter_class(id: str) -> type[AreaPresenter[Any]]:
    return PRESENTERS_BY_ID.get(id, AreaPresenter)
