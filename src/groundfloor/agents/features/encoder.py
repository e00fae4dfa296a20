"""Features of a position from the perspective of one seat, as bytes, so that many of them make an array without a copy for each number."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from groundfloor.engine.phases.scoring import prestige_of

from .city_features import add_city, city_names
from .common_facts import CommonFacts, RulesetTables, clip
from .company_features import add_company, company_names
from .marker_features import add_automa, automa_names

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset

FEATURES_VERSION: Final = 1
"""Raised whenever a feature changes its meaning; weights are good for one version only."""


def feature_names() -> list[str]:
    """Returns the names of all features, in their order: the city, the own company, the leading opponent, the other opponents together."""
    opponent = [*company_names(), *automa_names()]
    return [
        *[f"city: {name}" for name in city_names()],
        *[f"own: {name}" for name in company_names()],
        *[f"leading opponent: {name}" for name in opponent],
        *[f"other opponents: {name}" for name in opponent],
    ]


def features_hash() -> str:
    """Returns a hash of version and names, by which weights recognize the features that they were trained with."""
    text = "\n".join([f"version {FEATURES_VERSION}", *feature_names()])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Encoder:
    """Makes the features of positions of one ruleset.

    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    >>> encoder = Encoder(match.game.ruleset)
    >>> len(encoder.encode(match.game, 0)) == len(feature_names())
    True
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.tables = RulesetTables(ruleset)
        self.no_opponent: list[int] = [0] * (len(company_names()) + len(automa_names()))

    def encode(self, game: Game, seat: int) -> bytes:
        """Returns the features of a position for a seat, each from 0 to 255."""
        facts = CommonFacts(game, self.tables)
        found: list[int] = []
        add_city(game, seat, self.tables, facts, found)
        add_company(game, seat, self.tables, facts, found)
        leader = leading_opponent(game, seat)
        add_company(game, leader, self.tables, facts, found)
        add_automa(game, leader, self.tables, found)
        self.add_others(game, seat, leader, facts, found)
        return bytes(found)

    def add_others(self, game: Game, seat: int, leader: int, facts: CommonFacts, found: list[int]) -> None:
        """Appends the features of all opponents but the leading one, added up."""
        if len(game.state.players) <= 2:
            found.extend(self.no_opponent)
            return
        sums = self.no_opponent[:]
        for other in range(len(game.state.players)):
            if other in (seat, leader):
                continue
            single: list[int] = []
            add_company(game, other, self.tables, facts, single)
            add_automa(game, other, self.tables, single)
            for place, value in enumerate(single):
                sums[place] += value
        for value in sums:
            found.append(clip(value))

    def encode_answers(self, game: Game, actions: list[Action]) -> tuple[list[Game], bytes]:
        """Returns the game after each of these answers of the seat that is asked, and their features for it, one after the other."""
        seat = game.asked_seat
        games: list[Game] = []
        parts: list[bytes] = []
        for action in actions:
            after = game.copy()
            after.apply_action(action)
            games.append(after)
            parts.append(self.encode(after, seat))
        return games, b"".join(parts)


def leading_opponent(game: Game, seat: int) -> int:
    """Returns the opponent with the most prestige in the current position, the more popular one of equals."""
    best, leader = -1, -1
    for other in game.state.popularity_order:
        if other == seat:
            continue
        prestige = prestige_of(game, other)
        if prestige > best:
            best, leader = prestige, other
    return leader
