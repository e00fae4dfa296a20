"""Who asks, at what table: the situation on which their rights depend (``table/rights.py``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.table.messages import has_players_chat, has_spectators_chat
from groundfloor.table.player_names import is_former
from groundfloor.table.rights import GIVE_AWAY, Situation, seat_situation, table_situation
from groundfloor.table.value import ACCOUNT_PREFIX

from ..http.security import account_of, guest_id, is_administrator, owner_of
from .storage import browsers

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.rights import Person
    from groundfloor.table.value import SeatValue

    from ..context import AppContext
    from .viewer import Viewer


def person_of(context: AppContext, request: Request) -> Person:
    """Returns what kind of person asks."""
    account = account_of(request)
    if account is None:
        return "guest"
    return "bot" if context.club.is_bot(context.store, account.id) else "administrator" if is_administrator(request) else "account"


def plays_here(context: AppContext, request: Request, table: Table) -> bool:
    """Returns whether the person who asks holds a seat of a table, by their account or by the cookie of their browser."""
    return any(seats_of(context, owner_id, table) for owner_id in {owner_of(request), guest_id(request)} - {""})


def seats_of(context: AppContext, owner_id: str, table: Table) -> frozenset[int]:
    """Returns the seats of a table that an owner (as in ``browsers``) holds; those of an account even if the game is not in its list."""
    own = {seat for seat, account in table.value.accounts.items() if owner_id == f"{ACCOUNT_PREFIX}{account}"}
    return browsers.held_seats(context.store, owner_id, table.game_id).seats | own


def viewer_situation(viewer: Viewer) -> Situation:
    """Returns the situation of a viewer at their table, of no seat in particular."""
    return replace(
        table_situation(viewer.table),
        is_host=viewer.is_host,
        is_player=viewer.is_player,
        has_seat_page=bool(viewer.seats),
    )


def at_seat(context: AppContext, viewer: Viewer, seat_value: SeatValue, arrived: Collection[int]) -> Situation:
    """Returns the situation of a viewer about a seat of their table; people have been at these ``arrived`` seats (``browsers.arrived_seats``)."""
    table, clocks = viewer.table, viewer.table.value.clocks
    played = set(table.value.human_seats)
    return replace(
        seat_situation(table, seat_value.seat),
        is_host=viewer.is_host,
        is_player=viewer.is_player,
        has_seat_page=bool(viewer.seats),
        is_own=seat_value.seat in viewer.own_seats,
        has_arrived=seat_value.seat in arrived,
        is_here=context.presence.is_here(table.game_id, seat_value.seat),
        is_late=table.value.is_out_of_time(seat_value.seat) or is_long_absent(context, table, seat_value) or is_deserted(table, seat_value),
        is_timed=clocks is not None and not clocks.is_waiting,
        is_alone=bool(played) and played == set(viewer.own_seats),
    )


def chat_situation(context: AppContext, request: Request, viewer: Viewer, seat: int | None) -> Situation:
    """Returns the situation of somebody who reads and writes at a table, at a ``seat`` of theirs (None: they look on)."""
    table = viewer.table
    situation = table_situation(table) if seat is None else seat_situation(table, seat)
    return replace(
        situation,
        person=person_of(context, request),
        is_player=seat is not None or plays_here(context, request, table),
        has_players_chat=has_players_chat(table),
        has_spectators_chat=has_spectators_chat(table),
    )


def away_seats(context: AppContext, viewer: Viewer) -> frozenset[int]:
    """Returns the seats that the people at a table may give away now."""
    about = {
        seat_value.seat: at_seat(context, viewer, seat_value, ()) for seat_value in viewer.table.value.seats
    }  # who has come decides nothing here
    return frozenset(seat for seat, situation in about.items() if GIVE_AWAY.allows(replace(situation, has_seat_page=True, is_own=False)))


def is_deserted(table: Table, seat_value: SeatValue) -> bool:
    """Returns whether the account to which a seat belongs was deleted: its player never comes back."""
    return seat_value.seat in table.value.accounts and is_former(seat_value.name)


def is_long_absent(context: AppContext, table: Table, seat_value: SeatValue) -> bool:
    """Returns whether the player of a seat has been on turn for so long, without a clock, that others may let a bot play."""
    return (
        table.value.clocks is None
        and table.asked == seat_value.seat
        and context.table_service.hours_since(table.value.moved) >= context.settings.limits.absence_hours
    )
