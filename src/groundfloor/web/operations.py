"""Operations of a seat, of a page's form and of the JSON API: a request has exactly one of the fields that name them (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..numbers import parse_int, parse_seat
from ..presentation.typed_moves.commands import Command, command_of, find_command
from ..tables import StaleVersion
from ..tables.errors import NothingToUndo
from ..tables.proposals import asked_about_undo
from .errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..tables import Table, TableService

FIELDS = ("pick", "command", "do", "plan", "seen", "guide", "set", "propose", "agree", "refuse", "give_time")
VERSIONED = ("pick", "command")
VERSIONED_WORDS = (("do", "confirm"), ("do", "back"), ("do", "undo"), ("plan", "next"), ("propose", "undo"))
"""Operations, whatever they say or with this word, that are for the version of the table that somebody has seen."""


def operation_field(body: Mapping[str, object], fields: Sequence[str] = FIELDS) -> str:
    """Returns the one of ``fields`` that a request has. BadBody if it has none of them, or several."""
    present = [name for name in fields if name in body]
    if len(present) != 1:
        raise BadBody("A request has exactly one of these fields: %(fields)s.", fields=", ".join(fields))
    return present[0]


def with_typed_move_read(table: Table, seat: int, body: Mapping[str, str], language: str) -> Mapping[str, str]:
    """Returns a request with the field ``command`` with ``pick`` in its place if a move is typed. Changes nothing.

    What a line means can take longer to find than the thread that writes has for a request, so it is done before.
    """
    with table.lock:
        move = table.typed_move(seat, body["command"], parse_version(body), language)
    return {name: value for name, value in {**body, "pick": move}.items() if name != "command"} if move else body


def parse_version(body: Mapping[str, str]) -> int:
    """Returns the version of the table that a request speaks of; -1, which no table has, for what is no number. BadBody if it names none."""
    if "version" not in body:
        raise BadBody("version is missing: the number of the version of the table that you have seen.")
    given = parse_int(body["version"])
    return -1 if given is None else given


def run_operation(
    table: Table, seat: int, body: Mapping[str, str], language: str, table_service: TableService, away: Collection[int]
) -> None:
    """Runs the operation of a request at a table of ``table_service``. What is typed, and the names in errors, are in ``language``."""
    field = operation_field(body)
    version = parse_version(body) if field in VERSIONED or (field, body[field]) in VERSIONED_WORDS else -1
    match field, body[field]:
        case "pick", action:
            table.pick(seat, action, version, language)
        case "command", typed:
            if is_confirmation(typed):
                check_draft(table, seat, version, body.get("draft"))
            if is_undo(typed) and not table.undoable(seat) and table.askable_undo(seat):
                check_asks_nobody(table, seat)
                table.propose(seat, "undo", version, table_service.now())
            else:
                table.command(seat, typed, version, language)
        case "plan", change:
            table.change_plan(seat, alternative(change, body), version, language)
        case "seen", seen:
            table.mark_seen(seat, parse_int(seen) or 0)
        case "guide", word:
            table.set_guide(seat, word)
        case "set", preference:
            set_preference(table, seat, preference)
        case "propose", kind:
            table.propose(seat, kind, version, table_service.now(), table_service.new_token(), away)
        case "agree", proposal:
            table.agree(seat, proposal, table_service.now(), table_service.new_token(), away)
        case "refuse", proposal:
            table.refuse(seat, proposal, table_service.now())
        case "give_time", to:
            table.give_time(seat, -1 if (given := parse_seat(to)) is None else given)
        case "do", "confirm":
            check_draft(table, seat, version, body.get("draft"))
            table.confirm(seat, version)
        case "do", "back":
            table.take_back(seat, version)
        case "do", "undo":
            table.undo(seat, version)
        case "do", "resign":
            table.resign(seat)
        case "do", "return":  # whatever has happened since the page was rendered
            table.seat_bot(seat, "")
        case _:
            raise BadBody("%(field)s is one of these: %(words)s.", field="do", words="confirm, back, undo, resign, return, take")


def alternative(change: str, body: Mapping[str, str]) -> str:
    """Returns a change of a plan; where the form names a step in ``instead`` (its number and action), what is added becomes its alternative."""
    step, added = body.get("instead", ""), change.removeprefix("add ")
    return f"if {step} else {added}" if step and added != change else change


def is_confirmation(typed: str) -> bool:
    """Returns whether a typed line confirms a draft, if one stands."""
    command = command_of(typed)
    return command is not None and command.word == "confirm"


def is_undo(typed: str) -> bool:
    """Returns whether a typed line takes the last decision back; where only all together can do that, it asks them."""
    return find_command(typed) == Command("undo", "")


def check_asks_nobody(table: Table, seat: int) -> None:
    """Raises NothingToUndo if an undo would ask other people, which nobody does by mistake: it is proposed."""
    if asked_about_undo(table, seat):
        raise NothingToUndo(
            "Not possible alone: the last %(count)s decisions can only be taken back if the others agree. Propose the undo to ask them.",
            count=table.askable_undo(seat),
        )


def check_draft(table: Table, seat: int, version: int, shown: str | None) -> None:
    """Raises StaleVersion if the draft is not the one that the page has ``shown``, where the form says so."""
    draft = table.draft(seat)
    current = ",".join(action.text for action in (*draft.actions, *draft.deferred))
    if version == table.version and shown not in (None, current):
        raise StaleVersion(
            "Your draft was changed in another window or on another device. This is how it stands now; nothing was confirmed."
        )


def set_preference(table: Table, seat: int, given: str) -> None:
    """Switches the preference ``NAME:on`` or ``NAME:off``; ``NAME`` alone is switched to what it is not."""
    name, _, value = given.partition(":")
    table.set_preference(seat, name, value == "on" if value else not table.preferences_of(seat).is_on(name))
