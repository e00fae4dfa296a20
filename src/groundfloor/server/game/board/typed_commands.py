"""Typed commands that show a part of the page, no matter who is on turn, and leave the table as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from groundfloor.presentation.typed_moves.commands import Command, find_command, meaning_of_word, part_words
from groundfloor.table.hints import NoHints, table_hints_refusal
from groundfloor.table.proposals import asked_about_undo, open_proposal

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ..viewer import Viewer

PARTS = {
    "help": "keyboard-help",
    "score": "score",
    "log": "log",
    "what": "goal",
    "plan": "round-plan",
    "look": "city",
    "legal": "decision",
    "guide": "guide",
    "hint": "hint",
}
"""The id of the part of the page that each command shows."""
ASK_UNDO = "ask-undo"
"""The id of the part of the page that says who is asked about an undo."""
LOOKED_AT = {"tracks": "tracks", "deck": "tracks", "sale": "improvements"}
"""The ids of the parts of the table that can be looked at, except the city, to which an unknown name leads, too."""


def part_shown(typed: str, viewer: Viewer, translations: NullTranslations) -> str:
    """Returns the part of the page that a typed command shows, "" if it is none: an id, or the query of a search of the rules (``rules?q=…``).

    Raises NoHints where there are none.
    """
    command = find_command(typed)
    if command == Command("undo", ""):
        return ASK_UNDO if asks_others(viewer) else ""
    if command is None or command.word not in PARTS:
        return ""
    if command.rest and command.word in ("help", "what"):
        return f"rules?{urlencode({'q': command.rest})}"
    if command.rest and command.word in ("plan", "guide"):
        return ""
    if command.word == "look":
        return part_looked_at(command, viewer, translations)
    refusal = table_hints_refusal(viewer.table) if command.word == "hint" else ""
    if refusal:
        raise NoHints(refusal)
    return PARTS[command.word]


def asks_others(viewer: Viewer) -> bool:
    """Returns whether the seats of a page can undo nothing alone, but can ask others."""
    table = viewer.table
    if open_proposal(table) is not None or any(table.undoable(seat) for seat in viewer.own_seats):
        return False
    return any(asked_about_undo(table, seat) for seat in viewer.own_seats)


def part_looked_at(command: Command, viewer: Viewer, translations: NullTranslations) -> str:
    """Returns the part of the page that is named: a part of the table, or a company by the beginning of its player's name."""
    part = meaning_of_word(command.rest, part_words(translations))
    if part in LOOKED_AT:
        return LOOKED_AT[part]
    people = [
        seat_value
        for seat_value in viewer.table.value.seats
        if command.rest and seat_value.name.casefold().startswith(command.rest.casefold())
    ]
    seat = viewer.seat if part == "me" else people[0].seat if people else None
    return PARTS["look"] if seat is None else f"company-{seat}"


def address_of(part: str, page: str, viewer: Viewer) -> str:
    """Returns the address that shows a part without scripts; ``page`` is that of the page."""
    if part.startswith("rules?"):
        return f"/g/{viewer.table.game_id}/{part}"
    if part == ASK_UNDO:
        return f"{viewer.base}/table#votes"
    return f"{viewer.base}/hint" if part == "hint" else f"{page}#{part}"
