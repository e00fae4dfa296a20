"""The Automas: their cards, and their turns in phase III, in which cards are turned over until one finds a space (``RULES 8.1``)."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, ClassVar

from .actions import Outcome
from .events import Event, event
from .fields import Field, Id, ListOf, Number, SeatNumber
from .position_reading import require
from .state import card_code, card_design, card_kind
from .step import Step

if TYPE_CHECKING:
    from typing import Literal

    from .game import Game
    from .state import Deck


@event("8.1.2")
class CardDrawn(Event):
    """An Automa draws a card: ``card`` kind, ``design`` from 1."""

    card: str
    design: int


@event("8.1.2")
class DeckShuffled(Event):
    """An Automa's last card was drawn, all go into a new pile."""


@event("8.1.2")
class CardAdded(Event):
    """An Automa's deck grows: ``card`` kind."""

    card: str


def card_text(game: Game, kind: int, design: int, is_new: bool) -> str:
    card = game._ruleset.automa_cards[kind]
    if len(card.corners) == 1:
        return f"card {card.id}"
    return f"card {card.id} {design}{' new' if is_new else ''}"


def deck_of(game: Game, seat: int) -> Deck:
    deck = game._state.players[seat].deck
    assert deck is not None
    return deck


def unseen(game: Game, kind: int) -> list[int]:
    """Returns for each design of a kind the number of copies that have not been seen in any deck."""
    card = game._ruleset.automa_cards[kind]
    return [card.copies - game._state.seen_cards[card_code(kind, design)] for design in range(1, len(card.corners) + 1)]


def draw_card(game: Game, seat: int) -> None:
    """Asks chance for the top card: its kind by the cards left, the design of an unseen one by the copies not yet seen."""
    pile = deck_of(game, seat).pile
    known: dict[int, int] = {}
    fresh: dict[int, int] = {}
    for card in sorted(pile):
        kind, design = card_kind(card), card_design(card)
        if design or len(game._ruleset.automa_cards[kind].corners) == 1:
            key = card_code(kind, max(design, 1))
            known[key] = known.get(key, 0) + 1
        else:
            fresh[kind] = fresh.get(kind, 0) + 1
    scale = lcm(*(sum(unseen(game, kind)) for kind in fresh)) if fresh else 1
    outcomes: list[Outcome] = []
    weights: list[int] = []
    for kind in range(len(game._ruleset.automa_cards)):
        for design in range(1, len(game._ruleset.automa_cards[kind].corners) + 1):
            if card_code(kind, design) in known:
                outcomes.append(Outcome((kind, design, 0), card_text(game, kind, design, False)))
                weights.append(known[card_code(kind, design)] * scale)
            if kind in fresh and unseen(game, kind)[design - 1]:
                copies = unseen(game, kind)
                outcomes.append(Outcome((kind, design, 1), card_text(game, kind, design, True)))
                weights.append(fresh[kind] * scale // sum(copies) * copies[design - 1])
    game.roll("card", outcomes, weights)


def reveal_card(game: Game, seat: int, outcome: Outcome, is_turn_over: bool) -> tuple[int, int]:
    """Reveals the drawn card and returns its corners. After the last card of the pile all cards are shuffled into a new pile."""
    kind, design, is_new = outcome.values
    state = game._state
    deck = deck_of(game, seat)
    corners = game._ruleset.automa_cards[kind].corners
    plain = card_code(kind, design if len(corners) > 1 else 0)
    deck.pile.remove(card_code(kind, 0) if is_new else plain)
    if is_new:
        state.seen_cards[card_code(kind, design)] += 1
    deck.revealed.append(plain)
    if game.journal is not None:
        game.note(CardDrawn(seat, "8.1.2", game._ruleset.automa_cards[kind].id, design))
    if not deck.pile:
        reshuffle(deck)
        if game.journal is not None:
            game.note(DeckShuffled(seat, "8.1.2"))
    if is_turn_over:
        end_turn(deck)
    return corners[design - 1]


def end_turn(deck: Deck) -> None:
    """Discards the revealed cards."""
    deck.discard += deck.revealed
    deck.revealed = []


def reshuffle(deck: Deck) -> None:
    """Shuffles all cards into one new pile; it is kept in order, as chance is asked when a card is drawn."""
    deck.pile = sorted(deck.pile + deck.discard + deck.revealed)
    deck.discard = []
    deck.revealed = []


def add_card(game: Game, seat: int, kind: int) -> None:
    """Adds a random card of a kind from the common supply to the draw pile."""
    deck = deck_of(game, seat)
    deck.pile.append(card_code(kind, 0))
    deck.pile.sort()
    if game.journal is not None:
        game.note(CardAdded(seat, "8.1.2", game._ruleset.automa_cards[kind].id))


def kinds_in(deck: Deck) -> set[int]:
    return {card_kind(card) for card in deck.pile + deck.discard + deck.revealed}


@event("8.1.5")
class SpaceMissed(Event):
    """The drawn card's area has no space: ``card`` kind."""

    card: str


@event("8.1.5")
class AutomaPassed(Event):
    """A marker on the Automa's own board: ``reason`` ``card`` or ``no_space``."""

    reason: Literal["card", "no_space"]


class AutomaTurn(Step):
    """``is_placed`` is 1 once the marker is placed; ``failed_cards`` are the kinds of cards that found no space this turn."""

    __slots__ = ("seat", "is_placed", "failed_cards")
    name: ClassVar[str] = "automa_turn"
    fields: ClassVar[tuple[Field, ...]] = (
        Field("seat", SeatNumber(), "the Automa"),
        Field("is_placed", Number(0, 1), "1 if it has had its turn"),
        Field("failed_cards", ListOf(Id("kind of Automa card")), "kinds of cards that found no space in this turn"),
    )

    def __init__(self, seat: int = -1) -> None:
        self.seat = seat
        self.is_placed = 0
        self.failed_cards: list[int] = []

    def copy(self) -> Step:
        twin = AutomaTurn(self.seat)
        twin.is_placed = self.is_placed
        twin.failed_cards = self.failed_cards[:]
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [self.seat], 0, self.is_placed, self.failed_cards

    def check(self, game: Game) -> None:
        require(game._state.players[self.seat].deck is not None, f"{self.name} must have the seat of one Automa")

    def advance(self, game: Game) -> None:
        seat = self.seat
        if self.is_placed or kinds_in(deck_of(game, seat)) <= set(self.failed_cards):
            if not self.is_placed:
                stay_home(game, seat, "no_space")
            end_turn(deck_of(game, seat))
            game.pop()
        else:
            draw_card(game, seat)

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        seat = self.seat
        kind = outcome.values[0]
        reveal_card(game, seat, outcome, is_turn_over=False)
        area = game._ruleset.automa_cards[kind].area
        if area < 0:
            stay_home(game, seat, "card")
            self.is_placed = 1
        elif game._ruleset.areas[area].place_automa(game, seat):
            self.is_placed = 1
        else:
            self.failed_cards.append(kind)
            if game.journal is not None:
                game.note(SpaceMissed(seat, "8.1.5", game._ruleset.automa_cards[kind].id))


def stay_home(game: Game, seat: int, reason: Literal["card", "no_space"]) -> None:
    """Places a marker on the Automa's own board, without effect: by its ``card``, or because ``no_space`` was found."""
    player = game._state.players[seat]
    player.time -= 1
    player.spent_time += 1
    if game.journal is not None:
        game.note(AutomaPassed(seat, "8.1.5", reason))
