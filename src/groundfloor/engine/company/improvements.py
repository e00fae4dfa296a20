"""Owning improvements: placing tenants, adding floors, and what they add to every round (``RULES IV.I``, ``6.2``, ``6.3``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import ROOMS

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset import Ruleset
    from ..state import Player

BAYS = (ROOMS, ROOMS + 1)


def place_name(ruleset: Ruleset, place: int) -> str:
    """The text of a place for tenants."""
    return ruleset.rooms[place].id if place < ROOMS else f"empty_floor_{place - ROOMS + 1}"


def has_bays(ruleset: Ruleset, player: Player) -> bool:
    """Owns an Empty Floor."""
    return any(ruleset.tiles[tile].bays for tile in player.floors)


def settle_perks(ruleset: Ruleset, player: Player) -> None:
    """Adds up what the specialty and all improvements in sight give; an Automa's do nothing (``RULES 8.1.3``)."""
    player.plus_money = player.plus_info = player.plus_time = 0
    player.off_money = player.off_info = player.premium = player.niche = player.steady = 0
    if player.deck is not None:
        return
    if player.specialty >= 0:
        player.plus_money = ruleset.specialties[player.specialty].plus_money
    in_sight = player.floors + [tile for tile in player.tenants if tile in player.places]
    for index in in_sight:
        tile = ruleset.tiles[index]
        player.plus_money += tile.money
        player.plus_info += tile.info
        player.plus_time += tile.time
        player.off_money += tile.off_money
        player.off_info += tile.off_info
        player.premium += tile.premium
        player.niche += tile.niche
        player.steady += tile.steady


def add_floor(game: Game, seat: int, tile: int) -> None:
    """A floor on top of the building (``RULES IV.I.5``)."""
    player = game.state.players[seat]
    game.state.sale[tile] -= 1
    player.floors.append(tile)
    player.uses.append(0)
    settle_perks(game.ruleset, player)


def add_tenant(game: Game, seat: int, tile: int, place: int) -> int:
    """A tenant improvement on a place (-1: an Automa's, which has none). Returns the supply that it cost (``RULES IV.I.4``)."""
    player = game.state.players[seat]
    game.state.sale[tile] -= 1
    player.tenants.append(tile)
    player.under.append(place)
    lost = 0
    if place >= 0:
        player.places[place] = tile
        if place == game.ruleset.closet_room:
            lost = player.supply
            player.supply = 0
    settle_perks(game.ruleset, player)
    return lost


def place_refusal(game: Game, player: Player, place: int) -> str | None:
    """Why a tenant improvement can't go there; None if it can (``RULES IV.I.4``, ``11.2``)."""
    if place < ROOMS:
        return None
    if not has_bays(game.ruleset, player):
        return "no_empty_floor"
    if place == BAYS[1] and player.places[BAYS[0]] < 0:
        return "same_place"
    return None
