"""Buying improvements (RULES IV.I)."""

from __future__ import annotations

from .automa import automa_builds, automa_choice
from .components import ATTIC, FLOORS, TENANTS
from .flow import Flow
from .remodeling import decide, remodel_on
from .table import Table


def construction_company(table: Table) -> Flow[None]:
    built: set[int] = set()
    for at, seat in enumerate(table.sites):
        if seat is None:
            continue
        if table.companies[seat].human:
            bought = yield from buy(table, seat, at)
            if bought and table.edition.online:
                yield from remodel_on(table, "after_buy", seat)
        else:
            tile = yield from automa_choice(table, seat, first=seat not in built)
            table.sites[at] = None
            table.companies[seat].stock += 1
            if tile:
                yield from automa_builds(table, seat, tile)
            built.add(seat)


def offers(table: Table, seat: int) -> list[str]:
    """Returns what the seat could buy, a tenant with each place."""
    company = table.companies[seat]
    found: list[str] = []
    price = floor_price(table, seat)
    for tile in table.on_sale():
        if tile in company.floors or tile in company.tenants:
            continue
        if tile in TENANTS and company.can_pay(*table.edition.row("construction_company.tenant")):
            found += [f"buy {tile} {place}" for place in company.tenant_places()]
        elif tile in FLOORS and company.can_pay(price, price):
            found.append(f"buy {tile}")
    return found


def floor_price(table: Table, seat: int) -> int:
    """Returns the money and info that the seat's next floor costs: more for each floor of the building, the ground floor counted."""
    base, each = table.edition.row("construction_company.floor")
    return base + each * (1 + len(table.companies[seat].floors))


def buy(table: Table, seat: int, at: int) -> Flow[bool]:
    """A human buys one improvement or none; an Empty Floor brings a free tenant. Whether one was bought."""
    company = table.companies[seat]
    answer = yield from decide(table, "buy", seat, lambda: [*offers(table, seat), "none"], always=True)
    table.sites[at] = None
    company.stock += 1
    if answer == "none":
        return False
    _, tile, *place = answer.split()
    if place:
        company.pay(*table.edition.row("construction_company.tenant"))
        table.sale[tile] -= 1
        company.put_tenant(tile, place[0])
        return True
    price = floor_price(table, seat)
    company.pay(price, price)
    table.sale[tile] -= 1
    company.floors.append(tile)
    if tile == "empty_floor":
        free = [f"take {tenant}" for tenant in table.on_sale() if tenant in TENANTS and tenant not in company.tenants]
        if free:
            tenant = (yield from decide(table, "tenant", seat, free)).split()[1]
            table.sale[tenant] -= 1
            company.put_tenant(tenant, ATTIC[0])
    return True
