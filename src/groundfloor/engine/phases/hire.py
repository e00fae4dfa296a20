"""Phase II, hire employees (``RULES II``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..automa import add_card
from ..effects import move_market
from ..events import Event, event
from ..fields import Field, Number, PerSeat
from ..step import SeatsStep, Step, order_field, turn_field

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import Gains, QuestionKind, RefusalCode
    from ..state import Player


@event("II.2", "8.1.4")
class EmployeeHired(Event):
    """Phase II: ``money``, ``info`` paid, ``ceo`` space after it, ``market`` space after it."""

    money: int
    info: int
    ceo: int
    market: int


@event("II.1", "II.3")
class HiringDone(Event):
    """A player hires no more in this round:
    ``reason`` code of what made hiring impossible, ``employees`` in all, ``need_money``, ``need_info`` the price, ``money``, ``info`` in hand.
    """

    reason: RefusalCode | None = None
    employees: int | None = None
    need_money: int | None = None
    need_info: int | None = None
    money: int | None = None
    info: int | None = None


def hiring_price(game: Game, player: Player) -> tuple[int, int]:
    """Returns money and info for the next employee (``RULES II.2``)."""
    price = game._ruleset.job_market_prices[game._state.job_market - 1]
    return max(0, price - player.hire_discount_money), max(0, price - player.hire_discount_info)


class Hire(SeatsStep):
    """Phase II: asks the players in turn until all are done; ``is_done`` has a 1 for each seat that is done."""

    __slots__ = ("is_done",)
    name: ClassVar[str] = "hire"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order"),
        turn_field("who is asked"),
        Field("is_done", PerSeat(Number(0, 1)), "for each seat 1 if it is done"),
    )
    turn_question: ClassVar[QuestionKind] = "hire"

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.is_done: list[int] = []

    def copy(self) -> Step:
        twin = Hire(self.order[:])
        twin.turn = self.turn
        twin.is_done = self.is_done[:]
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, 0, self.is_done

    def check(self, game: Game) -> None:
        self.check_all_seats(game)

    def advance(self, game: Game) -> None:
        if not self.is_done:
            self.is_done = [0] * len(self.order)
        while 0 in self.is_done:
            seat = self.order[self.turn]
            if self.is_done[seat]:
                self.turn = (self.turn + 1) % len(self.order)
            elif game._state.players[seat].deck is None:
                game.ask("hire", seat)
                return
            else:
                self.is_done[seat] = 1
                hire_automa(game, seat)
        game.pop()

    def seats_to_come(self, game: Game) -> list[int]:
        circle = self.order[self.turn + 1 :] + self.order[: self.turn]
        return [seat for seat in circle if not self.is_done[seat]]

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if action.verb == "done":
            return None
        if action.verb != "hire":
            return "not_asked"
        player = game._state.players[seat]
        if player.employee_count >= len(game._ruleset.income_track):
            return "most_employees"
        money, info = hiring_price(game, player)
        if player.money < money:
            return "no_money"
        return "no_info" if player.info < info else None

    def choices(self, game: Game, seat: int) -> list[Action]:
        actions = (game._ruleset.hire_action, game._ruleset.done_action)
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        self.turn = (self.turn + 1) % len(self.order)
        if action.verb == "done":
            self.is_done[seat] = 1
            if game.journal is not None:
                game.note(self.hiring_done(game, seat))
            return
        player = game._state.players[seat]
        money, info = hiring_price(game, player)
        player.money -= money
        player.info -= info
        player.employee_count += 1
        player.untrained += 1
        move_market(game, 1)
        if game.journal is not None:
            game.note(EmployeeHired(seat, "II.2", money, info, player.employee_count, game._state.job_market))

    def hiring_done(self, game: Game, seat: int) -> HiringDone:
        """The event of a player who hires no more, with the numbers if no hire was possible."""
        reason = self.refusal(game, seat, game._ruleset.hire_action)
        if reason is None:
            return HiringDone(seat, "II.1")
        player = game._state.players[seat]
        money, info = hiring_price(game, player)
        return HiringDone(seat, "II.3", reason, player.employee_count, money, info, player.money, player.info)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "done":
            return Quote()
        player = game._state.players[seat]
        money, info = hiring_price(game, player)
        income = game._ruleset.income_track
        then = income[min(player.employee_count, len(income) - 1)]
        gains: Gains = (("employee", 1), ("income_now", income[player.employee_count - 1]), ("income_then", then))
        return Quote(0, money, info, 0, gains)


def hire_automa(game: Game, seat: int) -> None:
    """Hires for an Automa that hires, once a game at the lowest price; whether it trains is a ruling (``RULES 8.1.4``)."""
    entrepreneur = game.automas[seat]
    player = game._state.players[seat]
    deck = player.deck
    if entrepreneur is None or deck is None or not entrepreneur.hires or deck.hired or game._state.job_market > 1:
        return
    deck.hired = 1
    player.employee_count += 1
    if entrepreneur.trains:
        player.trained += 1
    else:
        player.untrained += 1
    move_market(game, 1)
    if game.journal is not None:
        game.note(EmployeeHired(seat, "8.1.4", 0, 0, player.employee_count, game._state.job_market))
    add_card(game, seat, game._ruleset.factory_card)
