"""The links of a table: who they are for, who has come, and whether others can follow them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup

from groundfloor.presentation.playing_times import local_time_text, plays_text
from groundfloor.table.proposals import offered_by
from groundfloor.table.rights import CHANGE_PLAYER, RENEW_LINK, SEE_LINK

from ...http.addresses import LOOPBACK, host_of, parse_ip
from ..person_marks import seat_marks
from ..playing_times import playing_people, playing_times
from ..results.finished_games import people_with_page
from ..situations import at_seat
from ..storage import browsers

if TYPE_CHECKING:
    from groundfloor.table.hours import Availability
    from groundfloor.table.rights import Situation
    from groundfloor.table.value import PersonMark, SeatValue

    from ...context import AppContext
    from ...http.rendering import RequestLocale
    from ..viewer import Viewer

Arrival = Literal["automa", "here", "came", "missing"]
"""Nobody can come; a page of the seat is open now; its player has been there; nobody has opened the link yet."""
Reach = Literal["computer", "network", ""]
"""Who can follow a link: only this computer, devices in its network, or everybody as far as the server knows."""
QUIET_ZONE = 4
"""Modules of white around a QR code, which readers need."""


@dataclass(frozen=True)
class SeatLink:
    """A seat with its link ("": not for this viewer). ``is_own``: this browser plays for it.

    ``player_change``: the viewer may say whether a bot plays it. ``mark`` says whether a guest, a bot with an account or an administrator holds it. ``has_page``: an account of this name
    holds it, which has a page. ``is_renewable``: the viewer may give it a new link; ``has_account``: it belongs to an account, and nobody else opens it.
    ``plays``: at a table with clocks over days, when its player plays and what time it is there ("": they have not said so).
    """

    seat_value: SeatValue
    arrival: Arrival
    link: str = ""
    is_own: bool = False
    player_change: bool = False
    mark: PersonMark = ""
    has_page: bool = False
    is_renewable: bool = False
    has_account: bool = False
    plays: str = ""


def seat_links(context: AppContext, viewer: Viewer, origin: str, locale: RequestLocale) -> list[SeatLink]:
    """Returns the seats of a table, with the links that the viewer may pass on: all for the host of a table of links, their own for others.

    Somebody who has proposed to give a seat to another person has the link by which that person takes it, until it is taken.
    """
    own = viewer.own_seats
    offered = offered_by(viewer.table, own)
    marks = seat_marks(context, viewer.table)
    held = browsers.owners_of(context.store, viewer.table.game_id)
    keys = people_with_page(context, [(key, viewer.table.value.seats[seat].name) for key, seats in held.items() for seat in seats])
    with_page = {seat for key, seats in held.items() for seat in seats if (key, viewer.table.value.seats[seat].name) in keys}
    arrived = browsers.arrived_seats(context.store, viewer.table.game_id)
    times, now = playing_people(context.store, viewer.table), context.table_service.now()
    return [
        SeatLink(
            seat_value,
            arrival_of(context, viewer.table.game_id, seat_value, arrived),
            link_of(situation, seat_value, origin, is_offered=seat_value.seat == offered),
            seat_value.seat in own,
            CHANGE_PLAYER.allows(situation),
            marks.get(seat_value.seat, ""),
            seat_value.seat in with_page,
            RENEW_LINK.allows(situation),
            seat_value.seat in viewer.table.value.accounts and seat_value.seat != offered,
            plays_words(times.get(seat_value.seat), now, locale),
        )
        for seat_value in viewer.table.value.seats
        for situation in (at_seat(context, viewer, seat_value, arrived),)
    ]


def plays_words(availability: Availability | None, now: str, locale: RequestLocale) -> str:
    """Returns in words when somebody plays, what time it is there, and the current or next holiday; "" if they have not said so."""
    if availability is None:
        return ""
    times, hours = playing_times(availability, now, locale), availability.hours_at(now)
    words = locale.translations.gettext
    holiday = (words("on holiday: %(days)s") if times.is_away else words("next holiday: %(days)s")) % {"days": times.holiday}
    return " · ".join(
        [plays_text(hours, locale.translations), local_time_text(hours, now, locale.translations), *([holiday] if times.holiday else [])]
    )


def link_of(situation: Situation, seat_value: SeatValue, origin: str, *, is_offered: bool) -> str:
    """Returns the link of a seat that the viewer may pass on ("": none): for one that is offered, the link by which another person takes it."""
    if is_offered:
        return f"{origin}/s/{seat_value.offer}"
    return f"{origin}/s/{seat_value.token}" if SEE_LINK.allows(situation) else ""


def arrival_of(context: AppContext, game_id: str, seat_value: SeatValue, arrived: frozenset[int]) -> Arrival:
    if not seat_value.is_human:
        return "automa"
    if context.presence.is_here(game_id, seat_value.seat):
        return "here"
    return "came" if seat_value.seat in arrived else "missing"


def reach_of(origin: str) -> Reach:
    """Returns who can follow links of an origin (``https://host``)."""
    host = host_of(origin.partition("://")[2])
    address = parse_ip(host)
    if host in LOOPBACK or (address is not None and address.is_loopback):
        return "computer"
    return "network" if address is not None and address.is_private else ""


@lru_cache(maxsize=256)
def qr_code(link: str) -> Markup:
    """Returns a link as a QR code: an SVG drawing without inline styles, black on white in every theme."""
    import segno  # only the page of links needs it

    code = segno.make_qr(link, error="m")
    text = io.BytesIO()
    code.save(text, kind="svg", xmldecl=False, svgns=False, border=QUIET_ZONE, light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    drawing = text.getvalue().decode().replace("<svg ", '<svg aria-hidden="true" ', 1)
    return Markup(drawing)  # noqa: S704 - made of numbers alone
