"""Phase I, receive income (``RULES I``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..effects import fire
from ..events import Event, event
from ..step import SeatsStep, order_field, turn_field

if TYPE_CHECKING:
    from ..actions import Action
    from ..fields import Field
    from ..game import Game
    from ..kinds import QuestionKind, RefusalCode
    from ..state import Player


@event("I.1")
class IncomeReceived(Event):
    """Phase I, each human:
    ``money`` in all, ``info``, ``time`` markers gained, ``ceo`` space, ``base`` money of that space, ``extra`` money from tiles and specialty.
    """

    money: int
    info: int
    time: int
    ceo: int
    base: int
    extra: int


def income_of(game: Game, player: Player) -> int:
    """Returns the money that a player receives (or pays) in phase I, all sources together (``RULES I.2``)."""
    return game._ruleset.income_track[player.employee_count - 1] + player.income_bonus_money


def fire_refusal(player: Player, action: Action) -> RefusalCode | None:
    if action.verb != "fire":
        return "not_asked"
    if action.operand:
        return None if player.trained else "no_trained"
    return None if player.untrained else "no_untrained"


class Income(SeatsStep):
    """Phase I: goes through the seats in popularity order."""

    __slots__ = ()
    name: ClassVar[str] = "income"
    fields: ClassVar[tuple[Field, ...]] = (order_field("popularity order"), turn_field("whose income comes next"))
    turn_question: ClassVar[QuestionKind] = "fire_for_money"

    def check(self, game: Game) -> None:
        self.check_all_seats(game)

    def advance(self, game: Game) -> None:
        state = game._state
        while self.turn < len(self.order):
            seat = self.order[self.turn]
            player = state.players[seat]
            if player.deck is not None:
                self.turn += 1
            elif player.money + income_of(game, player) < 0:
                game.ask("fire_for_money", seat)
                return
            else:
                self.turn += 1
                receive(game, seat, income_of(game, player))
        game.pop()

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        return fire_refusal(game._state.players[seat], action)

    def choices(self, game: Game, seat: int) -> list[Action]:
        return [action for action in game._ruleset.fire_actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        rest = income_of(game, game._state.players[seat]) - game._ruleset.income_track[game._state.players[seat].employee_count - 1]
        fire(game, seat, action.operand == 1, "I.2")
        self.turn += 1
        receive(game, seat, rest)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        return fire_quote(game, game._state.players[seat])


def fire_quote(game: Game, player: Player) -> Quote:
    """Returns the quote of firing: the income of later rounds before and after."""
    income = game._ruleset.income_track
    return Quote(gains=(("income_now", income[player.employee_count - 1]), ("income_then", income[max(player.employee_count - 2, 0)])))


def receive(game: Game, seat: int, money: int) -> None:
    """Pays out money, info and the time marker of an Internship Program (``RULES I.1``)."""
    player = game._state.players[seat]
    time = min(player.income_bonus_time, player.reserve_time)
    player.money += money
    player.info += player.income_bonus_info
    player.time += time
    player.reserve_time -= time
    if game.journal is not None:
        game.note(
            IncomeReceived(
                seat,
                "I.1",
                money,
                player.income_bonus_info,
                time,
                player.employee_count,
                game._ruleset.income_track[player.employee_count - 1],
                player.income_bonus_money,
            )
        )
