"""Phase V, reorganize (``RULES V``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..automa import add_card
from ..city.economic_forecast import announce_forecast, roll_forecast_type
from ..effects import fire, move_market, move_popularity
from ..events import Event, event
from ..fields import Field, Number
from ..step import SeatsStep, Step, order_field, turn_field
from .income import fire_quote, fire_refusal

if TYPE_CHECKING:
    from ..actions import Action, Outcome
    from ..game import Game
    from ..kinds import QuestionKind, RefusalCode

CLEAR, FIRING, RENEW, FORECAST, OPEN = range(5)


@event("V.9", has_seat=False)
class StageOpened(Event):
    """Improvements of a stage come on sale, at the end of the round before."""

    stage: int


@event("V.3")
class TimeTaken(Event):
    """Markers for the next round: ``time`` markers taken, ``wanted`` markers due."""

    time: int
    wanted: int


@event("V.6")
class PopularityFaded(Event):
    """A popularity marker goes back: ``space`` after it."""

    space: int


@event("V.7", has_seat=False)
class JobMarketMoved(Event):
    """The job market goes back:
    ``unemployed`` by the card, ``market`` space after it, ``was`` the space before, ``price`` of hiring in money and in info.
    """

    unemployed: int
    market: int
    was: int
    price: int


@event("8.3", has_seat=False)
class JobMarketSent(Event):
    """A special forecast card sends the job market to an end:
    ``market`` space after it, ``was`` the space before, ``price`` of hiring in money and in info.
    """

    market: int
    was: int
    price: int


class Reorganize(SeatsStep):
    """Phase V: ``stage`` is clearing, firing, renewing, the next forecast or the next stage; only firing goes through the seats."""

    __slots__ = ("stage",)
    name: ClassVar[str] = "reorganize"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order when the phase began"),
        turn_field("who may fire"),
        Field("stage", Number(CLEAR, OPEN), "0 clearing, 1 firing, 2 renewing, 3 the next forecast, 4 the next stage"),
    )
    turn_question: ClassVar[QuestionKind] = "fire"

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.stage = CLEAR

    def copy(self) -> Step:
        twin = Reorganize(self.order[:])
        twin.turn = self.turn
        twin.stage = self.stage
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, self.stage, []

    def advance(self, game: Game) -> None:
        state = game._state
        if self.stage == CLEAR:
            state.area = -1
            clear_boards(game)
            self.stage = FIRING
        if self.stage == FIRING and self.asks_firing(game):
            return
        if self.stage == RENEW:
            renew(game)
            self.stage = FORECAST
        if any(state.forecast_deck) and state.next_forecast < 0:
            roll_forecast_type(game, False)
            return
        self.stage = OPEN
        open_stage(game)
        game.pop()

    @property
    def is_renewed(self) -> bool:
        """True once the boards are renewed, when only the next forecast and the next stage are left."""
        return self.stage >= FORECAST

    def asks_firing(self, game: Game) -> bool:
        """Asks the next player who could fire somebody (``RULES V.2``). Returns False if there is none."""
        players = game._state.players
        while self.turn < len(self.order):
            player = players[self.order[self.turn]]
            if player.deck is None and player.trained + player.untrained:
                game.ask("fire", self.order[self.turn])
                return True
            self.turn += 1
        self.stage = RENEW
        return False

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        return None if action.verb == "done" else fire_refusal(game._state.players[seat], action)

    def choices(self, game: Game, seat: int) -> list[Action]:
        actions = (*game._ruleset.fire_actions, game._ruleset.done_action)
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if action.verb == "done":
            self.turn += 1
        else:
            fire(game, seat, action.operand == 1, "V.2")

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        announce_forecast(game, outcome, game._state.round + 2)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        return Quote() if action.verb == "done" else fire_quote(game, game._state.players[seat])


def is_renewed(game: Game) -> bool:
    """Returns whether the boards are renewed already and the card of the next round is the current one, in a round that is not over (``RULES V.8``)."""
    return any(isinstance(step, Reorganize) and step.is_renewed for step in game._steps)


def stage_on_sale(game: Game) -> int:
    """Returns the last stage whose improvements are on sale: at the end of phase V that of the next round (``RULES V.9``)."""
    is_open = any(isinstance(step, Reorganize) and step.stage == OPEN for step in game._steps)
    return game._ruleset.stage(game._state.round + 1 if is_open else game._state.round)


def clear_boards(game: Game) -> None:
    """Returns the time markers on the players' own boards to the stock (``RULES V.1``)."""
    for player in game._state.players:
        back = sum(player.room_markers) + player.spent_time + player.time
        for place, tile in enumerate(player.floors):
            task = game._ruleset.tiles[tile].task
            if task is not None:
                back += player.floor_uses[place] * task.printed.time
                player.floor_uses[place] = 0
        player.room_markers = [0] * len(player.room_markers)
        player.spent_time = 0
        player.time = 0
        player.reserve_time += back


def renew(game: Game) -> None:
    """Renews time, bonuses, supply, popularity, the job market and the forecast (``RULES V.3`` to ``V.8``)."""
    renew_boards(game)
    change_market(game)
    game._state.current_forecast = game._state.next_forecast
    game._state.next_forecast = -1


def renew_boards(game: Game) -> None:
    """Renews time, bonuses, supply and popularity (``RULES V.3`` to ``V.6``)."""
    state = game._state
    ruleset = game._ruleset
    for seat, player in enumerate(state.players):
        take_time(game, seat)
        player.floor_uses = [0] * len(player.floor_uses)
    state.bonus_takers = [-1] * len(state.bonus_takers)
    ruleset.warehouse.restock(game)
    for seat in reversed(state.popularity_order[:]):
        if state.players[seat].keeps_popularity or not move_popularity(game, seat, state.popularity[seat] - 1):
            continue
        if game.journal is not None:
            game.note(PopularityFaded(seat, "V.6", state.popularity[seat]))


def change_market(game: Game) -> None:
    """Moves the job market back by the unemployed, or to the space of a special card (``RULES V.7``, ``8.3``)."""
    state = game._state
    ruleset = game._ruleset
    design = ruleset.designs[state.revealed_forecasts[-1]]
    back = design.unemployed[ruleset.player_column(len(state.players))]
    before = state.job_market
    move_market(game, design.market - before if design.market else -back)
    if game.journal is not None:
        market, price = state.job_market, ruleset.job_market_prices[state.job_market - 1]
        if design.market:
            game.note(JobMarketSent(-1, "8.3", market, before, price))
        else:
            game.note(JobMarketMoved(-1, "V.7", back, market, before, price))


def time_due(game: Game, seat: int) -> int:
    """Returns the markers that a player takes for the next round: CEO, trained employees and temp bonus (``RULES V.3``)."""
    ruleset = game._ruleset
    automa = game._automas[seat]
    time = ruleset.ceo_time if automa is None else automa.time
    time += ruleset.employee_time * game._state.players[seat].trained
    return time + ruleset.bonus.temp_time(game._state, seat)


def take_time(game: Game, seat: int) -> None:
    """Takes the markers of the next round, as many as the stock has (``RULES V.3``)."""
    player = game._state.players[seat]
    time = time_due(game, seat)
    player.time = min(time, player.reserve_time)
    player.reserve_time -= player.time
    if game.journal is not None:
        game.note(TimeTaken(seat, "V.3", player.time, time))


def open_stage(game: Game) -> None:
    """Puts the improvements of the next stage on sale; with stage 3 each Automa gets a card (``RULES V.9``, ``8.1.2``)."""
    ruleset = game._ruleset
    now = ruleset.stage(game._state.round)
    if ruleset.stage(game._state.round + 1) == now:
        return
    if game.journal is not None:
        game.note(StageOpened(-1, "V.9", now + 1))
    if now + 1 == ruleset.stage_by_round[-1]:
        for seat, player in enumerate(game._state.players):
            if player.deck is not None:
                add_card(game, seat, ruleset.construction_card)
