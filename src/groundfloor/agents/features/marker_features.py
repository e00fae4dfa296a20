"""The features of one company's markers in the city, and of an Automa's deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from groundfloor.engine.state import card_kind

from .common_facts import CERTAIN, ROWS, TRACK, clip

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.state import Player

    from .common_facts import CommonFacts, RulesetTables

CARD_SLOTS: Final = 7
"""Kinds of Automa cards by the area they lead to, and those that lead to none."""


def add_markers(game: Game, seat: int, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    """Appends the features of a seat's markers, in the order of ``marker_names``."""
    player = game._state.players[seat]
    add_meetings(game, seat, features)
    add_goods(game, seat, player, tables, facts, features)
    add_stocks(game, seat, tables, facts, features)
    add_sites(game, seat, player, tables, features)


def marker_names() -> list[str]:
    return [
        *[f"consulting {side} row {row + 1}" for row in range(ROWS) for side in ("left", "right")],
        "meetings that take place",
        "meetings without a marker beside",
        *GOODS_NAMES,
        *[f"exchange track space {space + 1}" for space in range(TRACK)],
        *STOCK_NAMES,
        *SITE_NAMES,
    ]


def add_meetings(game: Game, seat: int, features: list[int]) -> None:
    state = game._state
    left, right = state.consulting_left, state.consulting_right
    met, waiting = 0, 0
    for row in range(ROWS):
        if row >= len(left):
            features.append(0)
            features.append(0)
            continue
        features.append(1 if left[row] == seat else 0)
        is_own = right[row] == seat
        features.append(1 if is_own else 0)
        if is_own and left[row] >= 0:
            met += 1
        elif is_own:
            waiting += 1
    features.append(met)
    features.append(waiting)


GOODS_NAMES: Final = (
    "markers at the warehouse",
    "markers in the factory",
    "products before the first marker in the factory",
    "products before the second marker in the factory",
    "products on sale",
    "prices of products on sale",
    "money to expect from products on sale",
    "products that will be sold",
    "products that may be sold",
)


def add_goods(game: Game, seat: int, player: Player, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    """Appends markers at the warehouse and in the factory, and products on sale."""
    state = game._state
    features.append(state.warehouse_markers.count(seat))
    ahead, before_first, before_second, queued = len(facts.sales), 0, 0, 0
    for owner in state.factory_queue:
        if owner == seat:
            queued += 1
            if queued == 1:
                before_first = ahead + 1
            elif queued == 2:
                before_second = ahead + 1
        if owner >= 0:
            ahead += 1
    features.append(queued)
    features.append(before_first)
    features.append(before_second)
    products, prices, expected, certain, possible = 0, 0, 0, 0, 0
    outlets = tables.outlets
    for place, space in enumerate(facts.sales):
        if state.retail_products[space] != seat:
            continue
        chance = facts.chance_of(place)
        price = outlets.prices[space] + player.sale_premium
        products += 1
        prices += price
        expected += chance * price + (CERTAIN - chance) * (outlets.liquidation + player.sale_premium)
        if chance == CERTAIN:
            certain += 1
        if chance:
            possible += 1
    features.append(products)
    features.append(clip(prices))
    features.append(clip(expected // CERTAIN))
    features.append(certain)
    features.append(possible)


STOCK_NAMES: Final = (
    "markers waiting at the exchange",
    "markers on the exchange track",
    "money of the track at the next trade",
    "money of the track at the trade after it",
)


def add_stocks(game: Game, seat: int, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    track = game._state.exchange_track
    exchange = tables.exchange
    on_track, soon, later = 0, 0, 0
    for space in range(TRACK):
        if space >= len(track) or track[space] != seat or exchange is None:
            features.append(0)
            continue
        features.append(1)
        on_track += 1
        rise = 0
        if facts.trade_type >= 0:
            rise = exchange.rise[facts.trade_type]
            top = space + rise
            soon += exchange.pay[facts.trade_type] * (exchange.multiples[top] if top < len(track) else exchange.buy_out)
        if facts.later_type >= 0:
            top = space + rise + exchange.rise[facts.later_type]
            later += exchange.pay[facts.later_type] * (exchange.multiples[top] if top < len(track) else exchange.buy_out)
    features.append(game._state.exchange_queue.count(seat))
    features.append(on_track)
    features.append(clip(soon))
    features.append(clip(later))


SITE_NAMES: Final = (
    "markers at the construction company",
    "place of the first marker there",
    "money of the next floor",
    "floors that can be paid now",
    "tenants that can be paid now",
    "bonuses taken",
    "time of bonuses taken",
)


def add_sites(game: Game, seat: int, player: Player, tables: RulesetTables, features: list[int]) -> None:
    state = game._state
    construction = tables.construction
    queue = state.construction_queue
    features.append(queue.count(seat))
    features.append(queue.index(seat) + 1 if seat in queue else 0)
    step, resources = construction.floor_step, min(player.money, player.info)
    price = construction.floor_base + step * (len(player.floors) + 1)
    features.append(clip(price))
    affordable, rest, next_price = 0, resources, price
    while affordable < 3 and rest >= next_price:
        rest -= next_price
        next_price += step
        affordable += 1
    features.append(affordable)
    most = max(construction.tenant_money, construction.tenant_info, 1)
    features.append(clip(resources // most))
    bonuses, time = 0, 0
    for bonus, taker in enumerate(state.bonus_takers):
        if taker == seat:
            bonuses += 1
            time += tables.bonus_time[bonus]
    features.append(bonuses)
    features.append(clip(time))


AUTOMA_NAMES: Final = ("is an Automa", "Automa's time", "Automa can still hire", "Automa's cards")


def automa_names() -> list[str]:
    slots = ("consulting", "agency", "warehouse", "factory", "exchange", "construction", "no area")
    return [*AUTOMA_NAMES, *[f"{which} cards: {slot}" for slot in slots for which in ("undrawn", "all")]]


def add_automa(game: Game, seat: int, tables: RulesetTables, features: list[int]) -> None:
    """Appends the deck of an Automa; zeros for anybody else."""
    deck = game._state.players[seat].deck
    entrepreneur = game.automas[seat]
    if deck is None or entrepreneur is None:
        for _ in range(len(AUTOMA_NAMES) + 2 * CARD_SLOTS):
            features.append(0)
        return
    undrawn, whole = [0] * CARD_SLOTS, [0] * CARD_SLOTS
    for card in deck.pile:
        undrawn[tables.card_slots[card_kind(card)]] += 1
    for card in deck.discard:
        whole[tables.card_slots[card_kind(card)]] += 1
    for card in deck.revealed:
        whole[tables.card_slots[card_kind(card)]] += 1
    features.append(1)
    features.append(clip(entrepreneur.time))
    features.append(1 if entrepreneur.hires and not deck.hired else 0)
    features.append(clip(len(deck.pile) + len(deck.discard) + len(deck.revealed)))
    for slot in range(CARD_SLOTS):
        features.append(clip(undrawn[slot]))
        features.append(clip(undrawn[slot] + whole[slot]))
