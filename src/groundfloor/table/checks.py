"""Whether a seat may do something at a table now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import GamePaused, NotYourTurn, StaleVersion
from .rights import ONLY_SHOWN, OVER, of_player, seat_situation

if TYPE_CHECKING:
    from .table import Table


def check_is_played(table: Table) -> None:
    """Raises NotYourTurn if a table only shows a record."""
    if table.is_record_only:
        raise ONLY_SHOWN.error()


def check_running(table: Table) -> None:
    """Raises NotYourTurn if a table only shows a record, or its game is over."""
    check_is_played(table)
    if table.game.is_over:
        raise OVER.error()


def check_version(table: Table, version: int) -> None:
    """Raises StaleVersion, GamePaused or NotYourTurn if nobody can move at this version of a table."""
    check_is_played(table)
    if table.value.pause is not None:
        raise GamePaused("The game is paused. Nobody can move until it is resumed.")
    if version != table.version:
        raise StaleVersion("The game has moved on since you last saw it. This is how it stands now; your move was not made.")


def check_turn(table: Table, seat: int, version: int) -> None:
    """Raises StaleVersion, GamePaused or NotYourTurn if a seat can't move now."""
    check_version(table, version)
    check_running(table)
    if table.asked != seat:
        name = table.value.seats[table.asked].name if table.asked is not None else "–"
        raise NotYourTurn("Not possible now: it is %(name)s’s turn.", name=name)
    check_no_bot(table, seat)


def check_person(table: Table, seat: int) -> None:
    """Raises NotYourTurn if the game is over, or a bot plays for the seat."""
    check_running(table)
    check_no_bot(table, seat)


def check_no_bot(table: Table, seat: int) -> None:
    """Raises NotYourTurn if a bot plays for a seat."""
    denial = of_player(seat_situation(table, seat))
    if denial is not None:
        raise denial.error()
