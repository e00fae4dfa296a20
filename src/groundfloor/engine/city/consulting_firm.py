"""Area A, the consulting firm: a meeting is booked in one round and held in the next (``RULES IV.A``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..events import Event, event
from .area import Area, SpaceTask, first_free, place_automa_marker

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, GainCode, Gains, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player, State


@event("IV.A.1", seats=("beside",))
class MeetingHeld(Event):
    """The left space of a row is taken: ``row`` from 1, ``info`` gained, ``beside`` the seat in the left column."""

    row: int
    info: int
    beside: int


@event("IV.A.1")
class MeetingCancelled(Event):
    """The left space of a row is empty: ``row``, ``info`` gained."""

    row: int
    info: int


class BookingTask(SpaceTask):
    """A marker on the topmost free row of the left column, at the price of the row."""

    __slots__ = ("prices", "reward")

    def __init__(self, prices: tuple[int, ...], reward: int) -> None:
        super().__init__("consulting_firm", 0, 0, 0)
        self.prices = prices
        self.reward = reward

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add("consulting"),)

    def spaces(self, state: State) -> list[int]:
        return state.consulting_left

    def price(self, state: State, action: Action) -> tuple[int, int, int]:
        return self.prices[max(first_free(state.consulting_left), 0)], 0, 0

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return None if player.money >= self.prices[first_free(game._state.consulting_left)] else "no_money"

    def gains(self, game: Game, action: Action) -> Gains:
        space: tuple[GainCode, int] = ("space", first_free(game._state.consulting_left) + 1)
        # A marker booked in the last round is never conducted in the right column.
        return (space,) if game._ruleset.ending.is_over(game) else (space, ("info_if_left", self.reward))


class ConsultingFirm(Area):
    """Rows of two spaces: the left one is booked; next round its marker is in the right one and meets if the left one is taken again."""

    id: ClassVar[AreaId] = "consulting_firm"

    def __init__(self, prices: tuple[int, ...], reward: int, consolation: int = 0) -> None:
        self.prices = prices
        self.reward = reward
        self.consolation = consolation
        self.booking = BookingTask(prices, reward)
        self.tasks = (self.booking,)

    def register(self, ruleset: Ruleset) -> None:
        ruleset.firm = self

    def set_up(self, state: State, players: int) -> None:
        state.consulting_left = [-1] * len(self.prices)
        state.consulting_right = [-1] * len(self.prices)

    def is_met(self, state: State, row: int) -> bool:
        """Returns True if the marker in the right space of a row would meet now, as the left one is taken too (``RULES IV.A.1``)."""
        return state.consulting_right[row] >= 0 and state.consulting_left[row] >= 0

    def conduct(self, game: Game) -> None:
        state = game._state
        for row, seat in enumerate(state.consulting_right):
            if seat < 0:
                continue
            is_met = self.is_met(state, row)
            player = state.players[seat]
            reward = self.reward if is_met else self.consolation
            if player.deck is None:
                player.info += reward
            player.reserve_time += 1
            if game.journal is not None:
                info = reward if player.deck is None else 0
                if is_met:
                    game.note(MeetingHeld(seat, "IV.A.1", row + 1, info, state.consulting_left[row]))
                else:
                    game.note(MeetingCancelled(seat, "IV.A.1", row + 1, info))
        state.consulting_right = state.consulting_left
        state.consulting_left = [-1] * len(self.prices)

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(game, seat, self.id, game._state.consulting_left, range(len(self.prices)))
