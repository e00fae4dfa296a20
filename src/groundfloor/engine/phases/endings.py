"""Ends of the game that only some editions have (``RULES 9``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import remodel
from .rounds import Ending
from .scoring import SupplyStored

if TYPE_CHECKING:
    from ..game import Game


class FloorEnding(Ending):
    """The game also ends after the round in which somebody has bought a number of floor improvements (``RULES 9.2.1``)."""

    def __init__(self, floors: int) -> None:
        self.floors = floors

    def is_over(self, game: Game) -> bool:
        return super().is_over(game) or any(len(player.floors) >= self.floors for player in game.state.players)


class RemodelingEnding(Ending):
    """At the end of the game all remodels that players can still pay are done for them (``RULES 9.1.2``)."""

    def finish(self, game: Game) -> None:
        remodeling = game.ruleset.remodeling
        for seat in game.state.popularity_order[:]:
            for room in self.rooms(game, seat):
                remodel(game, seat, room, remodeling.money, remodeling.info, "9.1.2")

    def projected_end(self, game: Game) -> Game:
        if not any(self.rooms(game, seat) for seat in game.state.popularity_order):
            return game
        then = game.copy()
        self.finish(then)
        return then

    def rooms(self, game: Game, seat: int) -> list[int]:
        """Returns the rooms that a player would still remodel; the one that brings supply comes first if stored supply counts."""
        ruleset = game.ruleset
        player = game.state.players[seat]
        remodeling = ruleset.remodeling
        if player.deck is not None or remodeling.blocked_reason(player) is not None:
            return []
        order = list(range(len(ruleset.rooms)))
        if any(isinstance(ruleset.tiles[tile].achievement, SupplyStored) for tile in player.floors + player.tenants):
            order.remove(ruleset.closet_room)
            order.insert(0, ruleset.closet_room)
        rooms = [room for room in order if remodeling.action_blocked_reason(player, room) is None]
        paid = [player.money // remodeling.money if remodeling.money else len(rooms)]
        paid.append(player.info // remodeling.info if remodeling.info else len(rooms))
        return rooms[: min(paid)]
