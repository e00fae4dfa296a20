"""Builds a Ruleset of an edition's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundfloor.engine.city.advertising_agency import AdvertisingAgency, MarketingType
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import Bonus, MarketingBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.engine.company.remodeling import Remodeling
from groundfloor.engine.phases.conduct import Conduct
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.phases.income import Income
from groundfloor.engine.phases.reorganize import Reorganize
from groundfloor.engine.phases.rounds import Ending
from groundfloor.engine.phases.schedule import Schedule
from groundfloor.engine.ruleset import CardKind, Design, Entrepreneur, Option, Ruleset, Specialty, Value

from .tiles import Read, floors, rooms, tenants

ROOM_IDS = ("advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training")
ADVERTISING, ASSEMBLY, MEETING_ROOM, RESEARCH_TESTING, STORAGE_CLOSET, TRAINING = range(6)


def build(name: str, revision: int, values: Mapping[str, Value]) -> Ruleset:
    """A frozen ruleset of these values."""

    def read(key: str) -> Any:
        return values[key].value

    ruleset = Ruleset(name, revision, values)
    set_numbers(ruleset, read)
    ruleset.rooms = rooms(read)
    ruleset.tiles = tenants(read) + floors(read)
    ruleset.specialties = specialties(read)
    ruleset.designs = designs(values)
    ruleset.deck = tuple(sum(d.copies for d in ruleset.designs if d.type == kind) // 2 for kind in range(4))
    ruleset.areas = areas(read)
    ruleset.phases = (Income, Hire, Schedule, Conduct, Reorganize)
    ruleset.ending = Ending()
    ruleset.remodeling = Remodeling(read("remodel.price")[0], read("remodel.price")[1], "III.3")
    ruleset.bonus_remodeling = Remodeling(read("marketing_bonus.remodel")[0], read("marketing_bonus.remodel")[1], "IV.C.1")
    set_automas(ruleset, read)
    ruleset.options = (Option("deck", ("random", "preset")),)
    return ruleset.freeze()


def set_numbers(ruleset: Ruleset, read: Read) -> None:
    """Numbers that belong to no area and no tile."""
    ruleset.players = read("players")
    ruleset.humans_with_automas = read("automas.humans_at_most")
    ruleset.automas_at_most = read("automas.at_most")
    ruleset.stages = read("stages")
    ruleset.income = read("income")
    ruleset.market = read("market")
    ruleset.market_start = read("market.start")
    ruleset.levels = read("levels")
    ruleset.markers = read("markers")
    ruleset.start_info = read("start.info")
    ruleset.start_money = read("start.money")
    ruleset.start_supply = read("start.supply")
    ruleset.ceo_time = read("ceo.time")
    ruleset.employee_time = read("employee.time")
    ruleset.closet = read("closet")
    ruleset.room_prestige = read("remodel.prestige")
    ruleset.set_money, ruleset.set_info = read("sets")
    ruleset.never_first = read("forecast.never_first")
    ruleset.preset = read("forecast.preset")


def specialties(read: Read) -> tuple[Specialty, ...]:
    """The eight specialties (``RULES 8.4``)."""
    money, info = read("specialty.inheritance")
    return (
        Specialty("e_commerce", plus_money=read("specialty.e_commerce")),
        Specialty("emerging_technology", RESEARCH_TESTING),
        Specialty("industrial", ASSEMBLY),
        Specialty("inheritance", money=money, info=info),
        Specialty("non_profit", TRAINING),
        Specialty("publishing", ADVERTISING),
        Specialty("retail", STORAGE_CLOSET),
        Specialty("web_based", MEETING_ROOM),
    )


def designs(values: Mapping[str, Value]) -> tuple[Design, ...]:
    """The fronts of the forecast cards, the best type first."""
    found: list[Design] = []
    for key, value in values.items():
        content: Any = value.value
        if key.startswith("forecast.") and key[-1].isdigit():
            found.append(Design(key.removeprefix("forecast."), *content))
    return tuple(found)


def areas(read: Read) -> tuple[
    ConsultingFirm,
    AdvertisingAgency,
    MarketingBonus,
    Warehouse,
    Factory,
    StockExchange,
    EconomicForecast,
    RetailOutlets,
    ConstructionCompany,
]:
    """The city from A to I."""
    types = tuple(
        MarketingType(id, *read(f"advertising_agency.{id}")) for id in ("networking", "social_media", "broadcast")
    )
    bonuses = (
        Bonus("remodel", is_remodel=True),
        Bonus("supply", supply=read("marketing_bonus.supply")),
        Bonus("money", money=read("marketing_bonus.money")),
        Bonus("info", info=read("marketing_bonus.info")),
        Bonus("temp", time=read("marketing_bonus.temp")),
    )
    desk_money, desk_info = read("advertising_agency.price")
    prices, multiples, buy_out, pay, rise = [read(f"stock_exchange.{key}") for key in ("prices", "multiples", "buy_out", "pay", "rise")]
    outlets = [read(f"retail_outlets.{key}") for key in ("prices", "from_players", "brackets", "liquidation")]
    return (
        ConsultingFirm(read("consulting_firm.prices"), read("consulting_firm.reward")),
        AdvertisingAgency(read("advertising_agency.desks"), desk_money, desk_info, types),
        MarketingBonus(bonuses, read("marketing_bonus.from_players"), (0, 4, 1, 2, 3)),
        Warehouse(read("warehouse.prices"), read("warehouse.refill")),
        Factory(read("factory.spaces"), *read("factory.price")),
        StockExchange(prices, multiples, buy_out, pay, rise, read("automa.exchange_order")),
        EconomicForecast(),
        RetailOutlets(*outlets),
        ConstructionCompany(
            read("construction_company.spaces"),
            *read("construction_company.price"),
            *read("construction_company.tenant"),
            *read("construction_company.floor"),
        ),
    )


def set_automas(ruleset: Ruleset, read: Read) -> None:
    """Cards and entrepreneurs (``RULES 8.1``)."""
    kinds = ("consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company")
    cards = [CardKind(id, ruleset.area(id), *read(f"card.{id}")) for id in kinds]
    ruleset.cards = (*cards, CardKind("automa_office", -1, *read("card.automa_office")))
    ruleset.office_card = len(cards)
    ruleset.factory_card = kinds.index("factory")
    ruleset.construction_card = kinds.index("construction_company")
    time = ruleset.ceo_time
    ruleset.entrepreneurs = (
        Entrepreneur("pei", "Pei", "easy", "automa_office", "", time, False),
        Entrepreneur("gropius", "Gropius", "medium", "", "", time, True),
        Entrepreneur("hadid", "Hadid", "hard", "factory", "internship_program", read("automa.hadid.time"), False),
    )
    ruleset.automa_specialty = [s.id for s in ruleset.specialties].index("e_commerce")
