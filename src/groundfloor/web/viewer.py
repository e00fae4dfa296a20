"""Who looks at a table: a spectator, or a browser that holds one or more of its seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..store import HOST
from .numbers import parse_int

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..tables import SeatHolder, Table
    from .context import AppContext


@dataclass(frozen=True)
class Viewer:
    """A viewer of ``table``, whose page has the address ``base``.

    ``seat`` is the seat whose view is shown (None: a spectator's), ``seats`` are those that the page may act for. ``is_host``: this
    browser created the table. ``is_remembered``: the store has it that this browser holds a seat here. ``seat_url``: for a spectator
    whose browser holds a seat as well, the address of that seat, else "".
    """

    table: Table
    base: str
    seat: int | None = None
    seats: tuple[SeatHolder, ...] = ()
    is_host: bool = False
    is_remembered: bool = False
    seat_url: str = ""

    @property
    def topics(self) -> str:
        """The query string of the page's event stream."""
        tokens = "".join(f"&s={holder.token}" for holder in self.seats)
        return f"g={self.table.public}{tokens}"


def get_viewer(context: AppContext, request: Request, browser: str) -> Viewer:
    """Returns the viewer of a request by its path: ``/g/{public}`` is a spectator, ``/s/{token}`` a player."""
    given = request.path_params
    if "token" in given:
        viewer = player(context, given["token"], browser, request.query_params.get("as", ""))
    else:
        viewer = spectator(context, given["public"], browser)
    context.mark_used(viewer.table.public)
    return viewer


def spectator(context: AppContext, public: str, browser: str = "") -> Viewer:
    """Returns the viewer of a public link."""
    table = context.host.table(public)
    held = context.store.seats_of_browser(browser, public) if browser else frozenset()
    seat_url = next((f"/s/{holder.token}" for holder in table.seat_holders if holder.seat in held), "")
    return Viewer(table, f"/g/{public}", None, (), HOST in held, bool(held), seat_url)


def player(context: AppContext, token: str, browser: str = "", wanted: str = "") -> Viewer:
    """Returns the viewer of a seat's secret link.

    If the browser holds several seats of the table, the seat numbered ``wanted`` (from 1) is shown, else the one that is asked.
    """
    table, seat = context.host.seat(token)
    held = context.store.seats_of_browser(browser, table.public) if browser else frozenset()
    seats = {seat} | (held - {HOST} if seat in held else set())
    shown = seat
    number = parse_int(wanted)
    if number is not None and number - 1 in seats:
        shown = number - 1
    elif table.asked in seats:
        shown = table.asked if table.asked is not None else seat
    holders = tuple(holder for holder in table.seat_holders if holder.seat in seats)
    return Viewer(table, f"/s/{token}", shown, holders, HOST in held, seat in held)
