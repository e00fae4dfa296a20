"""Games for tests of hints and analyses."""

from __future__ import annotations

import random

from groundfloor import Match, ruleset


def played_match(entries: int, seats: tuple[str, ...] = ("Ann", "Ben"), seed: int = 1, name: str = "second") -> Match:
    dice = random.Random(seed)
    match = Match.new(ruleset(name), list(seats), {}, b"k" * 32, "practice")
    while len(match.record.entries) < entries and not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    return match


def match_at(kind: str, entries: int = 0, seats: tuple[str, ...] = ("Ann", "Ben")) -> Match:
    """Returns a match at the next question of a kind, at least so many entries after the beginning, with a choice."""
    match = played_match(entries, seats)
    dice = random.Random(2)
    while match.game.question_kind != kind or len(match.game.legal_actions) < 3:
        match.apply(dice.choice(match.game.legal_actions))
    return match
