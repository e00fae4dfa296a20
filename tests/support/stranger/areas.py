"""Conducting business in the areas from the consulting firm to the stock exchange (RULES IV.A to IV.F)."""

from __future__ import annotations

from functools import partial

from .automa import automa_bonus, automa_price, automa_type
from .flow import Flow, ask
from .remodeling import decide
from .table import Table
from .values import BONUSES, MARKETING, MULTIPLES


def consulting_firm(table: Table) -> None:
    """The right column is paid, the left one slides over."""
    for row, seat in enumerate(table.right):
        if seat is None:
            continue
        if table.left[row] is not None:
            table.companies[seat].gain(info=10)
        else:
            table.companies[seat].gain(info=table.edition.cancelled())
        table.companies[seat].stock += 1
    table.right = table.left[:]
    table.left = [None] * len(table.right)


def advertising_agency(table: Table) -> Flow[None]:
    """Types are chosen from the top down, then each type advances its players and gives markers back."""
    for desk, seat in enumerate(table.desks):
        if seat is None:
            continue
        company = table.companies[seat]
        if company.human:
            kind = yield from decide(table, "marketing_type", seat, partial(types, table, seat))
            company.pay(MARKETING[kind][0], MARKETING[kind][0])
        else:
            kind = yield from automa_type(table, seat)
        table.desks[desk] = None
        extra = int(kind == "networking" and company.stock > 0)
        company.stock -= extra
        table.boxes[kind][seat] += 1 + extra
    for kind in MARKETING:
        campaign(table, kind, table.edition.group(kind))


def types(table: Table, seat: int) -> list[str]:
    """Marketing types that the seat can pay."""
    return [kind for kind, (price, _) in MARKETING.items() if table.companies[seat].can_pay(price, price)]


def campaign(table: Table, kind: str, group: int) -> None:
    """One type: players advance in popularity order, the sole most one further; then the markers that have worked leave."""
    box = table.boxes[kind]
    most = max(box.values(), default=0)
    leaders = [seat for seat, count in box.items() if count == most > 0]
    alone = leaders[0] if len(leaders) == 1 else None
    for seat in table.order():
        table.move(seat, box[seat] // group + (seat == alone))
    for seat, company in enumerate(table.companies):
        leaving = box[seat] if seat == alone else box[seat] // group * group
        box[seat] -= leaving
        company.stock += leaving


def marketing_bonus(table: Table) -> Flow[None]:
    """Everyone but the least popular takes a bonus."""
    if table.players == 2:
        return
    for seat in table.order()[:-1]:
        company = table.companies[seat]
        left = [bonus for bonus in BONUSES if bonus not in table.bonuses]
        if not company.human:
            table.bonuses[automa_bonus(table, seat, left)] = seat
            continue
        bonus = (yield from decide(table, "bonus", seat, [f"bonus {bonus}" for bonus in left])).split()[1]
        table.bonuses[bonus] = seat
        if bonus == "remodel":
            rooms = [f"remodel {room}" for room in company.remodelable()] if company.can_pay(1, 1) else []
            answer = yield from ask("bonus_room", seat, [*rooms, "none"])
            if answer != "none":
                company.pay(1, 1)
                company.remodel(answer.split()[1])
        else:
            company.gain(money=2 * (bonus == "money"), info=2 * (bonus == "info"), supply=int(bonus == "supply"))


def warehouse(table: Table) -> None:
    """Each marker's owner gains the supply beside it."""
    for at, seat in enumerate(table.doors):
        if seat is not None:
            table.companies[seat].gain(supply=1)
            table.companies[seat].stock += 1
            table.cubes[at], table.doors[at] = False, None


def factory(table: Table) -> Flow[None]:
    """Each marker becomes a product at an outlet; with all outlets taken it is liquidated."""
    for at, seat in enumerate(table.factory):
        if seat is None:
            continue
        free = table.free_outlets()
        if not free:
            table.factory[at] = None
            table.liquidate(seat)
            continue
        if table.companies[seat].human:
            price = int((yield from decide(table, "price", seat, [f"price {price}" for price in free])).split()[1])
        else:
            price = yield from automa_price(table, seat)
        table.factory[at] = None
        table.products[price].append(seat)


def stock_exchange(table: Table) -> Flow[None]:
    """Markers enter and push, all rise, owners sell."""
    for at, seat in enumerate(table.listings):
        if seat is not None:
            table.listings[at] = None
            enter(table, seat)
    top = len(table.track)
    for space in range(top - 1, -1, -1):
        seat, to = table.track[space], space + table.fee()
        if seat is None or to == space:
            continue
        table.track[space] = None
        if to < top:
            table.track[to] = seat
        else:
            buy_out(table, seat)
    for seat in table.order():
        yield from sell(table, seat)


def enter(table: Table, seat: int) -> None:
    """The marker takes the first space and pushes the unbroken run above it."""
    pushed: int | None = seat
    for space, there in enumerate(table.track):
        table.track[space], pushed = pushed, there
        if pushed is None:
            return
    if pushed is not None:
        buy_out(table, pushed)


def buy_out(table: Table, seat: int) -> None:
    """The marker has left the track at its upper end."""
    table.companies[seat].gain(money=table.edition.buy_out() * table.fee())
    table.companies[seat].stock += 1


def sell(table: Table, seat: int) -> Flow[None]:
    """The owner removes any of the seat's markers, one at a time (RULES 11.2); an Automa sells all in good times."""
    company = table.companies[seat]
    while spaces := [space for space, owner in enumerate(table.track) if owner == seat]:
        if company.human:
            answer = yield from decide(table, "sell", seat, [*(f"sell {space + 1}" for space in spaces), "done"])
        else:
            answer = f"sell {spaces[0] + 1}" if table.current in ("stable", "boom") else "done"
        if answer == "done":
            return
        space = int(answer.split()[1]) - 1
        table.track[space] = None
        company.stock += 1
        company.gain(money=MULTIPLES[space] * table.fee())
