"""What is new to a seat: what has happened since it last looked, or since the last entry that it made itself if that is later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.rounds import PhaseBegan, RoundBegan
from groundfloor.engine.record import CHANCE

if TYPE_CHECKING:
    from groundfloor.engine.state import State

    from .table import Table


def last_looked(table: Table, seat: int) -> int | None:
    """Returns the version that the seat knows; None if it has neither moved nor said that it has looked: then nothing is new."""
    notes, own = table.value.notes_of(seat), table.history.own_entries.get(seat, -1)
    known = max(notes.seen, notes.known if own <= notes.acted else own)
    return min(known, table.version) if known >= 0 else None


def news(table: Table, seat: int) -> list[int]:
    """Returns the indices of the ``history.events`` that are new to a seat and were not undone, the oldest first.

    A seat's own answers are not new: of its entries, only what Automas do and what an area, phase or round that begins then brings.
    """
    since = last_looked(table, seat)
    if since is None:
        return []
    first = since + 1 if table.value.notes_of(seat).seen >= since else since
    events, entries = table.history.events, table.match.record.entries
    begun, new = 0, []
    for index in table.history.visible_at(table.version):
        happened = events[index]
        if happened.entry < first:
            continue
        if isinstance(happened.event, (AreaConducted, PhaseBegan, RoundBegan)):
            begun = happened.entry
        is_own = happened.entry > 0 and entries[happened.entry - 1].seat == seat
        other = happened.event.seat
        if not is_own or begun == happened.entry or (other not in (CHANCE, seat) and not table.value.seats[other].is_human):
            new.append(index)
    return new


def state_when_looked(table: Table, seat: int) -> State | None:
    """Returns the state that the seat knows; None if nothing is new to it."""
    since = last_looked(table, seat)
    if since is None:
        return None
    if since == table.history.own_entries.get(seat):
        return table.history.states_after_own_entry[seat]
    return table.history.state_after(since)
