"""What a table is worth to a seat, in prestige points: those it has, and what the rest will probably bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.phases.scoring import score_items
from groundfloor.engine.state import SCHEDULE

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.state import Player

EARLY, LATE = 0.36, 0.17
"""A money or an info with its partner: while something can be bought with it, and at the end (a set of 3 + 3 is 1 prestige)."""

TIME = 0.35
"""A time marker in hand while tasks can be scheduled."""


def worth(game: Game, seat: int) -> float:
    """The value of everything that the seat has, has placed and can expect."""
    player = game.state.players[seat]
    owned = sum(item.points for item in score_items(game, seat) if item.code != "sets")
    time = player.time * TIME if game.state.phase <= SCHEDULE else 0.0
    money, info, points = expected(game, seat)
    return owned + points + resources(game, player.money + money, player.info + info) + people(game, player) + time + perks(game, player)


def left(game: Game) -> int:
    """Rounds that will still be played after this one."""
    return max(len(game.ruleset.stages) - max(game.state.round, 1), 0)


def resources(game: Game, money: float, info: float) -> float:
    """Money and info, most valuable in equal amounts; a little less the later it is."""
    share = left(game) / max(len(game.ruleset.stages) - 1, 1)
    each = LATE + (EARLY - LATE) * min(1.0, 0.35 + share)
    if not left(game):
        each = LATE
    pairs, rest = min(money, info), abs(money - info)
    return 2 * each * pairs + each * 0.55 * min(rest, 12)


def people(game: Game, player: Player) -> float:
    """Employees: the time they bring in the rounds to come, less the income they cost."""
    rounds = left(game)
    pay = game.ruleset.income[player.ceo - 1] - game.ruleset.income[0]
    trained = player.trained * game.ruleset.employee_time * 0.62 * rounds
    untrained = player.untrained * max(0.0, game.ruleset.employee_time * 0.62 * (rounds - 0.4) - 0.5)
    return trained + untrained + pay * 0.3 * rounds


def perks(game: Game, player: Player) -> float:
    """What improvements bring in each round to come, and better rooms."""
    rounds = left(game)
    each = 0.3 * (player.plus_money + player.plus_info) + 0.6 * player.plus_time
    sales = 0.25 * player.premium + 0.1 * player.niche + 0.15 * player.steady
    floors = sum(0.25 for tile in player.floors if game.ruleset.tiles[tile].task is not None)
    rooms = 0.12 * sum(player.remodeled)
    covered = 0.12 * sum(1 for place in player.places[: len(player.remodeled)] if place >= 0)
    return rounds * (each + sales + floors + rooms - covered)


def expected(game: Game, seat: int) -> tuple[float, float, float]:
    """Money, info and prestige that placed markers, stored supply and products will probably bring."""
    money, info, points = 0.0, 0.0, 0.0
    for area in game.ruleset.areas:
        if isinstance(area, RetailOutlets):
            money += products(game, area, seat)
        elif isinstance(area, StockExchange):
            money += stocks(game, area, seat)
        elif isinstance(area, ConstructionCompany):
            points += sites(game, area, seat)
        elif isinstance(area, AdvertisingAgency):
            points += fame(game, seat)
    state = game.state
    right = state.right.count(seat)
    info += 6.0 * right + (4.5 * state.left.count(seat) if left(game) else 0.0)
    points += 0.8 * state.players[seat].supply * (1 if left(game) or state.phase <= SCHEDULE else 0)
    closet = game.ruleset.closet[state.players[seat].remodeled[game.ruleset.closet_room]]
    points += 0.8 * min(state.doors.count(seat), closet) if left(game) else 0.0
    return money, info, points


def chances(game: Game, outlets: RetailOutlets, space: int, seat: int) -> float:
    """How probably the product on a space is sold in the next sale."""
    state = game.state
    price = outlets.prices[space]
    bracket = outlets.bracket(price)
    ahead = 0
    for other, owner in enumerate(state.outlets):
        if owner < 0 or other == space:
            continue
        there = outlets.bracket(outlets.prices[other])
        earlier = (state.order.index(owner), outlets.prices[other]) < (state.order.index(seat), price)
        ahead += there > bracket or (there == bracket and earlier)
    low, high = game.ruleset.consumers_range(max(state.current, 0), len(state.players))
    return min(1.0, max(0.0, (high - ahead) / (high - low + 1)))


def products(game: Game, outlets: RetailOutlets, seat: int) -> float:
    """Products on sale at their price or a lower one, and products still in the factory."""
    state = game.state
    premium = state.players[seat].premium
    rest = outlets.liquidation + 1.5 + premium if left(game) else outlets.liquidation + premium
    found = 0.0
    for space, owner in enumerate(state.outlets):
        if owner == seat:
            sure = chances(game, outlets, space, seat)
            found += sure * (outlets.prices[space] + premium) + (1 - sure) * min(rest, outlets.prices[space] + premium)
    low, high = game.ruleset.consumers_range(max(state.current, 0), len(state.players))
    waiting = sum(1 for owner in state.outlets if owner >= 0)
    for place, owner in enumerate(state.factory):
        if owner == seat:
            ahead = waiting + sum(1 for other in state.factory[:place] if other >= 0)
            found += (9.0 if ahead < (low + high + 1) // 2 else 6.0 if ahead < high + 1 else rest) + premium
    return found


def stocks(game: Game, exchange: StockExchange, seat: int) -> float:
    """Markers at the exchange, sold at the better of this round and an average one."""
    state = game.state
    now = exchange.pay[max(state.current, 0)]
    soon = exchange.pay[max(state.next, 0)] if left(game) else 0
    found = 0.0
    for place, owner in enumerate(state.track):
        if owner == seat:
            found += 0.9 * exchange.multiples[min(place + max(soon, 0), len(exchange.multiples) - 1)] * soon if left(game) else 0.0
    rise = exchange.rise[max(state.current, 0)]
    entering = exchange.multiples[min(rise, len(exchange.multiples) - 1)] * now
    later = 2.5 if left(game) else 0.0
    return found + state.listings.count(seat) * max(float(entering), later)


def sites(game: Game, company: ConstructionCompany, seat: int) -> float:
    """Markers at the construction company: the best improvement that could be paid, less its price."""
    count = game.state.sites.count(seat)
    if not count:
        return 0.0
    player = game.state.players[seat]
    best = 0.2
    each = LATE if not left(game) else EARLY
    for tile in game.ruleset.tiles:
        money, info = company.price(game, player, tile.index)
        if player.money + 1 < money or player.info < info or company.availability(game, player, tile.index) is not None:
            continue
        bonus = tile.achievement.count(game, seat) * tile.achievement.points if tile.achievement is not None else 0
        best = max(best, tile.prestige + bonus - each * (money + info))
    return best * count if count == 1 else best * 1.2


def fame(game: Game, seat: int) -> float:
    """Popularity: the place in the order, and markers that will move it."""
    state = game.state
    place = 0.25 * (left(game) + 1) * (len(state.order) - state.order.index(seat))
    space = 0.12 * (state.popularity[seat] - 1) * min(left(game) + 1, 4)
    boxes = sum(0.25 * box[seat] for box in state.boxes)
    return place + space + boxes + 0.5 * state.desks.count(seat) * (1 if left(game) else 0.5)
