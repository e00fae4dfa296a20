"""Records that end where a question of each kind stands for a human seat."""

from __future__ import annotations

import hashlib
from random import Random

from groundfloor import Match, ruleset

SEATS = ("Ann", "Ben", "automa:hadid")
LIKED = {"buy": 60, "take": 60, "training": 40, "factory": 12, "construction": 40, "meeting_room": 12, "bonus": 2, "remodel": 8}
STAFF = {"hire": 300, "consulting": 60, "meeting_room": 40, "exchange": 20, "sell": 40, "factory": 30, "training": 9, "assembly": 40}
KINDS = (
    "fire_for_money", "hire", "schedule", "after_task", "marketing_type", "bonus", "bonus_room", "price", "sell", "drop", "buy", "tenant", "fire",
)  # fmt: skip


def questions(games: int = 400) -> dict[str, str]:
    """The record's text by the kind of the question that it stops at; late ones rather than early ones."""
    found: dict[str, str] = {}
    for number in range(games):
        dice = Random(number)
        match = Match.new(ruleset("second"), SEATS, None, hashlib.sha256(b"%d" % number).digest())
        wanted = dice.randint(1, 6)
        while (question := match.game.question) is not None:
            kind = question.kind
            if kind not in found and match.game.state.round >= wanted and len(question.legal) > 1:
                found[kind] = match.record.format()
            liked = STAFF if number % 2 else LIKED
            weights = [liked.get(action.verb, 3) for action in question.legal]
            match.apply(dice.choices(question.legal, weights)[0])
        if len(found) == len(KINDS):
            break
    return found
