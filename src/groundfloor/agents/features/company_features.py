"""The features of one company: resources, staff, building, popularity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from groundfloor.engine.effects import supply_capacity
from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.phases.scoring import prestige_without_sets, set_count
from groundfloor.engine.state import PLACES, ROOMS

from .common_facts import FLOOR_TASK_ROLES, ROLES, clip
from .marker_features import add_markers, marker_names

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.state import Player

    from .common_facts import CommonFacts, RulesetTables

OFFSET: Final = 20
"""Added to numbers that can be negative."""
BOXES: Final = 3
"""Marketing types."""


def add_company(game: Game, seat: int, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    """Appends the features of a seat's company, in the order of ``company_names``."""
    player = game._state.players[seat]
    add_resources(game, seat, player, features)
    add_staff(game, player, features)
    add_rooms(player, features)
    add_tiles(game, player, tables, features)
    add_popularity(game, seat, tables, features)
    add_markers(game, seat, tables, facts, features)


def company_names() -> list[str]:
    return [
        *RESOURCE_NAMES,
        *STAFF_NAMES,
        *[f"room {room} {how}" for room in range(1, ROOMS + 1) for how in ("usable as printed", "usable remodeled")],
        "rooms remodeled",
        "rooms to remodel",
        *[role.replace("_", " ") for role in ROLES],
        *[f"uses left: {role.replace('_', ' ')}" for role in ROLES[:FLOOR_TASK_ROLES]],
        *TILE_NAMES,
        *POPULARITY_NAMES,
        *[f"marketing box {box + 1} {what}" for box in range(BOXES) for what in ("markers", "spaces to advance", "has the most alone")],
        *marker_names(),
    ]


RESOURCE_NAMES: Final = (
    "money",
    "info",
    "pairs of money and info",
    "money beyond info",
    "info beyond money",
    "supply",
    "room for supply",
    "time available",
    "time in the stock",
    "time set aside",
    "prestige without sets",
    "prestige now",
)


def add_resources(game: Game, seat: int, player: Player, features: list[int]) -> None:
    money, info = player.money, player.info
    prestige = prestige_without_sets(game, seat)
    features.append(clip(money))
    features.append(clip(info))
    features.append(clip(min(money, info)))
    features.append(clip(money - info))
    features.append(clip(info - money))
    features.append(clip(player.supply))
    features.append(clip(supply_capacity(game, player) - player.supply))
    features.append(clip(player.time))
    features.append(clip(player.reserve_time))
    features.append(clip(player.spent_time))
    features.append(clip(prestige))
    features.append(clip(prestige + set_count(game, player)))


STAFF_NAMES: Final = (
    "employees with the CEO",
    "trained employees",
    "untrained employees",
    "money of the next income + 20",
    "money of the next income with one employee more + 20",
    "info of the next income",
    "time of the next round",
    "money to hire",
    "info to hire",
    "can hire now",
    "extra money of a sale",
    "keeps unsold products",
    "keeps popularity",
)


def add_staff(game: Game, player: Player, features: list[int]) -> None:
    ruleset = game.ruleset
    income = ruleset.income_track
    space = player.employee_count
    money, info = hiring_price(game, player)
    can_hire = space < len(income) and player.money >= money and player.info >= info
    features.append(clip(space))
    features.append(clip(player.trained))
    features.append(clip(player.untrained))
    features.append(clip(income[space - 1] + player.income_bonus_money + OFFSET))
    features.append(clip(income[min(space, len(income) - 1)] + player.income_bonus_money + OFFSET))
    features.append(clip(player.income_bonus_info))
    features.append(clip(ruleset.ceo_time + player.trained * ruleset.employee_time + player.income_bonus_time))
    features.append(clip(money))
    features.append(clip(info))
    features.append(1 if can_hire else 0)
    features.append(clip(player.sale_premium))
    features.append(clip(player.keeps_unsold))
    features.append(clip(player.keeps_popularity))


def add_rooms(player: Player, features: list[int]) -> None:
    remodeled, possible = 0, 0
    for room in range(ROOMS):
        is_covered = player.visible_tenants[room] >= 0
        is_remodeled = player.remodeled[room]
        features.append(0 if is_covered or is_remodeled else 1)
        features.append(1 if is_remodeled and not is_covered else 0)
        remodeled += is_remodeled
        if not is_covered and not is_remodeled:
            possible += 1
    features.append(remodeled)
    features.append(possible)


TILE_NAMES: Final = (
    "floors",
    "tenants",
    "tenants in sight",
    "free places on an Empty Floor",
    "info that floors can still make",
    "money that floors can still make",
)


def add_tiles(game: Game, player: Player, tables: RulesetTables, features: list[int]) -> None:
    """Appends the improvements by what they do, and how often floors can still be used."""
    roles = [0] * len(ROLES)
    uses = [0] * FLOOR_TASK_ROLES
    info, money, places = 0, 0, 0
    tiles = game.ruleset.tiles
    for at, tile in enumerate(player.floors):
        role = tables.roles[tile]
        roles[role] += 1
        places += tiles[tile].extra_places
        if role < FLOOR_TASK_ROLES:
            left = tables.uses[tile] - player.floor_uses[at]
            uses[role] += left
            info += left * tables.info_made[tile]
            money += left * tables.money_made[tile]
    for tile in player.tenants:
        roles[tables.roles[tile]] += 1
    in_sight = 0
    for place in range(PLACES):
        if player.visible_tenants[place] >= 0:
            in_sight += 1
            if place >= ROOMS:
                places -= 1
    for count in roles:
        features.append(clip(count))
    for count in uses:
        features.append(clip(count))
    features.append(clip(len(player.floors)))
    features.append(clip(len(player.tenants)))
    features.append(in_sight)
    features.append(clip(places))
    features.append(clip(info))
    features.append(clip(money))


POPULARITY_NAMES: Final = (
    "popularity space",
    "popularity level",
    "more popular companies",
    "less popular companies",
    "markers at desks of the agency",
)


def add_popularity(game: Game, seat: int, tables: RulesetTables, features: list[int]) -> None:
    state = game._state
    features.append(clip(state.popularity[seat]))
    features.append(clip(game.ruleset.popularity_levels[state.popularity[seat] - 1]))
    rank = state.popularity_order.index(seat)
    features.append(rank)
    features.append(len(state.popularity_order) - 1 - rank)
    features.append(state.agency_desks.count(seat))
    types = tables.agency.types
    for box in range(BOXES):
        markers = state.marketing_boxes[box]
        own = markers[seat]
        most = 0
        for other, count in enumerate(markers):
            if other != seat and count > most:
                most = count
        is_sole = 1 if own > most else 0
        features.append(clip(own))
        features.append(clip(own // types[box].markers_per_step + is_sole))
        features.append(is_sole)
