"""A company: what lies on one player's board, and what the player has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .components import ATTIC, ROOMS
from .edition import Edition
from .pile import Pile


@dataclass
class Company:
    """One seat's things. ``time`` is available, ``stock`` lies beside the board, ``aside`` does nothing more this round."""

    automa: str = ""
    edition: Edition = field(default_factory=Edition)
    money: int = 0
    info: int = 0
    supply: int = 0
    time: int = 0
    stock: int = 0
    aside: int = 0
    ceo: int = 1
    trained: int = 0
    untrained: int = 0
    specialty: str = ""
    remodeled: set[str] = field(default_factory=set)
    markers: Counter[str] = field(default_factory=Counter)
    floors: list[str] = field(default_factory=list)
    uses: Counter[str] = field(default_factory=Counter)
    tenants: list[str] = field(default_factory=list)
    under: dict[str, str] = field(default_factory=dict)
    tops: dict[str, str] = field(default_factory=dict)
    pile: Pile | None = None

    def __post_init__(self) -> None:
        self.stock = self.edition.number("markers")

    @property
    def human(self) -> bool:
        """Returns whether a person sits here."""
        return not self.automa

    def works(self, tile: str) -> bool:
        """Returns whether the company's tile is there, uncovered, and does something: nothing does for an Automa (RULES 8.1.3)."""
        if not self.human:
            return False
        return tile in self.floors or tile in self.tops.values()

    def room(self) -> int:
        """Returns the supply that the storage closet holds (RULES 6.1, IV.I.4)."""
        if not self.human or "storage_closet" in self.tops:
            return 0
        return self.edition.row("closet")["storage_closet" in self.remodeled]

    def gain(self, money: int = 0, info: int = 0, supply: int = 0) -> None:
        """Money, info and supply come, as far as there is room; an Automa gains none of them."""
        if self.human:
            self.money += money
            self.info += info
            self.supply = min(self.room(), self.supply + supply)

    def pay(self, money: int = 0, info: int = 0, supply: int = 0) -> None:
        """Money, info and supply go; an Automa pays nothing."""
        if self.human:
            self.money -= money
            self.info -= info
            self.supply -= supply
            if min(self.money, self.info, self.supply) < 0:
                raise AssertionError("paid what was not there")

    def can_pay(self, money: int = 0, info: int = 0, supply: int = 0) -> bool:
        """Returns whether a human has that much."""
        return self.money >= money and self.info >= info and self.supply >= supply

    def take_time(self, count: int) -> None:
        """Up to ``count`` markers come from the stock and are available."""
        taken = min(count, self.stock)
        self.stock -= taken
        self.time += taken

    def remodelable(self) -> list[str]:
        """Returns rooms in board order that are neither remodeled nor covered (RULES III.3)."""
        return [room for room in ROOMS if room not in self.remodeled and room not in self.tops]

    def remodel(self, room: str) -> None:
        """The room is turned over; with the storage closet comes a supply (RULES 6.1)."""
        self.remodeled.add(room)
        if room == "storage_closet":
            self.gain(supply=1)

    def fire(self, which: str) -> None:
        """One employee leaves (RULES I.3)."""
        self.ceo -= 1
        if which == "trained":
            self.trained -= 1
            back = min(self.edition.number("employee.time"), self.time)
            self.time -= back
            self.stock += back
        else:
            self.untrained -= 1

    def employees(self) -> list[str]:
        return ["trained"] * (self.trained > 0) + ["untrained"] * (self.untrained > 0)

    def tenant_places(self) -> list[str]:
        """Returns where a tenant improvement may go: rooms, and the Empty Floor's places, free ones counting once (RULES IV.I.4, 11.2)."""
        places = list(ROOMS)
        if "empty_floor" in self.floors:
            free = [place for place in ATTIC if place not in self.tops]
            places += [place for place in ATTIC if place in self.tops or place == free[0]]
        return places

    def put_tenant(self, tenant: str, place: str) -> None:
        """The tenant lies on the place, on top of what was there."""
        self.tenants.append(tenant)
        self.under[tenant] = place
        self.tops[place] = tenant
        self.supply = min(self.supply, self.room())

    def time_on_ground(self) -> int:
        """Returns the number of markers on the ground floor and set aside, not available any more this round."""
        return sum(self.markers.values()) + self.aside
