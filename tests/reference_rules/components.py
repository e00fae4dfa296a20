"""What the rulesets have of rooms, tiles, specialties, cards and areas: the names (RULES 6, 8, 9)."""

from __future__ import annotations

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
    "emergency_meeting": 2,
    "premium_product": 2,
    "public_relations": 2,
    "tenant_improvement_achievement": 3,
}
"""All tenant improvements with their stages."""
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
    "accounting_department": 3,
}
ACHIEVEMENT_FLOORS = ("corner_office", "corporate_merger", "executive", "improvement", "marketing", "production", "retention", "skyline")
FLOORS = REGULAR_FLOORS | dict.fromkeys(ACHIEVEMENT_FLOORS, 3)
"""All floor improvements with their stages."""
STAGE_OF = TENANTS | FLOORS
NOT_IN_FIRST = ("online_store", "telecommunications", "skyline")
"""Floors that the first edition lacks."""

FLOOR_TASKS = (
    "assembly_line",
    "conference_room",
    "construction_admin",
    "in_house_factory",
    "marketing_department",
    "online_store",
    "research_lab",
    "telecommunications",
    "office_renovation",
    "accounting_department",
)
"""Floors with a task."""

BONUSES = ("remodel", "supply", "money", "info", "temp")
CARDS = ("consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company", "automa_office")
"""The kinds of the Automas' cards."""

AREAS = (
    "consulting_firm",
    "advertising_agency",
    "marketing_bonus",
    "warehouse",
    "factory",
    "stock_exchange",
    "economic_forecast",
    "retail_outlets",
    "construction_company",
)
ERAS = ("golden_age", "steady_growth", "boom_and_bust", "stagnation", "hard_times")
EVENTS = ("retainer", "viral_campaign", "bulk_delivery", "automation", "speculation", "tax_relief")
SPECIALS = {"great_depression": "depression", "windfall": "boom"}
"""The cards that replace one of a type."""
DESIGNS = (
    "boom_1",
    "boom_2",
    "stable_1",
    "stable_2",
    "stable_3",
    "recession_1",
    "recession_2",
    "recession_3",
    "depression_1",
    "depression_2",
)
"""The designs of forecast cards."""


def type_of(design: str) -> str:
    return design.rpartition("_")[0]


def designs_of(kind: str) -> list[str]:
    return [design for design in DESIGNS if type_of(design) == kind]
