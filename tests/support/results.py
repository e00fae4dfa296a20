"""Results of games that were never played."""

from __future__ import annotations

from typing import Any

from groundfloor.results import GameFacts, GameResult


def result(number: int = 1, total: int = 30, other: int = 25, facts: GameFacts | None = None, **changes: Any) -> GameResult:
    """Returns a result against Pei, finished on the day of January 2026 with this number; ``other`` is Pei's prestige."""
    fields: dict[str, Any] = {
        "game": f"game{number}",
        "seat": 0,
        "finished": f"2026-01-{number:02}T12:00:00+00:00",
        "name": "Ann",
        "ruleset": "second",
        "revision": 1,
        "automas": ("pei",),
        "people": 0,
        "specialty": "retail",
        "total": total,
        "rank": 1 if total >= other else 2,
        "totals": (total, other),
        "sources": {"room": 6, "tenant": 0, "floor": 8, "achievement": 0, "sets": total - 14},
        "facts": facts or GameFacts(floors_by_round=(0, 0, 0, 0, 1, 1, 2)),
    }
    return GameResult(**{**fields, **changes})
