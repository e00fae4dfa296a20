"""The worked examples 1 to 6, each played through ``apply`` from a position that is set up by hand."""

from __future__ import annotations

import random

from groundfloor import Game, new_game
from groundfloor.engine.city.factory import FactoryStep
from groundfloor.engine.phases.conduct import Conduct
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.phases.rounds import Rounds
from groundfloor.engine.state import CONDUCT, HIRE, RECESSION, STABLE

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


def started(*names: str) -> Game:
    """Returns a game in round 2 whose set-up is over, everybody with plain specialties and enough of everything."""
    rng = random.Random(3)
    game = new_game("second", names)
    while game.chance is not None or game.state.round == 0:
        assert game.chance is not None
        game.apply(rng.choice(game.chance.outcomes))
    game.state.round = 2
    game.state.revealed_forecasts = [2]
    for player in game.state.players:
        player.money = player.info = 20
        player.sale_premium = player.hire_discount_money = player.hire_discount_info = 0
    return game


def conduct_from(game: Game, area: str) -> None:
    rounds = Rounds()
    rounds.next_phase = 4
    conduct = Conduct()
    conduct.next_area = game.ruleset.area(area)
    game.state.phase = CONDUCT
    game.stack = [rounds, conduct]
    game.asked_seat = -1
    game.legal = []
    game.run()


def popular(game: Game, *order: int) -> None:
    """Sets the popularity order, everybody on a space of their own."""
    game.state.popularity_order = list(order)
    for place, seat in enumerate(order):
        game.state.popularity[seat] = 5 - place


def test_example_1_consulting() -> None:
    game = started("A", "M", "T")
    state = game.state
    state.consulting_right = [0, 0, 1, -1, -1]
    state.consulting_left = [2, 0, -1, -1, -1]
    info = [player.info for player in state.players]
    state.agency_desks[0] = 1
    conduct_from(game, "consulting_firm")
    assert [player.info - before for player, before in zip(state.players, info, strict=True)] == [20, 0, 0]
    assert state.consulting_right == [2, 0, -1, -1, -1] and state.consulting_left == [-1] * 5


def test_example_2_advertising() -> None:
    game = started("A", "M", "N", "T")
    a, m, n, t = range(4)
    state = game.state
    popular(game, m, n, a, t)
    state.popularity = [1, 3, 2, 1]
    state.popularity_order = [m, n, a, t]
    state.marketing_boxes = [[1, 1, 2, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    state.agency_desks = [m, t, n, -1, -1]
    conduct_from(game, "advertising_agency")
    game.apply("networking")
    money, info = state.players[t].money, state.players[t].info
    game.apply("broadcast")
    assert (money - state.players[t].money, info - state.players[t].info) == (2, 2)
    game.apply("networking")
    assert state.popularity == [1 + 1, 3 + 1, 2 + 2, 1 + 2]
    assert state.marketing_boxes == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_example_3_retail() -> None:
    game = started("A", "M", "N", "T")
    a, m, n, t = range(4)
    state = game.state
    popular(game, a, m, n, t)
    prices = (16, 12, 12, 10, 10, 10, 8, 8, 6, 6, 6, 6)
    state.retail_products[prices.index(6)] = m
    state.factory_queue[:5] = [a, t, n, a, n]
    state.current_forecast = STABLE
    money = [player.money for player in state.players]
    conduct_from(game, "factory")
    assert isinstance(game.stack[-1], FactoryStep)
    for price in (8, 12, 8, 12, 6):
        game.apply(f"price {price}")
    assert game.chance is not None and game.chance.kind == "front"
    state.revealed_forecasts = [2]
    game.apply("front stable_1")
    consumers = game.ruleset.designs[state.revealed_forecasts[-1]].consumers[2]
    assert consumers == 3
    gains = [player.money - before for player, before in zip(state.players, money, strict=True)]
    assert gains == [8, 6, 6 + 3, 0]
    assert game.current_player == a
    assert [action.text for action in game.legal_actions] == ["drop 12 8", "drop 12 6", "drop 12 liquidation"]
    game.apply("drop 12 6")
    assert game.current_player == t
    assert [action.text for action in game.legal_actions] == ["drop 12 8", "drop 12 6", "drop 12 liquidation"]


def hiring(game: Game, seat: int) -> None:
    """Goes on with phase II, this seat first."""
    rounds = Rounds()
    rounds.next_phase = 2
    step = Hire([seat, *(other for other in range(len(game.seats)) if other != seat)])
    game.state.phase = HIRE
    game.stack = [rounds, step]
    game.asked_seat = -1
    game.legal = []
    game.run()


def test_example_4_hiring() -> None:
    game = started("A", "B")
    player = game.state.players[0]
    player.ceo_space, player.untrained, game.state.job_market = 2, 1, 6
    assert game.ruleset.income_track[player.ceo_space - 1] == 6
    hiring(game, 0)
    game.apply("hire")
    assert (player.money, player.info) == (15, 15)
    assert game.state.job_market == 7 and game.ruleset.job_market_prices[6] == 5
    assert player.ceo_space == 3 and player.untrained == 2


def test_example_5_human_resources() -> None:
    for market, price in ((6, 2), (1, 0), (2, 0)):
        game = started("A", "B")
        player = game.state.players[0]
        player.hire_discount_money = player.hire_discount_info = 3
        game.state.job_market = market
        hiring(game, 0)
        game.apply("hire")
        assert (20 - player.money, 20 - player.info) == (price, price)


def test_example_6_stock_exchange() -> None:
    game = started("M", "N", "T")
    m, n, t = range(3)
    state = game.state
    popular(game, n, m, t)
    state.current_forecast = STABLE
    state.exchange_track[1] = m
    state.exchange_track[4] = n
    state.exchange_queue[0] = n
    state.exchange_queue[1] = t
    money = state.players[n].money
    conduct_from(game, "stock_exchange")
    assert [place + 1 for place, seat in enumerate(state.exchange_track) if seat >= 0] == [3, 4, 5, 7]
    assert [seat for seat in state.exchange_track if seat >= 0] == [t, n, m, n]
    assert game.current_player == n
    game.apply("sell 4")
    game.apply("sell 7")
    assert state.players[n].money - money == 12


def test_exchange_in_depression_and_recession() -> None:
    """The exchange stands still in a depression and pays half in a recession."""
    game = started("M", "N")
    game.state.current_forecast = RECESSION
    game.state.exchange_track[2] = 0
    money = game.state.players[0].money
    conduct_from(game, "stock_exchange")
    assert game.state.exchange_track[3] == 0
    game.apply("sell 4")
    assert game.state.players[0].money - money == 4
