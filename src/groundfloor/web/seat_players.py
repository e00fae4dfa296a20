"""Who may say whether a bot or a person plays a seat, and who may renew its link.

A player may let a bot play for them, and take the seat again, at any time. The host of the table may do so for every seat whose player has
no page open; other players only for the player on turn, once that one has been away for ``absence_hours``, so that nobody waits for ever.
Who plays alone against bots may say which bots, whoever opened the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tables.proposals import human_seats
from .errors import NotYourSeat
from .idempotency import was_carried_out

if TYPE_CHECKING:
    from ..tables import SeatHolder, Table
    from .context import AppContext
    from .viewer import Viewer


def change_player(context: AppContext, viewer: Viewer, seat: int, bot: str) -> Table:
    """Lets a bot play a seat, or a person (""), and stores it. NotYourSeat if the viewer may not, and the errors of ``Table.seat_bot``."""
    table = viewer.table
    if not 0 <= seat < len(table.seat_holders) or not may_change_player(context, viewer, table.seat_holders[seat]):
        raise NotYourSeat(
            "Not possible: a seat can be handed to a bot by its player, by the host of the table while that player is not here, "
            "or by the others if it is that player’s turn and the player has been away for long."
        )
    if not was_carried_out():
        with context.table_service.operation(table.game_id) as found:
            found.seat_bot(seat, bot, context.table_service.new_token())
    return table


def renew_link(context: AppContext, viewer: Viewer, seat: int, browser: str, token: str) -> None:
    """Gives a seat a new link, with this token; the old one is no danger then if others have seen it. NotYourSeat if the viewer is not the host."""
    if not 0 <= seat < len(viewer.table.seat_holders) or not viewer.is_host:
        raise NotYourSeat("Not possible: only the host of the table, who has opened it, can renew the link of a seat.")
    context.table_service.renew_link(viewer.table.game_id, seat, token, browser)


def may_change_player(context: AppContext, viewer: Viewer, holder: SeatHolder) -> bool:
    table = viewer.table
    if table.is_record_only or table.game.is_over or holder.is_automa or table.match.record.purpose in ("guided", "day"):
        return False
    if holder.seat in viewer.own:
        return True
    if context.presence.is_here(table.game_id, holder.seat) and not holder.agent:
        return False
    if viewer.is_host or is_alone_with_bot(context, viewer, holder):
        return True
    return bool(viewer.seats) and not holder.agent and is_long_absent(context, table, holder)


def is_alone_with_bot(context: AppContext, viewer: Viewer, holder: SeatHolder) -> bool:
    """Returns whether the viewer plays all seats but those of bots and Automas, and the seat has been a bot's from the start."""
    played = set(human_seats(viewer.table))
    never_came = holder.seat not in context.store.arrived_seats(viewer.table.game_id)
    return bool(played) and bool(holder.agent) and never_came and played == set(viewer.own)


def is_long_absent(context: AppContext, table: Table, holder: SeatHolder) -> bool:
    """Returns whether the player of a seat has been on turn for so long that others may let a bot play."""
    return table.asked == holder.seat and context.table_service.hours_since(table.moved_at) >= context.settings.limits.absence_hours
