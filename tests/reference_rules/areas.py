"""Conducting business in the areas from the consulting firm to the stock exchange (RULES IV.A to IV.F)."""

from __future__ import annotations

from functools import partial

from .automa import automa_bonus, automa_price, automa_type
from .components import BONUSES
from .flow import Flow, ask
from .remodeling import decide, end_turn
from .table import Table


def consulting_firm(table: Table) -> None:
    """The right column is paid, the left one slides over."""
    for row, seat in enumerate(table.right):
        if seat is None:
            continue
        if table.left[row] is not None:
            table.companies[seat].gain(info=table.edition.number("consulting_firm.reward"))
        else:
            table.companies[seat].gain(info=table.edition.number("consulting_firm.consolation"))
        table.companies[seat].stock += 1
    table.right = table.left[:]
    table.left = [None] * len(table.right)


def advertising_agency(table: Table) -> Flow[None]:
    """Types are chosen from the top down, in the first edition upwards; then each type advances its players and gives markers back."""
    desks = range(len(table.desks))
    for desk in reversed(desks) if table.edition.old else desks:
        seat = table.desks[desk]
        if seat is None:
            continue
        company = table.companies[seat]
        if company.human:
            kind = yield from decide(table, "marketing_type", seat, partial(types, table, seat))
            company.pay(*campaign_price(table, kind))
        else:
            kind = yield from automa_type(table, seat)
        table.desks[desk] = None
        extra = min(company.stock, table.edition.row(f"advertising_agency.{kind}")[3])
        company.stock -= extra
        table.boxes[kind][seat] += 1 + extra
        if company.human:
            yield from end_turn(table, seat)
    for kind in table.boxes:
        campaign(table, kind, table.edition.row(f"advertising_agency.{kind}")[2])


def campaign_price(table: Table, kind: str) -> tuple[int, int]:
    """Returns money and info of a marketing type."""
    money, info, *_ = table.edition.row(f"advertising_agency.{kind}")
    return money, info


def types(table: Table, seat: int) -> list[str]:
    return [kind for kind in table.boxes if table.companies[seat].can_pay(*campaign_price(table, kind))]


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
    """Everyone but the least popular takes a bonus; in the first edition's variant for two both do, if the more popular likes."""
    takers = table.order()[:-1]
    if table.players == 2 and table.edition.both_take:
        if (yield from ask("bonuses", takers[0], ["bonuses", "none"])) == "none":
            return
        takers = table.order()
    elif table.players < table.edition.number("marketing_bonus.from_players"):
        return
    for seat in takers:
        company = table.companies[seat]
        left = [bonus for bonus in BONUSES if bonus not in table.bonuses]
        if not company.human:
            table.bonuses[automa_bonus(table, seat, left)] = seat
            continue
        bonus = (yield from decide(table, "bonus", seat, [f"bonus {bonus}" for bonus in left])).split()[1]
        table.bonuses[bonus] = seat
        if bonus == "remodel":
            price = table.edition.row("marketing_bonus.remodel")
            rooms = [f"remodel {room}" for room in company.remodelable()] if company.can_pay(*price) else []
            answer = yield from ask("bonus_room", seat, [*rooms, "none"])
            if answer != "none":
                company.pay(*price)
                company.remodel(answer.split()[1])
        elif bonus != "temp":
            company.gain(**{bonus: table.edition.number(f"marketing_bonus.{bonus}")})
        yield from end_turn(table, seat)


def warehouse(table: Table) -> None:
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
            prices = [*map(str, free), *(["liquidation"] if table.edition.liquidates else [])]
            price = (yield from decide(table, "price", seat, [f"price {price}" for price in prices])).split()[1]
        else:
            price = str((yield from automa_price(table, seat)))
        table.factory[at] = None
        if price == "liquidation":
            table.liquidate(seat)
        else:
            table.products[int(price)].append(seat)
        if table.companies[seat].human:
            yield from end_turn(table, seat)


def stock_exchange(table: Table) -> Flow[None]:
    """Markers enter and push, all rise, owners sell."""
    for at, seat in enumerate(table.listings):
        if seat is not None:
            table.listings[at] = None
            enter(table, seat)
    top = len(table.track)
    for space in range(top - 1, -1, -1):
        seat, to = table.track[space], space + table.rise()
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
    table.companies[seat].gain(money=table.edition.number("stock_exchange.buy_out") * table.fee())
    table.companies[seat].stock += 1


def sell(table: Table, seat: int) -> Flow[None]:
    """The owner removes any of the seat's markers, one at a time (RULES 11.2); an Automa sells all in good times."""
    company = table.companies[seat]
    while spaces := [space for space, owner in enumerate(table.track) if owner == seat]:
        if company.human:
            answer = yield from decide(table, "sell", seat, [*(f"sell {space + 1}" for space in spaces), "done"])
        else:
            answer = f"sell {spaces[0] + 1}" if table.current in ("stable", "boom") else "done"
        if answer != "done":
            space = int(answer.split()[1]) - 1
            table.track[space] = None
            company.stock += 1
            company.gain(money=table.edition.row("stock_exchange.multiples")[space] * table.fee())
        if company.human:
            yield from end_turn(table, seat)
        if answer == "done":
            return
