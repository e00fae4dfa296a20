"""Random players with settings: weighted answers make games reach what tests need, and many games reach rare cases of the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.game import Game
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.seats import Seat


@dataclass(frozen=True)
class BiasedPlayer:
    """Answers at random, by weights.

    An answer's weight is that of its verb, or ``other``, times those of its words; ``floor`` as a verb is the purchase of a floor.
    """

    verbs: Mapping[str, float] = field(default_factory=dict)
    other: float = 1
    words: Mapping[str, float] = field(default_factory=dict)

    def weight(self, answer: str) -> float:
        verb, *rest = answer.split()
        is_floor = verb == "buy" and len(rest) == 1
        found = self.verbs.get("floor", self.verbs.get(verb, self.other)) if is_floor else self.verbs.get(verb, self.other)
        for word in (verb, *rest) if self.words else ():
            found *= self.words.get(word, 1)
        return found

    def weights(self, answers: Iterable[str]) -> list[float]:
        return [self.weight(answer) for answer in answers]

    def answer(self, game: Game, rng: Random) -> Action:
        return rng.choices(game._legal, self.weights(action.text for action in game._legal))[0]

    def choose(self, game: Game, rng: Random) -> Action | Outcome:
        """Returns an answer, or an outcome of the chance that stands, by its odds."""
        return self.answer(game, rng) if game.chance is None else game.chance.draw(rng)


BUILDING = BiasedPlayer(
    {"buy": 60, "hire": 8, "training": 90, "factory": 60, "construction": 300, "meeting_room": 15, "assembly": 15, "drop": 20}
    | {"in_house_factory": 60, "construction_admin": 60, "warehouse": 12, "done": 8, "price": 5, "sell": 30}
    | dict.fromkeys(("fire", "none", "remodel", "networking", "social_media", "broadcast"), 1),
    other=5,
)
"""Likes to build: such games meet most questions and most tiles."""
TASTES = (0.02, 0.2, 1, 1, 5, 50)
BIASES: tuple[dict[str, float], ...] = (
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
"""Words that all players of a game like: none in particular, building, industry, the exchange, staff, marketing, a niche, working floors."""


def play_biased(seats: Sequence[Seat | str], options: Mapping[str, str], seed: int, rules: str | Ruleset = "second") -> Record:
    """Plays one whole game in which a bias of the game and each seat's own taste for each word, both drawn from the seed, weigh the answers."""
    rng = Random(f"biased {seed}")
    match = Match.new(
        ruleset(rules) if isinstance(rules, str) else rules, seats, options, hashlib.sha256(f"biased {seed}".encode()).digest()
    )
    bias = rng.choice(BIASES)
    own: dict[int, dict[str, float]] = {}
    while not match.game.is_over:
        seat = match.game.asked_seat
        tastes = own.setdefault(seat, {})
        for word in (word for action in match.game._legal for word in action.text.split()):
            if word not in tastes:
                tastes[word] = rng.choice(TASTES[1:5] if bias else TASTES) * bias.get(word, 1)
        match.apply(BiasedPlayer(words=tastes).answer(match.game, rng))
    return match.record
