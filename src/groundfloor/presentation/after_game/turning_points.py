"""Turning points of a finished game: what decided it, computed from the facts of its events, the weightiest first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from groundfloor.engine.city.construction_company import FloorAdded, TenantAdded
from groundfloor.engine.city.consulting_firm import MeetingCancelled
from groundfloor.engine.city.retail_outlets import ProductLiquidated, ProductSold, ProductUnsold
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockSold
from groundfloor.engine.effects import EmployeeFired
from groundfloor.engine.events import Event
from groundfloor.engine.phases.schedule import TimeSetAside
from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.engine.position_reading import seat_number

from .game_history import GameHistory, PastEvent

Kind = Literal[
    "achievement",
    "best_round",
    "best_sales",
    "cancelled_meetings",
    "decisive_source",
    "fired",
    "first_floor",
    "lead",
    "liquidated",
    "lost_consumers",
    "most_popular",
    "no_floor",
    "stock_sales",
    "tie",
    "unspent",
    "unused_time",
]
PayingEvent = ProductSold | StockSold | StockBoughtOut
MOST = 12
"""Turning points that are shown."""
MAX_OF_KIND = 2
COUNTED_EVENTS: tuple[tuple[Kind, type[Event], int], ...] = (
    ("cancelled_meetings", MeetingCancelled, 60),
    ("liquidated", ProductLiquidated, 40),
    ("fired", EmployeeFired, 90),
    ("unused_time", TimeSetAside, 45),
)
"""Events that give a point for each seat that they affected, with the weight of each."""


@dataclass(frozen=True)
class TurningPoint:
    """What happened to a seat, after how many entries, and how much it weighs, roughly in tenths of a prestige point.

    The fact ``again`` says that it follows a weightier one of the same kind.
    """

    kind: Kind
    seat: int
    round: int
    entry: int
    weight: int
    facts: Mapping[str, int | str]

    def as_dict(self) -> dict[str, object]:
        """Returns it as plain data, for JSON: seats, which are ``seat`` and the fact ``other``, count from 1, and 0 is nobody."""
        facts = {name: seat_number(int(fact)) if name == "other" else fact for name, fact in self.facts.items()}
        return {**vars(self), "seat": seat_number(self.seat), "facts": facts}


def turning_points(history: GameHistory, most: int = MOST) -> list[TurningPoint]:
    """Returns the turning points of a finished game, the weightiest first, at most two of a kind; none while it goes on.

    >>> import random
    >>> from groundfloor import Match, ruleset
    >>> from groundfloor.presentation.after_game import game_history
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> turning_points(game_history(match.record))
    []
    >>> dice = random.Random(1)
    >>> while not match.game.is_over:
    ...     match.apply(dice.choice(match.game.legal_actions))
    >>> points = turning_points(game_history(match.record))
    >>> points[0].kind, points == sorted(points, key=lambda point: -point.weight)
    ('decisive_source', True)
    """
    if not history.game.is_over:
        return []
    points = sorted((point for find in FINDERS for point in find(history)), key=lambda point: (-point.weight, point.entry, point.seat))
    kinds: Counter[Kind] = Counter()
    kept = []
    for point in points:
        kinds[point.kind] += 1
        if kinds[point.kind] == 1:
            kept.append(point)
        elif kinds[point.kind] <= MAX_OF_KIND:
            kept.append(replace(point, facts={**point.facts, "again": 1}))
    return kept[:most]


def humans(history: GameHistory) -> list[int]:
    return [seat for seat in range(len(history.game.seats)) if history.has_purse(seat)]


def decisive_source(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields the source of prestige in which the winner is furthest ahead of the second; or that only popularity decided."""
    if len(history.stayed_scores) < 2:
        return
    first, second = history.stayed_scores[:2]
    if first.total == second.total:
        tie = {"other": second.seat, "total": first.total}
        yield TurningPoint("tie", first.seat, history.game._state.round, history.last_entry, 1000, tie)
        return
    better, worse = (history.moments[-1].seats[score.seat].prestige for score in (first, second))
    code = max(SCORE_CODES, key=lambda source: better[source] - worse[source])
    facts: dict[str, int | str] = {
        "other": second.seat,
        "margin": first.total - second.total,
        "source": code,
        "own": better[code],
        "others": worse[code],
    }
    yield TurningPoint("decisive_source", first.seat, history.game._state.round, history.last_entry, 1000, facts)


def lead(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields since when the winner has been in the sole lead, and who was ahead before."""
    winner = history.stayed_scores[0].seat
    leaders = [leading_seats([standing.total for standing in moment.seats]) for moment in history.moments]
    since = len(leaders)
    while since and leaders[since - 1] == [winner]:
        since -= 1
    if since == len(leaders):
        return
    moment = history.moments[since]
    earlier = leaders[1:since]
    before = next((seat for seats in reversed(earlier) for seat in seats if seat != winner), -1)
    round = history.game._state.round if moment.is_end else moment.round - 1
    facts = {"other": before, "round": max(round, 1), "is_end": int(moment.is_end)}
    yield TurningPoint("lead", winner, max(round, 1), moment.entry, 900, facts)


def leading_seats(totals: list[int]) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def best_round(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields the round that brought a seat more prestige than any round brought anybody."""
    gains = [
        (after.seats[seat].total - before.seats[seat].total, -before.round, seat, after.entry)
        for before, after in pairwise(history.moments)
        for seat in range(len(after.seats))
    ]
    gain, round, seat, entry = max(gains, default=(0, 0, 0, 0))
    if gain > 0:
        yield TurningPoint("best_round", seat, -round, entry, 10 * gain, {"round": -round, "points": gain})


def unspent(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields money or info that was left at the end and made no set."""
    rules, end = history.game.ruleset, history.moments[-1]
    for seat in humans(history):
        have = end.seats[seat]
        sets = min(have.money // rules.set_money, have.info // rules.set_info)
        money, info = have.money - sets * rules.set_money, have.info - sets * rules.set_info
        what, number = ("money", money) if money >= info else ("info", info)
        if number >= 2 * rules.set_money:
            facts: dict[str, int | str] = {"what": what, "number": number, "sets": sets}
            yield TurningPoint("unspent", seat, history.game._state.round, history.last_entry, 8 * number, facts)


def first_floor(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields who built the first floor of all, in which round, and who came next; who built none, if several or nobody built."""
    first: dict[int, PastEvent[FloorAdded]] = {}
    for past in history.of_kind(FloorAdded):
        first.setdefault(past.event.seat, past)
    built = list(first.values())
    if built:
        facts: dict[str, int | str] = {"round": built[0].round, "tile": built[0].event.tile}
        if len(built) > 1:
            facts |= {"other": built[1].event.seat, "other_round": built[1].round}
        lag = built[1].round - built[0].round if len(built) > 1 else 3
        yield TurningPoint("first_floor", built[0].event.seat, built[0].round, built[0].entry, 80 + 40 * lag, facts)
    for seat in range(len(history.game.seats)):
        if seat not in first and len(built) != 1:
            yield TurningPoint("no_floor", seat, history.game._state.round, history.last_entry, 150, {})


def lost_consumers(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields the round in which others sold at the same or a lower price while a seat's products stayed unsold."""
    unsold: dict[tuple[int, int], list[PastEvent[ProductUnsold]]] = defaultdict(list)
    for past in history.of_kind(ProductUnsold):
        unsold[past.round, past.event.seat].append(past)
    sold: dict[int, list[ProductSold]] = defaultdict(list)
    for sale in history.of_kind(ProductSold):
        sold[sale.round].append(sale.event)
    for (round, seat), products in unsold.items():
        highest = max(past.event.price for past in products)
        buys = Counter(event.seat for event in sold[round] if event.price <= highest and event.seat != seat)
        for rival, number in buys.most_common(1):
            facts = {"other": rival, "round": round, "consumers": number, "products": len(products), "price": highest}
            yield TurningPoint("lost_consumers", seat, round, products[0].entry, 25 * min(number, len(products)) + 10 * number, facts)


def best_sales(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields the rounds and seats for which products, and shares, brought most money."""
    yield from best_of_round(history, "best_sales", ProductSold)
    yield from best_of_round(history, "stock_sales", StockSold, StockBoughtOut)


def best_of_round(history: GameHistory, kind: Kind, *events: type[PayingEvent]) -> Iterator[TurningPoint]:
    """Yields the round and seat for which these events brought most money."""
    money: Counter[tuple[int, int]] = Counter()
    sales: dict[tuple[int, int], list[PastEvent[PayingEvent]]] = defaultdict(list)
    for past in history.of_kind(*events):
        sales[past.round, past.event.seat].append(past)
        money[past.round, past.event.seat] += past.event.money
    best = max(sales, key=lambda pair: (money[pair], -pair[0]), default=None)
    if best is not None and money[best] > 0:
        facts = {"round": best[0], "money": money[best], "count": len(sales[best])}
        yield TurningPoint(kind, best[1], best[0], sales[best][0].entry, 7 * money[best], facts)


def counted_events(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields how often an event affected each seat except Automas, which lose nothing by any of them, with the first time; for time that was set aside, how many markers."""
    for kind, event, weight in COUNTED_EVENTS:
        by_seat: dict[int, list[PastEvent[Event]]] = defaultdict(list)
        for past in history.of_kind(event):
            by_seat[past.event.seat].append(past)
        for seat in humans(history):
            pasts = by_seat[seat]
            count = sum(past.event.time if isinstance(past.event, TimeSetAside) else 1 for past in pasts)
            if count:
                facts = {"count": count, "round": pasts[0].round}
                yield TurningPoint(kind, seat, pasts[0].round, pasts[0].entry, weight * count, facts)


def achievement(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields the achievement that counted most."""
    items = [(item.points, score.seat, item) for score in history.game.scores() for item in score.row("achievement") if item.points > 0]
    if not items:
        return
    points, seat, item = max(items, key=lambda scored: (scored[0], -scored[1]))
    added: Iterator[PastEvent[FloorAdded | TenantAdded]] = history.of_kind(FloorAdded, TenantAdded)
    came = (past for past in added if past.event.seat == seat and past.event.tile == item.what)
    past = next(came, None)
    round, entry = (past.round, past.entry) if past is not None else (history.game._state.round, history.last_entry)
    yield TurningPoint("achievement", seat, round, entry, 30 * points, {"tile": item.what, "points": points, "round": round})


def most_popular(history: GameHistory) -> Iterator[TurningPoint]:
    """Yields who stood highest on the popularity track in most rounds, alone."""
    moments = history.moments[1:]
    alone = [leading_seats([standing.popularity for standing in moment.seats]) for moment in moments]
    counts = Counter(seats[0] for seats in alone if len(seats) == 1)
    for seat, number in counts.most_common(1):
        if 2 * number > len(moments):
            first = next(moment for moment, seats in zip(moments, alone, strict=True) if seats == [seat])
            facts = {"count": number, "rounds": len(moments)}
            yield TurningPoint("most_popular", seat, max(first.round - 1, 1), first.entry, 35 * number, facts)


FINDERS: tuple[Callable[[GameHistory], Iterator[TurningPoint]], ...] = (
    decisive_source,
    lead,
    best_round,
    unspent,
    first_floor,
    lost_consumers,
    best_sales,
    counted_events,
    achievement,
    most_popular,
)
