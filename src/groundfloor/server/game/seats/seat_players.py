"""Who plays a seat: bots for people and people for bots, seats that are offered, and new links, for those who have the right to it (``table/rights.py``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.table.operations import LetBotPlay
from groundfloor.table.reduce import reduce
from groundfloor.table.rights import CHANGE_PLAYER, HOST_RENEWS, NO_HANDING_ON, RENEW_LINK, TAKE_OFFERED, table_situation

from ...http.idempotency import was_carried_out
from ...http.security import account_of, device_id, guest_id, owner_of
from ..situations import at_seat, person_of, seats_of
from ..storage import browsers
from ..tables import seat_tokens

if TYPE_CHECKING:
    from starlette.requests import Request

    from groundfloor.table import Table

    from ...context import AppContext
    from ..viewer import Viewer


def change_player(context: AppContext, viewer: Viewer, seat: int, bot: str) -> Table:
    """Lets a bot play a seat, or a person (""), and stores it. NotYourSeat if the viewer may not, and the errors of ``LetBotPlay``."""
    table = viewer.table
    if not 0 <= seat < len(table.value.seats):
        raise NO_HANDING_ON.error()
    arrived = browsers.arrived_seats(context.store, table.game_id)
    CHANGE_PLAYER.check(at_seat(context, viewer, table.value.seats[seat], arrived))
    if not was_carried_out():
        service, is_seat_lost = context.table_service, bool(bot) and seat not in viewer.own_seats
        with service.operation(table.game_id) as locked:
            locked.table = reduce(locked.table, LetBotPlay(bot, is_seat_lost), seat, service.now(), service.new_bytes)
        return locked.table
    return table


def take_seat(context: AppContext, request: Request) -> None:
    """Gives the person who asks the seat that the token in the address offers, and opens from then on.

    UnknownGame if it offers none, CannotJoin if the table does not admit them, or if they play there already: at a table of the lobby also as a guest of a browser of theirs.
    """
    service, token, owner, account = context.table_service, request.path_params["token"], owner_of(request), account_of(request)
    table, seat = seat_tokens.offered_seat(service, token)
    device = device_id(request)
    known_as = {guest_id(request), *(context.club.owners_of_device(context.store, device) if device else ())}
    owners = {owner, *(known_as if table.value.is_from_lobby else ())} - {""}
    value, figure = table.value, 0
    if value.asks_rating and account is not None:
        figure = context.club.rating_figure(context.store, account.id, table.game.ruleset.name, len(value.accounts))
    least, most = value.rating_range
    situation = replace(
        table_situation(table),
        person=person_of(context, request),
        is_player=any(seats_of(context, known_owner, table) - {seat} for known_owner in owners),
        is_in_range=not value.asks_rating or least <= figure <= most,
    )
    TAKE_OFFERED.check(situation, least=least, most=most, figure=figure)
    seat_tokens.take_seat(service, token, owner)


def renew_link(context: AppContext, viewer: Viewer, seat: int, owner_id: str, token: str) -> None:
    """Gives a seat a new link, with this token; the old one is then harmless if others have seen it. NotYourSeat if the viewer may not."""
    if not 0 <= seat < len(viewer.table.value.seats):
        raise HOST_RENEWS.error()
    arrived = browsers.arrived_seats(context.store, viewer.table.game_id)
    RENEW_LINK.check(at_seat(context, viewer, viewer.table.value.seats[seat], arrived))
    seat_tokens.renew_link(context.table_service, viewer.table.game_id, seat, token, owner_id)
