"""Does at a table what a person types."""

from __future__ import annotations

from groundfloor.presentation.translations import DEFAULT
from groundfloor.presentation.typed_moves.move_reader import with_possible_choices
from groundfloor.presentation.typed_moves.plan_changes import read_plan
from groundfloor.presentation.typed_moves.typed_lines import read_line
from groundfloor.table.errors import UnknownChoice
from tests.support.played_tables import PlayedTable


def run_line(table: PlayedTable, seat: int, typed: str, version: int, language: str = DEFAULT) -> None:
    """Runs a line that is typed for a seat."""
    try:
        table.run(seat, read_line(table, seat, typed, version, language))
    except UnknownChoice as error:
        raise with_possible_choices(error, language) from None


def change_plan(table: PlayedTable, seat: int, typed: str, version: int, language: str = DEFAULT) -> None:
    """Changes the plan of a seat as somebody types it."""
    table.run(seat, read_plan(table.game.ruleset, typed, version, language))
