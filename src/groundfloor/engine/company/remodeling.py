"""Remodeling rooms of one's own ground floor, and where editions allow it (``RULES III.3``, ``IV.C.1``, ``9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..effects import remodel
from ..fields import Field, Number, SeatNumber
from ..freezing import Freezable
from ..position_reading import require
from ..step import Step

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import Gains, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player


class Remodeling(Freezable):
    """Remodeling of rooms at a price: the free action of phase III, or the cheaper one of the bonus."""

    __slots__ = ("money", "info", "rule", "actions")

    def __init__(self, money: int, info: int, rule: str) -> None:
        self.money = money
        self.info = info
        self.rule = rule
        self.actions: tuple[Action, ...] = ()

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = tuple(table.add("remodel", i, text=f"remodel {room.id}") for i, room in enumerate(ruleset.rooms))

    def blocked_reason(self, player: Player) -> RefusalCode | None:
        """Returns a reason against all rooms: money or info is missing."""
        if player.money < self.money:
            return "no_money"
        return "no_info" if player.info < self.info else None

    def action_blocked_reason(self, player: Player, room: int) -> RefusalCode | None:
        if player.remodeled[room]:
            return "already_remodeled"
        return "covered" if player.visible_tenants[room] >= 0 else None

    def refusal(self, player: Player, room: int) -> RefusalCode | None:
        return self.action_blocked_reason(player, room) or self.blocked_reason(player)

    def choices(self, player: Player, legal: list[Action]) -> None:
        if self.blocked_reason(player) is None:
            for action in self.actions:
                if self.action_blocked_reason(player, action.operand) is None:
                    legal.append(action)

    def apply(self, game: Game, seat: int, action: Action) -> None:
        remodel(game, seat, action.operand, self.money, self.info, self.rule)

    def quote(self, game: Game, action: Action) -> Quote:
        gains: Gains = (("prestige", game._ruleset.room_prestige),)
        if game._ruleset.rooms[action.operand].brings_supply:
            gains += (("supply", 1),)
        return Quote(0, self.money, self.info, 0, gains, "")


class RemodelingTurnEnds(Freezable):
    """The questions after which ``after_turn`` is asked: ``remodel ROOM`` at the usual price, or ``end``.

    A question about the second half of a decision (``bonus_room``) belongs to the first question: both are one turn.
    """

    __slots__ = ("kinds", "second_halves")

    def __init__(self, kinds: tuple[QuestionKind, ...], second_halves: tuple[QuestionKind, ...]) -> None:
        self.kinds = kinds
        self.second_halves = second_halves

    def after_answer(self, game: Game, kind: QuestionKind, seat: int, at: int) -> None:
        """Offers remodels after an answer to a question of this kind; ``at`` is the place of the step when it asked."""
        if kind in self.kinds and not game._steps[-1].is_mid_decision():
            self.offer(game, seat, at)

    def after_automatic(self, game: Game, kind: QuestionKind, seat: int, at: int) -> None:
        """Offers remodels after an answer that was taken without asking, if an earlier question began the decision."""
        if kind in self.second_halves:
            self.offer(game, seat, at)

    def offer(self, game: Game, seat: int, at: int) -> None:
        """Lets the seat remodel before anything else happens, if it can remodel anything."""
        if can_remodel_at_usual_price(game, seat):
            game.push(AfterTurn(seat, at))


def can_remodel_at_usual_price(game: Game, seat: int) -> bool:
    player = game._state.players[seat]
    remodeling = game._ruleset.remodeling
    return remodeling.blocked_reason(player) is None and any(
        remodeling.action_blocked_reason(player, action.operand) is None for action in remodeling.actions
    )


class AfterTurn(Step):
    """Asks the seat until it ends the turn or can't remodel anything more.

    ``turn_index_below`` is the ``turn_index`` of the step below when it asked: if that has not changed, the seat's turn goes on.
    """

    __slots__ = ("seat", "turn_index_below")
    name: ClassVar[str] = "after_turn"
    fields: ClassVar[tuple[Field, ...]] = (
        Field("seat", SeatNumber(), "whose turn ends"),
        Field("turn_index_below", Number(0, 100), "where the step below stood when it asked for the decision"),
    )
    is_turn_end = True

    def __init__(self, seat: int = -1, turn_index_below: int = 0) -> None:
        self.seat = seat
        self.turn_index_below = turn_index_below

    def copy(self) -> Step:
        return AfterTurn(self.seat, self.turn_index_below)

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [self.seat], self.turn_index_below, 0, []

    def check(self, game: Game) -> None:
        require(game._state.players[self.seat].deck is None, "the seat whose turn ends must be one human")

    def turn_index(self) -> int:
        return self.turn_index_below

    def advance(self, game: Game) -> None:
        if can_remodel_at_usual_price(game, self.seat):
            game.ask("after_turn", self.seat)
        else:
            game.pop()

    def continues_turn(self, at: int, action: Action) -> bool:
        return True

    def choices(self, game: Game, seat: int) -> list[Action]:
        legal: list[Action] = []
        game._ruleset.remodeling.choices(game._state.players[seat], legal)
        return [*legal, game._ruleset.end_action]

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if action.verb == "remodel":
            return game._ruleset.remodeling.refusal(game._state.players[seat], action.operand)
        return None if action.verb == "end" else "not_asked"

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if action.verb == "remodel":
            game._ruleset.remodeling.apply(game, seat, action)
        else:
            game.pop()

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        return game._ruleset.remodeling.quote(game, action) if action.verb == "remodel" else Quote()
