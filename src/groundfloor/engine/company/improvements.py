"""Owning improvements: adds tenants and floors, and adds up what they bring each round (``RULES IV.I``, ``6.2``, ``6.3``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import ROOMS

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player

EMPTY_FLOOR_PLACES = (ROOMS, ROOMS + 1)


def place_name(ruleset: Ruleset, place: int) -> str:
    return ruleset.rooms[place].id if place < ROOMS else f"empty_floor_{place - ROOMS + 1}"


def has_empty_floor(ruleset: Ruleset, player: Player) -> bool:
    return any(ruleset.tiles[tile].extra_places for tile in player.floors)


def update_bonuses(ruleset: Ruleset, player: Player) -> None:
    """Adds up what the specialty and all visible improvements give; an Automa's give nothing (``RULES 8.1.3``)."""
    player.income_bonus_money = player.income_bonus_info = player.income_bonus_time = 0
    player.hire_discount_money = player.hire_discount_info = player.sale_premium = player.keeps_unsold = player.keeps_popularity = 0
    if player.deck is not None:
        return
    if player.specialty >= 0:
        player.income_bonus_money = ruleset.specialties[player.specialty].income_money
    in_sight = player.floors + [tile for tile in player.tenants if tile in player.visible_tenants]
    for index in in_sight:
        tile = ruleset.tiles[index]
        player.income_bonus_money += tile.income_money
        player.income_bonus_info += tile.income_info
        player.income_bonus_time += tile.income_time
        player.hire_discount_money += tile.hire_discount_money
        player.hire_discount_info += tile.hire_discount_info
        player.sale_premium += tile.sale_premium
        player.keeps_unsold += tile.keeps_unsold
        player.keeps_popularity += tile.keeps_popularity


def add_floor(game: Game, seat: int, tile: int) -> int:
    """Adds a floor on top of the building (``RULES IV.I.5``). Returns the supply that is lost: 0."""
    player = game._state.players[seat]
    game._state.copies_left[tile] -= 1
    player.floors.append(tile)
    player.floor_uses.append(0)
    update_bonuses(game._ruleset, player)
    return 0


def add_tenant(game: Game, seat: int, tile: int, place: int) -> int:
    """Adds a tenant improvement on a place (-1: an Automa's, which has none). Returns the supply that is lost (``RULES IV.I.4``)."""
    player = game._state.players[seat]
    game._state.copies_left[tile] -= 1
    player.tenants.append(tile)
    player.tenant_places.append(place)
    lost = 0
    if place >= 0:
        player.visible_tenants[place] = tile
        if place == game._ruleset.closet_room:
            lost = player.supply
            player.supply = 0
    update_bonuses(game._ruleset, player)
    return lost


def place_refusal(game: Game, player: Player, place: int) -> RefusalCode | None:
    """Returns why a tenant improvement can't be placed there; None if it can (``RULES IV.I.4``, ``11.2``)."""
    if place < ROOMS:
        return None
    if not has_empty_floor(game._ruleset, player):
        return "no_empty_floor"
    if place == EMPTY_FLOOR_PLACES[1] and player.visible_tenants[EMPTY_FLOOR_PLACES[0]] < 0:
        return "same_place"
    return None
