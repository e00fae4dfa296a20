"""Houses: tables at which many values are others than the printed ones, drawn from a seed (VALUES, house values)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from .stranger.edition import frozen
from .stranger.values import PRINTED, Value

AS_THEY_ARE = (
    "players",
    "stages",
    "automas.humans_at_most",
    "automas.at_most",
    "market.start",
    "start.supply",
    "closet",
    "retail_outlets.prices",
    "retail_outlets.brackets",
    "forecast.never_first",
    "forecast.preset",
    "automa.exchange_order",
)
"""Values that depend on others; they are varied in no house."""
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
}
"""The least number of some values; of others it is 0."""


def house(name: str, seed: int, often: float = 0.5) -> dict[str, Value]:
    """House values of a ruleset: each value that can be varied by itself is another one with chance ``often``."""
    rng = Random(f"house {seed}")
    return {
        key: other(key, value, rng)
        for key, value in PRINTED[name].items()
        if key not in AS_THEY_ARE and not key.startswith(("card.", "era.")) and not key.endswith(".back") and rng.random() < often
    }


def other(key: str, value: Value, rng: Random) -> Value:
    """Numbers near those of the value, of the same shape."""
    if key.startswith("advertising_agency.") and isinstance(value, tuple) and len(value) == 4:
        free = key.endswith("networking")
        return (*((0, 0) if free else (rng.randint(0, 3), rng.randint(0, 3))), rng.randint(1, 4), rng.randint(0, 2))
    if key == "income":
        return (*sorted((rng.randint(0, 12) for _ in range(4)), reverse=True), -rng.randint(0, 5))
    if key.startswith("forecast."):
        return near_card(value, rng)
    if key in TIMED or key.startswith("room."):
        return timed(value, rng)
    return near(value, AT_LEAST.get(key, 0), rng)


TIMED = (
    "tenant.emergency_meeting",
    "floor.assembly_line",
    "floor.conference_room",
    "floor.construction_admin",
    "floor.in_house_factory",
    "floor.marketing_department",
    "floor.online_store",
    "floor.research_lab",
    "floor.telecommunications",
    "floor.office_renovation",
    "floor.accounting_department",
)
"""Values that begin with the time markers of a task."""


def near(value: Value, least: int, rng: Random) -> Value:
    """Each number up to two more or less."""
    if isinstance(value, int):
        return max(least, value + rng.randint(-2, 2))
    return tuple(near(part, least, rng) for part in value)


def near_card(value: Value, rng: Random) -> Value:
    """A forecast card of the same type and number with other consumers and unemployed."""
    assert isinstance(value, tuple)
    kind, consumers, unemployed, copies = value
    return (kind, near(consumers, 0, rng), near(unemployed, 0, rng), copies)


def timed(value: Value, rng: Random) -> Value:
    """A task that takes time."""
    if isinstance(value, int):
        return near(value, 1, rng)
    time, *rest = value
    return (near(time, 1, rng), *(near(part, 1, rng) for part in rest))


def as_json(values: Mapping[str, object]) -> dict[str, Value]:
    """House values as a header has them."""
    return {key: frozen(value) for key, value in values.items()}
