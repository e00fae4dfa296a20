"""What lies on the table: ints and lists only, nothing hidden (what nobody knows has not been drawn yet)."""

from __future__ import annotations

from .errors import BadPosition

SETUP, INCOME, HIRE, SCHEDULE, CONDUCT, REORGANIZE, OVER = range(7)
"""Values of ``State.phase``."""

type_names = ("depression", "recession", "stable", "boom")
DEPRESSION, RECESSION, STABLE, BOOM = range(4)

ROOMS = 6
PLACES = 8
"""Places for tenants: 0 to 5 the ground-floor rooms, 6 and 7 those of an Empty Floor."""

Plain = dict[str, object]


class Deck:
    """An Automa's cards. A card is ``kind * 4 + design``; design 0 is one that nobody has seen yet."""

    __slots__ = ("pile", "discard", "revealed", "hired")

    def __init__(self, other: Deck | None = None) -> None:
        self.pile: list[int] = other.pile[:] if other is not None else []
        self.discard: list[int] = other.discard[:] if other is not None else []
        self.revealed: list[int] = other.revealed[:] if other is not None else []
        self.hired: int = other.hired if other is not None else 0

    def copy(self) -> Deck:
        return Deck(self)


class Player:
    """One company and what its owner holds. ``time`` is available, ``aside`` can't be used any more this round."""

    __slots__ = (
        "money",
        "info",
        "supply",
        "time",
        "stock",
        "aside",
        "ceo",
        "trained",
        "untrained",
        "specialty",
        "remodeled",
        "rooms",
        "floors",
        "uses",
        "tenants",
        "under",
        "places",
        "deck",
        "plus_money",
        "plus_info",
        "plus_time",
        "off_money",
        "off_info",
        "premium",
        "niche",
        "steady",
    )

    def __init__(self, other: Player | None = None) -> None:
        if other is None:
            self.money = 0
            self.info = 0
            self.supply = 0
            self.time = 0
            self.stock = 0
            self.aside = 0
            self.ceo = 1
            self.trained = 0
            self.untrained = 0
            self.specialty = -1
            self.remodeled = [0] * ROOMS
            self.rooms = [0] * ROOMS
            self.floors: list[int] = []
            self.uses: list[int] = []
            self.tenants: list[int] = []
            self.under: list[int] = []
            self.places = [-1] * PLACES
            self.deck: Deck | None = None
            # What tenants, floors and the specialty add; derived from them (company/perks.py).
            self.plus_money = 0
            self.plus_info = 0
            self.plus_time = 0
            self.off_money = 0
            self.off_info = 0
            self.premium = 0
            self.niche = 0
            self.steady = 0
            return
        self.money = other.money
        self.info = other.info
        self.supply = other.supply
        self.time = other.time
        self.stock = other.stock
        self.aside = other.aside
        self.ceo = other.ceo
        self.trained = other.trained
        self.untrained = other.untrained
        self.specialty = other.specialty
        self.remodeled = other.remodeled[:]
        self.rooms = other.rooms[:]
        self.floors = other.floors[:]
        self.uses = other.uses[:]
        self.tenants = other.tenants[:]
        self.under = other.under[:]
        self.places = other.places[:]
        self.deck = other.deck.copy() if other.deck is not None else None
        self.plus_money = other.plus_money
        self.plus_info = other.plus_info
        self.plus_time = other.plus_time
        self.off_money = other.off_money
        self.off_info = other.off_info
        self.premium = other.premium
        self.niche = other.niche
        self.steady = other.steady

    def owns(self, tile: int) -> bool:
        """Has this improvement, covered or not."""
        return tile in self.floors or tile in self.tenants

    def copy(self) -> Player:
        return Player(self)


class State:
    """The table. Seats are 0, 1, …; -1 stands for nobody or nothing. ``ARCHITECTURE.md`` 2 lists the fields."""

    __slots__ = (
        "round",
        "phase",
        "area",
        "players",
        "order",
        "popularity",
        "market",
        "left",
        "right",
        "desks",
        "boxes",
        "bonuses",
        "doors",
        "cubes",
        "factory",
        "listings",
        "track",
        "outlets",
        "sites",
        "turned",
        "current",
        "next",
        "deck",
        "preset",
        "sale",
        "offices",
        "seen",
        "era",
        "event",
    )

    def __init__(self, other: State | None = None) -> None:
        if other is None:
            self.round = 0
            self.phase = SETUP
            self.area = -1
            self.players: list[Player] = []
            self.order: list[int] = []
            self.popularity: list[int] = []
            self.market = 1
            self.left: list[int] = []
            self.right: list[int] = []
            self.desks: list[int] = []
            self.boxes: list[list[int]] = []
            self.bonuses: list[int] = []
            self.doors: list[int] = []
            self.cubes: list[int] = []
            self.factory: list[int] = []
            self.listings: list[int] = []
            self.track: list[int] = []
            self.outlets: list[int] = []
            self.sites: list[int] = []
            self.turned: list[int] = []
            self.current = -1
            self.next = -1
            self.deck = [0, 0, 0, 0]
            self.preset: list[int] = []
            self.sale: list[int] = []
            self.offices = 0
            self.seen: list[int] = []
            self.era = -1
            self.event = -1
            return
        self.round = other.round
        self.phase = other.phase
        self.area = other.area
        self.players = [p.copy() for p in other.players]
        self.order = other.order[:]
        self.popularity = other.popularity[:]
        self.market = other.market
        self.left = other.left[:]
        self.right = other.right[:]
        self.desks = other.desks[:]
        self.boxes = [box[:] for box in other.boxes]
        self.bonuses = other.bonuses[:]
        self.doors = other.doors[:]
        self.cubes = other.cubes[:]
        self.factory = other.factory[:]
        self.listings = other.listings[:]
        self.track = other.track[:]
        self.outlets = other.outlets[:]
        self.sites = other.sites[:]
        self.turned = other.turned[:]
        self.current = other.current
        self.next = other.next
        self.deck = other.deck[:]
        self.preset = other.preset[:]
        self.sale = other.sale[:]
        self.offices = other.offices
        self.seen = other.seen[:]
        self.era = other.era
        self.event = other.event

    @property
    def front(self) -> int:
        """The design of the current card if it is face up, else -1."""
        return self.turned[-1] if len(self.turned) == self.round and self.turned else -1

    def copy(self) -> State:
        return State(self)


def read_int(data: Plain, key: str) -> int:
    """``data[key]`` as an int; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(f"The position's {key!r} must be a whole number, not {value!r}.")
    return value


def read_ints(data: Plain, key: str) -> list[int]:
    """``data[key]`` as a list of ints; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(v, int) and not isinstance(v, bool) for v in value):
        raise BadPosition(f"The position's {key!r} must be a list of whole numbers, not {value!r}.")
    return list(value)
