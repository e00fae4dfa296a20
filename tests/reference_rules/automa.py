"""The Automas: their turns, and each decision that they make for themselves (RULES 8.1)."""

from __future__ import annotations

from collections.abc import Sequence

from .components import ACHIEVEMENT_FLOORS, REGULAR_FLOORS, ROOMS, TENANTS
from .flow import Flow, roll
from .pile import draw
from .table import Spaces, Table, lowest


def drawn(table: Table, seat: int) -> Flow[tuple[str, tuple[str, int]]]:
    """The kind of the Automa's next card, and its corners."""
    pile = table.companies[seat].pile
    if pile is None:
        raise AssertionError("a human has no cards")
    kind, design = yield from draw(pile, table.seen)
    return kind, table.edition.faces(kind)[design - 1]


def end_turn(table: Table, seat: int) -> None:
    pile = table.companies[seat].pile
    if pile is not None:
        pile.end_turn()


def automa_schedules(table: Table, seat: int) -> Flow[None]:
    """One marker goes where the cards say, or on the own board (RULES 8.1.5)."""
    company = table.companies[seat]
    failed: set[str] = set()
    while True:
        kind, _ = yield from drawn(table, seat)
        spaces = spaces_of(table, kind)
        at = best_space(table, kind)
        if spaces is not None and at is not None:
            spaces[at] = seat
            break
        failed.add(kind)
        if kind == "automa_office" or (company.pile is not None and company.pile.kinds() <= failed):
            company.aside += 1
            break
    company.time -= 1
    end_turn(table, seat)


def spaces_of(table: Table, kind: str) -> Spaces | None:
    """Returns the spaces of a card's area; an Automa office has none."""
    areas = {
        "consulting_firm": table.left,
        "advertising_agency": table.desks,
        "warehouse": table.doors,
        "factory": table.factory,
        "stock_exchange": table.listings,
        "construction_company": table.sites,
    }
    return areas.get(kind)


def best_space(table: Table, kind: str) -> int | None:
    """Returns the index of the best free space of a card's area; at the agency the bottom one, which decides last."""
    if kind == "warehouse":
        return next((at for at, cube in enumerate(table.cubes) if cube and table.doors[at] is None), None)
    if kind == "stock_exchange":
        return next((at for at in table.edition.row("automa.exchange_order") if table.listings[at] is None), None)
    if kind == "advertising_agency":
        return next((at for at in reversed(range(len(table.desks))) if table.desks[at] is None), None)
    spaces = spaces_of(table, kind)
    return None if spaces is None else lowest(spaces)


def automa_type(table: Table, seat: int) -> Flow[str]:
    """The marketing type of the next card's corner (RULES 8.1.6)."""
    _, (kind, _) = yield from drawn(table, seat)
    end_turn(table, seat)
    return kind


def automa_bonus(table: Table, seat: int, left: Sequence[str]) -> str:
    """Returns the first bonus that is possible; a remodel is done at once."""
    company = table.companies[seat]
    rooms = [room for room in ROOMS if room not in company.remodeled]
    for bonus in ("remodel", "temp", "supply", "money", "info"):
        if bonus in left and (bonus != "remodel" or rooms):
            if bonus == "remodel":
                company.remodeled.add(rooms[0])
            return bonus
    return left[0]


def automa_price(table: Table, seat: int) -> Flow[int]:
    """The outlet that the Automa's product goes to; there is a free one."""
    free = table.free_outlets()
    products = sum(len(owners) for owners in table.products.values()) + sum(owner is not None for owner in table.factory)
    disaster = table.current == "depression" and table.edition.special_may_come("great_depression", table.turned)
    if products <= (0 if disaster else table.edition.least_consumers(table.current, table.players)):
        return free[0]
    _, (_, wanted) = yield from drawn(table, seat)
    end_turn(table, seat)
    downwards = range(wanted, len(table.brackets()))
    upwards = range(wanted - 1, -1, -1)
    return next(price for at in (*downwards, *upwards) for price in free if table.bracket_of(price) == at)


def automa_drop(table: Table, price: int) -> int | None:
    """Returns where a product of an Automa drops to, None: liquidation."""
    for at in range(table.bracket_of(price) + 1, len(table.brackets())):
        for free in table.free_outlets():
            if table.bracket_of(free) == at:
                return free
    return None


def automa_choice(table: Table, seat: int, first: bool) -> Flow[str]:
    """A random improvement for the round's first or a later marker; an empty text: nothing (RULES 8.1.7)."""
    kinds = wanted_tiles(table, seat, first)
    return (yield from random_tile(kinds)) if kinds else ""


def automa_builds(table: Table, seat: int, tile: str) -> Flow[None]:
    """The improvement comes without a price, an Automa office into the deck, with an Empty Floor a random tenant."""
    company = table.companies[seat]
    take(table, seat, tile)
    if table.offices and company.pile is not None:
        table.offices -= 1
        company.pile.add("automa_office")
    if tile == "empty_floor":
        free = [tenant for tenant in table.edition.tenants() if lacks(table, seat, tenant)]
        if free:
            take(table, seat, (yield from random_tile(free)))


def random_tile(kinds: Sequence[str]) -> Flow[str]:
    """One of the kinds, each equally likely."""
    return (yield from roll("improvement", {f"improvement {tile}": 1 for tile in kinds})).split()[1]


def take(table: Table, seat: int, tile: str) -> None:
    company = table.companies[seat]
    table.sale[tile] -= 1
    (company.tenants if tile in TENANTS else company.floors).append(tile)


def lacks(table: Table, seat: int, tile: str) -> bool:
    """Returns whether the tile is on sale and the Automa has none."""
    company = table.companies[seat]
    return tile in table.on_sale() and tile not in company.floors and tile not in company.tenants


def wanted_tiles(table: Table, seat: int, first: bool) -> list[str]:
    """Returns the kinds of tiles that the Automa chooses from, each equally likely; none: it buys nothing."""
    floors_first = first and table.current in ("stable", "boom")
    groups: list[list[str]] = []
    if table.stage == 3:
        groups = [list(ACHIEVEMENT_FLOORS), ["office_renovation"], ["tenant_improvement_achievement"]]
    for stage in range(min(table.stage, 2), 0, -1):
        floors = [tile for tile, begins in REGULAR_FLOORS.items() if begins == stage]
        tenants = [tile for tile, begins in TENANTS.items() if begins == stage]
        groups += [floors, tenants] if floors_first else [tenants, floors]
    for group in groups:
        found = [tile for tile in group if lacks(table, seat, tile)]
        if found:
            return found
    return []
