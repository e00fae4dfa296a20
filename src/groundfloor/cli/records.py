"""Commands that read a record or a ruleset."""

from __future__ import annotations

import json
from pathlib import Path

from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord
from groundfloor.engine.events import Event
from groundfloor.engine.match import verify
from groundfloor.engine.record import Record
from groundfloor.engine.trace import trace
from groundfloor.locales import translations
from groundfloor.locales.telling import tell


def read(file: Path) -> Record:
    """The record of a file."""
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file} is no text, so it is no record.") from error
    return Record.parse(text, ruleset)


def replay(file: Path, at: int | None, as_json: bool, as_trace: bool) -> None:
    """The log up to an entry and the scores there, or the position as JSON."""
    record = read(file)
    if at is not None and not 0 <= at <= len(record.entries):
        raise BadRecord(f"The record has entries 0 to {len(record.entries)}, not {at}.")
    if as_trace:
        for line in trace(record.until(at)):
            print(json.dumps(line, separators=(",", ":")))
        return
    journal: list[Event] = []
    game = record.replay(until=at, journal=journal)
    if as_json:
        print(json.dumps(game.position(), indent=1))
        return
    words = translations("en")
    for event in journal:
        sentence, why = tell(event, game, words)
        print(f"{sentence} {why}".rstrip())
    for score in game.scores():
        print(f"{score.rank}. {game.seats[score.seat].name}: {score.total} prestige")


def verify_file(file: Path) -> None:
    """Says how many draws were checked."""
    count = verify(read(file))
    print(f"{count} draws checked: the key fits its hash and fixes each of them. This proves that they were fixed before the start.")


def rules(name: str, as_json: bool) -> None:
    """Every value with printed, derived or assumed."""
    values = ruleset(name).values
    if as_json:
        print(json.dumps({k: {"value": v.value, "status": v.status, "evidence": v.evidence} for k, v in values.items()}, indent=1))
        return
    for key, value in values.items():
        print(f"{key}: {value.value} ({value.status}{'; ' + value.evidence if value.evidence else ''})")
