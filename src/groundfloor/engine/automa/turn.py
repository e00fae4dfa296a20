"""An Automa's turn in phase III: cards are turned over until one finds a space (``RULES 8.1.5``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..step import Step
from .deck import deck_of, draw_card, end_turn, kinds_in, reveal_card

if TYPE_CHECKING:
    from ..actions import Outcome
    from ..game import Game


class AutomaTurn(Step):
    """``order`` holds the seat, ``marks`` the kinds of cards that have found no space this turn."""

    __slots__ = ()
    name: ClassVar[str] = "automa_turn"

    def advance(self, game: Game) -> None:
        seat = self.order[0]
        if self.stage or kinds_in(deck_of(game, seat)) <= set(self.marks):
            if not self.stage:
                stay_home(game, seat, "no_space")
            end_turn(deck_of(game, seat))
            game.pop()
        else:
            draw_card(game, seat)

    def deal(self, game: Game, outcome: Outcome) -> None:
        seat = self.order[0]
        kind = outcome.values[0]
        reveal_card(game, seat, outcome, is_turn_over=False)
        area = game.ruleset.automa_cards[kind].area
        if area < 0:
            stay_home(game, seat, "card")
            self.stage = 1
        elif game.ruleset.areas[area].place_automa(game, seat):
            self.stage = 1
        else:
            self.marks.append(kind)
            if game.journal is not None:
                game.note("SpaceMissed", seat, "8.1.5", {"card": game.ruleset.automa_cards[kind].id})


def stay_home(game: Game, seat: int, reason: str) -> None:
    """A marker on the Automa's own board, without effect: by its ``card``, or because there was ``no_space`` for any."""
    player = game.state.players[seat]
    player.time -= 1
    player.spent_time += 1
    if game.journal is not None:
        game.note("AutomaStayedHome", seat, "8.1.5", {"reason": reason})
