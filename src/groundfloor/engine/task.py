"""Tasks: what time markers can be used for in phase III."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .freezing import Freezable

if TYPE_CHECKING:
    from .actions import Action, ActionTable, Quote
    from .game import Game
    from .kinds import RefusalCode
    from .ruleset import Ruleset
    from .state import Player


class Task(Freezable):
    """The rules of one place for a task: a space of the city, a room or a floor."""

    __slots__ = ("actions",)
    has_shared_refusal = False
    """True if all of its actions are legal or none is: ``blocked_reason`` says it all, no action needs a check of its own."""

    def __init__(self) -> None:
        self.actions: tuple[Action, ...] = ()

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        """Adds its actions to the ruleset's table; called once, when the ruleset is built."""
        raise NotImplementedError

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        """Returns the code of a reason against all of its actions; None if there is none, so that each must be checked."""
        raise NotImplementedError

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        """Returns the code of a reason against this action alone; asked when ``blocked_reason`` is None."""
        return None

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return self.blocked_reason(game, player) or self.action_blocked_reason(game, player, action)

    def apply(self, game: Game, seat: int, player: Player, action: Action) -> None:
        """Pays, places the markers and applies what happens at once (``RULES III``)."""
        raise NotImplementedError

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        raise NotImplementedError


def short_of(player: Player, time: int, supply: int) -> RefusalCode | None:
    """Returns the code of the first of the two that the player has too little of; None if the price can be paid."""
    if player.time < time:
        return "no_time"
    if player.supply < supply:
        return "no_supply"
    return None
