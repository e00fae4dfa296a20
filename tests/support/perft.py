"""Perft: how many ways there are to go on from a position, counted by the engine and, with no code in common, by the reference rules.

A way is a row of so many entries, each an answer of the seat that is asked or an outcome of the chance that stands, each outcome once
whatever its weight. A way that comes to the end of the game earlier counts as one.
"""

from __future__ import annotations

from collections.abc import Sequence

from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.game import Game
from groundfloor.engine.record import Record
from tests.reference_rules.edition import edition_of
from tests.reference_rules.flow import Chance, Question
from tests.reference_rules.game import play
from tests.reference_rules.setup import lay_out


def ways(game: Game, depth: int) -> int:
    """So many, says the engine."""
    if depth == 0 or game.is_over:
        return 1
    answers: Sequence[Action | Outcome] = game.legal if game.chance is None else game.chance.outcomes
    if depth == 1:
        return len(answers)
    count = 0
    for answer in answers:
        twin = game.copy()
        twin.apply(answer)
        count += ways(twin, depth - 1)
    return count


def listed(record: Record, entries: list[str], depth: int) -> int:
    """So many, says the reference rules, which play each of them from the start of the game."""
    standing = reached(record, entries)
    if standing is None or depth == 0:
        return 1
    answers = sorted(standing.legal) if isinstance(standing, Question) else list(standing.weights)
    if depth == 1:
        return len(answers)
    return sum(listed(record, [*entries, answer], depth - 1) for answer in answers)


def reached(record: Record, entries: list[str]) -> Question | Chance | None:
    """What stands after these entries, None if the game is over."""
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
