"""Which notices a change of a table causes: for whom the table waits now, who is asked to agree to something, and that a pause or the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE
from groundfloor.table.proposals import is_asked_to_agree
from groundfloor.table.value import ProposedBy

from ...database.rows import EVERYBODY, Notification

if TYPE_CHECKING:
    from groundfloor.table.table import Table


def new_notices(table: Table, old: Table | None = None) -> tuple[Notification, ...]:
    """Returns the notices of a table after an operation, before which it was ``old`` (None: it is new). The player who made the last move knows its result."""
    if table.is_record_only:
        return ()
    version, asked, proposal, pause = (
        (old.version, old.asked_human_seat, old.value.proposal, old.value.pause) if old is not None else (-1, None, None, None)
    )
    now = table.version
    notifications: list[Notification] = []
    is_live = table.value.is_live
    made = table.match.record.entries[version:] if version >= 0 else []
    by = next((entry.seat for entry in reversed(made) if entry.seat != CHANCE), -1)
    if (by >= 0 and not table.value.seats[by].is_human) or (proposal is not None and table.value.proposal is None):
        by = -1  # a bot has moved, or what was proposed is carried out, whoever has agreed last
    if table.game.is_over:
        if old is None or old.game.is_over:
            return ()
        if table.value.departures and table.match.record.ending and table.value.human_seats == (by,):
            by, how = [*table.value.departures.items()][-1]  # who has ended it, and knows or is told that they have lost
            notifications += [Notification("lost_seat", by, now, is_live=is_live)] if how == "time" else []
        return (*notifications, Notification("over", EVERYBODY, now, by))
    notifications += [Notification("lost_seat", seat, now, is_live=is_live) for seat in sorted(table.lost_seats)]
    asked_now = table.asked_human_seat
    if asked_now is not None and asked_now != asked:
        notifications.append(Notification("turn", asked_now, now, by, is_live))
    if pause is not None and table.value.pause is None:
        alone = pause.seat if proposal is None or proposal.kind != "resume" else -1
        waiting = [seat for seat in table.value.human_seats if seat != asked_now]  # whoever is asked is told that
        notifications += [Notification("resumed", seat, now, alone, is_live) for seat in waiting]
    reminded = reminded_seat(table, old)
    if reminded is not None and reminded == asked_now:
        notifications.append(Notification("reminder", reminded, now, is_live=is_live))
    if (
        table.value.proposal is not None
        and table.value.proposal != proposal
        and (proposal is None or table.value.proposal.id != proposal.id)
    ):
        proposer = table.value.proposal.seat
        proposed = ProposedBy(proposer, table.value.proposal.what)
        notifications += [
            Notification("proposal", seat, table.value.proposal.version, proposer, proposed=proposed)
            for seat in table.value.human_seats
            if is_asked_to_agree(table, seat)
        ]
    return tuple(notifications)


def reminded_seat(table: Table, old: Table | None) -> int | None:
    """Returns the seat whose player is to be reminded, by this operation, that little time is left; None if nobody is."""
    seat = table.value.clocks.running if table.value.clocks is not None else None
    if (
        old is None
        or old.value.clocks is None
        or table.value.clocks is None
        or seat is None
        or not table.value.clocks.seats[seat].is_reminded
    ):
        return None
    return None if old.value.clocks.seats[seat].is_reminded else seat
