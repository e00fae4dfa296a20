"""The first edition (Tasty Minstrel Games 2012): its own values and parts (``RULES 9.2``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.rounds import FloorEnding
from groundfloor.engine.seats import FIRST_EDITION_COLOURS

from . import city
from .edition import Edition, assumed, derived, printed
from .expansions import DECK, TWO_PLAYER_BONUS
from .second import NO_MONEY, OPEN_LEVEL
from .second import VALUES as SECOND

if TYPE_CHECKING:
    from groundfloor.engine.phases.rounds import Ending
    from groundfloor.engine.ruleset import Value

GONE = (
    "automas.",
    "automa.",
    "card.",
    "era.",
    "event.",
    "stock_exchange.",
    "specialty.",
    "forecast.",
    "floor.online_store",
    "floor.telecommunications",
)
"""Beginnings of the keys of what the first edition does not have, or has with numbers of its own."""
SAME = "as in the second edition"


def as_second(key: str) -> Value:
    """Returns a value of the second edition that no source states for the first."""
    return assumed(SECOND[key].value, SAME)


VALUES: dict[str, Value] = {
    **{key: value for key, value in SECOND.items() if not key.startswith(GONE)},
    "players": printed((2, 6)),
    "stages": printed((1, 1, 1, 2, 2, 2, 3, 3, 3), "stage of each round"),
    "end.floors": printed(5, "floor improvements of one player that end the game"),
    # Tracks and city
    "market": assumed(SECOND["market"].value, "as in the second edition; only 2 and 7 are printed"),
    "market.start": as_second("market.start"),
    "income": derived(
        (9, 6, 3, 0, -3),
        "the 3 that five employees pay is printed; the rest follows reviews of the first edition, which say 9, 6, 3, 0 and pay 3",
    ),
    "levels": assumed(SECOND["levels"].value, f"{SAME}; {OPEN_LEVEL}"),
    "start.money": derived(0, NO_MONEY),
    "consulting_firm.prices": assumed(SECOND["consulting_firm.prices"].value, "as in the second edition; only 6 and 5 are printed"),
    "advertising_agency.desks": assumed(6, "the spaces are numbered; how many there are is assumed"),
    "advertising_agency.price": assumed((1, 1), f"{SAME}; its icons are lost in the text sources, but the reference manual prints it"),
    "advertising_agency.print": printed((1, 1, 2, 0), "money, info, markers for a space, extra markers"),
    "room.advertising.print": printed(2, "time, remodeled only"),
    "warehouse.prices": as_second("warehouse.prices"),
    "factory.spaces": as_second("factory.spaces"),
    "retail_outlets.prices": assumed(SECOND["retail_outlets.prices"].value, f"{SAME}; only 12, 8, 6 and 3 are printed"),
    "retail_outlets.brackets": as_second("retail_outlets.brackets"),
    "retail_outlets.from_players": assumed((2,) * 12, "all spaces are open with any number of players"),
    "construction_company.spaces": assumed((4, 5, 6, 7, 7), "for 2 to 6 players"),
    # Economic forecast: (type, consumers for 2 to 6 players, unemployed for 2 to 6 players, copies)
    "forecast.boom_1": assumed((3, (2, 3, 4, 5, 5), (0, 1, 1, 1, 1), 2)),
    "forecast.boom_2": assumed((3, (3, 4, 5, 6, 6), (0, 0, 1, 1, 1), 2)),
    "forecast.stable_1": printed((2, (1, 2, 3, 4, 4), (2, 2, 3, 3, 4), 2), "the number of copies is assumed"),
    "forecast.stable_2": assumed((2, (2, 3, 4, 5, 5), (1, 2, 2, 3, 3), 2)),
    "forecast.stable_3": assumed((2, (1, 3, 3, 5, 5), (2, 2, 3, 3, 4), 2)),
    "forecast.recession_1": assumed((1, (1, 1, 2, 3, 3), (2, 3, 3, 4, 4), 2)),
    "forecast.recession_2": assumed((1, (1, 2, 3, 4, 4), (2, 2, 3, 3, 4), 2)),
    "forecast.recession_3": assumed((1, (1, 2, 2, 3, 3), (3, 3, 4, 4, 5), 2)),
    "forecast.depression_1": assumed((0, (0, 0, 1, 2, 2), (3, 4, 4, 5, 5), 2)),
    "forecast.depression_2": assumed((0, (1, 1, 2, 3, 3), (3, 3, 4, 4, 5), 2)),
    "forecast.never_first": printed((0, 3), "depression, boom"),
    "forecast.preset": printed((2, 2, 1, 1, 2, 3, 2, 1, 1), "types from the top of the deck down"),
    # Improvements
    "tenant.human_resources": printed((2, 2), "money and info off the price of hiring"),
    "tenant.emergency_meeting": printed(1, "time"),
    "floor.prestige": printed(5),
    "floor.empty_floor.prestige": printed(2),
    "floor.construction_admin": printed((4, 0, 3), "time, supply, uses a round"),
    "floor.marketing_department": printed((2, 0, 3), "time, supply, uses a round"),
    "floor.accounting_department": printed((3, 0, 3, 6), "time, supply, uses a round, money"),
}
for unused in ("advertising_agency.social_media", "room.advertising.social_media", "floor.skyline"):
    del VALUES[unused]

TENANTS = (
    "human_resources",
    "internship_program",
    "network_admin",
    "emergency_meeting",
    "premium_product",
    "public_relations",
    "tenant_improvement_achievement",
)

FLOORS = (
    "empty_floor",
    "assembly_line",
    "conference_room",
    "construction_admin",
    "in_house_factory",
    "investor",
    "it_department",
    "marketing_department",
    "research_lab",
    "office_renovation",
    "accounting_department",
    "corner_office",
    "corporate_merger",
    "executive",
    "improvement",
    "marketing",
    "production",
    "retention",
)

SPECIALTIES = ("emerging_technology", "industrial", "non_profit", "publishing", "retail", "web_based")


def ending(edition: Edition) -> Ending:
    """Returns the ending after the last round, or after the round in which somebody buys the fifth floor."""
    return FloorEnding(edition.read("end.floors"))


FIRST = Edition(
    "first",
    1,
    VALUES,
    city=(
        city.consulting_firm,
        city.numbered_agency,
        city.marketing_bonus,
        city.warehouse,
        city.factory,
        city.economic_forecast,
        city.retail_outlets,
        city.construction_company,
    ),
    tenants=TENANTS,
    floors=FLOORS,
    specialties=SPECIALTIES,
    marketing=("networking", "print", "broadcast"),
    ending=ending,
    expansions=(DECK, TWO_PLAYER_BONUS),
    colours=FIRST_EDITION_COLOURS,
)
