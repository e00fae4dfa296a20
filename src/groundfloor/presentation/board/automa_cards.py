"""An Automa's cards: of those that nobody has seen only the kind, of all others everything (``RULES 8.1.2``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from groundfloor.engine import components

    from .scene import Scene


@dataclass(frozen=True)
class ShownCard:
    """A card: the letter of its area ("" for none), its name, and its marketing type and price bracket ("" as long as nobody has seen them)."""

    letter: str
    name: str
    corners: str


@dataclass(frozen=True)
class AutomaCards:
    """An Automa's level and deck: the pile still to come by kind, what lies face up, and the discards from the latest on."""

    level: str
    pile: tuple[ShownCard, ...]
    shown: tuple[ShownCard, ...]
    discard: tuple[ShownCard, ...]

    @property
    def known(self) -> list[ShownCard]:
        """Cards to come whose design has been seen."""
        return [card for card in self.pile if card.corners]

    @property
    def unseen(self) -> list[ShownCard]:
        """Cards to come of which only the kind is known."""
        return [card for card in self.pile if not card.corners]

    @property
    def letters(self) -> list[str]:
        """Areas still to come."""
        return [card.letter for card in self.pile if card.letter]

    @property
    def offices(self) -> int:
        """Cards to come that have no area."""
        return sum(1 for card in self.pile if not card.letter)


def automa_cards(scene: Scene, seat: int) -> AutomaCards | None:
    deck = scene.game.state.players[seat].deck
    automa = scene.game.automas[seat]
    if deck is None or automa is None:
        return None
    known = scene.game.ruleset.automa_deck
    # By area, cards without one last: the pile's own order says nothing.
    pile = sorted(deck.pile, key=lambda code: (known[code].kind.area < 0, known[code].kind.area, code))
    groups = [tuple(card_of(scene, known[code]) for code in codes) for codes in (pile, deck.revealed, deck.discard[::-1])]
    return AutomaCards(names.full("level", automa.level, scene.words), *groups)


def card_of(scene: Scene, card: components.AutomaCard) -> ShownCard:
    area = card.kind.area
    name = names.full("card", card.kind.id, scene.words)
    return ShownCard(names.LETTERS[area] if area >= 0 else "", name, effects.of_card(scene.game.ruleset, card, scene.words))
