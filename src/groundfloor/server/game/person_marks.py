"""Marks of people wherever their names stand: guests, bots with accounts, administrators. The server says so, whatever they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.player_names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...table import Table
    from ...table.value import PersonMark
    from ..context import AppContext
    from ..database.rows import KnownPerson


def person_marks(context: AppContext, people: Iterable[tuple[str, str]]) -> dict[tuple[str, str], PersonMark]:
    """Returns the marks of people, each a pair of key and name. Whoever has an account and plays under another name is marked as a guest, as nobody learns whose that is."""
    pairs = set(people)
    known = context.store.known_people({key for key, _ in pairs})
    return {(key, name): mark_of(known.get(key), name) for key, name in pairs}


def mark_of(person: KnownPerson | None, name: str) -> PersonMark:
    if person is None or (person.kind != "bot" and name_key(name) != person.name_key):
        return "guest"
    return "" if person.kind == "account" else person.kind


def seat_marks(context: AppContext, table: Table) -> dict[int, PersonMark]:
    """Returns the marks of the people at the seats of a table: of several holders of a seat a bot counts first, then whoever has an account. Whoever holds a seat by its link alone is a guest."""
    held = context.store.owners_of_game(table.game_id)
    names = {holder.seat: holder.name for holder in table.value.seats if not holder.automa}
    pairs = [(seat, (key, names[seat])) for key, seats in held.items() for seat in seats if seat in names]
    marks = person_marks(context, [pair for _, pair in pairs])
    of_seat: dict[int, set[PersonMark]] = {}
    for seat, pair in pairs:
        of_seat.setdefault(seat, set()).add(marks[pair])
    order: tuple[PersonMark, ...] = ("bot", "administrator", "", "guest")
    return {seat: next((mark for mark in order if mark in of_seat.get(seat, ())), "guest") for seat in names}
