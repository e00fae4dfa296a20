"""Area C, the marketing bonus: all but the least popular take one (``RULES IV.C``, ``9.2.4``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..effects import gain_supply, remodel
from ..events import Event, event
from ..fields import Field, Number
from ..freezing import Freezable
from ..position_reading import require
from ..step import SeatsStep, Step, order_field, turn_field
from .area import Area

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, Gains, NoArea, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import State

BONUS, ROOM, DECISION = range(3)
"""Values of ``BonusStep.asks``."""


@event("IV.C.1", "8.1.6")
class BonusTaken(Event):
    """A bonus is taken: ``bonus``, ``money``, ``info``, ``supply`` gained by a human, ``time`` markers it will bring in V, none in the last round."""

    bonus: str
    time: int
    money: int | None = None
    info: int | None = None
    supply: int | None = None


@event("IV.C.1")
class BonusMissed(Event):
    """The least popular one takes none: ``players`` at the table."""

    players: int


@event("IV.C.2")
class BonusUnused(Event):
    """The bonus Remodel remodels nothing: ``need_money``, ``need_info`` the price, ``money``, ``info`` in hand."""

    need_money: int
    need_info: int
    money: int
    info: int


class Bonus(Freezable):
    """A marketing bonus and what it brings at once; remodel and temp have effects of their own."""

    __slots__ = ("id", "money", "info", "supply", "is_remodel", "time")

    def __init__(self, id: str, money: int = 0, info: int = 0, supply: int = 0, is_remodel: bool = False, time: int = 0) -> None:
        self.id = id
        self.money = money
        self.info = info
        self.supply = supply
        self.is_remodel = is_remodel
        self.time = time


class MarketingBonus(Area):
    """One bonus of each kind in each round; none below a number of players.

    ``decisions`` are the answers of whoever decides whether bonuses are taken, if anybody does.
    """

    id: ClassVar[AreaId] = "marketing_bonus"

    def __init__(self, bonuses: tuple[Bonus, ...], from_players: int, automa_order: tuple[int, ...]) -> None:
        self.bonuses = bonuses
        self.from_players = from_players
        self.automa_order = automa_order
        self.actions: tuple[Action, ...] = ()
        self.decisions: tuple[Action, ...] = ()

    def register(self, ruleset: Ruleset) -> None:
        ruleset.bonus = self

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = tuple(table.add("bonus", i, text=f"bonus {bonus.id}") for i, bonus in enumerate(self.bonuses))

    def set_up(self, state: State, players: int) -> None:
        state.bonus_takers = [-1] * len(self.bonuses)

    def conduct(self, game: Game) -> None:
        order = game._state.popularity_order
        if not self.is_open(len(order)):
            return
        game.push(BonusStep(order[:-1]))
        if game.journal is not None:
            game.note(BonusMissed(order[-1], "IV.C.1", len(order)))

    def is_open(self, players: int) -> bool:
        """Returns True if bonuses are given with that many players (``RULES IV.C``)."""
        return players >= self.from_players

    def seats_without(self, order: list[int]) -> list[int]:
        """Returns the seats that take no bonus in a popularity order: the last one, or all if bonuses are closed (``RULES IV.C.1``)."""
        return order[-1:] if self.is_open(len(order)) else order

    def temp_time(self, state: State, seat: int) -> int:
        """Returns the time markers that a temp bonus brings a player in phase V (``RULES V.3``)."""
        return sum(bonus.time for i, bonus in enumerate(self.bonuses) if state.bonus_takers[i] == seat)


class BonusStep(SeatsStep):
    """``asks`` says what is asked next: which ``BONUS``, which ``ROOM``, or the ``DECISION`` of two players."""

    __slots__ = ("asks",)
    name: ClassVar[str] = "bonus"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order without the last"),
        turn_field("who takes one"),
        Field("asks", Number(BONUS, ROOM), "0 which bonus, 1 which room to remodel"),
    )
    area_id: ClassVar[AreaId | NoArea] = "marketing_bonus"
    turn_question: ClassVar[QuestionKind] = "bonus"

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.asks = BONUS

    def copy(self) -> Step:
        twin = self.__class__(self.order[:])
        twin.turn = self.turn
        twin.asks = self.asks
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, self.asks, []

    def check(self, game: Game) -> None:
        seats, taken = game._state.popularity_order, [seat for seat in game._state.bonus_takers if seat >= 0]
        require(self.order == self.takers(seats), "the seats that take a bonus must be all but the least popular one, or both of two")
        chosen = self.order[: self.turn + (self.asks == ROOM)]
        require(sorted(taken) == sorted(chosen), "the bonuses taken do not match whose turn it is")

    def takers(self, seats: list[int]) -> list[int]:
        """Returns the seats that take a bonus, of all seats in popularity order."""
        return seats[:-1]

    def advance(self, game: Game) -> None:
        if self.turn == len(self.order):
            game.pop()
            return
        seat = self.order[self.turn]
        if game._state.players[seat].deck is not None:
            self.take_automa_bonus(game, seat)
            self.turn += 1
        else:
            game.ask("bonus_room" if self.asks else "bonus", seat)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        area = game._ruleset.bonus
        if self.asks == BONUS:
            if action not in area.actions:
                return "not_asked"
            return None if game._state.bonus_takers[action.operand] < 0 else "bonus_taken"
        if action.verb == "none":
            return None
        if action.verb != "remodel":
            return "not_asked"
        return game._ruleset.bonus_remodeling.refusal(game._state.players[seat], action.operand)

    def choices(self, game: Game, seat: int) -> list[Action]:
        actions = game._ruleset.bonus.actions
        if self.asks:
            actions = (*game._ruleset.bonus_remodeling.actions, game._ruleset.none_action)
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if self.asks:
            self.asks = BONUS
            self.turn += 1
            if action.verb == "remodel":
                game._ruleset.bonus_remodeling.apply(game, seat, action)
            elif game.journal is not None:
                cost, player = game._ruleset.bonus_remodeling, game._state.players[seat]
                game.note(BonusUnused(seat, "IV.C.2", cost.money, cost.info, player.money, player.info))
            return
        self.give_bonus(game, seat, action.operand)
        if game._ruleset.bonus.bonuses[action.operand].is_remodel:
            self.asks = ROOM
        else:
            self.turn += 1

    def is_mid_decision(self) -> bool:
        return self.asks == ROOM

    def give_bonus(self, game: Game, seat: int, index: int) -> None:
        bonus = game._ruleset.bonus.bonuses[index]
        game._state.bonus_takers[index] = seat
        player = game._state.players[seat]
        supply = 0
        if player.deck is None:
            player.money += bonus.money
            player.info += bonus.info
            supply = gain_supply(game, seat, bonus.supply) if bonus.supply else 0
        if game.journal is not None:
            time = 0 if game._ruleset.ending.is_over(game) else bonus.time
            if player.deck is None:
                game.note(BonusTaken(seat, "IV.C.1", bonus.id, time, bonus.money, bonus.info, supply))
            else:
                game.note(BonusTaken(seat, "8.1.6", bonus.id, time))

    def take_automa_bonus(self, game: Game, seat: int) -> None:
        """Takes the first possible bonus of the Automas' order (``RULES 8.1.6``)."""
        area = game._ruleset.bonus
        remodeled = game._state.players[seat].remodeled
        left = [index for index in area.automa_order if game._state.bonus_takers[index] < 0]
        index = [index for index in left if not area.bonuses[index].is_remodel or 0 in remodeled][0]
        self.give_bonus(game, seat, index)
        if area.bonuses[index].is_remodel:
            remodel(game, seat, remodeled.index(0), 0, 0, "8.1.6")

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if self.asks:
            return game._ruleset.bonus_remodeling.quote(game, action) if action.verb == "remodel" else Quote()
        bonus = game._ruleset.bonus.bonuses[action.operand]
        # Phase V, in which a temp comes, is not reached any more in the last round.
        time = 0 if game._ruleset.ending.is_over(game) else bonus.time
        pairs: Gains = (("money", bonus.money), ("info", bonus.info), ("supply", bonus.supply), ("temp", time))
        gains: Gains = tuple((what, amount) for what, amount in pairs if amount)
        return Quote(0, 0, 0, 0, gains + ((("remodel", 1),) if bonus.is_remodel else ()), "")


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
        step = TwoPlayerBonusStep(game._state.popularity_order[:])
        step.asks = DECISION
        game.push(step)


class TwoPlayerBonusStep(BonusStep):
    """First asks the most popular player whether bonuses are taken this round."""

    __slots__ = ()
    name: ClassVar[str] = "two_player_bonus"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order"),
        turn_field("who takes one"),
        Field("asks", Number(BONUS, DECISION), "2 whether bonuses are taken, 0 which bonus, 1 which room to remodel"),
    )
    turn_question: ClassVar[QuestionKind] = ""

    def takers(self, seats: list[int]) -> list[int]:
        return seats

    def advance(self, game: Game) -> None:
        if self.asks == DECISION:
            game.ask("bonuses", self.order[0])
        else:
            super().advance(game)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if self.asks != DECISION:
            return super().refusal(game, seat, action)
        return None if action in game._ruleset.bonus.decisions else "not_asked"

    def choices(self, game: Game, seat: int) -> list[Action]:
        return list(game._ruleset.bonus.decisions) if self.asks == DECISION else super().choices(game, seat)

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
