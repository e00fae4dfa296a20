"""What is new to a seat: what has happened since it last looked, or since its own last entry if that is later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.record import CHANCE

if TYPE_CHECKING:
    from ..engine.state import State
    from .history import HistoryEvent
    from .table import Table


def last_looked(table: Table, seat: int) -> int | None:
    """Returns the version that the seat knows; None if it has neither moved nor said that it has looked, so that nothing is new."""
    table.history.update()
    known = max(table.notes_of(seat).seen, table.history.own_entries.get(seat, -1))
    return min(known, table.version) if known >= 0 else None


def news(table: Table, seat: int) -> list[HistoryEvent]:
    """Returns the events that are new to a seat and were not undone, the oldest first."""
    since = last_looked(table, seat)
    if since is None:
        return []
    visible = table.history.visible_at(table.version)
    pairs = zip(table.history.events, visible, strict=True)
    return [happened for happened, is_visible in pairs if is_visible and is_new(table, seat, happened, since)]


def is_new(table: Table, seat: int, happened: HistoryEvent, since: int) -> bool:
    """Returns whether an event is new; an Automa's are also if the seat's own last entry has caused them."""
    if happened.entry != since or since != table.history.own_entries.get(seat) or table.notes_of(seat).seen >= since:
        return happened.entry > since
    other = happened.event.seat
    return other not in (CHANCE, seat) and bool(table.seat_holders[other].automa)


def state_when_looked(table: Table, seat: int) -> State | None:
    """Returns the state that the seat knows; None if nothing is new to it."""
    since = last_looked(table, seat)
    if since is None:
        return None
    if since == table.history.own_entries.get(seat):
        return table.history.states_after_own_entry[seat]
    return table.history.state_after(since)
