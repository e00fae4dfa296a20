"""Limits of house values: the range of each number, and conditions between several of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.state import FORECAST_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .edition import Edition

DEFAULT_LIMITS = (0, 99)
LIMITS: tuple[tuple[str, tuple[int, int]], ...] = (
    ("players", (2, 6)),
    ("automas.humans_at_most", (1, 4)),
    ("automas.at_most", (0, 2)),
    ("stages", (1, 3)),
    ("markers", (10, 60)),
    ("income", (-20, 99)),
    ("market.start", (1, 99)),
    ("ceo.time", (1, 20)),
    ("employee.time", (0, 20)),
    ("closet", (0, 20)),
    ("sets", (1, 99)),
    ("advertising_agency.desks", (1, 6)),
    ("marketing_bonus.from_players", (2, 7)),
    ("warehouse.refill", (0, 4)),
    ("factory.spaces", (1, 7)),
    ("stock_exchange.rise", (0, 9)),
    ("retail_outlets.prices", (1, 99)),
    ("retail_outlets.from_players", (2, 7)),
    ("retail_outlets.brackets", (1, 99)),
    ("construction_company.spaces", (1, 7)),
    ("forecast.", (0, 20)),
    ("room.", (1, 20)),
    ("tenant.emergency_meeting", (1, 20)),
    ("floor.telecommunications.copies", (1, 2)),
    ("automa.gropius.trained_at_once", (0, 1)),
    ("automa.hadid.time", (1, 20)),
    ("automa.exchange_order", (0, 3)),
    ("card.", (0, 9)),
    ("era.", (0, 10)),
    ("event.viral_campaign", (1, 9)),
    ("event.bulk_delivery", (0, 4)),
    ("end.floors", (1, 20)),
)
"""The lowest and the highest number by prefix of the key."""


def limits_of(key: str) -> tuple[int, int]:
    return next((limits for start, limits in LIMITS if key.startswith(start)), DEFAULT_LIMITS)


def conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Yields an error for each contradiction between values."""
    yield from people_conflicts(edition)
    yield from track_conflicts(edition)
    yield from city_conflicts(edition)
    yield from forecast_conflicts(edition)
    yield from task_conflicts(edition)
    if edition.entrepreneurs:
        yield from automa_conflicts(edition)


def people_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks the numbers of players, which all other values depend on, and what a company starts with."""
    read = edition.read
    least, given = read("players")
    most = len(read("construction_company.spaces")) + 1
    if least != 2 or not 2 <= given <= most:
        yield BadHouseValues(
            "%(key)s goes from 2 to at most %(most)s in this ruleset, not %(least)s to %(given)s.",
            key="players",
            most=most,
            least=least,
            given=given,
        )
    if read("markers") < read("ceo.time"):
        yield BadHouseValues("%(key)s can't be less than %(other)s.", key="markers", other="ceo.time")
    standard, remodeled = read("closet")
    if standard > remodeled:
        yield BadHouseValues("%(key)s: remodeled, it holds at least as much as standard.", key="closet")
    if read("start.supply") > standard:
        yield BadHouseValues(
            "%(key)s does not fit into the closet, which holds %(most)s.",
            key="start.supply",
            most=standard,
            keys=("start.supply", "closet"),
        )


def track_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    read = edition.read
    stages = read("stages")
    steps = [after - before for before, after in zip(stages, stages[1:], strict=False)]
    if stages[0] != 1 or stages[-1] != 3 or not set(steps) <= {0, 1}:
        yield BadHouseValues("%(key)s: stages begin with 1, end with 3 and rise by one at most.", key="stages")
    if read("income")[0] < 0:
        yield BadHouseValues(
            "%(key)s: the CEO alone has no negative income, as there is nobody to fire instead of paying.", (0,), key="income"
        )
    count = len(read("market"))
    if read("market.start") > count:
        yield BadHouseValues("%(key)s is a space of the job market, from 1 to %(count)s.", key="market.start", count=count)


def city_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    read = edition.read
    for id in edition.marketing:
        if read(f"advertising_agency.{id}")[2] < 1:
            yield BadHouseValues("%(key)s takes at least 1 marker for a space.", (2,), key=f"advertising_agency.{id}")
    free = f"advertising_agency.{edition.marketing[0]}"
    if read(free)[:2] != (0, 0):
        yield BadHouseValues("%(key)s costs nothing, so that everybody can choose a type.", key=free)
    prices, brackets = read("retail_outlets.prices"), read("retail_outlets.brackets")
    if list(prices) != sorted(prices, reverse=True):
        yield BadHouseValues("%(key)s go from the most expensive to the cheapest.", key="retail_outlets.prices")
    if [price for bracket in brackets for price in bracket] != sorted(set(prices), reverse=True):
        yield BadHouseValues(
            "%(key)s have each of the numbers of %(other)s once, the most expensive first.",
            key="retail_outlets.brackets",
            other="retail_outlets.prices",
        )


def forecast_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks types and copies of the forecast cards, and that each deck lasts for all rounds."""
    read = edition.read
    copies = [0] * len(FORECAST_TYPES)
    cards = [key for key in edition.values if key.startswith("forecast.") and key[-1].isdigit()]
    for key in cards:
        type, _consumers, _unemployed, count = read(key)
        number = FORECAST_TYPES.index(key.removeprefix("forecast.").rpartition("_")[0])
        if type != number:
            yield BadHouseValues("%(key)s has the type %(number)s, %(type)s.", (0,), key=key, number=number, type=FORECAST_TYPES[number])
        if count < 1:
            yield BadHouseValues("%(key)s has at least 1 copy.", (3,), key=key)
        copies[number] += count
    never = read("forecast.never_first")
    yield from deck_conflicts(edition, ALL_CARDS, [count // 2 for count in copies], copies, never, (*cards, "forecast.never_first"))
    preset = read("forecast.preset")
    for key, types in (("forecast.never_first", never), ("forecast.preset", preset)):
        if max(types) >= len(FORECAST_TYPES):
            yield BadHouseValues("%(key)s has types from 0 to 3.", key=key)
    yield from deck_conflicts(edition, "forecast.preset", [preset.count(type) for type in range(len(FORECAST_TYPES))], copies, ())
    for era in edition.eras:
        yield from deck_conflicts(edition, f"era.{era}", list(read(f"era.{era}")), copies, never)


ALL_CARDS = "forecast.*"
"""What the deck of all forecast cards is called in a sentence."""


def deck_conflicts(
    edition: Edition, key: str, deck: list[int], copies: list[int], never: tuple[int, ...], keys: tuple[str, ...] = ()
) -> Iterator[BadHouseValues]:
    """Checks that a deck has cards for all rounds, no more of a type than there are, and one that may come first."""
    rounds = len(edition.read("stages"))
    if sum(deck) < rounds:
        yield BadHouseValues(
            "%(key)s: the game has %(rounds)s rounds, and cards for only %(cards)s of them.",
            (),
            keys,
            key=key,
            cards=sum(deck),
            rounds=rounds,
        )
    for number, count in enumerate(deck):
        if count > copies[number]:
            yield BadHouseValues(
                "%(key)s takes %(cards)s of the type %(type)s, and there are %(copies)s.",
                (),
                keys,
                key=key,
                cards=count,
                type=FORECAST_TYPES[number],
                copies=copies[number],
            )
    if not any(count for number, count in enumerate(deck) if number not in never):
        yield BadHouseValues("%(key)s has no card that may come first.", (), keys, key=key)


def task_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    for key in [f"floor.{id}" for id in edition.floors]:
        content: Any = edition.values[key].value if key in edition.values else 0
        if isinstance(content, tuple):
            if content[0] < 1:
                yield BadHouseValues("%(key)s takes at least 1 time marker.", (0,), key=key)
            if not 1 <= content[2] <= 9:
                yield BadHouseValues("%(key)s can be used 1 to 9 times a round.", (2,), key=key)


def automa_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks the Automas' cards and the order in which they use the exchange."""
    read = edition.read
    if sorted(read("automa.exchange_order")) != [0, 1, 2, 3]:
        yield BadHouseValues("%(key)s has each of the spaces 0 to 3 once.", key="automa.exchange_order")
    if read("markers") < read("automa.hadid.time"):
        yield BadHouseValues("%(key)s can't be less than %(other)s.", key="markers", other="automa.hadid.time")
    brackets = len(read("retail_outlets.brackets"))
    for key in [key for key in edition.values if key.startswith("card.")]:
        corners, copies = read(key)
        if copies < 2:
            yield BadHouseValues("%(key)s has at least 2 copies of each design.", (1,), key=key)
        if any(type >= len(edition.marketing) or bracket >= brackets for type, bracket in corners):
            yield BadHouseValues("%(key)s names a marketing type from 0 to 2 and a bracket from 0 to 2.", (0,), key=key)
