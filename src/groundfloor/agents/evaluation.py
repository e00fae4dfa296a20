"""Evaluation of a position for one seat, in expected prestige points; the greedy agent maximizes it.

Its weights are data (``evaluation.toml``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.retail_projection import count_sold_before
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.company.company_projection import rounds_left, score_of
from groundfloor.engine.effects import supply_capacity
from groundfloor.engine.phases.scoring import prestige_without_sets
from groundfloor.engine.state import CONDUCT, SCHEDULE

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import AreaId
    from groundfloor.engine.state import Player

    from .evaluation_weights import EvaluationWeights


def evaluate(game: Game, seat: int, weights: EvaluationWeights) -> float:
    """Returns the expected prestige of a seat: points scored, resources, employees, improvements and placed markers.

    What pays only in a round that will not come counts nothing; a game that is over counts with its score.
    """
    if game.is_over:
        return float(score_of(game, seat))
    player = game._state.players[seat]
    time = player.time * weights.time_marker if game._state.phase <= SCHEDULE else 0.0
    money, info, points = expected_gains(game, seat, weights)
    return (
        prestige_without_sets(game, seat)
        + points
        + resource_value(game, player.money + money, player.info + info, weights)
        + employee_value(game, player, weights)
        + time
        + improvement_value(game, player, weights)
    )


def final_values(game: Game) -> list[tuple[float, float, float]]:
    """Returns what a finished game brought each seat: prestige, margin to the best other seat, and 1 for a win or 0.

    It is the order of the columns of a network.
    """
    scores = game.scores()
    values: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * len(scores)
    for score in scores:
        best_other = scores[1] if score.rank == 1 else scores[0]
        values[score.seat] = (float(score.total), float(score.total - best_other.total), 1.0 if score.rank == 1 else 0.0)
    return values


def is_still_to_come(game: Game, area: AreaId) -> bool:
    """Returns whether an area will be conducted in this round or in a later one."""
    state = game._state
    if rounds_left(game) or state.phase < CONDUCT:
        return True
    return state.phase == CONDUCT and any(each.id == area for each in game.ruleset.areas[max(state.area, 0) :])


def resource_value(game: Game, money: float, info: float, weights: EvaluationWeights) -> float:
    """Returns the value of money and info: more in equal amounts, less in later rounds."""
    share = rounds_left(game) / max(len(game.ruleset.stage_by_round) - 1, 1)
    pair_value = weights.pair_late + (weights.pair_early - weights.pair_late) * min(1.0, weights.early_until + share)
    if not rounds_left(game):
        pair_value = weights.pair_late
    pairs, rest = min(money, info), abs(money - info)
    return 2 * pair_value * pairs + pair_value * weights.single_share * min(rest, weights.singles_that_count)


def employee_value(game: Game, player: Player, weights: EvaluationWeights) -> float:
    """Returns the value of employees: their time in the remaining rounds, less the income they cost."""
    rounds = rounds_left(game)
    pay = game.ruleset.income_track[player.employee_count - 1] - game.ruleset.income_track[0]
    trained = player.trained * game.ruleset.employee_time * weights.employee_time * rounds
    untrained = player.untrained * max(
        0.0, game.ruleset.employee_time * weights.employee_time * (rounds - weights.untrained_rounds) - weights.training
    )
    return trained + untrained + pay * weights.income_step * rounds


def improvement_value(game: Game, player: Player, weights: EvaluationWeights) -> float:
    rounds = rounds_left(game)
    bonuses = (
        weights.bonus_resource * (player.income_bonus_money + player.income_bonus_info) + weights.bonus_time * player.income_bonus_time
    )
    sales = (
        weights.sale_premium * player.sale_premium
        + weights.keeps_unsold * player.keeps_unsold
        + weights.keeps_popularity * player.keeps_popularity
    )
    floors = sum(weights.floor_task for tile in player.floors if game.ruleset.tiles[tile].task is not None)
    rooms = weights.remodeled_room * sum(player.remodeled)
    covered = weights.covered_room * sum(1 for place in player.visible_tenants[: len(player.remodeled)] if place >= 0)
    return rounds * (bonuses + sales + floors + rooms - covered)


def expected_gains(game: Game, seat: int, weights: EvaluationWeights) -> tuple[float, float, float]:
    """Returns the expected money, info and prestige from placed markers, stored supply and products."""
    info = 0.0
    state, rules = game._state, game.ruleset
    money = product_value(game, rules.outlets, seat, weights)
    if rules.exchange is not None:
        money += stock_value(game, rules.exchange, seat, weights)
    points = construction_value(game, rules.construction, seat, weights) + popularity_value(game, seat, weights)
    right = state.consulting_right.count(seat) if rounds_left(game) or state.phase < CONDUCT else 0
    info += weights.consulting_right * right + (weights.consulting_left * state.consulting_left.count(seat) if rounds_left(game) else 0.0)
    points += weights.supply * state.players[seat].supply * (1 if rounds_left(game) or state.phase <= SCHEDULE else 0)
    room = min(state.warehouse_markers.count(seat), supply_capacity(game, state.players[seat]))
    points += weights.warehouse_marker * room if rounds_left(game) else 0.0
    return money, info, points


def sale_probability(game: Game, outlets: RetailOutlets, space: int) -> float:
    """Returns the probability that the product on a space is sold in the next sale."""
    state = game._state
    ahead = count_sold_before(game, outlets, space)
    low, high = game.ruleset.consumers_range(max(state.current_forecast, 0), len(state.players))
    return min(1.0, max(0.0, (high - ahead) / (high - low + 1)))


def product_value(game: Game, outlets: RetailOutlets, seat: int, weights: EvaluationWeights) -> float:
    state = game._state
    premium = state.players[seat].sale_premium
    rest = outlets.liquidation + weights.unsold_product + premium if rounds_left(game) else outlets.liquidation + premium
    expected = 0.0
    for space, owner in enumerate(state.retail_products):
        if owner == seat:
            sure = sale_probability(game, outlets, space)
            expected += sure * (outlets.prices[space] + premium) + (1 - sure) * min(rest, outlets.prices[space] + premium)
    low, high = game.ruleset.consumers_range(max(state.current_forecast, 0), len(state.players))
    waiting = sum(1 for owner in state.retail_products if owner >= 0)
    for place, owner in enumerate(state.factory_queue):
        if owner == seat:
            ahead = waiting + sum(1 for other in state.factory_queue[:place] if other >= 0)
            late = weights.product_late_in_line if ahead < high + 1 else rest
            expected += (weights.product_early_in_line if ahead < (low + high + 1) // 2 else late) + premium
    return expected


def stock_value(game: Game, exchange: StockExchange, seat: int, weights: EvaluationWeights) -> float:
    state = game._state
    now = exchange.pay[max(state.current_forecast, 0)]
    soon = exchange.pay[max(state.next_forecast, 0)] if rounds_left(game) else 0
    expected = 0.0
    for place, owner in enumerate(state.exchange_track):
        if owner == seat:
            multiple = exchange.multiples[min(place + max(soon, 0), len(exchange.multiples) - 1)]
            expected += weights.exchange_share * multiple * soon if rounds_left(game) else 0.0
            if not rounds_left(game) and is_still_to_come(game, "stock_exchange"):
                expected += value_now(game, exchange, place)
    rise = exchange.rise[max(state.current_forecast, 0)]
    entering = exchange.multiples[min(rise, len(exchange.multiples) - 1)] * now
    later = weights.exchange_entry if rounds_left(game) else 0.0
    return expected + state.exchange_queue.count(seat) * max(float(entering), later)


def value_now(game: Game, exchange: StockExchange, place: int) -> float:
    """Returns the money that a share on a space of the track brings in this round: it rises unless it has risen already."""
    state = game._state
    type = max(state.current_forecast, 0)
    rise = 0 if state.phase == CONDUCT and game.question_kind == "sell" else exchange.rise[type]
    return float(exchange.multiples[min(place + rise, len(exchange.multiples) - 1)] * exchange.pay[type])


def construction_value(game: Game, construction: ConstructionCompany, seat: int, weights: EvaluationWeights) -> float:
    """Returns the expected prestige of markers at the construction company: the best affordable improvement, less its price."""
    count = game._state.construction_queue.count(seat)
    if not count:
        return 0.0
    player = game._state.players[seat]
    best = weights.construction_least
    resource_price = weights.pair_late if not rounds_left(game) else weights.pair_early
    for tile in game.ruleset.tiles:
        money, info = construction.price(game, player, tile.index)
        if player.money + 1 < money or player.info < info or construction.purchase_refusal(game, player, tile.index) is not None:
            continue
        bonus = tile.achievement.bonus(game, seat) if tile.achievement is not None else 0
        best = max(best, tile.prestige + bonus - resource_price * (money + info))
    return best * count if count == 1 else best * weights.construction_several


def popularity_value(game: Game, seat: int, weights: EvaluationWeights) -> float:
    """Returns the value of the turn order and of markers that will raise the popularity."""
    state = game._state
    # Who is popular sells earlier; after the last sale nothing of it is left.
    rounds = rounds_left(game) + (1 if is_still_to_come(game, "retail_outlets") else 0)
    place = weights.rank * rounds * (len(state.popularity_order) - state.popularity_order.index(seat))
    space = weights.space * (state.popularity[seat] - 1) * min(rounds, weights.space_rounds)
    boxes = 0.0
    if is_still_to_come(game, "advertising_agency"):
        boxes = sum(weights.marketing_box * box[seat] for box in state.marketing_boxes)
    desks = weights.agency_desk * state.agency_desks.count(seat) * (1 if rounds_left(game) else weights.agency_desk_at_end)
    return place + space + boxes + desks
