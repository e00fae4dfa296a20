"""The construction company where rooms can be remodeled as well (``RULES 9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from .construction_company import AFTER, BUY, TENANT, ConstructionCompany, ConstructionStep

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import RefusalCode


class RemodelingConstruction(ConstructionCompany):
    """A construction company where the owner of a marker may remodel rooms before and after buying."""

    def conduct(self, game: Game) -> None:
        game.push(RemodelingConstructionStep([0] * len(game.state.players)))


class RemodelingConstructionStep(ConstructionStep):
    """Offers remodels before and after a purchase."""

    __slots__ = ()
    name: ClassVar[str] = "remodeling_construction"

    def advance(self, game: Game) -> None:
        if self.asks == BUY and self.buyer >= 0:
            self.asks = AFTER if game.state.players[self.buyer].deck is None else BUY
        if self.asks == AFTER:
            game.ask("after_buy", self.buyer)
            return
        if self.asks == BUY:
            self.buyer = -1
        super().advance(game)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if self.asks != TENANT and action.verb == "remodel":
            return game.ruleset.remodeling.refusal(game.state.players[seat], action.a)
        if self.asks == AFTER:
            return None if action.verb == "end" else "not_asked"
        return super().refusal(game, seat, action)

    def choices(self, game: Game, seat: int) -> list[Action]:
        player = game.state.players[seat]
        if self.asks == AFTER:
            legal: list[Action] = []
            game.ruleset.remodeling.choices(player, legal)
            return [*legal, game.ruleset.end_action]
        legal = super().choices(game, seat)
        if self.asks == BUY:
            game.ruleset.remodeling.choices(player, legal)
        return legal

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if self.asks != TENANT and action.verb == "remodel":
            game.ruleset.remodeling.apply(game, seat, action)
        elif self.asks == AFTER:
            self.buyer = -1
            self.asks = BUY
        else:
            super().apply_action(game, seat, action)
            if action.verb == "buy":
                self.buyer = seat

    def continues_turn(self, at: int, action: Action) -> bool:
        return self.buyer >= 0 or super().continues_turn(at, action)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "remodel":
            return game.ruleset.remodeling.quote(game, action)
        return super().quote(game, seat, action)
