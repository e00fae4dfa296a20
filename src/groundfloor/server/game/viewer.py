"""Who looks at a table: a spectator, or a browser that holds one or more of its seats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from groundfloor.numbers import parse_int
from groundfloor.presentation.translations import LANGUAGES
from groundfloor.table.rights import opens_seat
from groundfloor.table.value import ACCOUNT_PREFIX

from ..database.rows import HeldSeats
from ..http.request_context import get_context
from ..http.security import owner_of
from .storage import browsers, games

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.value import SeatValue

    from ..context import AppContext
    from ..database.store import Store


@dataclass(frozen=True)
class BoardSubscription:
    """The boards of a game that all pages with the address ``base`` in a language get whose browsers hold ``own_seats`` by these ``tokens``; ``seat`` is that of the address."""

    game_id: str
    language: str
    base: str
    seat: int | None
    own_seats: tuple[int, ...]
    tokens: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name on a page: language and address, which is secret for a seat."""
        return f"{self.language}:{self.base}"

    @property
    def topic(self) -> str:
        return f"w:{self.name}:{','.join(self.tokens)}"

    def is_valid(self, table: Table) -> bool:
        """Returns whether all these seats are still opened by their tokens: a link may have been renewed, or somebody else may have taken the seat."""
        return all(table.value.seats[seat].token == token for seat, token in zip(self.own_seats, self.tokens, strict=True))


@dataclass(frozen=True)
class Viewer:
    """A viewer of ``table``, whose page has the address ``base``.

    ``seat`` is the seat whose view is shown (None: a spectator's), ``address_seat`` that of the page's address, ``seats`` are those that the page may act for. ``is_host``: this
    browser created the table. ``is_remembered``: this browser is stored as the holder of a seat here. ``seat_url``: for a spectator
    whose browser holds a seat as well, the address of that seat, else "". ``chosen`` is the seat that the address asks to be shown (``?as=``; None: none of the page's own).
    """

    table: Table
    base: str
    seat: int | None = None
    seats: tuple[SeatValue, ...] = ()
    is_host: bool = False
    is_remembered: bool = False
    seat_url: str = ""
    address_seat: int | None = None
    chosen: int | None = None

    @cached_property
    def own_seats(self) -> tuple[int, ...]:
        """The numbers of the seats that the page may act for."""
        return tuple(seat_value.seat for seat_value in self.seats)

    @property
    def is_player(self) -> bool:
        """Whether the viewer holds a seat, even if the page is that of a spectator."""
        return bool(self.seats or self.seat_url)

    def subscription(self, language: str) -> BoardSubscription:
        """Returns which boards a page of this viewer asks for, unless its address names another seat."""
        return BoardSubscription(
            self.table.game_id, language, self.base, self.address_seat, self.own_seats, tuple(each.token for each in self.seats)
        )

    def showing(self, seat: int) -> Viewer:
        """Returns the viewer who looks at another of the page's own seats; this one if it is none of them."""
        return replace(self, seat=seat) if seat in self.own_seats else self

    def after(self, table: Table) -> Viewer | None:
        """Returns this player after an operation at the table, who may be shown another seat then; None if the address no longer leads anywhere."""
        assert self.address_seat is not None
        if self.base != f"/s/{table.value.seats[self.address_seat].token}":
            return None
        seat_values = tuple(seat_value for seat_value in table.value.seats if seat_value.seat in self.own_seats)
        seat = self.chosen if self.chosen is not None else shown_seat(table, self.address_seat, self.own_seats)
        return replace(self, table=table, seat=seat, seats=seat_values, is_remembered=True)

    def topics(self, language: str) -> str:
        game_id, tokens = self.table.game_id, "".join(f"&s={seat_value.token}" for seat_value in self.seats)
        chat = f"&m={game_id}" if self.address_seat is None or self.table.game.is_over else ""
        return f"g={game_id}{tokens}&a={game_id}{chat}&w={self.subscription(language).name}"


async def viewer_of(request: Request, owner_id: str | None = None) -> Viewer:
    """Returns who looks at the table of the address: with what ``owner_id`` holds, by default that of the request ("": with nothing but the address)."""
    context = get_context(request)
    return await context.work.read(get_viewer, context, request, owner_of(request) if owner_id is None else owner_id)


def get_viewer(context: AppContext, request: Request, owner_id: str) -> Viewer:
    """Returns the viewer of a request by its path: ``/g/{game_id}`` is a spectator, ``/s/{token}`` a player; SeatOfAccount if that seat is not theirs."""
    given = request.path_params
    if "token" in given:
        viewer = player(context, given["token"], owner_of(request), owner_id, request.query_params.get("as", ""))
    else:
        viewer = spectator(context, given["game_id"], owner_id)
    context.mark_used(viewer.table.game_id)
    return viewer


def spectator(context: AppContext, game_id: str, owner_id: str = "") -> Viewer:
    table = context.table_service.table(game_id)
    held = browsers.held_seats(context.store, owner_id, game_id) if owner_id else HeldSeats()
    seats = held.seats | {seat for seat, account in table.value.accounts.items() if owner_id == f"{ACCOUNT_PREFIX}{account}"}
    own = shown_seat(table, min(seats), seats) if seats else None
    seat_url = f"/s/{table.value.seats[own].token}" if own is not None else ""
    return Viewer(table=table, base=f"/g/{game_id}", seat=None, seats=(), is_host=held.is_host, is_remembered=bool(held), seat_url=seat_url)


def player(context: AppContext, token: str, owner_id: str, held_by: str = "", wanted: str = "") -> Viewer:
    """Returns the viewer of a seat's address, requested by ``owner_id`` (as in ``browsers``).

    If ``held_by`` ("": nobody) holds several seats of the table, the seat numbered ``wanted`` (from 1) is shown, else the one that is asked.
    """
    table, seat = context.seat_tokens.find(token, owner_id)
    held = browsers.held_seats(context.store, held_by, table.game_id) if held_by else HeldSeats()
    seats = seats_of_page(seat, held.seats)
    number = parse_int(wanted)
    chosen = number - 1 if number is not None and number - 1 in seats else None
    shown = chosen if chosen is not None else shown_seat(table, seat, seats)
    seat_values = tuple(seat_value for seat_value in table.value.seats if seat_value.seat in seats)
    return Viewer(table, f"/s/{token}", shown, seat_values, held.is_host, seat in held.seats, address_seat=seat, chosen=chosen)


def seats_of_page(seat: int, held: frozenset[int]) -> frozenset[int]:
    """Returns the seats of a page: that of its address, and all that the browser holds if that is one of them."""
    return held if seat in held else frozenset({seat})


def shown_seat(table: Table, seat: int | None, own: Collection[int]) -> int | None:
    """Returns the seat whose view a page shows: the one that is asked if it is one of the page's own, else that of its address."""
    asked = table.asked_human_seat
    return asked if asked in own else seat


def subscription_of(store: Store, name: str, owner_id: str) -> BoardSubscription | None:
    """Looks up a subscription of this browser by its name; None if there is none."""
    language, _, base = name.partition(":")
    kind, id = base[:3], base[3:]
    if language not in LANGUAGES:
        return None
    if kind == "/g/":
        return BoardSubscription(id, language, base, None, (), ()) if games.known_addresses(store, [id], [])[0] else None
    address = games.seat_of_token(store, id) if kind == "/s/" else None
    if address is None or not opens_seat(address, owner_id):
        return None
    game_id, seat = address.game_id, address.seat
    tokens = games.tokens(store, game_id)  # first: whoever loses a seat meanwhile is found out by its token
    held = browsers.held_seats(store, owner_id, game_id) if owner_id else HeldSeats()
    own_seats = tuple(sorted(seats_of_page(seat, held.seats)))
    return BoardSubscription(game_id, language, base, seat, own_seats, tuple(tokens.get(each, "") for each in own_seats))
