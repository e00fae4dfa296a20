"""Perft by the reference rules, which have no code in common with the engine."""

from __future__ import annotations

from groundfloor.engine.record import Record
from tests.reference_rules.edition import edition_of
from tests.reference_rules.flow import Chance, Question
from tests.reference_rules.game import play
from tests.reference_rules.setup import lay_out


def reference_ways(record: Record, entries: list[str], depth: int) -> int:
    """Returns the number of ways by the reference rules, which play each of them from the start of the game."""
    standing = reached(record, entries)
    if standing is None or depth == 0:
        return 1
    answers = sorted(standing.legal) if isinstance(standing, Question) else list(standing.weights)
    if depth == 1:
        return len(answers)
    return sum(reference_ways(record, [*entries, answer], depth - 1) for answer in answers)


def reached(record: Record, entries: list[str]) -> Question | Chance | None:
    """Returns what is asked after these entries, None if the game is over."""
    flow = play(
        lay_out(
            [seat.automa for seat in record.seats],
            edition_of(record.ruleset.name, record.options, record.ruleset.overrides, record.ruleset.revision),
        )
    )
    standing: Question | Chance = next(flow)
    try:
        for entry in entries:
            standing = flow.send(entry)
    except StopIteration:
        return None
    return standing
