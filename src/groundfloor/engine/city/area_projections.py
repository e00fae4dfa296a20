"""What will come of markers in the city (``RULES IV``); ``retail_projection.py`` says it of products."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..effects import supply_capacity, supply_space
from ..position_reading import seat_numbers
from ..projection import Projection
from .advertising_agency import AdvertisingAgency, rival_of
from .construction_company import ConstructionCompany
from .consulting_firm import ConsultingFirm
from .stock_exchange import exchange_of

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ProjectionKind
    from ..state import State
    from .stock_exchange import StockExchange


class MarketingProjection(Projection):
    """A marker in the box of a type, if nobody adds another one to any box.

    The seat would advance ``steps`` by this type; ``is_sole`` says that it alone would have the most markers there; else ``rival``
    is another seat with the most, and ``missing`` says how many markers more it takes to be ahead. ``order`` and ``spaces`` are
    everybody's popularity once all types are counted, ``rank`` the seat's place in it, from 1; ``gets_bonus`` says that it may then
    take a marketing bonus. ``undecided`` is the number of markers at desks whose owners still choose.
    """

    __slots__ = ("type", "markers", "steps", "is_sole", "rival", "missing", "order", "spaces", "rank", "gets_bonus", "undecided", "seat")
    kind: ClassVar[ProjectionKind] = "marketing"

    def __init__(self, game: Game, agency: AdvertisingAgency, seat: int, type: int, markers: int, undecided: int) -> None:
        boxes = game._state.marketing_boxes[:]
        box = boxes[type] = boxes[type][:]
        box[seat] += markers
        self.seat = seat
        self.type = agency.types[type].id
        self.markers = markers
        self.steps, self.is_sole = agency.steps_for(box, type, seat)
        self.rival, most = rival_of(box, seat)
        self.missing = 0 if self.is_sole else most - box[seat] + 1
        self.order, self.spaces = agency.landings(game._state, boxes, len(game._ruleset.popularity_levels))
        self.rank = self.order.index(seat) + 1
        self.gets_bonus = seat not in game._ruleset.bonus.seats_without(self.order)
        self.undecided = undecided

    @property
    def space(self) -> int:
        return self.spaces[self.seat]

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "type": self.type,
            "markers": self.markers,
            "steps": self.steps,
            "is_sole": self.is_sole,
            "rival": self.rival + 1 if self.rival >= 0 else None,
            "missing": self.missing,
            "order": seat_numbers(self.order),
            "spaces": self.spaces[:],
            "rank": self.rank,
            "gets_bonus": self.gets_bonus,
            "undecided": self.undecided,
        }


class AgencyProjection(Projection):
    """A marker at a desk of the agency: what each type that its owner may choose in phase IV would bring now (``RULES III.B``)."""

    __slots__ = ("types",)
    kind: ClassVar[ProjectionKind] = "agency"

    def __init__(self, types: list[MarketingProjection]) -> None:
        self.types = types

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "types": [each.as_dict() for each in self.types]}


def project_type(game: Game, seat: int, type: int) -> MarketingProjection:
    """Returns what comes of a marker that leaves its desk for a type, at the question ``marketing_type`` (``RULES IV.B.1``)."""
    agency = game._ruleset.agency
    desks = sum(1 for owner in game._state.agency_desks if owner >= 0) - 1
    return MarketingProjection(game, agency, seat, type, markers_of(game, agency, seat, type), max(desks, 0))


def project_desk(game: Game, seat: int, money: int, info: int) -> AgencyProjection:
    """Returns what each type that the seat can pay after the price of the desk would bring, if it chose now (``RULES III.B``)."""
    agency, desks = game._ruleset.agency, sum(1 for owner in game._state.agency_desks if owner >= 0)
    player = game._state.players[seat]
    payable = [
        type
        for type, kind in enumerate(agency.types)
        if kind.money <= max(player.money - money, 0) and kind.info <= max(player.info - info, 0)
    ]
    return AgencyProjection(
        [MarketingProjection(game, agency, seat, type, markers_of(game, agency, seat, type), desks) for type in payable]
    )


def project_box(game: Game, seat: int, type: int) -> MarketingProjection:
    """Returns what comes of a marker that a room or a tile puts into a box at once (``RULES 6.1``, ``6.3``)."""
    desks = sum(1 for owner in game._state.agency_desks if owner >= 0)
    return MarketingProjection(game, game._ruleset.agency, seat, type, 1, desks)


def markers_of(game: Game, agency: AdvertisingAgency, seat: int, type: int) -> int:
    """Returns the markers that come into a box with one from a desk, as many as the stock has."""
    return 1 + min(agency.types[type].extra_markers, game._state.players[seat].reserve_time)


class ConsultingProjection(Projection):
    """A meeting that is booked in a ``row``, from 1, if no Emergency Meeting moves a marker.

    The booking lets the marker of ``beside`` (a seat, -1: nobody) gain ``info`` in this round. The marker itself slides to the right and
    gains ``info`` in the next round if at least ``bookings`` markers are booked then, else ``consolation``; ``is_last`` says that no round
    follows.
    """

    __slots__ = ("row", "beside", "info", "bookings", "consolation", "is_last")
    kind: ClassVar[ProjectionKind] = "consulting"

    def __init__(self, game: Game, firm: ConsultingFirm, row: int) -> None:
        self.row = row + 1
        self.beside = game._state.consulting_right[row]
        self.info = firm.reward
        self.bookings = row + 1
        self.consolation = firm.consolation
        self.is_last = game._ruleset.ending.is_over(game)

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "row": self.row,
            "beside": self.beside + 1 if self.beside >= 0 else None,
            "info": self.info,
            "bookings": self.bookings,
            "consolation": self.consolation,
            "is_last": self.is_last,
        }


def project_booking(game: Game, row: int) -> ConsultingProjection:
    """Returns what comes of a meeting that is booked in a row, from 0 (``RULES III.A``)."""
    return ConsultingProjection(game, game._ruleset.firm, row)


def missing_bookings(state: State, row: int) -> int:
    """Returns how many more markers must be booked in this round for the meeting in the right window of ``row``, from 0."""
    return max(row + 1 - sum(1 for seat in state.consulting_left if seat >= 0), 0)


ANOTHER, OWN = 0, 1
"""Markers of the tower, for a projection that follows one of them."""


class StockValue:
    """A marker in a round of a known type: ``space`` of the tower from 1, 0 if it is bought out, and the ``money`` that it brings then."""

    __slots__ = ("type", "space", "multiple", "money")

    def __init__(self, exchange: StockExchange, type: int, place: int) -> None:
        is_out = place >= len(exchange.multiples)
        self.type = type
        self.space = 0 if is_out else place + 1
        self.multiple = exchange.buy_out if is_out else exchange.multiples[place]
        self.money = self.multiple * exchange.pay[type]

    def as_dict(self) -> dict[str, object]:
        return {"type": self.type, "space": self.space, "multiple": self.multiple, "money": self.money}


class ExchangeProjection(Projection):
    """A marker at the exchange, if nobody else lists one: ``now`` is this round's value, ``kept`` that of the next round.

    ``kept`` is None if it is bought out before, or if no round of a known type follows.
    """

    __slots__ = ("now", "kept")
    kind: ClassVar[ProjectionKind] = "exchange"

    def __init__(self, now: StockValue, kept: StockValue | None) -> None:
        self.now = now
        self.kept = kept

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "now": self.now.as_dict(), "kept": self.kept.as_dict() if self.kept is not None else None}


def project_listing(game: Game, door: int) -> ExchangeProjection:
    """Returns what comes of a marker at this door, from 0 (``RULES III.F``)."""
    state, exchange = game._state, exchange_of(game)
    type = state.current_forecast
    place = entered_place(exchange, state.exchange_track, state.exchange_queue, door) + exchange.rise[type]
    return projection_at(game, exchange, type, place)


def project_share_sale(game: Game, seat: int, place: int) -> ExchangeProjection:
    """Returns what comes of a marker that stands on this place of the tower, from 0, at the question ``sell`` (``RULES IV.F.4``)."""
    return projection_at(game, exchange_of(game), game._state.current_forecast, place)


def projection_at(game: Game, exchange: StockExchange, type: int, place: int) -> ExchangeProjection:
    """Returns a marker that stands on this place in a round of a type, and what it would be worth in the next one."""
    now = StockValue(exchange, type, place)
    then = game._state.next_forecast
    if not now.space or then < 0 or game._ruleset.ending.is_over(game):
        return ExchangeProjection(now, None)
    return ExchangeProjection(now, StockValue(exchange, then, place + exchange.rise[then]))


def entered_place(exchange: StockExchange, track: list[int], queue: list[int], door: int) -> int:
    """Returns the place on the track of a marker at a door once all markers at the doors have entered, from 0."""
    markers = [ANOTHER if seat >= 0 else -1 for seat in track]
    out = -1
    for number, seat in enumerate(queue):
        if number == door:
            out = exchange.enter(markers, OWN)
        elif seat >= 0:
            out = exchange.enter(markers, ANOTHER)
        if out == OWN:
            return len(markers)
    return markers.index(OWN)


class WarehouseProjection(Projection):
    """A marker at a door, if the seat uses and gains no other supply until then.

    ``kept`` is the supply that it brings, 0 if the storage closet is full by then; ``held`` is what the seat has once all its markers
    at the warehouse are conducted, of at most ``capacity``.
    """

    __slots__ = ("kept", "held", "capacity")
    kind: ClassVar[ProjectionKind] = "warehouse"

    def __init__(self, game: Game, seat: int, door: int) -> None:
        player, markers = game._state.players[seat], game._state.warehouse_markers
        room = supply_space(game, player)
        self.kept = 1 if markers[:door].count(seat) < room else 0
        self.held = player.supply + min(markers.count(seat) + 1, room)
        self.capacity = supply_capacity(game, player)

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "kept": self.kept, "held": self.held, "capacity": self.capacity}


class ConstructionProjection(Projection):
    """A marker on a construction space, if nothing is bought before it.

    The seats in ``before`` choose first. ``money`` and ``info`` are the price of a floor, ``tenant_money`` and ``tenant_info`` that of a tenant improvement;
    ``floors`` and ``tenants`` are the kinds that the seat can then have, if it can pay for them.
    """

    __slots__ = ("before", "money", "info", "tenant_money", "tenant_info", "floors", "tenants")
    kind: ClassVar[ProjectionKind] = "construction"

    def __init__(self, game: Game, construction: ConstructionCompany, seat: int, space: int) -> None:
        player, tiles = game._state.players[seat], game._ruleset.tiles
        available = [tile for tile in tiles if construction.purchase_refusal(game, player, tile.index) is None]
        self.before = [owner for owner in game._state.construction_queue[:space] if owner >= 0]
        floor = next(tile.index for tile in tiles if not tile.is_tenant)
        self.money, self.info = construction.price(game, player, floor)
        self.tenant_money, self.tenant_info = construction.tenant_money, construction.tenant_info
        self.tenants = sum(1 for tile in available if tile.is_tenant)
        self.floors = len(available) - self.tenants

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "before": seat_numbers(self.before),
            "money": self.money,
            "info": self.info,
            "tenant_money": self.tenant_money,
            "tenant_info": self.tenant_info,
            "floors": self.floors,
            "tenants": self.tenants,
        }


def project_door(game: Game, seat: int, door: int) -> WarehouseProjection:
    """Returns what a marker at a door brings, by the index of the door (``RULES IV.D``)."""
    return WarehouseProjection(game, seat, door)


def project_space(game: Game, seat: int, space: int) -> ConstructionProjection:
    """Returns what a marker on a construction space brings, by the index of the space (``RULES IV.I``)."""
    return ConstructionProjection(game, game._ruleset.construction, seat, space)
