"""Another table like an existing one: where it is opened, and how the form is filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.editions.overrides import house_values_text

from .form import SeatField

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundfloor.table import Table
    from groundfloor.table.value import SeatValue

    from ...context import AppContext
    from ..viewer import Viewer


def same_table_path(context: AppContext, viewer: Viewer) -> str:
    """Returns where a viewer opens a table like this one: in the lobby if others play here too, else on the start page."""
    is_with_others = len(people_of(viewer.table)) > max(len(viewer.own_seats), 1)
    form = "/lobby?from={}#new-open-table" if context.has_club and is_with_others else "/?from={}#new-table"
    return form.format(viewer.table.game_id)


def find_played_table(context: AppContext, game_id: str) -> Table | None:
    """Returns the table at which a game is or was played ("": none); None if there is no such game, or only its record."""
    table = context.table_service.find(game_id) if game_id else None
    return None if table is None or table.is_record_only else table


def people_of(table: Table) -> list[SeatValue]:
    """Returns the seats of people, and of those for whom a bot has played since they left."""
    return [seat_value for seat_value in table.value.seats if seat_value.is_human or seat_value.seat in table.value.departures]


def table_fields(table: Table) -> dict[str, str]:
    """Returns the fields of rules, options, name and clocks."""
    value, rules = table.value, table.game.ruleset
    return {
        "ruleset": rules.name,
        "name": "" if value.name == ", ".join(seat_value.name for seat_value in value.seats) else value.name,
        "house": house_values_text(rules.overrides),
        **({"pace": value.clocks.pace.id, "takeover": value.clocks.takeover} if value.clocks is not None else {}),
        **{f"option-{name}": option for name, option in table.match.record.options.items()},
    }


def start_fields(table: Table) -> dict[str, str]:
    """Returns the fields of the start page's form, except those of seats."""
    is_practice = table.match.record.purpose == "practice"
    is_listed = table.value.is_listed or is_practice
    return {**table_fields(table), **({"practice": "on"} if is_practice else {}), **({} if is_listed else {"may-be-listed": "on"})}


def start_seats(table: Table, own: Collection[int]) -> list[SeatField]:
    """Returns the seats of the start page's form: the viewer's ``own`` seats are at this screen, other people get a link."""
    people = people_of(table)
    return [
        SeatField(seat_value.name, "here" if seat_value.seat in own or len(people) == 1 else "link", seat_value.colour)
        if seat_value in people
        else SeatField("", seat_value.automa, seat_value.colour)
        for seat_value in table.value.seats
    ]
