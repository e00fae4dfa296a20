"""Something that time markers can be used for in phase III."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Action, ActionTable, Quote
    from .game import Game
    from .ruleset import Ruleset
    from .state import Player


class Task:
    """The rules of one place where a task can be done: a space of the city, a room, a floor."""

    __slots__ = ("actions",)
    is_whole = False
    """Whatever does not shut it bars none of its actions either."""

    def __init__(self) -> None:
        self.actions: list[Action] = []

    def enlist(self, table: ActionTable, ruleset: Ruleset) -> None:
        """Adds its actions to the ruleset's table, once, when the ruleset is built."""
        raise NotImplementedError

    def shut(self, game: Game, player: Player) -> str | None:
        """A reason that shuts all of its actions at once; None if each must be looked at."""
        raise NotImplementedError

    def bar(self, game: Game, player: Player, action: Action) -> str | None:
        """A reason against this one of its actions, when nothing shuts all of them."""
        return None

    def refusal(self, game: Game, player: Player, action: Action) -> str | None:
        """Why the action is not possible now; None if it is."""
        return self.shut(game, player) or self.bar(game, player, action)

    def choices(self, game: Game, player: Player, legal: list[Action]) -> None:
        """Appends its legal actions."""
        if self.shut(game, player) is not None:
            return
        if self.is_whole:
            legal.extend(self.actions)
        else:
            for action in self.actions:
                if self.bar(game, player, action) is None:
                    legal.append(action)

    def conduct(self, game: Game, seat: int, player: Player, action: Action) -> None:
        """Pays, uses the markers and does what happens at once (``RULES III``)."""
        raise NotImplementedError

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        """Price and effect."""
        raise NotImplementedError


def short_of(player: Player, time: int, money: int, info: int, supply: int) -> str | None:
    """Which of the four the player lacks for this price, as a reason's code; None if it can be paid."""
    if player.time < time:
        return "no_time"
    if player.money < money:
        return "no_money"
    if player.info < info:
        return "no_info"
    if player.supply < supply:
        return "no_supply"
    return None
