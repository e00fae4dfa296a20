"""The table: the companies, the popularity track and everything that lies on the game board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .company import Company
from .edition import SPECIALS, Edition
from .pile import Card
from .values import (
    BRACKETS,
    CONSULTING,
    DESIGNS,
    DESKS,
    EXCHANGE,
    FACTORY_SPACES,
    LIQUIDATION,
    MARKET,
    MARKETING,
    MULTIPLES,
    OFFICES,
    OUTLETS,
    SITES,
    STAGE_OF,
    STAGES,
    TYPES,
    WAREHOUSE,
)

Spaces = list[int | None]
"""A row of spaces for one marker each: the seat of its owner or None."""


@dataclass
class Table:
    """All that everybody sees."""

    companies: list[Company]
    edition: Edition = field(default_factory=Edition)
    round: int = 0
    phase: int = 0
    area: str = ""
    stacks: list[list[int]] = field(default_factory=lambda: [[] for _ in range(9)])
    market: int = 6
    left: Spaces = field(default_factory=lambda: [None] * len(CONSULTING))
    right: Spaces = field(default_factory=lambda: [None] * len(CONSULTING))
    desks: Spaces = field(default_factory=lambda: [None] * DESKS)
    boxes: dict[str, Counter[int]] = field(default_factory=lambda: {kind: Counter() for kind in MARKETING})
    bonuses: dict[str, int] = field(default_factory=dict)
    doors: Spaces = field(default_factory=lambda: [None] * len(WAREHOUSE))
    cubes: list[bool] = field(default_factory=lambda: [True] * len(WAREHOUSE))
    factory: Spaces = field(default_factory=lambda: [None] * FACTORY_SPACES)
    listings: Spaces = field(default_factory=lambda: [None] * len(EXCHANGE))
    track: Spaces = field(default_factory=lambda: [None] * len(MULTIPLES))
    products: dict[int, list[int]] = field(default_factory=lambda: {price: [] for price in OUTLETS})
    sites: Spaces = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    current: str = ""
    next: str = ""
    below: Counter[str] = field(default_factory=Counter)
    to_come: list[str] = field(default_factory=list)
    sale: dict[str, int] = field(default_factory=dict)
    offices: int = OFFICES
    seen: Counter[Card] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.sites = [None] * SITES[self.players]

    @property
    def players(self) -> int:
        """The number of players, Automas counted."""
        return len(self.companies)

    @property
    def stage(self) -> int:
        """The stage of the round."""
        return STAGES[self.round - 1]

    def order(self) -> list[int]:
        """Seats in popularity order (RULES 3.1)."""
        return [seat for stack in reversed(self.stacks) for seat in reversed(stack)]

    def popularity(self, seat: int) -> int:
        """The seat's space, from 1."""
        return next(at for at, stack in enumerate(self.stacks, 1) if seat in stack)

    def move(self, seat: int, spaces: int) -> None:
        """The seat's marker moves and stops at the ends; it comes on top of a stack, but stays in it if it does not move (RULES 3.2, 3.3)."""
        at = self.popularity(seat)
        to = max(1, min(len(self.stacks), at + spaces))
        if to != at:
            self.stacks[at - 1].remove(seat)
            self.stacks[to - 1].append(seat)

    def move_market(self, spaces: int) -> None:
        """The job market's marker moves and stops at the ends."""
        self.market = max(1, min(len(MARKET), self.market + spaces))

    @property
    def wage(self) -> int:
        """What an employee costs, in money and in info."""
        return MARKET[self.market - 1]

    def fee(self) -> int:
        """Money that the current card's type pays at the exchange, and spaces that it moves there."""
        return TYPES.index(self.current)

    def consumers(self) -> int:
        """Consumers on the card turned up this round; the special cards bring none, or enough for all."""
        if self.turned[-1] in SPECIALS:
            return 0 if self.turned[-1] == "great_depression" else sum(map(len, self.products.values()))
        return DESIGNS[self.turned[-1]][0][self.players - 2]

    def unemployed(self) -> int:
        """Spaces that the job market goes left; the special cards send it to an end."""
        if self.turned[-1] in SPECIALS:
            return len(MARKET) if self.turned[-1] == "great_depression" else -len(MARKET)
        return DESIGNS[self.turned[-1]][1][self.players - 2]

    def open_outlets(self, price: int) -> int:
        """Outlets of a price in use at this number of players."""
        return sum(self.players >= least for least in OUTLETS[price])

    def free_outlets(self) -> list[int]:
        """Prices with a free open outlet, dearest first."""
        return [price for price in OUTLETS if len(self.products[price]) < self.open_outlets(price)]

    def sold_for(self, seat: int, price: int) -> None:
        """A product of the seat is sold: money, the marker goes to the stock."""
        company = self.companies[seat]
        company.gain(money=price + 2 * company.works("premium_product"))
        company.stock += 1

    def liquidate(self, seat: int) -> None:
        """A product of the seat is liquidated."""
        self.sold_for(seat, LIQUIDATION)

    def on_sale(self) -> list[str]:
        """Improvements that could be bought now."""
        return [tile for tile, left in self.sale.items() if left and STAGE_OF[tile] <= self.stage]


def bracket_of(price: int) -> int:
    """The bracket of a price; a higher number is a lower bracket."""
    return next(at for at, bracket in enumerate(BRACKETS) if price in bracket)


def lowest(spaces: Spaces) -> int | None:
    """The lowest free space's index."""
    return next((at for at, seat in enumerate(spaces) if seat is None), None)
