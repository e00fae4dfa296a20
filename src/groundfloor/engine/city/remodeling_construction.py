"""The construction company that offers remodels beside its improvements (``RULES 9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from .construction_company import ConstructionCompany, ConstructionStep

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import RefusalCode

AFTER = 2


class RemodelingConstruction(ConstructionCompany):
    """At each own marker rooms may be remodeled before and after buying."""

    def conduct(self, game: Game) -> None:
        game.push(RemodelingConstructionStep([], [0] * len(game.state.players)))


class RemodelingConstructionStep(ConstructionStep):
    """Stage 2 offers remodels to the seat in ``order`` after its purchase; ``none`` leaves it out."""

    __slots__ = ()
    name: ClassVar[str] = "remodeling_construction"

    def advance(self, game: Game) -> None:
        if self.stage == 0 and self.order:
            self.stage = AFTER if game.state.players[self.order[0]].deck is None else 0
        if self.stage == AFTER:
            game.ask("after_buy", self.order[0])
            return
        if self.stage == 0:
            self.order = []
        super().advance(game)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if self.stage != 1 and action.verb == "remodel":
            return game.ruleset.remodeling.refusal(game.state.players[seat], action.a)
        if self.stage == AFTER:
            return None if action.verb == "end" else "not_asked"
        return super().refusal(game, seat, action)

    def choices(self, game: Game, seat: int) -> list[Action]:
        player = game.state.players[seat]
        if self.stage == AFTER:
            legal: list[Action] = []
            game.ruleset.remodeling.choices(player, legal)
            return [*legal, game.ruleset.end_action]
        legal = super().choices(game, seat)
        if self.stage == 0:
            game.ruleset.remodeling.choices(player, legal)
        return legal

    def take(self, game: Game, seat: int, action: Action) -> None:
        if self.stage != 1 and action.verb == "remodel":
            game.ruleset.remodeling.perform(game, seat, action)
        elif self.stage == AFTER:
            self.order = []
            self.stage = 0
        else:
            super().take(game, seat, action)
            if action.verb == "buy":
                self.order = [seat]

    def continues_turn(self, at: int, action: Action) -> bool:
        return bool(self.order) or super().continues_turn(at, action)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "remodel":
            return game.ruleset.remodeling.quote(game, action)
        return super().quote(game, seat, action)
