"""Who looks at a table: a spectator, or a browser with one or more seats of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..store import HOST
from .numbers import whole

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..tables import SeatHolder, Table
    from .house import House


@dataclass(frozen=True)
class Eyes:
    """``seat`` is whose picture is shown (None: a spectator's), ``own`` the seats that this page acts for, ``base`` its address,
    ``way_in`` where a spectator who sits here too would play.
    """

    table: Table
    base: str
    seat: int | None = None
    own: tuple[SeatHolder, ...] = ()
    is_host: bool = False
    is_known: bool = False
    way_in: str = ""

    @property
    def topics(self) -> str:
        """What the page listens to, as the address of its stream."""
        seats = "".join(f"&s={holder.token}" for holder in self.own)
        return f"g={self.table.public}{seats}"


def spectator(house: House, public: str, browser: str = "") -> Eyes:
    """The public link."""
    table = house.host.table(public)
    held = house.store.seats_of_browser(browser, public) if browser else frozenset()
    way_in = next((f"/s/{holder.token}" for holder in table.seat_holders if holder.seat in held), "")
    return Eyes(table, f"/g/{public}", None, (), HOST in held, bool(held), way_in)


def player(house: House, token: str, browser: str = "", wanted: str = "") -> Eyes:
    """A secret link. Where a browser holds several seats of a game, the page is that of who is asked (or of the ``wanted``)."""
    table, seat = house.host.seat(token)
    held = house.store.seats_of_browser(browser, table.public) if browser else frozenset()
    own = {seat} | (held - {HOST} if seat in held else set())
    shown = seat
    number = whole(wanted)
    if number is not None and number - 1 in own:
        shown = number - 1
    elif table.asked in own:
        shown = table.asked if table.asked is not None else seat
    holders = tuple(holder for holder in table.seat_holders if holder.seat in own)
    return Eyes(table, f"/s/{token}", shown, holders, HOST in held, seat in held)


def eyes_of(house: House, request: Request, browser: str) -> Eyes:
    """Whoever looks by this address."""
    given = request.path_params
    if "token" in given:
        eyes = player(house, given["token"], browser, request.query_params.get("as", ""))
    else:
        eyes = spectator(house, given["public"], browser)
    house.note_use(eyes.table.public)
    return eyes
