"""Limits of house values: the range of each number, and conditions between several of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.state import FORECAST_TYPES

if TYPE_CHECKING:
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
    """Returns the lowest and the highest number that a value may have."""
    return next((limits for start, limits in LIMITS if key.startswith(start)), DEFAULT_LIMITS)


def require(holds: bool, sentence: str) -> None:
    """Raises BadHouseValues with the sentence unless the condition holds."""
    if not holds:
        raise BadHouseValues(sentence)


def check_together(edition: Edition) -> None:
    """Raises BadHouseValues if values contradict each other."""
    check_people(edition)
    check_tracks(edition)
    check_city(edition)
    check_forecast(edition)
    check_tasks(edition)
    if edition.entrepreneurs:
        check_automas(edition)


def check_people(edition: Edition) -> None:
    """Checks the numbers of players, which all other values depend on, and what a company starts with."""
    read = edition.read
    least, most = read("players")
    widest = len(read("construction_company.spaces")) + 1
    require(least == 2 and 2 <= most <= widest, f"players goes from 2 to at most {widest} in this ruleset, not {least} to {most}.")
    require(read("markers") >= read("ceo.time"), "markers can't be fewer than the CEO's, ceo.time.")
    standard, remodeled = read("closet")
    require(standard <= remodeled, "closet holds remodeled at least as much as standard.")
    require(read("start.supply") <= standard, f"start.supply does not fit into the closet, which holds {standard}.")


def check_tracks(edition: Edition) -> None:
    """Checks the rounds, the income track and the job market."""
    read = edition.read
    stages = read("stages")
    steps = [after - before for before, after in zip(stages, stages[1:], strict=False)]
    require(stages[0] == 1 and stages[-1] == 3 and set(steps) <= {0, 1}, "stages begin with 1, end with 3 and rise by one at most.")
    require(read("income")[0] >= 0, "income of the CEO alone is not negative: there is nobody to fire instead of paying.")
    require(read("market.start") <= len(read("market")), f"market.start is one of the {len(read('market'))} spaces of the job market.")


def check_city(edition: Edition) -> None:
    """Checks the marketing types and the retail outlets."""
    read = edition.read
    for id in edition.marketing:
        require(read(f"advertising_agency.{id}")[2] >= 1, f"advertising_agency.{id} takes at least 1 marker for a space.")
    free = edition.marketing[0]
    require(
        read(f"advertising_agency.{free}")[:2] == (0, 0), f"advertising_agency.{free} costs nothing, so that everybody can choose a type."
    )
    prices, brackets = read("retail_outlets.prices"), read("retail_outlets.brackets")
    ranked = [price for bracket in brackets for price in bracket]
    require(list(prices) == sorted(prices, reverse=True), "retail_outlets.prices go from the dearest to the cheapest.")
    require(
        ranked == sorted(set(prices), reverse=True),
        "retail_outlets.brackets have each of the retail_outlets.prices once, the dearest first.",
    )


def check_forecast(edition: Edition) -> None:
    """Checks types and copies of the forecast cards, and that each deck lasts for all rounds."""
    read, rounds = edition.read, len(edition.read("stages"))
    copies = [0] * len(FORECAST_TYPES)
    for key, value in edition.values.items():
        if key.startswith("forecast.") and key[-1].isdigit():
            content: Any = value.value
            name = key.removeprefix("forecast.").rpartition("_")[0]
            require(
                content[0] < len(FORECAST_TYPES) and FORECAST_TYPES[content[0]] == name,
                f"{key} has the type {FORECAST_TYPES.index(name)}, {name}.",
            )
            require(content[3] >= 1, f"{key} has at least 1 copy.")
            copies[content[0]] += content[3]
    never = read("forecast.never_first")
    require(max(never) < len(FORECAST_TYPES), "forecast.never_first has types from 0 to 3.")
    check_deck("the forecast deck", [count // 2 for count in copies], copies, never, rounds)
    preset = read("forecast.preset")
    require(max(preset) < len(FORECAST_TYPES), "forecast.preset has types from 0 to 3.")
    check_deck("forecast.preset", [preset.count(kind) for kind in range(len(FORECAST_TYPES))], copies, (), rounds)
    for era in edition.eras:
        check_deck(f"era.{era}", list(read(f"era.{era}")), copies, never, rounds)


def check_deck(name: str, deck: list[int], copies: list[int], never: tuple[int, ...], rounds: int) -> None:
    """Checks that a deck has cards for all rounds, no more of a type than there are, and one that may come first."""
    require(sum(deck) >= rounds, f"{name} has {sum(deck)} cards, and there are {rounds} rounds.")
    for kind, count in enumerate(deck):
        require(count <= copies[kind], f"{name} has {count} cards of the type {FORECAST_TYPES[kind]}, and there are {copies[kind]}.")
    require(any(count for kind, count in enumerate(deck) if kind not in never), f"{name} has no card that may come first.")


def check_tasks(edition: Edition) -> None:
    """Checks that floors with a task take time and can be used."""
    for id in edition.floors:
        key = f"floor.{id}"
        content: Any = edition.values[key].value if key in edition.values else 0
        if isinstance(content, tuple):
            require(content[0] >= 1, f"{key} takes at least 1 time marker.")
            require(1 <= content[2] <= 9, f"{key} can be used 1 to 9 times a round.")


def check_automas(edition: Edition) -> None:
    """Checks the Automas' cards and the order in which they use the exchange."""
    read = edition.read
    require(sorted(read("automa.exchange_order")) == [0, 1, 2, 3], "automa.exchange_order has each of the spaces 0 to 3 once.")
    require(read("markers") >= read("automa.hadid.time"), "markers can't be fewer than Hadid's, automa.hadid.time.")
    brackets = len(read("retail_outlets.brackets"))
    for key, value in edition.values.items():
        if key.startswith("card."):
            content: Any = value.value
            require(content[1] >= 2, f"{key} has at least 2 copies of each design.")
            for type, bracket in content[0]:
                require(
                    type < len(edition.marketing) and bracket < brackets,
                    f"{key} names a marketing type from 0 to 2 and a bracket from 0 to 2.",
                )
