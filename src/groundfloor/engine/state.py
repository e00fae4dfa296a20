"""The state of a game: what lies on the table, as ints and lists. Nothing in it is secret: unknown cards have not been drawn yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .freezing import reduced

if TYPE_CHECKING:
    from .kinds import ForecastType

SETUP, INCOME, HIRE, SCHEDULE, CONDUCT, REORGANIZE, OVER = range(7)
"""Values of ``State.phase``."""

FORECAST_TYPES: tuple[ForecastType, ...] = ("depression", "recession", "stable", "boom")
DEPRESSION, RECESSION, STABLE, BOOM = range(4)

ROOMS = 6
PLACES = 8
"""Places for tenants: 0 to 5 the ground-floor rooms, 6 and 7 those of an Empty Floor."""


CARD_DESIGNS = 4
"""Designs of an Automa card, with 0 for one that nobody has seen yet."""


def card_code(kind: int, design: int) -> int:
    """Returns the number of an Automa card in the state, its index in ``Ruleset.automa_deck``."""
    return kind * CARD_DESIGNS + design


def card_kind(code: int) -> int:
    return code // CARD_DESIGNS


def card_design(code: int) -> int:
    """Returns the design of a card, 0 if it is unseen or if its kind has one design."""
    return code % CARD_DESIGNS


class Deck:
    """An Automa's cards, each by its code (``card_code``)."""

    __slots__ = ("pile", "discard", "revealed", "hired")

    def __init__(self, other: Deck | None = None) -> None:
        self.pile: list[int] = other.pile[:] if other is not None else []
        self.discard: list[int] = other.discard[:] if other is not None else []
        self.revealed: list[int] = other.revealed[:] if other is not None else []
        self.hired: int = other.hired if other is not None else 0

    def copy(self) -> Deck:
        return Deck(self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


class Player:
    """A player: the company, and what belongs to its owner.

    ``time`` are the available time markers, ``reserve_time`` those in the stock, ``spent_time`` those set aside until phase V.
    ``employee_count`` is the number of employees with the CEO, and so the CEO's space on the income track. ``room_markers`` lie on the six rooms,
    ``floor_uses`` run beside ``floors``, ``tenant_places`` beside ``tenants``; ``visible_tenants`` is the tile on top of each place.
    """

    __slots__ = (
        "money",
        "info",
        "supply",
        "time",
        "reserve_time",
        "spent_time",
        "employee_count",
        "trained",
        "untrained",
        "specialty",
        "remodeled",
        "room_markers",
        "floors",
        "floor_uses",
        "tenants",
        "tenant_places",
        "visible_tenants",
        "deck",
        "income_bonus_money",
        "income_bonus_info",
        "income_bonus_time",
        "hire_discount_money",
        "hire_discount_info",
        "sale_premium",
        "keeps_unsold",
        "keeps_popularity",
    )

    def __init__(self, other: Player | None = None) -> None:
        if other is None:
            self.money = 0
            self.info = 0
            self.supply = 0
            self.time = 0
            self.reserve_time = 0
            self.spent_time = 0
            self.employee_count = 1
            self.trained = 0
            self.untrained = 0
            self.specialty = -1
            self.remodeled = [0] * ROOMS
            self.room_markers = [0] * ROOMS
            self.floors: list[int] = []
            self.floor_uses: list[int] = []
            self.tenants: list[int] = []
            self.tenant_places: list[int] = []
            self.visible_tenants = [-1] * PLACES
            self.deck: Deck | None = None
            # What tenants, floors and the specialty add; derived from them (update_bonuses).
            self.income_bonus_money = 0
            self.income_bonus_info = 0
            self.income_bonus_time = 0
            self.hire_discount_money = 0
            self.hire_discount_info = 0
            self.sale_premium = 0
            self.keeps_unsold = 0
            self.keeps_popularity = 0
            return
        self.money = other.money
        self.info = other.info
        self.supply = other.supply
        self.time = other.time
        self.reserve_time = other.reserve_time
        self.spent_time = other.spent_time
        self.employee_count = other.employee_count
        self.trained = other.trained
        self.untrained = other.untrained
        self.specialty = other.specialty
        self.remodeled = other.remodeled[:]
        self.room_markers = other.room_markers[:]
        self.floors = other.floors[:]
        self.floor_uses = other.floor_uses[:]
        self.tenants = other.tenants[:]
        self.tenant_places = other.tenant_places[:]
        self.visible_tenants = other.visible_tenants[:]
        self.deck = other.deck.copy() if other.deck is not None else None
        self.income_bonus_money = other.income_bonus_money
        self.income_bonus_info = other.income_bonus_info
        self.income_bonus_time = other.income_bonus_time
        self.hire_discount_money = other.hire_discount_money
        self.hire_discount_info = other.hire_discount_info
        self.sale_premium = other.sale_premium
        self.keeps_unsold = other.keeps_unsold
        self.keeps_popularity = other.keeps_popularity

    def owns(self, tile: int) -> bool:
        """Returns True if the player owns this improvement, covered or not."""
        return tile in self.floors or tile in self.tenants

    def copy(self) -> Player:
        return Player(self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


class State:
    """The table. Seats are 0, 1, …; -1 stands for nobody or nothing. ``docs/position.md`` describes the fields."""

    __slots__ = (
        "round",
        "phase",
        "area",
        "players",
        "popularity_order",
        "popularity",
        "job_market",
        "consulting_left",
        "consulting_right",
        "agency_desks",
        "marketing_boxes",
        "bonus_takers",
        "warehouse_markers",
        "warehouse_supply",
        "factory_queue",
        "exchange_queue",
        "exchange_track",
        "retail_products",
        "construction_queue",
        "revealed_forecasts",
        "current_forecast",
        "next_forecast",
        "forecast_deck",
        "preset_deck",
        "copies_left",
        "office_cards_left",
        "seen_cards",
        "era",
        "event",
    )

    def __init__(self, other: State | None = None) -> None:
        if other is None:
            self.round = 0
            self.phase = SETUP
            self.area = -1
            self.players: list[Player] = []
            self.popularity_order: list[int] = []
            self.popularity: list[int] = []
            self.job_market = 1
            self.consulting_left: list[int] = []
            self.consulting_right: list[int] = []
            self.agency_desks: list[int] = []
            self.marketing_boxes: list[list[int]] = []
            self.bonus_takers: list[int] = []
            self.warehouse_markers: list[int] = []
            self.warehouse_supply: list[int] = []
            self.factory_queue: list[int] = []
            self.exchange_queue: list[int] = []
            self.exchange_track: list[int] = []
            self.retail_products: list[int] = []
            self.construction_queue: list[int] = []
            self.revealed_forecasts: list[int] = []
            self.current_forecast = -1
            self.next_forecast = -1
            self.forecast_deck = [0, 0, 0, 0]
            self.preset_deck: list[int] = []
            self.copies_left: list[int] = []
            self.office_cards_left = 0
            self.seen_cards: list[int] = []
            self.era = -1
            self.event = -1
            return
        self.round = other.round
        self.phase = other.phase
        self.area = other.area
        self.players = [p.copy() for p in other.players]
        self.popularity_order = other.popularity_order[:]
        self.popularity = other.popularity[:]
        self.job_market = other.job_market
        self.consulting_left = other.consulting_left[:]
        self.consulting_right = other.consulting_right[:]
        self.agency_desks = other.agency_desks[:]
        self.marketing_boxes = [box[:] for box in other.marketing_boxes]
        self.bonus_takers = other.bonus_takers[:]
        self.warehouse_markers = other.warehouse_markers[:]
        self.warehouse_supply = other.warehouse_supply[:]
        self.factory_queue = other.factory_queue[:]
        self.exchange_queue = other.exchange_queue[:]
        self.exchange_track = other.exchange_track[:]
        self.retail_products = other.retail_products[:]
        self.construction_queue = other.construction_queue[:]
        self.revealed_forecasts = other.revealed_forecasts[:]
        self.current_forecast = other.current_forecast
        self.next_forecast = other.next_forecast
        self.forecast_deck = other.forecast_deck[:]
        self.preset_deck = other.preset_deck[:]
        self.copies_left = other.copies_left[:]
        self.office_cards_left = other.office_cards_left
        self.seen_cards = other.seen_cards[:]
        self.era = other.era
        self.event = other.event

    def booked_spaces(self) -> tuple[list[int], ...]:
        """Returns the spaces of the city where tasks of phase III place markers; phase IV clears them."""
        return (
            self.consulting_left,
            self.agency_desks,
            self.warehouse_markers,
            self.factory_queue,
            self.exchange_queue,
            self.construction_queue,
        )

    @property
    def revealed_design(self) -> int:
        """The design of the current card if it is face up, else -1."""
        return self.revealed_forecasts[-1] if len(self.revealed_forecasts) == self.round and self.revealed_forecasts else -1

    def copy(self) -> State:
        return State(self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)
