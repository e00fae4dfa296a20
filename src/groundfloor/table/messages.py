"""What may be written at a table: the text of a message, and notes of a seat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.display_names import is_visible, strip_unprintable

from .errors import BadMessage
from .player_names import without_stacks

if TYPE_CHECKING:
    from .table import Table

ChatKind = Literal["", "notes", "chat"]
"""What can be written at a table: nothing, only private notes, or messages."""
MAX_TEXT, MAX_NOTES = 500, 10_000
"""Characters of a message, and of the notes of a seat."""
ADDRESS = re.compile(
    r"(?:https?://[^\s/]+)?/(?:g/(?P<game_id>[\w-]+)|s/(?P<token>[\w-]+))(?:(?:/at/|\?at=)(?P<entry>\d{1,6})(?:[?&#]\S*)?|[/?#]\S*)?"
)
"""The address of a game or a seat, perhaps at a moment."""


def message_text(given: str, table: Table) -> str:
    """Returns the text of a message in one line. BadMessage if it is empty or too long.

    An address of the table's own game at a moment becomes ``?at=N``, which leads each reader there in their own view, and the secret address of a seat becomes that of the
    spectators.
    """
    text = without_stacks(strip_unprintable(" ".join(given.split())))
    text = ADDRESS.sub(lambda address: _own_address(address, table), text)
    if not is_visible(text) or len(text) > MAX_TEXT:
        raise BadMessage("A message has 1 to %(most)s characters.", most=MAX_TEXT)
    return text


def lobby_text(given: str) -> str:
    """Returns the text of a message in the lobby, or at an open table, in one line, without secret addresses of seats. BadMessage if it is empty or too long."""
    text = without_stacks(strip_unprintable(" ".join(given.split())))
    text = ADDRESS.sub(lambda address: "…" if address["token"] else address[0], text)
    if not is_visible(text) or len(text) > MAX_TEXT:
        raise BadMessage("A message has 1 to %(most)s characters.", most=MAX_TEXT)
    return text


def notes_text(given: str) -> str:
    """Returns the notes of a seat. BadMessage if they are too long."""
    text = "\n".join(strip_unprintable(line.replace("\t", " ")) if line.strip() else "" for line in given.splitlines())
    if len(text) > MAX_NOTES:
        raise BadMessage("Notes have at most %(most)s characters.", most=f"{MAX_NOTES:,}")
    return text


def people_of(table: Table) -> tuple[int, ...]:
    """Returns the seats at which a person sits, or sat before a bot took over."""
    first: dict[int, bool] = {}
    for entry in table.match.record.entries:
        first.setdefault(entry.seat, not entry.is_seat_change)
    return tuple(
        seat_value.seat
        for seat_value in table.value.seats
        if seat_value.is_human or (seat_value.agent and first.get(seat_value.seat, False))
    )


def has_players_chat(table: Table) -> bool:
    """Returns whether there is anybody at a table to talk to."""
    return not table.is_record_only and len(people_of(table)) > 1


def chat_kind(table: Table, *, is_seat: bool) -> ChatKind:
    """Returns what the board of a seat or a spectator offers to write."""
    if is_seat:
        return "" if table.is_record_only else "chat" if has_players_chat(table) else "notes"
    return "chat" if has_spectators_chat(table) else ""


def has_spectators_chat(table: Table) -> bool:
    """Returns whether spectators may talk: not about a record that is only shown, and not where somebody practises."""
    return not table.is_record_only and not table.match.record.is_free


def _own_address(address: re.Match[str], table: Table) -> str:
    is_own = address["game_id"] == table.game_id or any(seat_value.token == address["token"] for seat_value in table.value.seats)
    if is_own and address["entry"] is not None and int(address["entry"]) <= table.version:
        return f"?at={int(address['entry'])}"
    return f"/g/{table.game_id}" if is_own and address["token"] else address[0]
