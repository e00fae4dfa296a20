"""The first line of a trace: its lists and numbers are the printed ones (RULES 6, VALUES)."""

from __future__ import annotations

from collections.abc import Mapping

from .disagreement import Disagreement
from .edition import Edition
from .game import AREAS
from .values import (
    ACHIEVEMENT_FLOORS,
    AUTOMA_BONUS,
    AUTOMA_EXCHANGE,
    BRACKETS,
    CARDS,
    CONSULTING,
    COPIES,
    DESIGNS,
    DESKS,
    EXCHANGE,
    FACTORY_SPACES,
    FLOOR_USES,
    FLOOR_WORTH,
    FLOORS,
    INCOME,
    LEVELS,
    LIQUIDATION,
    MARKERS,
    MARKET,
    MARKETING,
    MULTIPLES,
    OFFICES,
    OUTLETS,
    PLACES,
    PRESET,
    ROOMS,
    SITES,
    SPECIALTIES,
    STAGE_OF,
    STAGES,
    TENANTS,
    TYPES,
    WAREHOUSE,
    type_of,
)
from .written import Plain

Known = int | str | list["Known"] | dict[str, "Known"] | tuple["Known", ...]


def lists(edition: Edition) -> dict[str, Known]:
    """The lists of ids."""
    return {
        "areas": AREAS,
        "types": TYPES,
        "rooms": ROOMS,
        "specialties": tuple(SPECIALTIES),
        "designs": tuple(edition.designs()),
        "cards": tuple(CARDS),
        "places": PLACES,
        "tiles": [tile(name, edition) for name in TENANTS | FLOORS],
    }


def tile(name: str, edition: Edition) -> dict[str, Known]:
    """An improvement."""
    tenant = name in TENANTS
    worth = 1 if name == "tenant_improvement_achievement" else 3 if tenant else FLOOR_WORTH.get(name, 5)
    achievement = name in ACHIEVEMENT_FLOORS or name == "tenant_improvement_achievement"
    return {
        "id": name,
        "kind": "tenant" if tenant else "floor",
        "stage": STAGE_OF[name],
        "prestige": worth,
        "achievement": int(achievement),
        "single": int(edition.single(name)),
    }


def numbers(edition: Edition) -> dict[str, Known]:
    """The numbers by their keys."""
    types = {kind: index for index, kind in enumerate(TYPES)}
    found: dict[str, Known] = {
        "stages": STAGES,
        "markers": MARKERS,
        "income": INCOME,
        "market": MARKET,
        "market.start": 6,
        "levels": LEVELS,
        "start.info": 7,
        "start.money": 0,
        "start.supply": 1,
        "ceo.time": 4,
        "employee.time": 3,
        "closet": (1, 2),
        "remodel.price": (3, 3),
        "remodel.prestige": 2,
        "sets": (3, 3),
        "consulting_firm.prices": CONSULTING,
        "consulting_firm.reward": 10,
        "advertising_agency.desks": DESKS,
        "advertising_agency.price": (1, 1),
        "marketing_bonus.remodel": (1, 1),
        "warehouse.prices": WAREHOUSE,
        "factory.spaces": FACTORY_SPACES,
        "factory.price": edition.factory_price(),
        "stock_exchange.prices": EXCHANGE,
        "stock_exchange.multiples": MULTIPLES,
        "stock_exchange.buy_out": edition.buy_out(),
        "stock_exchange.pay": (0, 1, 2, 3),
        "stock_exchange.rise": (0, 1, 2, 3),
        "retail_outlets.prices": [price for price, spaces in OUTLETS.items() for _ in spaces],
        "retail_outlets.from_players": [least for spaces in OUTLETS.values() for least in spaces],
        "retail_outlets.brackets": BRACKETS,
        "retail_outlets.liquidation": LIQUIDATION,
        "construction_company.spaces": tuple(SITES.values()),
        "construction_company.price": edition.construction_price(),
        "construction_company.tenant": (1, 1),
        "construction_company.floor": (2, 2),
        "forecast.never_first": (types["depression"], types["boom"]),
        "forecast.preset": [types[kind] for kind in PRESET],
        "tenant.human_resources": (3, 3),
        "tenant.network_admin": 2,
        "tenant.premium_product": 2,
        "floor.investor": 3,
        "floor.it_department": 4,
        "specialty.inheritance": (3, 1),
        "automa.exchange_order": AUTOMA_EXCHANGE,
    }
    for kind, (price, _) in MARKETING.items():
        found[f"advertising_agency.{kind}"] = (price, price, edition.group(kind), int(kind == "networking"))
    for design, (consumers, unemployed) in DESIGNS.items():
        found[f"forecast.{design}"] = (types[type_of(design)], consumers, unemployed, COPIES)
    for card, faces in CARDS.items():
        corners: list[Known] = [(list(MARKETING).index(kind), bracket) for kind, bracket in faces]
        found[f"card.{card}"] = (corners, 2 if len(faces) > 1 else OFFICES)
    found |= {f"automa.bonus.{floor}": points for floor, points in AUTOMA_BONUS.items()}
    return found


def check_header(header: Mapping[str, Plain], edition: Edition) -> None:
    """Raises Disagreement if a list or number of the header is another."""
    for name, mine in lists(edition).items():
        expect(name, mine, header[name])
    values = header["values"]
    assert isinstance(values, Mapping)
    for key, mine in numbers(edition).items():
        value = values[key]
        assert isinstance(value, Mapping)
        expect(key, mine, value["value"])
    for floor in FLOOR_USES:
        time, supply, uses = edition.floor_uses(floor)
        value = values[f"floor.{floor}"]
        assert isinstance(value, Mapping) and isinstance(value["value"], list | tuple)
        expect(floor, [time, supply, uses], list(value["value"])[:3])


def expect(what: str, mine: Known, theirs: Plain) -> None:
    """Raises Disagreement unless both are equal, whether lists or tuples."""
    if flat(mine) != flat(theirs):
        raise Disagreement(f"{what}: printed {flat(mine)}, trace {flat(theirs)}")


def flat(value: Known | Plain) -> str:
    """The value as one text."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flat(part) for part in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flat(value[key])}" for key in sorted(value)) + "}"
    return str(value)
