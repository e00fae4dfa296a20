"""An Automa's cards: of those that nobody has seen only the kind, of all others everything (``RULES 8.1.2``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from .scene import Scene


@dataclass(frozen=True)
class AutomaCard:
    """A card: the letter of its area ("" for none), its name, and its marketing type and price bracket ("" as long as nobody has seen them)."""

    letter: str
    name: str
    corners: str


@dataclass(frozen=True)
class AutomaCards:
    """An Automa's level and deck: the pile still to come by kind, what lies face up, and the discards from the latest on."""

    level: str
    pile: tuple[AutomaCard, ...]
    shown: tuple[AutomaCard, ...]
    discard: tuple[AutomaCard, ...]

    @property
    def known(self) -> list[AutomaCard]:
        """Cards to come whose design has been seen."""
        return [card for card in self.pile if card.corners]

    @property
    def unseen(self) -> list[AutomaCard]:
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
    """The cards of an Automa's seat; None for a human."""
    deck = scene.game.state.players[seat].deck
    automa = scene.game.automas[seat]
    if deck is None or automa is None:
        return None
    areas = scene.game.ruleset.automa_cards
    # By area, cards without one last: the pile's own order says nothing.
    pile = sorted(deck.pile, key=lambda card: (areas[card // 4].area < 0, areas[card // 4].area, card))
    groups = [tuple(card_of(scene, card) for card in cards) for cards in (pile, deck.revealed, deck.discard[::-1])]
    return AutomaCards(names.full("level", automa.level, scene.words), *groups)


def card_of(scene: Scene, card: int) -> AutomaCard:
    """One card by its number in a deck."""
    rules = scene.game.ruleset
    kind, design = divmod(card, 4)
    area = rules.automa_cards[kind].area
    name = names.full("card", rules.automa_cards[kind].id, scene.words)
    return AutomaCard(chr(ord("A") + area) if area >= 0 else "", name, effects.of_card(rules, kind, design, scene.words))
