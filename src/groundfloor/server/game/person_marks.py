"""Marks of people wherever their names appear: guests, bots with accounts, administrators. The server sets them, whatever the names are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.table.player_names import is_former, name_key

from .storage import browsers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from groundfloor.table import Table
    from groundfloor.table.value import PersonMark, SeatValue

    from ..context import AppContext
    from ..database.rows import KnownGame, KnownPerson


def person_marks(context: AppContext, people: Iterable[tuple[str, str]]) -> dict[tuple[str, str], PersonMark]:
    """Returns the marks of people, each a pair of key and name. People with an account who play under another name are marked as guests, as nobody learns who they are.

    Where nobody has an account, nobody is marked.
    """
    pairs = set(people)
    if not context.has_club:
        return dict.fromkeys(pairs, "")
    known = context.club.known_people(context.store, {key for key, _ in pairs})
    return {(key, name): mark_of(known.get(key), name) for key, name in pairs}


def mark_of(person: KnownPerson | None, name: str) -> PersonMark:
    """Returns the mark of a person (None: without an account) under a name; a former player has none."""
    if person is None and is_former(name):
        return ""
    if person is None or (person.kind != "bot" and name_key(name) != person.name_key):
        return "guest"
    return "" if person.kind == "account" else person.kind


def mark_of_holders(marks: Collection[PersonMark], name: str) -> PersonMark:
    """Returns the mark of a seat with a name by those of its holders: of several a bot counts first, then people with accounts. People who hold a seat by its link alone are guests."""
    order: tuple[PersonMark, ...] = ("bot", "administrator", "", "guest")
    return next((mark for mark in order if mark in marks), mark_of(None, name))


def seat_marks(context: AppContext, table: Table) -> dict[int, PersonMark]:
    """Returns the marks of the people at the seats of a table."""
    return marks_by_game(context, {table.game_id: table.value.seats})[table.game_id]


def listed_marks(context: AppContext, known: Iterable[KnownGame]) -> dict[str, dict[int, PersonMark]]:
    """Returns the marks of the people at the seats of listed games, by game; those of tables of links are friends, and none of them is marked."""
    return marks_by_game(context, {each.game.game_id: each.game.seats for each in known if each.game.table.is_from_lobby})


def marks_by_game(context: AppContext, seats: Mapping[str, Collection[SeatValue]]) -> dict[str, dict[int, PersonMark]]:
    names = {
        game_id: {seat_value.seat: seat_value.name for seat_value in of_game if seat_value.is_human} for game_id, of_game in seats.items()
    }
    if not context.has_club:
        return {game_id: dict.fromkeys(of_game, "") for game_id, of_game in names.items()}
    held = browsers.owners_of_games(context.store, names) if names else {}
    pairs = [
        (game_id, seat, (key, names[game_id][seat]))
        for game_id, owners in held.items()
        for key, own in owners.items()
        for seat in own
        if seat in names[game_id]
    ]
    marks = person_marks(context, [pair for _, _, pair in pairs])
    of_seat: dict[tuple[str, int], set[PersonMark]] = {}
    for game_id, seat, pair in pairs:
        of_seat.setdefault((game_id, seat), set()).add(marks[pair])
    return {
        game_id: {seat: mark_of_holders(of_seat.get((game_id, seat), ()), name) for seat, name in of_game.items()}
        for game_id, of_game in names.items()
    }
