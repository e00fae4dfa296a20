"""The forecast is turned up; consumers buy at the retail outlets; the rest drops (RULES IV.G, IV.H)."""

from __future__ import annotations

from .automa import automa_drop
from .components import designs_of
from .flow import Flow, roll
from .remodeling import decide, end_turn
from .table import Table


def economic_forecast(table: Table) -> Flow[None]:
    """The current card's front, one of its type's designs not yet turned up (RULES 11.4)."""
    left = {design: table.edition.copies(design) - table.turned.count(design) for design in designs_of(table.current)}
    special = table.edition.special_of(table.current)
    if special and special not in table.turned:
        cards = sum(left.values())
        left = {design: copies * (cards - 1) for design, copies in left.items()} | {special: cards}
    table.turned.append((yield from roll("front", {f"front {design}": weight for design, weight in left.items()})).split()[1])


def retail_outlets(table: Table) -> Flow[None]:
    """Consumers, then drops from the lowest bracket up."""
    for _ in range(table.consumers()):
        consumer(table)
    for bracket in reversed(table.brackets()):
        for seat in table.order():
            yield from drop(table, seat, bracket)


def consumer(table: Table) -> None:
    """One product is bought: the lowest bracket's, the most popular owner's, the cheapest."""
    for bracket in reversed(table.brackets()):
        for seat in table.order():
            for price in sorted(bracket):
                if seat in table.products[price]:
                    table.products[price].remove(seat)
                    table.sold_for(seat, price)
                    return


def drop(table: Table, seat: int, bracket: tuple[int, ...]) -> Flow[None]:
    """All products of one owner in one bracket leave it, or stay with Niche Market."""
    company = table.companies[seat]
    left = {price: table.products[price].count(seat) for price in bracket}
    while sum(left.values()):
        if company.human:
            lower = [str(price) for price in table.free_outlets() if table.bracket_of(price) > table.bracket_of(bracket[0])]
            targets = [*lower, "liquidation", *(["stay"] if company.works("niche_market") else [])]
            prices = [price for price in bracket if left[price]]
            if len(targets) == 1:
                prices = prices[:1]
            words = (yield from decide(table, "drop", seat, [f"drop {price} {to}" for price in prices for to in targets])).split()
            price, to = int(words[1]), words[2]
        else:
            price = next(price for price in bracket if left[price])
            target = automa_drop(table, price)
            to = "liquidation" if target is None else str(target)
        left[price] -= 1
        if to != "stay":
            table.products[price].remove(seat)
        if to == "liquidation":
            table.liquidate(seat)
        elif to != "stay":
            table.products[int(to)].append(seat)
        if company.human:
            yield from end_turn(table, seat)
