"""The state of a game: what lies on the table, as ints and lists. Nothing in it is secret: unknown cards have not been drawn yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .fields import ById, Field, Id, IdSet, ListOf, Number, Part, PerSeat, Row, SeatNumber, names_of
from .freezing import reduce_by_fields
from .snapshot import DeckSnapshot, PlayerSnapshot, StateSnapshot
from .value_objects import repr_of

if TYPE_CHECKING:
    from .kinds import ForecastType
    from .ruleset import Ruleset

SETUP, INCOME, HIRE, SCHEDULE, CONDUCT, REORGANIZE, OVER = range(7)
"""Values of ``State.phase``."""
PHASE_NAMES = ("setup", "income", "hire", "schedule", "conduct", "reorganize", "over")

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


DECK_FIELDS = (
    Field("pile", ListOf(Id("Automa card")), "the cards not drawn yet, sorted: their order is not decided"),
    Field("discard", ListOf(Id("Automa card")), "the cards of earlier turns"),
    Field("revealed", ListOf(Id("Automa card")), "the cards of this turn"),
    Field("hired", Number(0, 1), "1 if it has hired"),
)


class Deck:
    """An Automa's cards, each by its code (``card_code``)."""

    __slots__ = names_of(DECK_FIELDS)

    def __init__(self, other: Deck | None = None) -> None:
        # Written by python -m tests.support position_fields.
        if other is None:
            self.pile: list[int] = []
            self.discard: list[int] = []
            self.revealed: list[int] = []
            self.hired: int = 0
            return
        self.pile = other.pile[:]
        self.discard = other.discard[:]
        self.revealed = other.revealed[:]
        self.hired = other.hired

    def key(self) -> tuple[object, ...]:
        """Returns all fields as ints and tuples."""
        # Written by python -m tests.support position_fields.
        return (
            tuple(self.pile),
            tuple(self.discard),
            tuple(self.revealed),
            self.hired,
        )

    def snapshot(self) -> DeckSnapshot:
        """Returns all fields as they are now, to be read only."""
        # Written by python -m tests.support position_fields.
        return DeckSnapshot(
            tuple(self.pile),
            tuple(self.discard),
            tuple(self.revealed),
            self.hired,
        )

    def copy(self) -> Deck:
        return Deck(self)

    def __copy__(self) -> Deck:
        return Deck(self)

    def __repr__(self) -> str:
        return repr_of(self, **{name: getattr(self, name) for name in names_of(DECK_FIELDS)})

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_by_fields(self)


def most_markers(rules: Ruleset) -> int:
    return rules.markers_per_player


MARKERS = Number(0, limit=most_markers)
"""A number of one seat's time markers."""
SPACES = Row(SeatNumber(is_optional=True))
"""The owners of the markers on the spaces of an area."""

PLAYER_FIELDS = (
    Field("money", Number(0, 1_000_000), "its money; 0 for an Automa"),
    Field("info", Number(0, 1_000_000), "its info; 0 for an Automa"),
    Field("supply", Number(0), "its supply; 0 for an Automa"),
    Field("time", MARKERS, "available time markers"),
    Field("reserve_time", MARKERS, "time markers in the stock"),
    Field("spent_time", MARKERS, "time markers set aside until phase V, those on tenant improvements and at an Automa's own board too"),
    Field("employee_count", Number(1), "the number of employees with the CEO, and so the CEO's space on the income track"),
    Field("trained", Number(0), "trained employees without the CEO"),
    Field("untrained", Number(0), "untrained employees"),
    Field("specialty", Id("specialty", is_optional=True), '`""` before it is drawn'),
    Field("remodeled", IdSet("room", ROOMS), "the remodeled rooms, in the ruleset's order"),
    Field("room_markers", ById("room", Number(1, limit=most_markers), 0, ROOMS), "time markers by room"),
    Field("floors", ListOf(Id("improvement"), is_unique=True), "floor improvements from the bottom"),
    Field("floor_uses", ListOf(Number(0)), "how often each of `floors` was used this round"),
    Field("tenants", ListOf(Id("improvement"), is_unique=True), "tenant improvements in the order they came"),
    Field("tenant_places", ListOf(Id("place", is_optional=True)), 'the place that each of `tenants` was put on; `""`: an Automa\'s'),
    Field(
        "visible_tenants",
        ById("place", Id("improvement"), -1, PLACES),
        "the tile on top by place: the six rooms, `empty_floor_1` and `empty_floor_2`",
    ),
    Field("deck", Part("deck", DECK_FIELDS, Deck, is_optional=True), "an Automa's cards, null for a human"),
)
BONUSES = (
    "income_bonus_money",
    "income_bonus_info",
    "income_bonus_time",
    "hire_discount_money",
    "hire_discount_info",
    "sale_premium",
    "keeps_unsold",
    "keeps_popularity",
)
"""What tenants, floors and the specialty add up to (``update_bonuses``); no position has it."""


class Player:
    """A player: the company, and what belongs to its owner. ``PLAYER_FIELDS`` says what the fields are."""

    __slots__ = names_of(PLAYER_FIELDS) + BONUSES

    def __init__(self, other: Player | None = None) -> None:
        # Written by python -m tests.support position_fields.
        if other is None:
            self.money: int = 0
            self.info: int = 0
            self.supply: int = 0
            self.time: int = 0
            self.reserve_time: int = 0
            self.spent_time: int = 0
            self.employee_count: int = 1
            self.trained: int = 0
            self.untrained: int = 0
            self.specialty: int = -1
            self.remodeled: list[int] = [0] * 6
            self.room_markers: list[int] = [0] * 6
            self.floors: list[int] = []
            self.floor_uses: list[int] = []
            self.tenants: list[int] = []
            self.tenant_places: list[int] = []
            self.visible_tenants: list[int] = [-1] * 8
            self.deck: Deck | None = None
            self.income_bonus_money: int = 0
            self.income_bonus_info: int = 0
            self.income_bonus_time: int = 0
            self.hire_discount_money: int = 0
            self.hire_discount_info: int = 0
            self.sale_premium: int = 0
            self.keeps_unsold: int = 0
            self.keeps_popularity: int = 0
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

    def key(self) -> tuple[object, ...]:
        """Returns all fields as ints and tuples."""
        # Written by python -m tests.support position_fields.
        return (
            self.money,
            self.info,
            self.supply,
            self.time,
            self.reserve_time,
            self.spent_time,
            self.employee_count,
            self.trained,
            self.untrained,
            self.specialty,
            tuple(self.remodeled),
            tuple(self.room_markers),
            tuple(self.floors),
            tuple(self.floor_uses),
            tuple(self.tenants),
            tuple(self.tenant_places),
            tuple(self.visible_tenants),
            self.deck.key() if self.deck is not None else None,
        )

    def snapshot(self) -> PlayerSnapshot:
        """Returns all fields as they are now, to be read only."""
        # Written by python -m tests.support position_fields.
        return PlayerSnapshot(
            self.money,
            self.info,
            self.supply,
            self.time,
            self.reserve_time,
            self.spent_time,
            self.employee_count,
            self.trained,
            self.untrained,
            self.specialty,
            tuple(self.remodeled),
            tuple(self.room_markers),
            tuple(self.floors),
            tuple(self.floor_uses),
            tuple(self.tenants),
            tuple(self.tenant_places),
            tuple(self.visible_tenants),
            self.deck.snapshot() if self.deck is not None else None,
            self.income_bonus_money,
            self.income_bonus_info,
            self.income_bonus_time,
            self.hire_discount_money,
            self.hire_discount_info,
            self.sale_premium,
            self.keeps_unsold,
            self.keeps_popularity,
        )

    def copy(self) -> Player:
        return Player(self)

    def __copy__(self) -> Player:
        return Player(self)

    def __repr__(self) -> str:
        return repr_of(self, **{name: getattr(self, name) for name in names_of(PLAYER_FIELDS)})

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_by_fields(self)


STATE_FIELDS = (
    Field("round", Number(0, limit=lambda rules: len(rules.stage_by_round)), "from 1; 0 in set-up"),
    Field("phase", Number(SETUP, OVER), "0 set-up, 1 income, 2 hire, 3 schedule, 4 conduct, 5 reorganize, 6 over"),
    Field("area", Id("area", is_optional=True), 'the area that is being conducted; `""` outside phase 4'),
    Field("players", PerSeat(Part("player", PLAYER_FIELDS, Player)), "the companies by seat, see below"),
    Field("popularity_order", PerSeat(SeatNumber(), is_unique=True), "the seats, most popular first"),
    Field("popularity", PerSeat(Number(1, limit=lambda rules: len(rules.popularity_levels))), "the space of each seat, from 1"),
    Field("job_market", Number(1, limit=lambda rules: len(rules.job_market_prices)), "the job market's space, from 1"),
    Field("consulting_left", SPACES, "consulting firm: the owner of the marker in each row of the left column, from the top"),
    Field("consulting_right", SPACES, "consulting firm: the same for the right column"),
    Field("agency_desks", SPACES, "advertising agency: the owners in the left column, from the top"),
    Field(
        "marketing_boxes",
        ById("marketing type", PerSeat(MARKERS)),
        "advertising agency: by marketing type the number of markers of each seat",
    ),
    Field(
        "bonus_takers",
        ById("bonus", SeatNumber(), -1),
        "marketing bonus: the seats that have taken one, by bonus (`remodel`, `supply`, `money`, `info`, `temp`)",
    ),
    Field("warehouse_markers", SPACES, "warehouse, from the cheapest door: the owner of the marker"),
    Field("warehouse_supply", Row(Number(0, 1)), "warehouse: 1 if a supply is at the door"),
    Field("factory_queue", SPACES, "factory: the owners on its spaces, in numerical order"),
    Field("exchange_queue", SPACES, "stock exchange: the owners on the scheduling spaces"),
    Field("exchange_track", SPACES, "stock exchange: the owners on the track, from the bottom"),
    Field("retail_products", SPACES, "retail outlets: the owner of the product on each space, from the most expensive"),
    Field("construction_queue", SPACES, "construction company: the owners on the spaces in use, in numerical order"),
    Field("revealed_forecasts", ListOf(Id("forecast card")), "the forecast cards turned up, one a round"),
    Field(
        "current_forecast",
        Id("forecast type", is_optional=True),
        'the type of the current forecast card; `""` before it is known',
    ),
    Field(
        "next_forecast",
        Id("forecast type", is_optional=True),
        'the type of the card on top of the deck; `""` before it is known, or if there is none',
    ),
    Field("forecast_deck", ById("forecast type", Number(0), size=len(FORECAST_TYPES)), "cards of each type below that, by type"),
    Field("preset_deck", ListOf(Id("forecast type")), "with the preset deck the types of those cards from the top, else empty"),
    Field("copies_left", ById("improvement", Number(1), 0), "copies left by tile"),
    Field("office_cards_left", Number(0), "Automa-office cards left in the common supply"),
    Field(
        "seen_cards",
        ById("Automa card", Number(1), 0),
        "how often each Automa card has been seen in any deck, by card: `factory_2` is the second design of `factory`",
    ),
    Field("era", Id("era", is_optional=True), 'the era in force; `""` for none, or before one is drawn'),
    Field("event", Id("event", is_optional=True), 'the event in force; `""` for none, or before one is drawn'),
)


class State:
    """The table. Seats are 0, 1, …; -1 stands for nobody or nothing. ``STATE_FIELDS`` says what the fields are."""

    __slots__ = names_of(STATE_FIELDS)

    def __init__(self, other: State | None = None) -> None:
        # Written by python -m tests.support position_fields.
        if other is None:
            self.round: int = 0
            self.phase: int = 0
            self.area: int = -1
            self.players: list[Player] = []
            self.popularity_order: list[int] = []
            self.popularity: list[int] = []
            self.job_market: int = 1
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
            self.current_forecast: int = -1
            self.next_forecast: int = -1
            self.forecast_deck: list[int] = [0] * 4
            self.preset_deck: list[int] = []
            self.copies_left: list[int] = []
            self.office_cards_left: int = 0
            self.seen_cards: list[int] = []
            self.era: int = -1
            self.event: int = -1
            return
        self.round = other.round
        self.phase = other.phase
        self.area = other.area
        self.players = [part.copy() for part in other.players]
        self.popularity_order = other.popularity_order[:]
        self.popularity = other.popularity[:]
        self.job_market = other.job_market
        self.consulting_left = other.consulting_left[:]
        self.consulting_right = other.consulting_right[:]
        self.agency_desks = other.agency_desks[:]
        self.marketing_boxes = [part[:] for part in other.marketing_boxes]
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

    def key(self) -> tuple[object, ...]:
        """Returns all fields as ints and tuples."""
        # Written by python -m tests.support position_fields.
        return (
            self.round,
            self.phase,
            self.area,
            tuple([part.key() for part in self.players]),
            tuple(self.popularity_order),
            tuple(self.popularity),
            self.job_market,
            tuple(self.consulting_left),
            tuple(self.consulting_right),
            tuple(self.agency_desks),
            tuple([tuple(part) for part in self.marketing_boxes]),
            tuple(self.bonus_takers),
            tuple(self.warehouse_markers),
            tuple(self.warehouse_supply),
            tuple(self.factory_queue),
            tuple(self.exchange_queue),
            tuple(self.exchange_track),
            tuple(self.retail_products),
            tuple(self.construction_queue),
            tuple(self.revealed_forecasts),
            self.current_forecast,
            self.next_forecast,
            tuple(self.forecast_deck),
            tuple(self.preset_deck),
            tuple(self.copies_left),
            self.office_cards_left,
            tuple(self.seen_cards),
            self.era,
            self.event,
        )

    def snapshot(self) -> StateSnapshot:
        """Returns all fields as they are now, to be read only."""
        # Written by python -m tests.support position_fields.
        return StateSnapshot(
            self.round,
            self.phase,
            self.area,
            tuple([part.snapshot() for part in self.players]),
            tuple(self.popularity_order),
            tuple(self.popularity),
            self.job_market,
            tuple(self.consulting_left),
            tuple(self.consulting_right),
            tuple(self.agency_desks),
            tuple([tuple(part) for part in self.marketing_boxes]),
            tuple(self.bonus_takers),
            tuple(self.warehouse_markers),
            tuple(self.warehouse_supply),
            tuple(self.factory_queue),
            tuple(self.exchange_queue),
            tuple(self.exchange_track),
            tuple(self.retail_products),
            tuple(self.construction_queue),
            tuple(self.revealed_forecasts),
            self.current_forecast,
            self.next_forecast,
            tuple(self.forecast_deck),
            tuple(self.preset_deck),
            tuple(self.copies_left),
            self.office_cards_left,
            tuple(self.seen_cards),
            self.era,
            self.event,
        )

    def copy(self) -> State:
        return State(self)

    def __copy__(self) -> State:
        return State(self)

    def __repr__(self) -> str:
        return repr_of(self, **{name: getattr(self, name) for name in names_of(STATE_FIELDS)})

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_by_fields(self)
