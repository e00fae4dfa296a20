"""Positions set up by hand: a game whose set-up is over, and phases that begin where a test wants them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from groundfloor import Game, Ruleset, new_game
from groundfloor.engine.phases.conduct import Conduct
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.phases.reorganize import Reorganize
from groundfloor.engine.phases.rounds import Rounds
from groundfloor.engine.phases.schedule import Schedule
from groundfloor.engine.state import CONDUCT, HIRE, REORGANIZE, SCHEDULE
from groundfloor.engine.step import Step

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def started(
    rules: str | Ruleset, seats: int | tuple[str, ...] = 3, options: Mapping[str, str] | None = None, round: int = 2, rich: int = 20
) -> Game:
    """A game in some round with everybody's specialty plain, nothing remodeled, and enough of everything."""
    dice = random.Random(3)
    game = new_game(rules, NAMES[:seats] if isinstance(seats, int) else seats, options)
    while game.chance is not None and game.chance.kind != "back":
        game.apply(dice.choice(game.chance.outcomes))
    while game.chance is not None:
        game.apply(dice.choice(game.chance.outcomes))
    game.state.round = round
    game.state.turned = [0] * (round - 1)
    game.state.order = list(range(len(game.seats)))
    for player in game.state.players:
        player.money = player.info = rich
        player.supply = 1
        player.remodeled = [0] * len(player.remodeled)
        player.plus_money = player.premium = player.off_money = player.off_info = 0
    return game


def go_on(game: Game, phase: int, step: Step) -> Game:
    """Runs on from a step of a phase."""
    rounds = Rounds()
    rounds.at = phase % 5
    game.state.phase = phase
    game.stack = [rounds, step]
    game.chance = None
    game.asked = -1
    game.legal = []
    game.run()
    return game


def conduct(game: Game, area: str) -> Game:
    """Goes on with phase IV at an area."""
    step = Conduct()
    step.at = game.ruleset.area(area)
    return go_on(game, CONDUCT, step)


def schedule(game: Game) -> Game:
    """Goes on with phase III in popularity order."""
    return go_on(game, SCHEDULE, Schedule(game.state.order[:]))


def hiring(game: Game) -> Game:
    """Goes on with phase II in popularity order."""
    return go_on(game, HIRE, Hire(game.state.order[:]))


def reorganize(game: Game) -> Game:
    """Goes on with phase V."""
    return go_on(game, REORGANIZE, Reorganize(game.state.order[:]))


def texts(game: Game) -> list[str]:
    """The legal answers."""
    return [action.text for action in game.legal_actions]


def give(game: Game, seat: int, tile: str) -> None:
    """An improvement in a company: a floor on top, a tenant improvement over its Training room."""
    from groundfloor.engine.company.improvements import add_floor, add_tenant

    index = game.ruleset.tile(tile)
    if game.ruleset.tiles[index].is_tenant:
        add_tenant(game, seat, index, 5)
    else:
        add_floor(game, seat, index)
