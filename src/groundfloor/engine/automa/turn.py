"""An Automa's turn in phase III: cards are turned over until one finds a space (``RULES 8.1.5``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..events import Event, event
from ..position_reading import require, require_range
from ..step import Step
from .deck import deck_of, draw_card, end_turn, kinds_in, reveal_card

if TYPE_CHECKING:
    from typing import Literal

    from ..actions import Outcome
    from ..game import Game


@event("8.1.5")
class SpaceMissed(Event):
    """The drawn card's area has no space: ``card`` kind."""

    card: str


@event("8.1.5")
class AutomaStayedHome(Event):
    """A marker on the Automa's own board: ``reason`` ``card`` or ``no_space``."""

    reason: Literal["card", "no_space"]


class AutomaTurn(Step):
    """``is_placed`` is 1 once the marker is placed; ``failed_cards`` are the kinds of cards that found no space this turn."""

    __slots__ = ("seat", "is_placed", "failed_cards")
    name: ClassVar[str] = "automa_turn"

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

    def restore_fields(self, order: list[int], at: int, stage: int, marks: list[int]) -> None:
        self.seat = order[0] if len(order) == 1 else -1
        self.is_placed = stage
        self.failed_cards = marks

    def check(self, game: Game) -> None:
        players = game.state.players
        is_automa = 0 <= self.seat < len(players) and players[self.seat].deck is not None
        require(is_automa, f"{self.name} must have the seat of one Automa")
        require_range([self.is_placed], 0, 1, "the mark of a placed marker")
        require_range(self.failed_cards, 0, len(game.ruleset.automa_cards) - 1, "a kind of card")

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
        area = game.ruleset.automa_cards[kind].area
        if area < 0:
            stay_home(game, seat, "card")
            self.is_placed = 1
        elif game.ruleset.areas[area].place_automa(game, seat):
            self.is_placed = 1
        else:
            self.failed_cards.append(kind)
            if game.journal is not None:
                game.note(SpaceMissed(seat, "8.1.5", game.ruleset.automa_cards[kind].id))


def stay_home(game: Game, seat: int, reason: Literal["card", "no_space"]) -> None:
    """Places a marker on the Automa's own board, without effect: by its ``card``, or because ``no_space`` was found."""
    player = game.state.players[seat]
    player.time -= 1
    player.spent_time += 1
    if game.journal is not None:
        game.note(AutomaStayedHome(seat, "8.1.5", reason))
