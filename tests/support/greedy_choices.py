"""Stored choices of the greedy agent: ``python -m tests.support.greedy_choices`` writes them anew, after its weights were changed on purpose."""

from __future__ import annotations

import json
from pathlib import Path

from groundfloor.editions import ruleset
from groundfloor.engine.record import CHANCE, Record
from groundfloor.research.arena.simulate import play_one

FILE = Path(__file__).parents[1] / "agents" / "greedy_choices.json"
TABLES: dict[str, tuple[str, list[str], dict[str, str]]] = {
    "second, two": ("second", ["Ann", "Ben"], {}),
    "second, four": ("second", ["Ann", "Ben", "Cleo", "Dan"], {"deck": "preset"}),
    "second, against Gropius and Hadid": ("second", ["Ann", "automa:gropius", "automa:hadid"], {}),
    "online, against Pei": ("online", ["Ann", "automa:pei"], {}),
    "first, three": ("first", ["Ann", "Ben", "Cleo"], {}),
    "manual, two": ("manual", ["Ann", "Ben"], {}),
}
"""Tables by name: ruleset, seats, options. Everybody but Automas is greedy."""


def choices(table: str) -> list[str]:
    """Returns the choices of a game at a table, in their order, each after the number of its seat."""
    name, seats, options = TABLES[table]
    agents = ["" if seat.startswith("automa:") else "greedy" for seat in seats]
    record = Record.parse(play_one(name, seats, options, agents, {}, 11, 1).record, ruleset)
    return [f"{entry.seat + 1} {entry.text}" for entry in record.entries if entry.seat != CHANCE and not entry.is_seat_change]


if __name__ == "__main__":
    FILE.write_text(json.dumps({table: choices(table) for table in TABLES}, indent=0) + "\n", "utf-8")
