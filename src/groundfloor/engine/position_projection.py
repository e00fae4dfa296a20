"""Projections: what the rules will make of a position as it stands. Whoever shows or values a position asks here; nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .city.advertising_agency import AdvertisingAgency
from .company.company_projection import can_remodel_with_bonus, project_hiring
from .company.task_effects import PlaceMarker
from .effects import supply_capacity
from .phases.reorganize import is_renewed, time_due
from .state import CONDUCT, SCHEDULE

if TYPE_CHECKING:
    from .actions import Action, Quote
    from .components import Design
    from .game import Game


def time_of_round(game: Game, seat: int) -> int:
    """Returns the time markers that a seat has for tasks in this round, those in use included; 0 after phase III (``RULES III.1``).

    Markers that a task takes from the stock (``RULES 6.3``) are not among them.
    """
    state = game._state
    if state.phase > SCHEDULE:
        return 0
    player = state.players[seat]
    time = player.time + player.spent_time + sum(player.room_markers)
    time += sum(spaces.count(seat) for spaces in state.booked_spaces())
    for tile, uses in zip(player.floors, player.floor_uses, strict=True):
        task = game._ruleset.tiles[tile].task
        if task is not None:
            from_stock = 1 if isinstance(task.printed.effect, PlaceMarker) else 0
            time += uses * (task.printed.time - from_stock)
    return time


def time_of_next_round(game: Game, seat: int) -> int:
    """Returns the time markers that a seat takes in this round's phase V, if its stock has that many (``RULES V.3``)."""
    return time_due(game, seat)


def time_of_next_round_trained(game: Game, seat: int) -> int:
    """Returns the same as ``time_of_next_round`` if all its employees were trained by then."""
    return time_due(game, seat) + game._ruleset.employee_time * game._state.players[seat].untrained


def conducted_agency(game: Game) -> AdvertisingAgency | None:
    """Returns the advertising agency while it is being conducted, else None."""
    state = game._state
    agency = game._ruleset.agency
    return agency if state.phase == CONDUCT and state.area >= 0 and game._ruleset.areas[state.area] is agency else None


def projected_popularity(game: Game) -> tuple[list[int], list[int]]:
    """Returns the popularity order and the space of each seat after the agency if it is being conducted, else as they are."""
    agency = conducted_agency(game)
    if agency is None:
        return game._state.popularity_order[:], game._state.popularity[:]
    return agency.landings(game._state, game._state.marketing_boxes, len(game._ruleset.popularity_levels))


def job_market_price(game: Game) -> int:
    """Returns the money, and the info, that a hire costs now without discounts (``RULES II.2``)."""
    return game._ruleset.job_market_prices[game._state.job_market - 1]


def next_hire_price(game: Game) -> int:
    """Returns the job market's price after one more hire (``RULES II.2``)."""
    prices = game._ruleset.job_market_prices
    return prices[min(game._state.job_market, len(prices) - 1)]


def employee_count(game: Game, seat: int) -> int:
    player = game._state.players[seat]
    return player.trained + player.untrained


def has_place_for_employee(game: Game, seat: int) -> bool:
    """Returns True if a company does not have the most employees yet (``RULES II.3``)."""
    return game._state.players[seat].employee_count < len(game._ruleset.income_track)


def lost_income(game: Game, seat: int) -> int:
    """Returns how much less money the next employee leaves of each income; 0 if there can be none (``RULES I.2``)."""
    hiring = project_hiring(game, seat)
    return hiring.income_now - hiring.income_then


def seats_to_come(game: Game) -> list[int]:
    """Returns the seats that may be asked after the one that is asked, in their order, as far as the rules tell now."""
    for step in reversed(game._steps):
        seats = [seat for seat in dict.fromkeys(step.seats_to_come(game)) if seat != game._asked_seat]
        if seats:
            return seats
    return []


def known_forecasts(game: Game) -> list[int]:
    """Returns the types of the forecast cards that lie face down and are known, the nearest round's first (``RULES 7.3``)."""
    state = game._state
    if state.revealed_design < 0 or is_renewed(game):
        known = [state.current_forecast, state.next_forecast]
    else:
        known = [state.next_forecast]
    return [type for type in known if type >= 0] + state.preset_deck


def possible_designs(game: Game, type: int) -> list[Design]:
    """Returns the ordinary designs of a type of which a copy has not been turned up yet (``RULES 7.2``)."""
    turned = game._state.revealed_forecasts
    designs = enumerate(game._ruleset.designs)
    return [each for index, each in designs if each.type == type and not each.is_special and turned.count(index) < each.copies]


def consumers_to_come(game: Game) -> tuple[int, int]:
    """Returns how many consumers come at least and at most in this round, special cards aside: one number once the card is up."""
    state, rules = game._state, game._ruleset
    if state.revealed_design >= 0:
        number = rules.designs[state.revealed_design].consumers[rules.player_column(len(state.players))]
        return number, number
    return rules.consumers_range(state.current_forecast, len(state.players))


def lost_supply(game: Game, seat: int, action: Action, quote: Quote) -> int:
    """Returns how much of the supply that a quoted action gains at once has no place in the storage closet (``RULES III.6``)."""
    gained = sum(number for code, number in quote.gains if code == "supply")
    if not gained:
        return 0
    player = game._state.players[seat]
    capacity = game._ruleset.closet_capacity[1] if action.verb == "remodel" else supply_capacity(game, player)
    return max(gained - max(capacity - player.supply + quote.supply, 0), 0)


def can_use_remodel_bonus(game: Game, seat: int) -> bool:
    """Returns True if a seat could remodel a room with the remodel bonus (``RULES IV.C.1``)."""
    return can_remodel_with_bonus(game, game._state.players[seat])


def floor_price(game: Game, seat: int) -> tuple[int, int]:
    """Returns the money and info of the next floor improvement of a seat (``RULES IV.I.2``)."""
    floor = next(tile.index for tile in game._ruleset.tiles if not tile.is_tenant)
    return game._ruleset.construction.price(game, game._state.players[seat], floor)


def has_free_tenant(game: Game, seat: int) -> bool:
    """Returns True if a tenant improvement is on sale that comes with this seat's Empty Floor (``RULES IV.I.6``)."""
    return bool(game._ruleset.construction.free_tenants(game, game._state.players[seat]))
