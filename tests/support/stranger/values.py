"""The printed, derived and assumed numbers of the second edition, written down a second time."""

from __future__ import annotations

INCOME = (9, 6, 3, 0, -3)
MARKET = (2, 3, 3, 4, 4, 5, 5, 6, 7)
LEVELS = (1, 1, 1, 2, 2, 2, 3, 3, 3)
STAGES = (1, 1, 2, 2, 2, 3, 3)
MARKERS = 25
MOST_EMPLOYEES = 5

ROOMS = ("advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training")
ATTIC = ("empty_floor_1", "empty_floor_2")
PLACES = ROOMS + ATTIC

SPECIALTIES = {
    "e_commerce": "",
    "emerging_technology": "research_testing",
    "industrial": "assembly",
    "inheritance": "",
    "non_profit": "training",
    "publishing": "advertising",
    "retail": "storage_closet",
    "web_based": "meeting_room",
}
"""Each specialty with the room that it brings remodeled."""

TENANTS = {
    "human_resources": 1,
    "internship_program": 1,
    "network_admin": 1,
    "niche_market": 2,
    "premium_product": 2,
    "public_relations": 2,
    "tenant_improvement_achievement": 3,
}
REGULAR_FLOORS = {
    "empty_floor": 1,
    "assembly_line": 2,
    "conference_room": 2,
    "construction_admin": 2,
    "in_house_factory": 2,
    "investor": 2,
    "it_department": 2,
    "marketing_department": 2,
    "online_store": 2,
    "research_lab": 2,
    "telecommunications": 2,
    "office_renovation": 3,
}
ACHIEVEMENT_FLOORS = (
    "corner_office",
    "corporate_merger",
    "executive",
    "improvement",
    "marketing",
    "production",
    "retention",
    "skyline",
)
FLOORS = REGULAR_FLOORS | dict.fromkeys(ACHIEVEMENT_FLOORS, 3)
STAGE_OF = TENANTS | FLOORS

FLOOR_USES = {
    "assembly_line": (1, 0, 2),
    "conference_room": (2, 0, 2),
    "construction_admin": (3, 0, 3),
    "in_house_factory": (2, 1, 2),
    "marketing_department": (2, 0, 2),
    "online_store": (3, 1, 2),
    "research_lab": (1, 1, 3),
    "telecommunications": (1, 0, 3),
    "office_renovation": (2, 0, 3),
}
"""Time, supply and uses a round of the floors with a task."""

FLOOR_WORTH = {"empty_floor": 2, "corner_office": 8, "corporate_merger": 8}
AUTOMA_BONUS = {"executive": 6, "skyline": 7, "improvement": 6, "marketing": 6, "production": 6, "retention": 5}

CONSULTING = (6, 5, 4, 4, 3)
DESKS = 5
MARKETING = {"networking": (0, 3), "social_media": (1, 2), "broadcast": (2, 1)}
"""Each type's price in money and in info, and the markers that a space of popularity takes."""
BONUSES = ("remodel", "supply", "money", "info", "temp")
WAREHOUSE = ((2, 1), (3, 2), (4, 3), (5, 4))
FACTORY_SPACES = 7
EXCHANGE = ((2, 1), (1, 1), (1, 0), (0, 1))
AUTOMA_EXCHANGE = (2, 1, 0, 3)
MULTIPLES = (0, 1, 2, 4, 3, 3, 2, 2)
BUY_OUT = 2
OUTLETS = {16: (2,), 12: (2, 4), 10: (2, 3, 4), 8: (2, 3), 6: (2, 2, 3, 4)}
"""Each price's spaces, with the number of players from which each is open."""
BRACKETS = ((16,), (12, 10), (8, 6))
LIQUIDATION = 3
SITES = {2: 4, 3: 5, 4: 6, 5: 7}

TYPES = ("depression", "recession", "stable", "boom")
DESIGNS = {
    "boom_1": ((2, 3, 4, 5), (0, 1, 1, 1)),
    "boom_2": ((3, 4, 5, 6), (0, 0, 1, 1)),
    "stable_1": ((1, 2, 3, 4), (1, 2, 2, 2)),
    "stable_2": ((2, 3, 4, 5), (1, 1, 2, 2)),
    "stable_3": ((1, 3, 3, 5), (1, 2, 2, 3)),
    "recession_1": ((1, 1, 2, 3), (2, 2, 3, 3)),
    "recession_2": ((1, 2, 3, 4), (2, 2, 3, 3)),
    "recession_3": ((1, 2, 2, 3), (2, 3, 3, 4)),
    "depression_1": ((0, 0, 1, 2), (3, 4, 4, 5)),
    "depression_2": ((1, 1, 2, 3), (3, 3, 4, 4)),
}
"""Each design's consumers and unemployed with two, three, four and five players."""
COPIES = 2
HALVED = {"depression": 2, "recession": 3, "stable": 3, "boom": 2}
PRESET = ("stable", "stable", "recession", "recession", "stable", "boom", "recession")

CARDS = {
    "consulting_firm": (("networking", 1), ("broadcast", 2)),
    "advertising_agency": (("social_media", 1), ("broadcast", 0)),
    "warehouse": (("networking", 2), ("social_media", 1)),
    "factory": (("networking", 1), ("social_media", 2)),
    "stock_exchange": (("broadcast", 1), ("networking", 2)),
    "construction_company": (("social_media", 0), ("broadcast", 1)),
    "automa_office": (("networking", 2),),
}
"""The Automas' cards: each design's marketing type and price bracket (an index into BRACKETS)."""
CARD_COPIES = 2
OFFICES = 4


def type_of(design: str) -> str:
    """The type of a forecast design."""
    return design.rpartition("_")[0]


def designs_of(kind: str) -> list[str]:
    """The designs of a type."""
    return [design for design in DESIGNS if type_of(design) == kind]
