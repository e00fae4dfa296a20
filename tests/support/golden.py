"""Plays golden records that are missing, by dice of a fixed seed, and writes the positions and scores that all of them end in.

``python -m tests.support.golden``: a record that is there already keeps its entries; remove the file to have it played anew.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass, field
from pathlib import Path

from groundfloor import Match, Record, read_record, ruleset

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
BUILDING = {"buy": 60, "construction": 40, "hire": 8, "training": 20, "remodel": 1, "research_testing": 8, "meeting_room": 8, "end": 5}


@dataclass(frozen=True)
class Table:
    """A golden game: who plays by which rules, and what the dice like (an answer's verb to its weight, others 3)."""

    name: str
    rules: str
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    house: dict[str, object] = field(default_factory=dict)
    liked: dict[str, int] = field(default_factory=dict)


AUTOMAS = {"pei": ("Ann", "automa:pei"), "gropius": ("Ann", "Ben", "automa:gropius"), "hadid": ("Ann", "automa:hadid")}
TWO_AUTOMAS = ("Ann", "Ben", "automa:pei", "automa:hadid")


def tables() -> list[Table]:
    """All of them beside those that are kept as they are."""
    found: list[Table] = []
    for count in range(2, 6):
        found.append(Table(f"online-{count}", "online", NAMES[:count], liked=BUILDING if count == 3 else {}))
    found += [Table(f"online-{who}", "online", seats) for who, seats in AUTOMAS.items()]
    found.append(Table("online-two-automas", "online", TWO_AUTOMAS))
    return found


def play(table: Table) -> Record:
    """One whole game."""
    dice = random.Random(table.name)
    rules = ruleset(table.rules).housed(table.house)
    match = Match.new(rules, table.seats, table.options, hashlib.sha256(table.name.encode()).digest())
    while not match.game.is_over:
        legal = match.game.legal_actions
        weights = [table.liked.get(action.verb, 3) for action in legal]
        match.apply(dice.choices(legal, weights)[0])
    return match.record


def write_end(file: Path) -> None:
    """The record in its present form, and where it ends."""
    record = read_record(file.read_text("utf-8"))
    file.write_text(record.format(), "utf-8")
    game = record.replay()
    end = {"position": game.position(), "scores": [score.as_dict() for score in game.scores()]}
    file.with_suffix(".json").write_text(json.dumps(end) + "\n", "utf-8")


if __name__ == "__main__":
    for table in tables():
        file = FOLDER / f"{table.name}.gfr"
        if not file.exists():
            file.write_text(play(table).format(), "utf-8")
    for file in sorted(FOLDER.glob("*.gfr")):
        write_end(file)
