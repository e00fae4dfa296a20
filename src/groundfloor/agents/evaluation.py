"""Evaluation of a position for one seat, in expected prestige points; the greedy agent maximizes it.

The weights are estimates by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.retail_projection import count_sold_before
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.effects import supply_capacity
from groundfloor.engine.phases.scoring import score_items
from groundfloor.engine.state import SCHEDULE

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.state import Player

EARLY_RESOURCE_VALUE, LATE_RESOURCE_VALUE = 0.36, 0.17
"""Value of one money or info that is part of a pair: in the first round, and at the end (a set of 3 + 3 is 1 prestige)."""

TIME_MARKER_VALUE = 0.35
"""Value of an available time marker while tasks can be scheduled."""


def evaluate(game: Game, seat: int) -> float:
    """Returns the expected prestige of a seat: points scored, resources, employees, improvements and placed markers."""
    player = game.state.players[seat]
    owned = sum(item.points for item in score_items(game, seat) if item.code != "sets")
    time = player.time * TIME_MARKER_VALUE if game.state.phase <= SCHEDULE else 0.0
    money, info, points = expected_gains(game, seat)
    return (
        owned
        + points
        + resource_value(game, player.money + money, player.info + info)
        + employee_value(game, player)
        + time
        + improvement_value(game, player)
    )


def rounds_left(game: Game) -> int:
    """Returns how many rounds are played after this one."""
    return max(len(game.ruleset.stage_by_round) - max(game.state.round, 1), 0)


def resource_value(game: Game, money: float, info: float) -> float:
    """Returns the value of money and info: more in equal amounts, less in later rounds."""
    share = rounds_left(game) / max(len(game.ruleset.stage_by_round) - 1, 1)
    each = LATE_RESOURCE_VALUE + (EARLY_RESOURCE_VALUE - LATE_RESOURCE_VALUE) * min(1.0, 0.35 + share)
    if not rounds_left(game):
        each = LATE_RESOURCE_VALUE
    pairs, rest = min(money, info), abs(money - info)
    return 2 * each * pairs + each * 0.55 * min(rest, 12)


def employee_value(game: Game, player: Player) -> float:
    """Returns the value of employees: their time in the remaining rounds, less the income they cost."""
    rounds = rounds_left(game)
    pay = game.ruleset.income_track[player.ceo_space - 1] - game.ruleset.income_track[0]
    trained = player.trained * game.ruleset.employee_time * 0.62 * rounds
    untrained = player.untrained * max(0.0, game.ruleset.employee_time * 0.62 * (rounds - 0.4) - 0.5)
    return trained + untrained + pay * 0.3 * rounds


def improvement_value(game: Game, player: Player) -> float:
    """Returns what improvements and remodeled rooms bring in the remaining rounds."""
    rounds = rounds_left(game)
    each = 0.3 * (player.income_bonus_money + player.income_bonus_info) + 0.6 * player.income_bonus_time
    sales = 0.25 * player.sale_premium + 0.1 * player.keeps_unsold + 0.15 * player.keeps_popularity
    floors = sum(0.25 for tile in player.floors if game.ruleset.tiles[tile].task is not None)
    rooms = 0.12 * sum(player.remodeled)
    covered = 0.12 * sum(1 for place in player.visible_tenants[: len(player.remodeled)] if place >= 0)
    return rounds * (each + sales + floors + rooms - covered)


def expected_gains(game: Game, seat: int) -> tuple[float, float, float]:
    """Returns the expected money, info and prestige from placed markers, stored supply and products."""
    money, info, points = 0.0, 0.0, 0.0
    for area in game.ruleset.areas:
        if isinstance(area, RetailOutlets):
            money += product_value(game, area, seat)
        elif isinstance(area, StockExchange):
            money += stock_value(game, area, seat)
        elif isinstance(area, ConstructionCompany):
            points += construction_value(game, area, seat)
        elif isinstance(area, AdvertisingAgency):
            points += popularity_value(game, seat)
    state = game.state
    right = state.consulting_right.count(seat)
    info += 6.0 * right + (4.5 * state.consulting_left.count(seat) if rounds_left(game) else 0.0)
    points += 0.8 * state.players[seat].supply * (1 if rounds_left(game) or state.phase <= SCHEDULE else 0)
    points += 0.8 * min(state.warehouse_markers.count(seat), supply_capacity(game, state.players[seat])) if rounds_left(game) else 0.0
    return money, info, points


def sale_probability(game: Game, outlets: RetailOutlets, space: int) -> float:
    """Returns the probability that the product on a space is sold in the next sale."""
    state = game.state
    ahead = count_sold_before(game, outlets, space)
    low, high = game.ruleset.consumers_range(max(state.current_forecast, 0), len(state.players))
    return min(1.0, max(0.0, (high - ahead) / (high - low + 1)))


def product_value(game: Game, outlets: RetailOutlets, seat: int) -> float:
    """Returns the expected money for products in the retail outlets and in the factory."""
    state = game.state
    premium = state.players[seat].sale_premium
    rest = outlets.liquidation + 1.5 + premium if rounds_left(game) else outlets.liquidation + premium
    found = 0.0
    for space, owner in enumerate(state.retail_products):
        if owner == seat:
            sure = sale_probability(game, outlets, space)
            found += sure * (outlets.prices[space] + premium) + (1 - sure) * min(rest, outlets.prices[space] + premium)
    low, high = game.ruleset.consumers_range(max(state.current_forecast, 0), len(state.players))
    waiting = sum(1 for owner in state.retail_products if owner >= 0)
    for place, owner in enumerate(state.factory_queue):
        if owner == seat:
            ahead = waiting + sum(1 for other in state.factory_queue[:place] if other >= 0)
            found += (9.0 if ahead < (low + high + 1) // 2 else 6.0 if ahead < high + 1 else rest) + premium
    return found


def stock_value(game: Game, exchange: StockExchange, seat: int) -> float:
    """Returns the expected money for markers at the stock exchange."""
    state = game.state
    now = exchange.pay[max(state.current_forecast, 0)]
    soon = exchange.pay[max(state.next_forecast, 0)] if rounds_left(game) else 0
    found = 0.0
    for place, owner in enumerate(state.exchange_track):
        if owner == seat:
            found += 0.9 * exchange.multiples[min(place + max(soon, 0), len(exchange.multiples) - 1)] * soon if rounds_left(game) else 0.0
    rise = exchange.rise[max(state.current_forecast, 0)]
    entering = exchange.multiples[min(rise, len(exchange.multiples) - 1)] * now
    later = 2.5 if rounds_left(game) else 0.0
    return found + state.exchange_queue.count(seat) * max(float(entering), later)


def construction_value(game: Game, company: ConstructionCompany, seat: int) -> float:
    """Returns the expected prestige of markers at the construction company: the best affordable improvement, less its price."""
    count = game.state.construction_queue.count(seat)
    if not count:
        return 0.0
    player = game.state.players[seat]
    best = 0.2
    each = LATE_RESOURCE_VALUE if not rounds_left(game) else EARLY_RESOURCE_VALUE
    for tile in game.ruleset.tiles:
        money, info = company.price(game, player, tile.index)
        if player.money + 1 < money or player.info < info or company.sale_refusal(game, player, tile.index) is not None:
            continue
        bonus = tile.achievement.count(game, seat) * tile.achievement.points if tile.achievement is not None else 0
        best = max(best, tile.prestige + bonus - each * (money + info))
    return best * count if count == 1 else best * 1.2


def popularity_value(game: Game, seat: int) -> float:
    """Returns the value of the turn order and of markers that will raise the popularity."""
    state = game.state
    place = 0.25 * (rounds_left(game) + 1) * (len(state.popularity_order) - state.popularity_order.index(seat))
    space = 0.12 * (state.popularity[seat] - 1) * min(rounds_left(game) + 1, 4)
    boxes = sum(0.25 * box[seat] for box in state.marketing_boxes)
    return place + space + boxes + 0.5 * state.agency_desks.count(seat) * (1 if rounds_left(game) else 0.5)
