"""Area F, the stock exchange: markers rise with the economy and are sold (``RULES IV.F``)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..events import Event, event
from ..state import FORECAST_TYPES, STABLE
from ..step import SeatsStep, order_field, turn_field
from .area import Area, ChosenSpaceTask, place_automa_marker

if TYPE_CHECKING:
    from typing import Literal

    from ..actions import Action, ActionTable
    from ..fields import Field
    from ..game import Game
    from ..kinds import AreaId, ForecastType, Gains, NoArea, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player, State


@event("IV.F.1", seats=("pushed",))
class StockEntered(Event):
    """A marker enters the track: ``listing`` space from 1, ``pushed`` seats that it pushes, from the bottom."""

    listing: int
    pushed: tuple[int, ...]


@event("IV.F.2", has_seat=False)
class StocksRose(Event):
    """All markers move up: ``spaces``, ``type`` of the forecast."""

    spaces: int
    type: ForecastType


@event("IV.F.3")
class StockBoughtOut(Event):
    """A marker leaves at the top: ``money`` gained, ``reason`` ``pushed`` or ``rose``, ``multiple``, ``type``, ``pay`` of the type."""

    money: int
    reason: Literal["pushed", "rose"]
    multiple: int
    type: ForecastType
    pay: int


@event("IV.F.4", "8.1.6")
class StockSold(Event):
    """A marker is sold: ``space`` from 1, ``money`` gained, ``multiple`` of the space, ``type``, ``pay`` of the type."""

    space: int
    money: int
    multiple: int
    type: ForecastType
    pay: int


@event("IV.F.4")
class StockKept(Event):
    """A player keeps markers on the track."""

    markers: int


class ExchangeTask(ChosenSpaceTask):
    """A marker on any free scheduling space, at the price of that space."""

    __slots__ = ("prices",)

    def __init__(self, prices: tuple[tuple[int, int], ...]) -> None:
        super().__init__("stock_exchange", 0, 0, 0)
        self.prices = prices

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = tuple(table.add("exchange", i, text=f"exchange {i + 1}") for i in range(len(self.prices)))

    def spaces(self, state: State) -> list[int]:
        return state.exchange_queue

    def price(self, state: State, action: Action) -> tuple[int, int, int]:
        return self.prices[action.operand][0], self.prices[action.operand][1], 0

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        if game._state.exchange_queue[action.operand] >= 0:
            return "taken"
        money, info = self.prices[action.operand]
        if player.money < money:
            return "no_money"
        return "no_info" if player.info < info else None

    def gains(self, game: Game, action: Action) -> Gains:
        return (("space", action.operand + 1),)


class StockExchange(Area):
    """Scheduling spaces, and a track of multiples from the bottom to the top with a buy-out above it.

    ``pay`` is the money of each type of forecast, ``rise`` the spaces that markers move up in it.
    """

    id: ClassVar[AreaId] = "stock_exchange"

    def __init__(
        self,
        prices: tuple[tuple[int, int], ...],
        multiples: tuple[int, ...],
        buy_out: int,
        pay: tuple[int, ...],
        rise: tuple[int, ...],
        automa_order: tuple[int, ...],
    ) -> None:
        self.prices = prices
        self.multiples = multiples
        self.buy_out = buy_out
        self.pay = pay
        self.rise = rise
        self.automa_order = automa_order
        self.sell_actions: tuple[Action, ...] = ()
        self.tasks = (ExchangeTask(prices),)

    def register(self, ruleset: Ruleset) -> None:
        ruleset.exchange = self

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.sell_actions = tuple([table.add("sell", i, text=f"sell {i + 1}") for i in range(len(self.multiples))])

    def set_up(self, state: State, players: int) -> None:
        state.exchange_queue = [-1] * len(self.prices)
        state.exchange_track = [-1] * len(self.multiples)

    def conduct(self, game: Game) -> None:
        self.enter_markers(game)
        self.raise_markers(game)
        game.push(ExchangeStep(game._state.popularity_order[:]))

    def enter_markers(self, game: Game) -> None:
        """Moves scheduled markers to the first space one by one; each pushes the unbroken run above it up (``RULES IV.F.1``)."""
        state = game._state
        for space, seat in enumerate(state.exchange_queue):
            if seat < 0:
                continue
            state.exchange_queue[space] = -1
            before: tuple[int, ...] = ()
            if game.journal is not None:
                before = tuple(takewhile(lambda seat: seat >= 0, state.exchange_track))
            pushed = self.enter(state.exchange_track, seat)
            if game.journal is not None:
                game.note(StockEntered(seat, "IV.F.1", space + 1, before))
            if pushed >= 0:
                self.buy_out_marker(game, pushed, "pushed")

    def enter(self, track: list[int], marker: int) -> int:
        """Puts a marker on the first space and pushes the run above it up; returns the one pushed beyond the last space, or -1."""
        pushed = marker
        for place, other in enumerate(track):
            track[place] = pushed
            pushed = other
            if pushed < 0:
                break
        return pushed

    def raise_markers(self, game: Game) -> None:
        """Moves all markers up by the type's spaces; those beyond the last space are bought out, the furthest first."""
        state = game._state
        rise = self.rise[state.current_forecast]
        if not rise or max(state.exchange_track) < 0:
            return
        moved = [-1] * rise + state.exchange_track
        size = len(state.exchange_track)
        state.exchange_track = moved[:size]
        if game.journal is not None:
            game.note(StocksRose(-1, "IV.F.2", rise, FORECAST_TYPES[state.current_forecast]))
        for seat in reversed(moved[size:]):
            if seat >= 0:
                self.buy_out_marker(game, seat, "rose")

    def buy_out_marker(self, game: Game, seat: int, reason: Literal["pushed", "rose"]) -> None:
        """Pays twice the type's money for a marker that was ``pushed`` or ``rose`` beyond the track (``RULES IV.F.3``)."""
        player = game._state.players[seat]
        earned = self.buy_out * self.pay[game._state.current_forecast] if player.deck is None else 0
        player.money += earned
        player.reserve_time += 1
        if game.journal is not None:
            game.note(
                StockBoughtOut(
                    seat,
                    "IV.F.3",
                    earned,
                    reason,
                    self.buy_out,
                    FORECAST_TYPES[game._state.current_forecast],
                    self.pay[game._state.current_forecast],
                )
            )

    def value(self, state: State, place: int) -> int:
        """Returns the money for a marker on a space of the track now."""
        return self.multiples[place] * self.pay[state.current_forecast]

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(game, seat, self.id, game._state.exchange_queue, self.automa_order)


def exchange_of(game: Game) -> StockExchange:
    """The stock exchange of the game's city, which must have one."""
    exchange = game._ruleset.exchange
    assert exchange is not None
    return exchange


class ExchangeStep(SeatsStep):
    """In popularity order each player sells markers one at a time (``RULES IV.F.4``)."""

    __slots__ = ()
    name: ClassVar[str] = "exchange"
    fields: ClassVar[tuple[Field, ...]] = (order_field("popularity order"), turn_field("who sells"))
    area_id: ClassVar[AreaId | NoArea] = "stock_exchange"
    turn_question: ClassVar[QuestionKind] = "sell"

    def check(self, game: Game) -> None:
        self.check_all_seats(game)

    def advance(self, game: Game) -> None:
        state = game._state
        while self.turn < len(self.order):
            seat = self.order[self.turn]
            if seat not in state.exchange_track:
                self.turn += 1
            elif state.players[seat].deck is None:
                game.ask("sell", seat)
                return
            else:
                if state.current_forecast >= STABLE:
                    for place in range(len(state.exchange_track)):
                        if state.exchange_track[place] == seat:
                            self.sell(game, seat, place)
                self.turn += 1
        game.pop()

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if action.verb == "done":
            return None
        if action.verb != "sell":
            return "not_asked"
        return None if game._state.exchange_track[action.operand] == seat else "not_yours"

    def choices(self, game: Game, seat: int) -> list[Action]:
        actions = [game._ruleset.done_action, *exchange_of(game).sell_actions]
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if action.verb == "done":
            self.turn += 1
            if game.journal is not None:
                game.note(StockKept(seat, "IV.F.4", game._state.exchange_track.count(seat)))
        else:
            self.sell(game, seat, action.operand)

    def sell(self, game: Game, seat: int, place: int) -> None:
        player = game._state.players[seat]
        earned = exchange_of(game).value(game._state, place) if player.deck is None else 0
        game._state.exchange_track[place] = -1
        player.money += earned
        player.reserve_time += 1
        if game.journal is not None:
            rule = "IV.F.4" if player.deck is None else "8.1.6"
            exchange, type = exchange_of(game), game._state.current_forecast
            game.note(StockSold(seat, rule, place + 1, earned, exchange.multiples[place], FORECAST_TYPES[type], exchange.pay[type]))

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "done":
            return Quote()
        return Quote(gains=(("money", exchange_of(game).value(game._state, action.operand)),))
