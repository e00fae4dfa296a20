"""Prestige at the end (RULES 5, 8.1.8)."""

from __future__ import annotations

from collections import Counter

from .table import Table
from .values import ACHIEVEMENT_FLOORS, AUTOMA_BONUS, FLOOR_WORTH, LEVELS, ROOMS

Items = Counter[tuple[str, str]]
"""Points by what they are for: the kind and its name; parts without points are left out."""


def prestige(table: Table, seat: int) -> Items:
    """One seat's points, part by part."""
    company = table.companies[seat]
    items: Items = Counter()
    for room in ROOMS:
        items["room", room] += 2 * (room in company.remodeled)
    for tenant in company.tenants:
        items["tenant", tenant] += 1 if tenant == "tenant_improvement_achievement" else 3
    for floor in company.floors:
        items["floor", floor] += FLOOR_WORTH.get(floor, 5)
    for tile in (*company.floors, *company.tenants):
        items["achievement", tile] += achievement(table, seat, tile)
    if company.human:
        items["sets", "sets"] += min(company.money // 3, company.info // 3)
    return +items


def achievement(table: Table, seat: int, tile: str) -> int:
    """What an achievement adds to its own value."""
    company = table.companies[seat]
    if tile == "tenant_improvement_achievement":
        return len(company.tenants)
    if not company.human:
        return AUTOMA_BONUS.get(tile, 0)
    amounts = {
        "executive": 2 * sum(floor in ACHIEVEMENT_FLOORS for floor in company.floors),
        "improvement": len(company.remodeled),
        "marketing": 2 * LEVELS[table.popularity(seat) - 1],
        "production": 3 * company.supply,
        "retention": company.ceo,
        "skyline": len(company.floors),
    }
    return amounts.get(tile, 0)


def ranking(table: Table) -> list[tuple[int, int]]:
    """Seat and total, best first; ties go to the more popular."""
    totals = [(seat, prestige(table, seat).total()) for seat in table.order()]
    return sorted(totals, key=lambda pair: -pair[1])
