"""Who plays a seat: bots for people and people for bots, seats that are offered, and new links, for whoever has the right to it (``table/rights.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.operations import LetBotPlay
from ...table.reduce import reduce
from ...table.rights import CHANGE_PLAYER, HOST_RENEWS, NO_HANDING_ON, RENEW_LINK
from ..http.idempotency import was_carried_out
from ..http.security import account_of, browser_id, device_id, guest_id
from .standing import at_seat

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...table import Table
    from ..context import AppContext
    from .viewer import Viewer


def change_player(context: AppContext, viewer: Viewer, seat: int, bot: str) -> Table:
    """Lets a bot play a seat, or a person (""), and stores it. NotYourSeat if the viewer may not, and the errors of ``LetBotPlay``."""
    table = viewer.table
    if not 0 <= seat < len(table.value.seats):
        raise NO_HANDING_ON.error()
    CHANGE_PLAYER.check(at_seat(context, viewer, table.value.seats[seat]))
    if not was_carried_out():
        service, is_lost = context.table_service, bool(bot) and seat not in viewer.own
        with service.operation(table.game_id) as locked:
            locked.table = reduce(locked.table, LetBotPlay(bot, is_lost), seat, service.now(), service.new_bytes)
        return locked.table
    return table


def take_seat(context: AppContext, request: Request) -> None:
    """Has whoever asks take the seat that is offered by the token of the address (``TableService.take_seat``)."""
    device = device_id(request) if account_of(request) is None else ""
    known_as = [guest_id(request), *(context.club.owners_of_device(context.store, device) if device else ())]
    context.table_service.take_seat(request.path_params["token"], browser_id(request), known_as)


def renew_link(context: AppContext, viewer: Viewer, seat: int, browser: str, token: str) -> None:
    """Gives a seat a new link, with this token; the old one is no danger then if others have seen it. NotYourSeat if the viewer may not."""
    if not 0 <= seat < len(viewer.table.value.seats):
        raise HOST_RENEWS.error()
    RENEW_LINK.check(at_seat(context, viewer, viewer.table.value.seats[seat]))
    context.table_service.renew_link(viewer.table.game_id, seat, token, browser)
