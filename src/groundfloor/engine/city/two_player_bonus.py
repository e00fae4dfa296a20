"""The marketing bonus of two players, where the more popular one decides whether there are bonuses (``RULES 9.2.4``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..events import Event, event
from .marketing_bonus import BONUS, DECISION, BonusStep, MarketingBonus

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import QuestionKind, RefusalCode
    from ..ruleset import Ruleset


@event("9.2.4")
class BonusesDecided(Event):
    """The more popular of two players decides that both take a bonus."""


@event("9.2.4")
class BonusesDeclined(Event):
    """The more popular of two players decides that nobody does."""


class TwoPlayerBonus(MarketingBonus):
    """The marketing bonus where in each round both players take a bonus or neither does."""

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        super().register_actions(table, ruleset)
        self.decisions = (table.add("bonuses"), table.add("none"))

    def conduct(self, game: Game) -> None:
        step = TwoPlayerBonusStep(game.state.popularity_order[:])
        step.asks = DECISION
        game.push(step)


class TwoPlayerBonusStep(BonusStep):
    """First asks the most popular player whether bonuses are taken this round."""

    __slots__ = ()
    name: ClassVar[str] = "two_player_bonus"
    turn_question: ClassVar[QuestionKind] = ""

    def takers(self, seats: list[int]) -> list[int]:
        return seats

    def decisions(self, game: Game) -> tuple[Action, ...]:
        bonus = game.ruleset.bonus
        assert isinstance(bonus, TwoPlayerBonus)
        return bonus.decisions

    def advance(self, game: Game) -> None:
        if self.asks == DECISION:
            game.ask("bonuses", self.order[0])
        else:
            super().advance(game)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if self.asks != DECISION:
            return super().refusal(game, seat, action)
        return None if action in self.decisions(game) else "not_asked"

    def choices(self, game: Game, seat: int) -> list[Action]:
        return list(self.decisions(game)) if self.asks == DECISION else super().choices(game, seat)

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if self.asks != DECISION:
            super().apply_action(game, seat, action)
            return
        self.asks = BONUS
        if action.verb == "none":
            self.turn = len(self.order)
        if game.journal is not None and self.turn:
            game.note(BonusesDeclined(seat, "9.2.4"))
        elif game.journal is not None:
            game.note(BonusesDecided(seat, "9.2.4"))

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        return Quote() if self.asks == DECISION else super().quote(game, seat, action)
