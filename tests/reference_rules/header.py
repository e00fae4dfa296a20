"""The first line of a trace: its lists and numbers are the printed ones, or those of the house (RULES 6, 9, VALUES)."""

from __future__ import annotations

from collections.abc import Mapping

from .components import ACHIEVEMENT_FLOORS, ERAS, EVENTS, PLACES, ROOMS
from .edition import Edition
from .flow import Mismatch
from .values import TYPES, Value
from .written import Plain

Known = int | str | list["Known"] | dict[str, "Known"] | tuple["Known", ...]


def lists(edition: Edition) -> dict[str, Known]:
    return {
        "areas": edition.areas(),
        "types": TYPES,
        "rooms": ROOMS,
        "specialties": edition.specialties(),
        "designs": tuple(edition.designs()),
        "cards": edition.cards(),
        "places": PLACES,
        "tiles": [tile(name, edition) for name in edition.tiles()],
        "eras": () if edition.old else ERAS,
        "events": () if edition.old else EVENTS,
    }


def tile(name: str, edition: Edition) -> dict[str, Known]:
    achievement = name in ACHIEVEMENT_FLOORS or name == "tenant_improvement_achievement"
    return {
        "id": name,
        "kind": "tenant" if name in edition.tenants() else "floor",
        "stage": edition.tiles()[name],
        "prestige": edition.worth(name),
        "achievement": int(achievement),
        "single": int(edition.single(name)),
    }


def check_header(header: Mapping[str, Plain], edition: Edition) -> None:
    """Raises Mismatch if a list or number of the header is another, missing or too much."""
    for name, mine in lists(edition).items():
        expect(name, mine, header[name])
    values = header["values"]
    assert isinstance(values, Mapping)
    if values.keys() != edition.values.keys():
        raise Mismatch(f"values that only one of both has: {sorted(values.keys() ^ edition.values.keys())}")
    for key, number in edition.values.items():
        value = values[key]
        assert isinstance(value, Mapping)
        expect(key, number, value["value"])


def expect(what: str, mine: Known | Value, theirs: Plain) -> None:
    """Raises Mismatch unless both are equal, whether lists or tuples."""
    if flat(mine) != flat(theirs):
        raise Mismatch(f"{what}: printed {flat(mine)}, trace {flat(theirs)}")


def flat(value: Known | Value | Plain) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flat(part) for part in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flat(value[key])}" for key in sorted(value)) + "}"
    return str(value)
