"""Features of a position from the perspective of one seat, as bytes, so that many of them make an array without a copy for each number."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from groundfloor.engine.phases.scoring import prestige_of

from .city_features import add_city, city_names
from .common_facts import HIGHEST, CommonFacts, RulesetTables
from .company_features import add_company, company_names
from .marker_features import add_automa, automa_names

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset

FEATURES_VERSION: Final = 2
"""Raised whenever a feature changes its meaning; weights are good for one version only."""


def feature_names() -> list[str]:
    """Returns the names of all features, in their order: the city, the seat's own company, the leading opponent, the other opponents together."""
    company = [*company_names(), *automa_names()]
    return [
        *[f"city: {name}" for name in city_names()],
        *[f"{whose}: {name}" for whose in ("own", "leading opponent", "other opponents") for name in company],
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
        self.nobody: list[int] = [0] * (len(company_names()) + len(automa_names()))
        names = city_names()
        self.size: int = len(names) + 3 * len(self.nobody)
        self.own_question: int = names.index("own question")
        self.others_question: int = names.index("question of another seat")

    def __reduce__(self) -> tuple[object, ...]:
        return Encoder, (self.ruleset,)

    def encode(self, game: Game, seat: int) -> bytes:
        """Returns the features of a position for a seat, each from 0 to 255."""
        return self.encode_seats(game)[seat * self.size : (seat + 1) * self.size]

    def encode_seats(self, game: Game) -> bytes:
        """Returns the features of a position for each seat, Automas too, one after the other; the city and each company are looked at once."""
        facts = CommonFacts(game, self.tables)
        city: list[int] = []
        add_city(game, -1, self.tables, facts, city)
        companies: list[list[int]] = []
        for seat in range(len(game._state.players)):
            company: list[int] = []
            add_company(game, seat, self.tables, facts, company)
            add_automa(game, seat, self.tables, company)
            companies.append(company)
        first = leading_opponent(game, -1)
        second = leading_opponent(game, first)
        parts: list[bytes] = []
        for seat in range(len(companies)):
            is_asked = game.asked_seat == seat
            city[self.own_question] = 1 if is_asked else 0
            city[self.others_question] = 1 if game.asked_seat >= 0 and not is_asked else 0
            leader = first if first != seat else second
            parts.append(bytes(city))
            parts.append(bytes(companies[seat]))
            parts.append(bytes(companies[leader]))
            parts.append(bytes(self.sum_of_others(companies, seat, leader)))
        return b"".join(parts)

    def sum_of_others(self, companies: list[list[int]], seat: int, leader: int) -> list[int]:
        """Returns the features of all opponents but the leading one, added up."""
        if len(companies) <= 2:
            return self.nobody
        sums = self.nobody[:]
        for other, company in enumerate(companies):
            if other != seat and other != leader:
                for place, value in enumerate(company):
                    sums[place] += value
        for place, value in enumerate(sums):
            if value > HIGHEST:
                sums[place] = HIGHEST
        return sums


def leading_opponent(game: Game, seat: int) -> int:
    """Returns the opponent with the most prestige in the current position, the more popular one of equals."""
    best, leader = -1, -1
    for other in game._state.popularity_order:
        if other == seat:
            continue
        prestige = prestige_of(game, other)
        if prestige > best:
            best, leader = prestige, other
    return leader
