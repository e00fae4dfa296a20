"""Random house values from a seed: many numbers of a ruleset differ from the printed ones (VALUES, house values)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.reference_rules.components import DESIGNS, designs_of
from tests.reference_rules.edition import whole
from tests.reference_rules.values import PRINTED, TYPES, Value

AS_THEY_ARE = ("players", "automas.humans_at_most", "automas.at_most", "forecast.boom.back")
"""Values that are never varied: who can play, and what follows from others."""
AT_LEAST = {
    "markers": 12,
    "levels": 1,
    "ceo.time": 1,
    "automa.hadid.time": 1,
    "retail_outlets.from_players": 2,
    "construction_company.spaces": 2,
    "factory.spaces": 2,
    "advertising_agency.desks": 2,
    "sets": 1,
    "end.floors": 2,
    "marketing_bonus.from_players": 2,
    "warehouse.refill": 1,
    "event.viral_campaign": 1,
    "event.bulk_delivery": 1,
    "tenant.emergency_meeting": 1,
    "floor.telecommunications.copies": 1,
}
"""The least number of some values; that of all others is 0."""
AT_MOST = {
    "advertising_agency.desks": 6,
    "factory.spaces": 7,
    "construction_company.spaces": 7,
    "floor.telecommunications.copies": 2,
    "levels": 3,
    "automa.gropius.trained_at_once": 1,
}
"""The greatest number of some values."""


def random_house_values(name: str, seed: int, often: float = 0.5) -> dict[str, Value]:
    """Returns house values of a ruleset: each value differs with probability ``often``; values that depend on each other still fit."""
    rng = Random(f"house {seed}")
    printed = PRINTED[name]
    found = {key: other(key, value, rng) for key, value in printed.items() if key not in AS_THEY_ARE and rng.random() < often}
    if "closet" in found or "start.supply" in found:
        least = rng.randint(0, 2)
        found["closet"] = (least, rng.randint(least, 2))
        found["start.supply"] = rng.randint(0, least)
    if "retail_outlets.prices" in found:
        found |= outlets(printed, rng)
    found.pop("retail_outlets.brackets" if "retail_outlets.prices" not in found else "", None)
    if "stages" in found:
        found["stages"] = stages(len(whole(printed["stages"])), rng)
    if "forecast.preset" in found:
        found["forecast.preset"] = preset(len(whole(printed["forecast.preset"])), rng)
    return found


def other(key: str, value: Value, rng: Random) -> Value:
    if key in SHUFFLED:
        return tuple(rng.sample(whole(value), len(whole(value))))
    if key in CHOICES:
        return rng.choice(CHOICES[key])
    if key.startswith("advertising_agency.") and isinstance(value, tuple) and len(value) == 4:
        price = (0, 0) if key.endswith("networking") else (rng.randint(0, 3), rng.randint(0, 3))
        return (*price, rng.randint(1, 4), rng.randint(0, 2))
    if key == "income":
        return (*sorted((rng.randint(0, 12) for _ in range(4)), reverse=True), -rng.randint(0, 5))
    if key.startswith("forecast.") and key.removeprefix("forecast.") in DESIGNS:
        return near_card(value, rng)
    if key.startswith("card."):
        return corners(value, rng)
    if key.startswith("floor.") and isinstance(value, tuple):
        return (near(value[0], 1, rng), *(near(part, 1 if at == 2 else 0, rng) for at, part in enumerate(value[1:], 1)))
    return near(value, 1 if key.startswith("room.") else AT_LEAST.get(key, 0), rng, AT_MOST.get(key, 99))


SHUFFLED = ("automa.exchange_order", "stock_exchange.multiples")
"""Rows in another order."""
CHOICES: dict[str, tuple[Value, ...]] = {
    "market.start": (1, 2, 4, 9),
    "forecast.never_first": ((0, 0), (3, 3), (3, 0)),
    "era.golden_age": ((0, 4, 3, 4), (1, 3, 3, 3)),
    "era.hard_times": ((4, 5, 0, 0), (4, 6, 2, 0)),
    "era.steady_growth": ((0, 5, 6, 0),),
    "era.stagnation": ((0, 6, 4, 0), (1, 6, 2, 0)),
    "era.boom_and_bust": ((4, 2, 0, 4),),
}
"""Values of which only some make sense."""


def near(value: Value, least: int, rng: Random, most: int = 99) -> Value:
    if isinstance(value, int):
        return min(most, max(least, value + rng.randint(-2, 2)))
    return tuple(near(part, least, rng, most) for part in value)


def near_card(value: Value, rng: Random) -> Value:
    """Returns a forecast card of the same type and number with other consumers and unemployed."""
    assert isinstance(value, tuple)
    kind, consumers, unemployed, copies = value
    return (kind, near(consumers, 0, rng), near(unemployed, 0, rng), copies)


def corners(value: Value, rng: Random) -> Value:
    """Returns an Automa's card with other corners; there may be more of it."""
    assert isinstance(value, tuple) and isinstance(value[0], tuple)
    return (tuple((rng.randint(0, 2), rng.randint(0, 2)) for _ in value[0]), near(value[1], 2, rng))


def outlets(printed: Mapping[str, Value], rng: Random) -> dict[str, Value]:
    """Returns other prices of the retail outlets, from dear to cheap as before, and so of the brackets."""
    old = sorted(set(whole(printed["retail_outlets.prices"])))
    new = dict(zip(old, sorted(rng.sample(range(4, 25), len(old)))))
    brackets = printed["retail_outlets.brackets"]
    assert isinstance(brackets, tuple)
    return {
        "retail_outlets.prices": tuple(new[price] for price in whole(printed["retail_outlets.prices"])),
        "retail_outlets.brackets": tuple(tuple(new[price] for price in whole(bracket)) for bracket in brackets),
    }


def stages(rounds: int, rng: Random) -> Value:
    second, third = sorted(rng.sample(range(1, rounds), 2))
    return (1,) * second + (2,) * (third - second) + (3,) * (rounds - third)


def preset(rounds: int, rng: Random) -> Value:
    """Returns types for each round, the first one no boom or depression, none more often than there are cards."""
    cards = [kind for kind in TYPES for _ in range(2 * len(designs_of(kind)))]
    while TYPES.index((deck := rng.sample(cards, rounds))[0]) in (0, 3):
        pass
    return tuple(TYPES.index(kind) for kind in deck)
