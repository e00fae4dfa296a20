"""Games with plain values, made by the builder of positions (`tests.support.table`)."""

from __future__ import annotations

from collections.abc import Mapping

from groundfloor import Game, Ruleset
from groundfloor.engine.company.improvements import add_floor, add_tenant

from .table import Table, begin

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def started(
    rules: str | Ruleset, seats: int | tuple[str, ...] = 3, options: Mapping[str, str] | None = None, round: int = 2, rich: int = 20
) -> Game:
    """Returns a game in some round in which everybody has as much money and info, and 1 supply."""
    names = NAMES[:seats] if isinstance(seats, int) else seats
    game = Table(" ".join(name.removeprefix("automa:") for name in names), rules, **(options or {})).set(round=round).game
    for player in game.state.players:
        player.money = player.info = rich
        player.supply = 1
    return game


def conduct(game: Game, area: str) -> Game:
    return begin(game, area)


def schedule(game: Game) -> Game:
    return begin(game, "schedule")


def hiring(game: Game) -> Game:
    return begin(game, "hire")


def reorganize(game: Game) -> Game:
    return begin(game, "reorganize")


def texts(game: Game) -> list[str]:
    return [action.text for action in game.legal_actions]


def give(game: Game, seat: int, tile: str) -> None:
    """Gives a company an improvement: a floor on top, a tenant improvement over its Training room."""
    index = game.ruleset.tile(tile)
    if game.ruleset.tiles[index].is_tenant:
        add_tenant(game, seat, index, 5)
    else:
        add_floor(game, seat, index)
