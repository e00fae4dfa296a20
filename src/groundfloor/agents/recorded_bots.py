"""What a record says of the bots that play: their specifications, without the places of files."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE, MAX_BOT_NAME_LENGTH, seat_change

from .specification import IN_FILE, PROGRAM, program_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundfloor.engine.record import Record


def bot_name(specification: str) -> str:
    """Returns what a record calls a bot: its specification with its settings, of a file the class, of a program its file; with dashes for what can't be in a name.

    >>> bot_name("greedy:random_moves=0.5"), bot_name("bots/mine.py:Mine:depth=2"), bot_name("program:python3 other.py")
    ('greedy:random_moves=0.5', 'Mine:depth=2', 'other')
    """
    in_file = IN_FILE.fullmatch(specification)
    name = in_file["name"] + (in_file["settings"] or "") if in_file is not None else specification
    if specification.startswith(PROGRAM):
        name = program_label(shlex.split(specification.removeprefix(PROGRAM)))
    return re.sub(r"[^A-Za-z0-9_.:=,-]", "-", name)[:MAX_BOT_NAME_LENGTH]


def note_bots(record: Record, agents: Mapping[int, str]) -> None:
    """Notes in a record which bots play from here on, by seat: before the first draw, if nobody has answered anything yet."""
    now = record.bots()
    changes = [seat_change(seat, name) for seat, agent in agents.items() if now.get(seat) != (name := bot_name(agent))]
    is_new = all(entry.seat == CHANCE for entry in record.entries)
    record.entries = [*changes, *record.entries] if is_new else [*record.entries, *changes]
