"""The printed, derived and assumed numbers of all rulesets, written down a second time, under the keys that a trace's header uses (VALUES)."""

from __future__ import annotations

from collections.abc import Mapping

Value = int | tuple["Value", ...]
"""A number, or numbers in a row."""

TYPES = ("depression", "recession", "stable", "boom")
COMMON: Mapping[str, Value] = {
    "markers": 25,
    "income": (9, 6, 3, 0, -3),
    "market": (2, 3, 3, 4, 4, 5, 5, 6, 7),
    "market.start": 6,
    "levels": (1, 1, 1, 2, 2, 2, 3, 3, 3),
    "start.info": 7,
    "start.money": 0,
    "start.supply": 1,
    "ceo.time": 4,
    "employee.time": 3,
    "closet": (1, 2),
    "remodel.price": (3, 3),
    "remodel.prestige": 2,
    "sets": (3, 3),
    "consulting_firm.prices": (6, 5, 4, 4, 3),
    "consulting_firm.reward": 10,
    "consulting_firm.consolation": 0,
    "advertising_agency.price": (1, 1),
    "advertising_agency.networking": (0, 0, 3, 1),
    "advertising_agency.broadcast": (2, 2, 1, 0),
    "marketing_bonus.from_players": 3,
    "marketing_bonus.remodel": (1, 1),
    "marketing_bonus.supply": 1,
    "marketing_bonus.money": 2,
    "marketing_bonus.info": 2,
    "marketing_bonus.temp": 1,
    "warehouse.prices": ((2, 1), (3, 2), (4, 3), (5, 4)),
    "warehouse.refill": 1,
    "factory.spaces": 7,
    "factory.price": (2, 2, 1),
    "retail_outlets.prices": (16, 12, 12, 10, 10, 10, 8, 8, 6, 6, 6, 6),
    "retail_outlets.brackets": ((16,), (12, 10), (8, 6)),
    "retail_outlets.liquidation": 3,
    "construction_company.spaces": (4, 5, 6, 7),
    "construction_company.price": (4, 4),
    "construction_company.tenant": (1, 1),
    "construction_company.floor": (2, 2),
    "forecast.never_first": (0, 3),
    "room.advertising.networking": (1, 1),
    "room.assembly": (3, 2),
    "room.meeting_room.1": (1, 1),
    "room.meeting_room.2": (2, 3),
    "room.research_testing.info": (1, 3, 4),
    "room.research_testing.mixed": (1, 2, 2),
    "room.training": (2, 1),
    "tenant.prestige": 3,
    "tenant.internship_program": 1,
    "tenant.network_admin": 2,
    "tenant.premium_product": 2,
    "tenant.achievement.prestige": 1,
    "tenant.achievement.each": 1,
    "floor.prestige": 5,
    "floor.empty_floor.prestige": 2,
    "floor.corner_office.prestige": 8,
    "floor.corporate_merger.prestige": 8,
    "floor.assembly_line": (1, 0, 2),
    "floor.conference_room": (2, 0, 2, 5),
    "floor.in_house_factory": (2, 1, 2),
    "floor.investor": 3,
    "floor.it_department": 4,
    "floor.research_lab": (1, 1, 3, 3, 3),
    "floor.office_renovation": (2, 0, 3),
    "floor.executive": 2,
    "floor.improvement": 1,
    "floor.marketing": 2,
    "floor.production": 3,
    "floor.retention": 1,
}
"""What is the same in all rulesets."""
SECOND_TILES: Mapping[str, Value] = {
    "floor.construction_admin": (3, 0, 3),
    "floor.marketing_department": (2, 0, 2),
    "floor.online_store": (3, 1, 2, 6),
    "floor.telecommunications": (1, 0, 3, 3),
    "floor.telecommunications.copies": 1,
    "floor.skyline": 1,
}
"""Floors of the second edition: time, supply, uses a round, what they give."""
AUTOMA_VALUES: Mapping[str, Value] = {
    "automas.humans_at_most": 3,
    "automas.at_most": 2,
    "automa.bonus.executive": 6,
    "automa.bonus.skyline": 7,
    "automa.bonus.improvement": 6,
    "automa.bonus.marketing": 6,
    "automa.bonus.production": 6,
    "automa.bonus.retention": 5,
    "automa.gropius.trained_at_once": 1,
    "automa.hadid.time": 5,
    "automa.exchange_order": (2, 1, 0, 3),
    "card.consulting_firm": (((0, 1), (2, 2)), 2),
    "card.advertising_agency": (((1, 1), (2, 0)), 2),
    "card.warehouse": (((0, 2), (1, 1)), 2),
    "card.factory": (((0, 1), (1, 2)), 2),
    "card.stock_exchange": (((2, 1), (0, 2)), 2),
    "card.construction_company": (((1, 0), (2, 1)), 2),
    "card.automa_office": (((0, 2),), 4),
}
"""The Automas; a card has each design's marketing type and price bracket, and the copies of a design."""
OPTION_VALUES: Mapping[str, Value] = {
    "era.golden_age": (0, 2, 4, 4),
    "era.steady_growth": (0, 3, 6, 1),
    "era.boom_and_bust": (4, 1, 1, 4),
    "era.stagnation": (0, 6, 4, 0),
    "era.hard_times": (3, 4, 2, 1),
    "event.retainer": 3,
    "event.viral_campaign": 2,
    "event.bulk_delivery": 2,
    "event.automation": (1, 1, 1),
    "event.speculation": 3,
    "event.tax_relief": (3, 3),
}
"""Eras: cards of each type from depression to boom in the deck of ten; and what events set."""
SECOND: Mapping[str, Value] = {
    **COMMON,
    **SECOND_TILES,
    **AUTOMA_VALUES,
    **OPTION_VALUES,
    "players": (2, 5),
    "stages": (1, 1, 2, 2, 2, 3, 3),
    "advertising_agency.desks": 5,
    "advertising_agency.social_media": (1, 1, 2, 0),
    "room.advertising.social_media": 2,
    "stock_exchange.prices": ((2, 1), (1, 1), (1, 0), (0, 1)),
    "stock_exchange.multiples": (0, 1, 2, 4, 3, 3, 2, 2),
    "stock_exchange.buy_out": 2,
    "stock_exchange.pay": (0, 1, 2, 3),
    "stock_exchange.rise": (0, 1, 2, 3),
    "retail_outlets.from_players": (2, 2, 4, 2, 3, 4, 2, 3, 2, 2, 3, 4),
    "forecast.boom_1": (3, (2, 3, 4, 5), (0, 1, 1, 1), 2),
    "forecast.boom_2": (3, (3, 4, 5, 6), (0, 0, 1, 1), 2),
    "forecast.boom.back": ((2, 3), (3, 4), (4, 5), (5, 6)),
    "forecast.stable_1": (2, (1, 2, 3, 4), (1, 2, 2, 2), 2),
    "forecast.stable_2": (2, (2, 3, 4, 5), (1, 1, 2, 2), 2),
    "forecast.stable_3": (2, (1, 3, 3, 5), (1, 2, 2, 3), 2),
    "forecast.recession_1": (1, (1, 1, 2, 3), (2, 2, 3, 3), 2),
    "forecast.recession_2": (1, (1, 2, 3, 4), (2, 2, 3, 3), 2),
    "forecast.recession_3": (1, (1, 2, 2, 3), (2, 3, 3, 4), 2),
    "forecast.depression_1": (0, (0, 0, 1, 2), (3, 4, 4, 5), 2),
    "forecast.depression_2": (0, (1, 1, 2, 3), (3, 3, 4, 4), 2),
    "forecast.preset": (2, 2, 1, 1, 2, 3, 1),
    "tenant.human_resources": (3, 3),
    "specialty.e_commerce": 1,
    "specialty.inheritance": (3, 1),
}
ONLINE: Mapping[str, Value] = {
    **SECOND,
    "floor.construction_admin": (4, 0, 3),
    "floor.marketing_department": (2, 0, 3),
    "floor.telecommunications.copies": 2,
}
FIRST: Mapping[str, Value] = {
    **COMMON,
    "players": (2, 6),
    "stages": (1, 1, 1, 2, 2, 2, 3, 3, 3),
    "end.floors": 5,
    "advertising_agency.desks": 6,
    "advertising_agency.print": (1, 1, 2, 0),
    "room.advertising.print": 2,
    "retail_outlets.from_players": (2,) * 12,
    "construction_company.spaces": (4, 5, 6, 7, 7),
    "forecast.stable_1": (2, (1, 2, 3, 4, 4), (2, 2, 3, 3, 4), 2),
    "forecast.stable_2": (2, (2, 3, 4, 5, 5), (1, 2, 2, 3, 3), 2),
    "forecast.stable_3": (2, (1, 3, 3, 5, 5), (2, 2, 3, 3, 4), 2),
    "forecast.boom_1": (3, (2, 3, 4, 5, 5), (0, 1, 1, 1, 1), 2),
    "forecast.boom_2": (3, (3, 4, 5, 6, 6), (0, 0, 1, 1, 1), 2),
    "forecast.recession_1": (1, (1, 1, 2, 3, 3), (2, 3, 3, 4, 4), 2),
    "forecast.recession_2": (1, (1, 2, 3, 4, 4), (2, 2, 3, 3, 4), 2),
    "forecast.recession_3": (1, (1, 2, 2, 3, 3), (3, 3, 4, 4, 5), 2),
    "forecast.depression_1": (0, (0, 0, 1, 2, 2), (3, 4, 4, 5, 5), 2),
    "forecast.depression_2": (0, (1, 1, 2, 3, 3), (3, 3, 4, 4, 5), 2),
    "forecast.preset": (2, 2, 1, 1, 2, 3, 2, 1, 1),
    "tenant.human_resources": (2, 2),
    "tenant.emergency_meeting": 1,
    "floor.construction_admin": (4, 0, 3),
    "floor.marketing_department": (2, 0, 3),
    "floor.accounting_department": (3, 0, 3, 6),
}


def for_five(values: Mapping[str, Value]) -> dict[str, Value]:
    """Returns the values without the numbers that only a sixth player needs, and without the tile that only the first edition has."""
    found: dict[str, Value] = {**values, "players": (2, 5), "construction_company.spaces": (4, 5, 6, 7)}
    for key, value in values.items():
        if key.startswith("forecast.") and isinstance(value, tuple) and isinstance(value[1], tuple) and isinstance(value[2], tuple):
            found[key] = (value[0], value[1][:4], value[2][:4], value[3])
    del found["floor.accounting_department"]
    return found


MANUAL: Mapping[str, Value] = {**for_five(FIRST), **SECOND_TILES}
PRINTED = {"second": SECOND, "online": ONLINE, "first": FIRST, "manual": MANUAL}
"""Each ruleset's values, of its newest revision."""
NEWEST = 2
LATER = ("automa.gropius.trained_at_once",)
"""Values that the first revision does not have."""


def printed(name: str, revision: int) -> dict[str, Value]:
    return {key: value for key, value in PRINTED[name].items() if revision == NEWEST or key not in LATER}
