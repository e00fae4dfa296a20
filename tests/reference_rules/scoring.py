"""Prestige at the end (RULES 5, 8.1.8)."""

from __future__ import annotations

from collections import Counter

from .components import ACHIEVEMENT_FLOORS, ROOMS
from .table import Table

Items = Counter[tuple[str, str]]
"""Points by what they are for: the kind and its name; parts without points are left out."""


def prestige(table: Table, seat: int) -> Items:
    """Returns one seat's points, part by part."""
    company = table.companies[seat]
    edition = table.edition
    items: Items = Counter()
    for room in ROOMS:
        items["room", room] += edition.number("remodel.prestige") * (room in company.remodeled)
    for tenant in company.tenants:
        items["tenant", tenant] += edition.worth(tenant)
    for floor in company.floors:
        items["floor", floor] += edition.worth(floor)
    for tile in (*company.floors, *company.tenants):
        items["achievement", tile] += achievement(table, seat, tile)
    if company.human:
        money, info = edition.row("sets")
        items["sets", "sets"] += min(company.money // money, company.info // info)
    return +items


def achievement(table: Table, seat: int, tile: str) -> int:
    company = table.companies[seat]
    if tile == "tenant_improvement_achievement":
        return table.edition.number("tenant.achievement.each") * len(company.tenants)
    if not company.human:
        bonus = f"automa.bonus.{tile}"
        return table.edition.number(bonus) if bonus in table.edition.values else 0
    amounts = {
        "executive": sum(floor in ACHIEVEMENT_FLOORS for floor in company.floors),
        "improvement": len(company.remodeled),
        "marketing": table.edition.row("levels")[table.popularity(seat) - 1],
        "production": company.supply,
        "retention": company.ceo,
        "skyline": len(company.floors),
    }
    return table.edition.number(f"floor.{tile}") * amounts[tile] if tile in amounts else 0


def ranking(table: Table) -> list[tuple[int, int]]:
    """Returns seat and total, best first; ties go to the more popular."""
    totals = [(seat, prestige(table, seat).total()) for seat in table.order()]
    return sorted(totals, key=lambda pair: -pair[1])
