"""At which tables hints are given: for practice, and where one person plays against Automas and bots in a game that is not compared."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE
from groundfloor.translatable import TranslatableError, _

if TYPE_CHECKING:
    from groundfloor.engine.record import Record

    from .table import Table

HINT_SIMULATIONS = 16000
"""Simulations of a hint at most: twice as many as Tycoon makes in its second with the compiled engine, as a hint begins anew at each decision."""
HINT_SECONDS = 2.0
"""Seconds after which no further simulation of a hint begins."""


class NoHints(TranslatableError):
    """There are no hints at this table, or not now."""


SEVERAL_PEOPLE = _("There are no hints at tables of several people. Practice tables have them.")
COMPARED = _("There are no hints in the city of the day, as its results are compared.")


def hints_refusal(record: Record, people: int) -> str:
    """Returns why there are no hints in a game of that many people, as a sentence to be translated; "" if there are."""
    if record.is_free:
        return ""
    if record.purpose == "day":
        return COMPARED
    return SEVERAL_PEOPLE if people != 1 else ""


def can_have_hints(table: Table) -> bool:
    return not table.is_record_only and not table_hints_refusal(table)


def table_hints_refusal(table: Table) -> str:
    return hints_refusal(table.match.record, people_at(table))


def people_at(table: Table) -> int:
    """Returns how many people play: at a table of the lobby this includes those for whom a bot plays on, as hints would cost them the result of their game."""
    if not table.value.is_from_lobby:
        return len(table.value.human_seats)
    beginning = takewhile(lambda entry: entry.seat == CHANCE or entry.is_seat_change, table.match.record.entries)
    bots = {entry.seat for entry in beginning if entry.is_seat_change}
    return sum(not seat_value.is_automa and seat_value.seat not in bots for seat_value in table.value.seats)
