"""Remodeling a room of one's own ground floor (``RULES III.3``, ``IV.C.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Quote
from ..effects import remodel
from ..freezing import Freezable

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import Gains, RefusalCode
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
                if self.action_blocked_reason(player, action.a) is None:
                    legal.append(action)

    def apply(self, game: Game, seat: int, action: Action) -> None:
        remodel(game, seat, action.a, self.money, self.info, self.rule)

    def quote(self, game: Game, action: Action) -> Quote:
        gains: Gains = (("prestige", game.ruleset.room_prestige),)
        if game.ruleset.rooms[action.a].brings_supply:
            gains += (("supply", 1),)
        return Quote(0, self.money, self.info, 0, gains, "")
