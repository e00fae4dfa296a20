"""The second edition (Spielworxx 2018): every value, with its evidence.

``printed``: stated in a rulebook. ``derived``: follows from printed facts, the reason beside it. ``assumed``: nobody states it;
chosen so that it fits everything known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import city
from .edition import Edition, assumed, derived, own_card, printed
from .expansions import DECK, ERA, ERA_CARDS, EVENT, EVENT_CARDS, GREAT_DEPRESSION, WINDFALL

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Value

STRAIGHT = "6 and −3 are printed; the other numbers follow in equal steps, as reviews of the first edition say"
OPEN_LEVEL = (
    "that the first space is in level 1 is assumed: the three printed levels and the lines between them also allow spaces before level 1"
)
NO_MONEY = "money is not in the list of what each player receives"

VALUES: dict[str, Value] = {
    # Players and rounds
    "players": printed((2, 5)),
    "automas.humans_at_most": printed(3),
    "automas.at_most": printed(2),
    "stages": printed((1, 1, 2, 2, 2, 3, 3), "stage of each round"),
    "markers": printed(25, "time markers of each player"),
    # Tracks
    "income": derived((9, 6, 3, 0, -3), STRAIGHT),
    "market": printed((2, 3, 3, 4, 4, 5, 5, 6, 7)),
    "market.start": printed(6, "number of the space, from 1"),
    "levels": derived((1, 1, 1, 2, 2, 2, 3, 3, 3), f"a printed row that fits no other track; {OPEN_LEVEL}"),
    # Start
    "start.info": printed(7),
    "start.money": derived(0, "the specialty Inheritance brings 3 money, for a total of 3"),
    "start.supply": printed(1),
    "ceo.time": printed(4),
    "employee.time": printed(3),
    "closet": printed((1, 2), "supply held, standard and remodeled"),
    "remodel.price": printed((3, 3), "money, info"),
    "remodel.prestige": printed(2),
    "sets": printed((3, 3), "money and info of a set worth 1 prestige"),
    # City
    "consulting_firm.prices": derived(
        (6, 5, 4, 4, 3), "five rows are printed, 6 and 5 in an example, and 3, 4, 4, 5, 6 among the numbers on the board"
    ),
    "consulting_firm.reward": printed(10),
    "consulting_firm.consolation": printed(0, "info of a cancelled meeting"),
    "advertising_agency.desks": assumed(5),
    "advertising_agency.price": printed((1, 1), "money, info"),
    "advertising_agency.networking": printed((0, 0, 3, 1), "money, info, markers for a space, extra markers"),
    "advertising_agency.social_media": printed((1, 1, 2, 0), "money, info, markers for a space, extra markers"),
    "advertising_agency.broadcast": printed((2, 2, 1, 0), "money, info, markers for a space, extra markers"),
    "marketing_bonus.from_players": printed(3),
    "marketing_bonus.remodel": printed((1, 1), "money, info"),
    "marketing_bonus.supply": printed(1),
    "marketing_bonus.money": printed(2),
    "marketing_bonus.info": printed(2),
    "marketing_bonus.temp": printed(1),
    "warehouse.prices": derived(
        ((2, 1), (3, 2), (4, 3), (5, 4)),
        "the numbers are printed in pairs; the first edition's note 'Costs 5 OR 1' names money first, so the larger one is money",
    ),
    "warehouse.refill": printed(1),
    "factory.spaces": derived(7, "the numbers 1 to 7 stand twice on the board: for the factory and the construction company"),
    "factory.price": printed((2, 2, 1), "money, info, supply"),
    "stock_exchange.prices": assumed(
        ((2, 1), (1, 1), (1, 0), (0, 1)),
        "the amounts are printed; that the 2 is money is derived, and which of the last two is money is assumed",
    ),
    "stock_exchange.multiples": derived(
        (0, 1, 2, 4, 3, 3, 2, 2), "the numbers are printed; their order follows from that of the board's text and from a worked example"
    ),
    "stock_exchange.buy_out": printed(2, "times the type's money"),
    "stock_exchange.pay": printed((0, 1, 2, 3), "depression, recession, stable, boom"),
    "stock_exchange.rise": printed((0, 1, 2, 3), "depression, recession, stable, boom"),
    "retail_outlets.prices": printed((16, 12, 12, 10, 10, 10, 8, 8, 6, 6, 6, 6)),
    "retail_outlets.from_players": assumed(
        (2, 2, 4, 2, 3, 4, 2, 3, 2, 2, 3, 4), "two kinds of player icons are printed; which spaces have them is assumed"
    ),
    "retail_outlets.brackets": derived(((16,), (12, 10), (8, 6)), "a product that leaves 12 may choose only 8, 6 or 3"),
    "retail_outlets.liquidation": printed(3),
    "construction_company.spaces": assumed((4, 5, 6, 7), "for 2 to 5 players; only that the last space is for 5 players is printed"),
    "construction_company.price": printed((4, 4), "money, info"),
    "construction_company.tenant": printed((1, 1), "money, info"),
    "construction_company.floor": printed((2, 2), "money and info alike: base price, and price for each floor of the building"),
    # Economic forecast: (type, consumers for 2 to 5 players, unemployed for 2 to 5 players, copies)
    "forecast.boom_1": assumed((3, (2, 3, 4, 5), (0, 1, 1, 1), 2), "only the range on the back is printed"),
    "forecast.boom_2": assumed((3, (3, 4, 5, 6), (0, 0, 1, 1), 2), "only the range on the back is printed"),
    "forecast.boom.back": printed(((2, 3), (3, 4), (4, 5), (5, 6)), "lowest and highest consumers, 2 to 5 players"),
    "forecast.stable_1": printed((2, (1, 2, 3, 4), (1, 2, 2, 2), 2), "the number of copies is assumed"),
    "forecast.stable_2": assumed((2, (2, 3, 4, 5), (1, 1, 2, 2), 2)),
    "forecast.stable_3": assumed((2, (1, 3, 3, 5), (1, 2, 2, 3), 2)),
    "forecast.recession_1": assumed((1, (1, 1, 2, 3), (2, 2, 3, 3), 2)),
    "forecast.recession_2": assumed((1, (1, 2, 3, 4), (2, 2, 3, 3), 2)),
    "forecast.recession_3": assumed((1, (1, 2, 2, 3), (2, 3, 3, 4), 2)),
    "forecast.depression_1": assumed((0, (0, 0, 1, 2), (3, 4, 4, 5), 2)),
    "forecast.depression_2": assumed((0, (1, 1, 2, 3), (3, 3, 4, 4), 2)),
    "forecast.never_first": printed((0, 3), "depression, boom"),
    "forecast.preset": printed((2, 2, 1, 1, 2, 3, 1), "types from the top of the deck down"),
    # Rooms: time, supply, what it brings
    "room.advertising.networking": printed((1, 1), "time standard, time remodeled"),
    "room.advertising.social_media": printed(2, "time, remodeled only"),
    "room.assembly": printed((3, 2), "time standard, time remodeled, for 1 supply"),
    "room.meeting_room.1": printed((1, 1), "time, info"),
    "room.meeting_room.2": printed((2, 3), "time, info, remodeled only"),
    "room.research_testing.info": printed((1, 3, 4), "time with 1 supply, info standard, info remodeled"),
    "room.research_testing.mixed": printed((1, 2, 2), "time with 1 supply, money, info, remodeled only"),
    "room.training": printed((2, 1), "time standard, time remodeled"),
    # Tenant improvements
    "tenant.prestige": printed(3),
    "tenant.human_resources": printed((3, 3), "money and info off the price of hiring"),
    "tenant.internship_program": printed(1, "time each round"),
    "tenant.network_admin": printed(2, "info each round"),
    "tenant.premium_product": printed(2, "money for each sale"),
    "tenant.achievement.prestige": printed(1),
    "tenant.achievement.each": printed(1),
    # Floor improvements: (time, supply, uses) and what they bring
    "floor.prestige": assumed(5, "printed for the first edition"),
    "floor.empty_floor.prestige": derived(2, "printed are '2 to 8' and, for the first edition, 2"),
    "floor.corner_office.prestige": printed(8),
    "floor.corporate_merger.prestige": printed(8),
    "floor.assembly_line": printed((1, 0, 2), "time, supply, uses a round, for 1 supply"),
    "floor.conference_room": printed((2, 0, 2, 5), "time, supply, uses a round, info"),
    "floor.construction_admin": printed((3, 0, 3), "time, supply, uses a round"),
    "floor.in_house_factory": printed((2, 1, 2), "time, supply, uses a round"),
    "floor.investor": printed(3, "money each round"),
    "floor.it_department": printed(4, "info each round"),
    "floor.marketing_department": printed((2, 0, 2), "time, supply, uses a round"),
    "floor.online_store": derived(
        (3, 1, 2, 6),
        "time, supply, uses a round, money: the numbers are printed; the icon of the 6 is lost, and that a shop brings money follows from its name",
    ),
    "floor.research_lab": printed((1, 1, 3, 3, 3), "time, supply, uses a round, money, info"),
    "floor.telecommunications": assumed(
        (1, 0, 3, 3), "time, supply, uses a round, info: the numbers are printed; that the last one is info is assumed, as its icon is lost"
    ),
    "floor.telecommunications.copies": derived(1, "31 floor tiles are printed"),
    "floor.office_renovation": printed((2, 0, 3), "time, supply, uses a round"),
    "floor.executive": printed(2, "for each achievement floor"),
    "floor.improvement": printed(1, "for each remodeled room"),
    "floor.marketing": printed(2, "for each popularity level"),
    "floor.production": printed(3, "for each supply in the closet"),
    "floor.retention": printed(1, "for each employee"),
    "floor.skyline": printed(1, "for each floor improvement"),
    # Specialties
    "specialty.e_commerce": assumed(1, "money each round: the 1 is printed; that it is money is assumed, as its icon is lost"),
    "specialty.inheritance": printed((3, 1), "money and info at the start"),
    # Automas
    "automa.bonus.executive": printed(6),
    "automa.bonus.skyline": printed(7),
    "automa.bonus.improvement": derived(6, "the highest possible number"),
    "automa.bonus.marketing": derived(6, "the highest possible number"),
    "automa.bonus.production": derived(6, "the highest possible number"),
    "automa.bonus.retention": derived(5, "the highest possible number"),
    "automa.gropius.trained_at_once": assumed(
        1, "a ruling of this project, as no source says it; 1: his employee is trained when he hires it, 0: it stays untrained"
    ),
    "automa.hadid.time": printed(5),
    "automa.exchange_order": derived((2, 1, 0, 3), "the order of the prices 1, 1 + 1, 2 + 1, 1 is printed"),
    # Automa cards: (marketing type, price bracket) of each design, and copies of all designs together
    "card.consulting_firm": assumed((((0, 1), (2, 2)), 2)),
    "card.advertising_agency": assumed((((1, 1), (2, 0)), 2)),
    "card.warehouse": assumed((((0, 2), (1, 1)), 2)),
    "card.factory": assumed((((0, 1), (1, 2)), 2)),
    "card.stock_exchange": assumed((((2, 1), (0, 2)), 2)),
    "card.construction_company": assumed((((1, 0), (2, 1)), 2)),
    "card.automa_office": assumed((((0, 2),), 4), "28 cards: four of one design, two of every other design"),
    # Era cards: how many depressions, recessions, stable cards and booms are among the ten
    "era.golden_age": own_card((0, 2, 4, 4)),
    "era.steady_growth": own_card((0, 3, 6, 1)),
    "era.boom_and_bust": own_card((4, 1, 1, 4)),
    "era.stagnation": own_card((0, 6, 4, 0)),
    "era.hard_times": own_card((3, 4, 2, 1)),
    # Event cards: what each changes its number to
    "event.retainer": own_card(3),
    "event.viral_campaign": own_card(2),
    "event.bulk_delivery": own_card(2),
    "event.automation": own_card((1, 1, 1)),
    "event.speculation": own_card(3),
    "event.tax_relief": own_card((3, 3)),
}

TENANTS = (
    "human_resources",
    "internship_program",
    "network_admin",
    "niche_market",
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
    "online_store",
    "research_lab",
    "telecommunications",
    "office_renovation",
    "corner_office",
    "corporate_merger",
    "executive",
    "improvement",
    "marketing",
    "production",
    "retention",
    "skyline",
)

SPECIALTIES = (
    "e_commerce",
    "emerging_technology",
    "industrial",
    "inheritance",
    "non_profit",
    "publishing",
    "retail",
    "web_based",
)

SECOND = Edition(
    "second",
    1,
    VALUES,
    city=(
        city.consulting_firm,
        city.advertising_agency,
        city.marketing_bonus,
        city.warehouse,
        city.factory,
        city.stock_exchange,
        city.economic_forecast,
        city.retail_outlets,
        city.construction_company,
    ),
    tenants=TENANTS,
    floors=FLOORS,
    specialties=SPECIALTIES,
    entrepreneurs=("pei", "gropius", "hadid"),
    eras=ERA_CARDS,
    events=tuple(EVENT_CARDS),
    expansions=(DECK, ERA, EVENT, GREAT_DEPRESSION, WINDFALL),
)
