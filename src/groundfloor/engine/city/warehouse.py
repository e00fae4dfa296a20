"""Area D, the warehouse: supply for money or info (``RULES IV.D``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..effects import gain_supply
from ..events import Event, event
from .area import Area, SpaceTask, place_automa_marker

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, Gains, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player, State


@event("IV.D", "8.1.6")
class SupplyFetched(Event):
    """A marker at the warehouse: ``door`` from 1, ``supply`` kept, ``held`` in all after it."""

    door: int
    supply: int
    held: int


@event("V.5", has_seat=False)
class WarehouseRestocked(Event):
    """A supply is put at a door: ``door`` from 1."""

    door: int


class WarehouseTask(SpaceTask):
    """A marker at a door with a supply and without a marker, paid in money or in info."""

    __slots__ = ("prices",)

    def __init__(self, prices: tuple[tuple[int, int], ...]) -> None:
        super().__init__("warehouse", 0, 0, 0)
        self.prices = prices

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        payments = [(door, kind, word) for door in range(len(self.prices)) for kind, word in enumerate(("money", "info"))]
        self.actions = tuple([table.add("warehouse", door, kind, f"warehouse {door + 1} {word}") for door, kind, word in payments])

    def spaces(self, state: State) -> list[int]:
        return state.warehouse_markers

    def space(self, state: State, action: Action) -> int:
        return action.operand

    def price(self, state: State, action: Action) -> tuple[int, int, int]:
        amount = self.prices[action.operand][action.second_operand]
        return (0, amount, 0) if action.second_operand else (amount, 0, 0)

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        door = action.operand
        state = game._state
        if state.warehouse_markers[door] >= 0:
            return "taken"
        if not state.warehouse_supply[door]:
            return "no_cube"
        if action.second_operand:
            return None if player.info >= self.prices[door][1] else "no_info"
        return None if player.money >= self.prices[door][0] else "no_money"

    def gains(self, game: Game, action: Action) -> Gains:
        return (("space", action.operand + 1), ("supply", 1))


class Warehouse(Area):
    """Doors from the cheapest to the most expensive, each with at most one supply."""

    id: ClassVar[AreaId] = "warehouse"

    def __init__(self, prices: tuple[tuple[int, int], ...], refill: int = 1) -> None:
        self.prices = prices
        self.refill = refill
        self.tasks = (WarehouseTask(prices),)

    def register(self, ruleset: Ruleset) -> None:
        ruleset.warehouse = self

    def set_up(self, state: State, players: int) -> None:
        state.warehouse_markers = [-1] * len(self.prices)
        state.warehouse_supply = [1] * len(self.prices)

    def conduct(self, game: Game) -> None:
        state = game._state
        for door, seat in enumerate(state.warehouse_markers):
            if seat < 0:
                continue
            state.warehouse_markers[door] = -1
            state.warehouse_supply[door] = 0
            player = state.players[seat]
            player.reserve_time += 1
            kept = gain_supply(game, seat, 1) if player.deck is None else 0
            if game.journal is not None:
                game.note(SupplyFetched(seat, "IV.D" if player.deck is None else "8.1.6", door + 1, kept, player.supply))

    def restock(self, game: Game) -> None:
        """Puts supply at the most expensive doors without one (``RULES V.5``)."""
        supply = game._state.warehouse_supply
        for _ in range(self.refill):
            empty = [door for door, count in enumerate(supply) if not count]
            if not empty:
                return
            supply[empty[-1]] = 1
            if game.journal is not None:
                game.note(WarehouseRestocked(-1, "V.5", empty[-1] + 1))

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(
            game, seat, self.id, game._state.warehouse_markers, range(len(self.prices)), game._state.warehouse_supply
        )
