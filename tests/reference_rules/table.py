"""The table: the companies, the popularity track and everything that lies on the game board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .company import Company
from .components import SPECIALS, STAGE_OF
from .edition import Edition
from .pile import Card
from .values import TYPES

Spaces = list[int | None]
"""A row of spaces for one marker each: the seat of its owner or None."""


@dataclass
class Table:
    """All that everybody sees."""

    companies: list[Company]
    edition: Edition
    round: int = 0
    phase: int = 0
    area: str = ""
    stacks: list[list[int]] = field(init=False)
    market: int = field(init=False)
    left: Spaces = field(init=False)
    right: Spaces = field(init=False)
    desks: Spaces = field(init=False)
    boxes: dict[str, Counter[int]] = field(init=False)
    bonuses: dict[str, int] = field(default_factory=dict)
    doors: Spaces = field(init=False)
    cubes: list[bool] = field(init=False)
    factory: Spaces = field(init=False)
    listings: Spaces = field(init=False)
    track: Spaces = field(init=False)
    products: dict[int, list[int]] = field(init=False)
    sites: Spaces = field(init=False)
    turned: list[str] = field(default_factory=list)
    current: str = ""
    next: str = ""
    below: Counter[str] = field(default_factory=Counter)
    to_come: list[str] = field(default_factory=list)
    sale: dict[str, int] = field(default_factory=dict)
    offices: int = 0
    seen: Counter[Card] = field(default_factory=Counter)
    asked: bool = False
    """Whether the last decision of a human was asked for, or taken as the only one."""

    def __post_init__(self) -> None:
        edition = self.edition
        self.stacks = [[] for _ in edition.row("levels")]
        self.market = edition.number("market.start")
        self.left = [None] * len(edition.row("consulting_firm.prices"))
        self.right = self.left[:]
        self.desks = [None] * edition.number("advertising_agency.desks")
        self.boxes = {kind: Counter() for kind in edition.marketing()}
        self.doors = [None] * len(edition.rows("warehouse.prices"))
        self.cubes = [True] * len(self.doors)
        self.factory = [None] * edition.number("factory.spaces")
        exchange = "stock_exchange" in edition.areas()
        self.listings = [None] * len(edition.rows("stock_exchange.prices")) if exchange else []
        self.track = [None] * len(edition.row("stock_exchange.multiples")) if exchange else []
        self.products = {price: [] for price in edition.outlets()}
        self.sites = [None] * edition.row("construction_company.spaces")[self.players - 2]

    @property
    def players(self) -> int:
        """Returns the number of players, Automas counted."""
        return len(self.companies)

    @property
    def stage(self) -> int:
        return self.edition.stages()[self.round - 1]

    def order(self) -> list[int]:
        """Returns the seats in popularity order (RULES 3.1)."""
        return [seat for stack in reversed(self.stacks) for seat in reversed(stack)]

    def popularity(self, seat: int) -> int:
        """Returns the seat's space, from 1."""
        return next(at for at, stack in enumerate(self.stacks, 1) if seat in stack)

    def move(self, seat: int, spaces: int) -> None:
        """The seat's marker moves and stops at the ends; it comes on top of a stack, but stays in it if it does not move (RULES 3.2, 3.3)."""
        at = self.popularity(seat)
        to = max(1, min(len(self.stacks), at + spaces))
        if to != at:
            self.stacks[at - 1].remove(seat)
            self.stacks[to - 1].append(seat)

    def move_market(self, spaces: int) -> None:
        self.market = max(1, min(len(self.edition.row("market")), self.market + spaces))

    @property
    def wage(self) -> int:
        """Returns what an employee costs, in money and in info."""
        return self.edition.row("market")[self.market - 1]

    def fee(self) -> int:
        """Returns the money that the current card's type pays at the exchange."""
        return self.edition.row("stock_exchange.pay")[TYPES.index(self.current)]

    def rise(self) -> int:
        return self.edition.row("stock_exchange.rise")[TYPES.index(self.current)]

    def consumers(self) -> int:
        """Returns the number of consumers on the card turned up this round; the special cards bring none, or enough for all."""
        if self.turned[-1] in SPECIALS:
            return 0 if self.turned[-1] == "great_depression" else sum(map(len, self.products.values()))
        return self.edition.consumers(self.turned[-1], self.players)

    def unemployed(self) -> int:
        """Returns the number of spaces that the job market goes left; the special cards send it to an end."""
        if self.turned[-1] in SPECIALS:
            end = len(self.edition.row("market"))
            return end if self.turned[-1] == "great_depression" else -end
        return self.edition.unemployed(self.turned[-1], self.players)

    def brackets(self) -> list[tuple[int, ...]]:
        """Returns the price brackets, the most expensive first."""
        return self.edition.rows("retail_outlets.brackets")

    def bracket_of(self, price: int) -> int:
        """Returns the bracket of a price; a higher number is a lower bracket."""
        return next(at for at, bracket in enumerate(self.brackets()) if price in bracket)

    def open_outlets(self, price: int) -> int:
        """Returns the number of outlets of a price in use at this number of players."""
        return sum(self.players >= least for least in self.edition.outlets()[price])

    def free_outlets(self) -> list[int]:
        """Returns prices with a free open outlet, most expensive first."""
        return [price for price in self.products if len(self.products[price]) < self.open_outlets(price)]

    def sold_for(self, seat: int, price: int) -> None:
        """A product of the seat is sold: money, the marker goes to the stock."""
        company = self.companies[seat]
        company.gain(money=price + self.edition.number("tenant.premium_product") * company.works("premium_product"))
        company.stock += 1

    def liquidate(self, seat: int) -> None:
        self.sold_for(seat, self.edition.number("retail_outlets.liquidation"))

    def on_sale(self) -> list[str]:
        return [tile for tile, left in self.sale.items() if left and STAGE_OF[tile] <= self.stage]


def lowest(spaces: Spaces) -> int | None:
    """Returns the lowest free space's index."""
    return next((at for at, seat in enumerate(spaces) if seat is None), None)
