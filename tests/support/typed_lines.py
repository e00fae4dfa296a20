"""Does at a table what a person types."""

from __future__ import annotations

from groundfloor.presentation.translations import DEFAULT
from groundfloor.presentation.typed_moves.move_reader import with_possible_choices
from groundfloor.presentation.typed_moves.plan_changes import read_plan
from groundfloor.presentation.typed_moves.typed_lines import read_line
from groundfloor.tables import Table
from groundfloor.tables.dispatch import run_operation
from groundfloor.tables.errors import UnknownChoice


def run_line(table: Table, seat: int, typed: str, version: int, language: str = DEFAULT) -> None:
    """Runs a line that is typed for a seat."""
    try:
        run_operation(table, seat, read_line(table, seat, typed, version, language))
    except UnknownChoice as error:
        raise with_possible_choices(error, language) from None


def change_plan(table: Table, seat: int, typed: str, version: int, language: str = DEFAULT) -> None:
    """Changes the plan of a seat as somebody types it."""
    run_operation(table, seat, read_plan(table.game.ruleset, typed, version, language))
