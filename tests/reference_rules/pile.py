"""An Automa's cards: the undrawn pile, the discards, the cards revealed this turn (RULES 8.1.2, 11.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import lcm

from .edition import Edition
from .flow import Flow, roll

Card = tuple[str, int]
"""A kind and its design from 1, or 0 if nobody has seen it."""


@dataclass
class Pile:
    """One Automa's deck."""

    undrawn: list[Card]
    edition: Edition
    discards: list[Card] = field(default_factory=list)
    revealed: list[Card] = field(default_factory=list)
    hired: bool = False

    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.undrawn + self.discards + self.revealed}

    def add(self, kind: str) -> None:
        self.undrawn.append((kind, first_face(kind, self.edition)))

    def shuffle(self) -> None:
        self.undrawn += self.discards + self.revealed
        self.discards, self.revealed = [], []

    def end_turn(self) -> None:
        self.discards += self.revealed
        self.revealed = []


def first_face(kind: str, edition: Edition) -> int:
    """Returns the design of a new card as far as it is known: a kind with a single design hides nothing."""
    return 1 if len(edition.faces(kind)) == 1 else 0


def card_text(kind: str, design: int, new: bool, edition: Edition) -> str:
    return f"card {kind}" if len(edition.faces(kind)) == 1 else f"card {kind} {design}{' new' if new else ''}"


def draw(pile: Pile, seen: Counter[Card]) -> Flow[Card]:
    """The next card; with the last one all cards are shuffled at once. ``seen``: the cards of all decks with a known design."""
    edition = pile.edition
    counts = Counter(pile.undrawn)
    unseen = {
        kind: [edition.card_copies(kind) - seen[kind, face] for face in range(1, len(edition.faces(kind)) + 1)] for kind in edition.cards()
    }
    scale = lcm(*(sum(unseen[kind]) for kind, design in counts if not design))
    weights: dict[str, int] = {}
    cards: dict[str, tuple[Card, Card]] = {}
    for kind in unseen:
        for face, copies in enumerate(unseen[kind], 1):
            known, new = card_text(kind, face, False, edition), card_text(kind, face, True, edition)
            if hidden_cards := counts[kind, 0]:
                weights[known], weights[new] = counts[kind, face] * scale, hidden_cards * copies * scale // sum(unseen[kind])
                cards[new] = (kind, 0), (kind, face)
            else:
                weights[known] = counts[kind, face] * scale
            cards[known] = (kind, face), (kind, face)
    hidden, card = cards[(yield from roll("card", weights))]
    if hidden != card:
        seen[card] += 1
    pile.undrawn.remove(hidden)
    pile.revealed.append(card)
    if not pile.undrawn:
        pile.shuffle()
    return card
