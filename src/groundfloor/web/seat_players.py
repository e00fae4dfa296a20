"""Who may say whether a bot or a person plays a seat, and who may renew its link.

A player may let a bot play for them, and take the seat again, at any time. If there are no clocks the other players may do so for the player on turn, once
that one has been away for ``absence_hours``, so that nobody waits for ever; with clocks they decide when the time is over (``tables/proposals.py``).

Of a table of links, which somebody has opened for friends, the host may do so for every seat whose player has no page open and no time that counts, and renews
links. At a table of the lobby the host is a player as all others, and everybody renews the own link only.

Who plays alone against bots may say which bots, whoever opened the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tables.proposals import human_seats
from .errors import NotYourSeat
from .idempotency import was_carried_out
from .security import account_of, browser_id, device_id, guest_id

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..table_value import SeatValue
    from ..tables import Table
    from .context import AppContext
    from .viewer import Viewer


def change_player(context: AppContext, viewer: Viewer, seat: int, bot: str) -> Table:
    """Lets a bot play a seat, or a person (""), and stores it. NotYourSeat if the viewer may not, and the errors of ``Table.seat_bot``."""
    table = viewer.table
    if not 0 <= seat < len(table.value.seats) or not may_change_player(context, viewer, table.value.seats[seat]):
        raise NotYourSeat(
            "Not possible: a seat can be handed to a bot by its player; without clocks by the others if it is that player’s turn and the player has been away "
            "for long; and by the host of a table of links while that player is not here, if there are no clocks."
        )
    if not was_carried_out():
        with context.table_service.operation(table.game_id) as changed:
            changed.seat_bot(seat, bot, context.table_service.new_token())
            if seat not in viewer.own and bot:
                changed.lost_seats.add(seat)
    return table


def take_seat(context: AppContext, request: Request) -> None:
    """Has whoever asks take the seat that is offered by the token of the address (``TableService.take_seat``)."""
    device = device_id(request) if account_of(request) is None else ""
    known_as = [guest_id(request), *(context.store.owners_of_device(device) if device else ())]
    context.table_service.take_seat(request.path_params["token"], browser_id(request), known_as)


def renew_link(context: AppContext, viewer: Viewer, seat: int, browser: str, token: str) -> None:
    """Gives a seat a new link, with this token; the old one is no danger then if others have seen it. NotYourSeat if the viewer may not (``may_renew``)."""
    if not 0 <= seat < len(viewer.table.value.seats) or not may_renew(viewer, seat):
        if viewer.table.value.is_from_lobby:
            raise NotYourSeat("Not possible: at a table of the lobby you can only renew the link of your own seat.")
        raise NotYourSeat("Not possible: only the host of the table, who has opened it, can renew the link of a seat.")
    context.table_service.renew_link(viewer.table.game_id, seat, token, browser)


def may_renew(viewer: Viewer, seat: int) -> bool:
    return seat in viewer.own if viewer.table.value.is_from_lobby else viewer.is_host


def may_change_player(context: AppContext, viewer: Viewer, holder: SeatValue) -> bool:
    table = viewer.table
    if (
        table.is_record_only
        or table.value.is_rated
        or table.game.is_over
        or holder.is_automa
        or table.match.record.purpose in ("guided", "day")
    ):
        return False
    if holder.seat in viewer.own:
        return True
    if context.presence.is_here(table.game_id, holder.seat) and not holder.agent:
        return False
    if is_alone_with_bot(context, viewer, holder):
        return True
    if viewer.is_host and not table.value.is_from_lobby:
        return bool(holder.agent) or table.value.clocks is None or table.value.clocks.is_waiting or table.is_out_of_time(holder.seat)
    return bool(viewer.seats) and not holder.agent and is_long_absent(context, table, holder)


def is_alone_with_bot(context: AppContext, viewer: Viewer, holder: SeatValue) -> bool:
    """Returns whether the viewer plays all seats but those of bots and Automas, and the seat has been a bot's from the start."""
    played = set(human_seats(viewer.table))
    never_came = holder.seat not in context.store.arrived_seats(viewer.table.game_id)
    return bool(played) and bool(holder.agent) and never_came and played == set(viewer.own)


def is_long_absent(context: AppContext, table: Table, holder: SeatValue) -> bool:
    """Returns whether the player of a seat has been on turn for so long, without a clock, that others may let a bot play."""
    return (
        table.value.clocks is None
        and table.asked == holder.seat
        and context.table_service.hours_since(table.value.moved) >= context.settings.limits.absence_hours
    )


def away_seats(context: AppContext, table: Table) -> frozenset[int]:
    """Returns the seats that the others may give away now: their time is over, or without clocks their player has been away for long, or a bot plays; and nobody is here."""
    return frozenset(
        holder.seat
        for holder in table.value.seats
        if not holder.is_automa
        and not context.presence.is_here(table.game_id, holder.seat)
        and (bool(holder.agent) or table.is_out_of_time(holder.seat) or is_long_absent(context, table, holder))
    )
