"""Players with habits: each game has its favourite words, so that many games together reach the rare corners of the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.engine.ruleset import Ruleset

LIKINGS = (0.02, 0.2, 1, 1, 5, 50)
HABITS: tuple[dict[str, float], ...] = (
    {},
    {
        "end": 20,
        "hire": 0.3,
        "construction": 80,
        "buy": 60,
        "none": 0.02,
        "consulting": 30,
        "agency": 0.1,
        "research_testing": 20,
        "remodel": 0.1,
    },
    {
        "assembly": 30,
        "warehouse": 30,
        "factory": 90,
        "assembly_line": 60,
        "in_house_factory": 90,
        "storage_closet": 20,
        "hire": 0.1,
        "end": 5,
        "liquidation": 9,
    },
    {"exchange": 90, "sell": 0.05, "advertising": 0.1, "meeting_room": 5, "end": 5},
    {"hire": 30, "training": 60, "fire": 0.1, "meeting_room": 10, "consulting": 10, "end": 5, "emergency_meeting": 90},
    {"advertising": 60, "agency": 30, "networking": 5, "social_media": 5, "broadcast": 10, "end": 5, "marketing_department": 40},
    {
        "niche_market": 90,
        "premium_product": 90,
        "stay": 9,
        "buy": 60,
        "construction": 80,
        "none": 0.02,
        "consulting": 20,
        "factory": 40,
        "end": 10,
    },
    {
        "buy": 60,
        "none": 0.02,
        "construction": 80,
        "construction_admin": 90,
        "office_renovation": 90,
        "online_store": 60,
        "consulting": 40,
        "end": 20,
    },
)
"""What a table likes: nothing in particular, building, industry, the exchange, staff, marketing, a niche, floors to work with."""


def play_biased(seats: Sequence[str], options: Mapping[str, str], seed: int, rules: str | Ruleset = "second") -> Record:
    """One whole game; the table's habit and each seat's own liking of each word, both from the seed, weigh the answers."""
    rng = Random(f"habits {seed}")
    match = Match.new(
        ruleset(rules) if isinstance(rules, str) else rules, seats, options, hashlib.sha256(f"habits {seed}".encode()).digest()
    )
    habit = rng.choice(HABITS)
    own: dict[tuple[int, str], float] = {}
    while not match.game.is_over:
        seat, legal = match.game.asked, match.game.legal_actions
        likings = []
        for action in legal:
            liking = 1.0
            for word in action.text.split():
                liking *= own.setdefault((seat, word), rng.choice(LIKINGS if not habit else LIKINGS[1:5])) * habit.get(word, 1)
            likings.append(liking)
        match.apply(rng.choices(legal, likings)[0])
    return match.record
