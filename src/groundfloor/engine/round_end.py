"""The rest of a round as far as it needs no decision and no chance: what a plan for the next round begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .phases.conduct import Conduct
from .phases.reorganize import Reorganize, change_market, clear_boards, renew_boards
from .state import CONDUCT, HIRE

if TYPE_CHECKING:
    from .game import Game
    from .kinds import AreaId
    from .state import State


def end_round(game: Game, seat: int) -> list[AreaId]:
    """Takes a game on to phase II of the next round; returns the areas whose results the seat waits for and that stay open.

    An area that would ask somebody, or chance, is left as it is, but its markers go back to their owners. Nobody is fired, and the job
    market stays as it is unless the forecast card is up. The caller pays out income.
    """
    state = game.state
    first = first_open_area(game)
    waiting = [area.id for area in game.ruleset.areas[first:] if waits_for(state, area.id, seat)]
    done = conduct_areas(game)
    state = game.state
    for spaces in state.booked_spaces():
        for place, owner in enumerate(spaces):
            if owner >= 0:
                spaces[place] = -1
                state.players[owner].reserve_time += 1
    if not any(isinstance(step, Reorganize) and step.is_renewed for step in game.stack):
        clear_boards(game)
        renew_boards(game)
        if state.revealed_design >= 0:
            change_market(game)
        state.current_forecast, state.next_forecast = state.next_forecast, -1
    state.round += 1
    state.area = -1
    state.phase = HIRE
    return [area for area in waiting if area not in done]


def first_open_area(game: Game) -> int:
    """Returns the index of the first area that is not yet conducted to its end in this round."""
    state = game.state
    if state.phase < CONDUCT:
        return 0
    return max(state.area, 0) if state.phase == CONDUCT else len(game.ruleset.areas)


def conduct_areas(game: Game) -> list[AreaId]:
    """Conducts the areas that are left of this round and need neither a decision nor chance; returns them."""
    done: list[AreaId] = []
    first = first_open_area(game) + (1 if game.state.phase == CONDUCT else 0)
    for index, area in enumerate(game.ruleset.areas):
        if index < first or (area is game.ruleset.outlets and game.state.revealed_design < 0):
            continue
        then = after_area(game, index)
        if then is not None:
            game.state = then.state
            done.append(area.id)
    return done


def after_area(game: Game, index: int) -> Game | None:
    """Returns a copy of the game after an area was conducted; None if it asks somebody or chance."""
    then = game.copy()
    then.state.phase, then.state.area = CONDUCT, index
    then.chance, then.asked_seat = None, -1
    then.stack = [Conduct(then.state.popularity_order[:])]
    then.ruleset.areas[index].conduct(then)
    while len(then.stack) > 1 and not is_waiting(then):
        then.stack[-1].advance(then)
    return then if len(then.stack) == 1 and not is_waiting(then) else None


def is_waiting(game: Game) -> bool:
    return game.asked_seat >= 0 or game.chance is not None


def waits_for(state: State, area: AreaId, seat: int) -> bool:
    """Returns True if the seat has something at an area that may still bring it something in this round."""
    if area == "marketing_bonus":
        return True
    lists = {
        "advertising_agency": state.agency_desks,
        "factory": state.factory_queue,
        "stock_exchange": state.exchange_queue + state.exchange_track,
        "retail_outlets": state.retail_products,
        "construction_company": state.construction_queue,
    }
    return seat in lists.get(area, [])
