"""The street: what is in each window of the nine buildings, and whether it is lit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.locales import names

from .people import people

if TYPE_CHECKING:
    from .people import Person
    from .scene import Scene

LETTERS = "ABCDEFGHI"


@dataclass(frozen=True)
class Amount:
    """A number beside its icon."""

    number: int
    icon: str
    word: str


@dataclass(frozen=True)
class Window:
    """A space: its number or price, its marker, what a click picks, and why it can't be."""

    id: str
    label: str
    say: str
    pick: str = ""
    person: Person | None = None
    is_lit: bool = False
    is_pencilled: bool = False
    reason: str = ""
    prices: tuple[Amount, ...] = ()
    icon: str = ""


@dataclass(frozen=True)
class Row:
    """Windows side by side, with what stands before them."""

    windows: tuple[Window, ...]
    title: str = ""
    prices: tuple[Amount, ...] = ()
    markers: tuple[tuple[Person, int], ...] = ()


@dataclass(frozen=True)
class Building:
    """One area of the city."""

    letter: str
    id: str
    name: str
    is_conducted: bool
    rows: tuple[Row, ...]
    note: str = ""
    prices: tuple[Amount, ...] = field(default=())


class Street:
    """Reads the buildings off a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.state = scene.game.state
        self.people = people(scene)
        self.settled = scene.settled.state

    def amounts(self, money: int = 0, info: int = 0, supply: int = 0) -> tuple[Amount, ...]:
        """Prices that are not nothing."""
        words = self.scene.words
        pairs = ((money, "money"), (info, "info"), (supply, "supply"))
        return tuple(Amount(n, what, names.full("resource", what, words)) for n, what in pairs if n)

    def window(
        self, id: str, say: str, seat: int, before: int, pick: str, label: str = "", prices: tuple[Amount, ...] = (), icon: str = ""
    ) -> Window:
        """A space with what the question makes of it."""
        controls = self.scene.under(pick) if self.scene.is_asked and pick else []
        lit = any(control.is_legal for control in controls)
        reason = "" if lit or not controls else controls[0].reason
        person = self.people[seat] if seat >= 0 else None
        is_new = seat >= 0 and before != seat and bool(self.scene.pencilled)
        return Window(id, label, say, pick, person, lit, is_new, reason, prices, icon)

    def line(self, id: str, seats: list[int], before: list[int], pick: str, is_numbered: bool) -> tuple[Window, ...]:
        """Numbered spaces of which the lowest free one can be taken, or any by its number."""
        free = seats.index(-1) if -1 in seats else -1
        found = []
        for place, seat in enumerate(seats):
            wanted = f"{pick} {place + 1}" if is_numbered else pick if place == free else ""
            say = self.scene.words.gettext("space %(space)s") % {"space": place + 1}
            found.append(self.window(f"{id}-{place + 1}", say, seat, before[place], wanted, str(place + 1)))
        return tuple(found)

    def consulting(self, area: ConsultingFirm) -> list[Row]:
        rows = []
        free = self.state.left.index(-1) if -1 in self.state.left else -1
        for row, price in enumerate(area.prices):
            say = self.scene.words.gettext("row %(row)s") % {"row": row + 1}
            pick = "consulting" if row == free else ""
            left = self.window(f"left-{row + 1}", say, self.state.left[row], self.settled.left[row], pick)
            right = self.window(f"right-{row + 1}", say, self.state.right[row], self.settled.right[row], "")
            rows.append(Row((left, right), "", self.amounts(price)))
        return rows

    def agency(self, area: AdvertisingAgency) -> list[Row]:
        rows = [Row(self.line("agency", self.state.desks, self.settled.desks, "agency", True))]
        for type, kind in enumerate(area.types):
            title = names.full("marketing", kind.id, self.scene.words)
            board = self.window(f"type-{kind.id}", title, -1, -1, kind.id, icon="popularity", label=f"{kind.group}")
            markers = tuple((self.people[seat], count) for seat, count in enumerate(self.state.boxes[type]) if count)
            rows.append(Row((board,), title, self.amounts(kind.money, kind.info), markers))
        return rows

    def bonus(self, area: MarketingBonus) -> list[Row]:
        rows = []
        for index, bonus in enumerate(area.bonuses):
            title = names.full("bonus", bonus.id, self.scene.words)
            seat = self.state.bonuses[index]
            rows.append(Row((self.window(f"bonus-{bonus.id}", title, seat, seat, f"bonus {bonus.id}"),), title))
        return rows

    def warehouse(self, area: Warehouse) -> list[Row]:
        found = []
        for door, (money, info) in enumerate(area.prices):
            say = self.scene.words.gettext("door %(door)s") % {"door": door + 1}
            seat, before = self.state.doors[door], self.settled.doors[door]
            icon = "supply" if self.state.cubes[door] else ""
            prices = self.amounts(money, info)
            found.append(self.window(f"door-{door + 1}", say, seat, before, f"warehouse {door + 1}", "", prices, icon))
        return [Row(tuple(found[:2])), Row(tuple(found[2:]))]

    def exchange(self, area: StockExchange) -> list[Row]:
        doors = self.line("listing", self.state.listings, self.settled.listings, "exchange", True)
        rows = [Row((door,), "", self.amounts(*area.prices[place])) for place, door in enumerate(doors)]
        track = self.line("track", self.state.track, self.settled.track, "sell", True)
        steps = [Row((track[place],), f"×{area.multiples[place]}") for place in reversed(range(len(track)))]
        return rows + steps

    def outlets(self, area: RetailOutlets) -> list[Row]:
        rows = []
        players = len(self.state.players)
        for bracket in area.brackets:
            found = []
            for space, price in enumerate(area.prices):
                if price not in bracket or not area.is_open(space, players):
                    continue
                seat = self.state.outlets[space]
                pick = f"price {price}" if seat < 0 else f"drop {price}" if seat == self.scene.seat else ""
                if seat < 0 and self.scene.picked.startswith("drop "):
                    pick = f"{self.scene.picked} {price}"
                found.append(self.window(f"outlet-{space + 1}", str(price), seat, self.settled.outlets[space], pick, str(price)))
            rows.append(Row(tuple(found)))
        return rows

    def rows(self, area: object) -> list[Row]:
        """What is in a building."""
        if isinstance(area, ConsultingFirm):
            return self.consulting(area)
        if isinstance(area, AdvertisingAgency):
            return self.agency(area)
        if isinstance(area, MarketingBonus):
            return self.bonus(area) if len(self.state.players) >= area.from_players else []
        if isinstance(area, Warehouse):
            return self.warehouse(area)
        if isinstance(area, StockExchange):
            return self.exchange(area)
        if isinstance(area, EconomicForecast):
            return []
        if isinstance(area, RetailOutlets):
            return self.outlets(area)
        is_factory = isinstance(area, Factory)
        seats, before = (self.state.factory, self.settled.factory) if is_factory else (self.state.sites, self.settled.sites)
        pick = "factory" if is_factory else "construction"
        line = self.line("factory" if is_factory else "site", seats, before, pick, False)
        return [Row(line[start : start + 3]) for start in range(0, len(line), 3)]

    def buildings(self) -> tuple[Building, ...]:
        found = []
        for index, area in enumerate(self.scene.game.ruleset.areas):
            name = names.breakable("area", area.id, self.scene.words)
            prices: tuple[Amount, ...] = ()
            for task in area.tasks:
                prices = self.amounts(getattr(task, "money", 0), getattr(task, "info", 0), getattr(task, "supply", 0))
            note = "" if self.rows(area) or isinstance(area, EconomicForecast) else self.scene.words.gettext("not with two players")
            is_now = self.state.area == index
            found.append(Building(LETTERS[index], area.id, name, is_now, tuple(self.rows(area)), note, prices))
        return tuple(found)


def street_facts(scene: Scene) -> dict[str, object]:
    """What ``board/street.html`` is given."""
    return {"buildings": Street(scene).buildings()}
