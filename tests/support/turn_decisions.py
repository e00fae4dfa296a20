"""A decision of each kind outside of phase III and the construction company, before the first seat, which can pay for remodels."""

from __future__ import annotations

from groundfloor import Game, Ruleset

from .positions import conduct, hiring, reorganize, started
from .table import begin


def decisions(rules: Ruleset) -> dict[str, Game]:
    return {
        "hire": hiring(started(rules)),
        "marketing_type": agency(rules),
        "bonus": conduct(started(rules), "marketing_bonus"),
        "price": factory(rules),
        "sell": exchange(rules),
        "drop": outlets(rules),
        "fire": firing(rules),
    }


def agency(rules: Ruleset, desks: tuple[int, ...] = (0,)) -> Game:
    game = started(rules)
    game.state.agency_desks[: len(desks)] = desks
    return conduct(game, "advertising_agency")


def factory(rules: Ruleset, spaces: tuple[int, ...] = (0,)) -> Game:
    game = started(rules)
    game.state.factory_queue[: len(spaces)] = spaces
    return conduct(game, "factory")


def exchange(rules: Ruleset, track: tuple[int, ...] = (-1, 0)) -> Game:
    """Returns a position with markers of these seats on the stock track, which does not rise."""
    game = started(rules)
    game.state.current_forecast = 0
    game.state.exchange_track[: len(track)] = track
    return conduct(game, "stock_exchange")


def outlets(rules: Ruleset, spaces: tuple[int, ...] = (-1, 0)) -> Game:
    """Returns a position with products of these seats, for whom no consumers come."""
    game = started(rules)
    game.state.retail_products[: len(spaces)] = spaces
    game.state.current_forecast = 0
    game.state.revealed_forecasts = [
        0,
        game.ruleset.designs.index(next(design for design in game.ruleset.designs if not design.consumers[1])),
    ]
    return conduct(game, "retail_outlets")


def firing(rules: Ruleset, untrained: int = 1) -> Game:
    """Returns a position in which the first seat has employees."""
    game = started(rules)
    player = game.state.players[0]
    player.ceo_space, player.untrained, game.state.revealed_forecasts = 1 + untrained, untrained, [0, 0]
    return reorganize(game)


def income(rules: Ruleset) -> Game:
    """Returns a position in which the first seat can't pay for its five employees, but will have an income by its Investors."""
    game = started(rules)
    player = game.state.players[0]
    player.ceo_space, player.untrained, player.trained = 5, 3, 1
    player.money, player.income_bonus_money = 0, 2
    return begin(game, "income")
