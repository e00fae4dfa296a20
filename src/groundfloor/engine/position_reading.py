"""Reading the plain data of a position: each function returns a value of the expected kind or raises BadPosition."""

from __future__ import annotations

from .errors import BadPosition

JsonObject = dict[str, object]


def read_int(data: JsonObject, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(f"The position's {key!r} must be a whole number, not {value!r}.")
    return value


def read_ints(data: JsonObject, key: str) -> list[int]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(v, int) and not isinstance(v, bool) for v in value):
        raise BadPosition(f"The position's {key!r} must be a list of whole numbers, not {value!r}.")
    return list(value)


def read_child(data: JsonObject, key: str) -> JsonObject:
    value = data.get(key)
    if not isinstance(value, dict):
        raise BadPosition(f"The position's {key!r} must be an object.")
    return value


def read_children(data: JsonObject, key: str) -> list[JsonObject]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise BadPosition(f"The position's {key!r} must be a list of objects.")
    return value


def read_ints_like(data: JsonObject, key: str, like: list[int]) -> list[int]:
    """Returns ``data[key]``, which must be a list of as many ints as ``like``."""
    found = read_ints(data, key)
    if len(found) != len(like):
        raise BadPosition(f"The position's {key!r} must have {len(like)} numbers, not {len(found)}.")
    return found


def require(holds: bool, sentence: str) -> None:
    """Raises BadPosition with this sentence unless the condition holds."""
    if not holds:
        raise BadPosition(f"The position is not possible: {sentence}.")


def require_range(values: list[int], least: int, most: int, what: str) -> None:
    """Raises BadPosition unless all values are in the range; ``what`` names them."""
    for value in values:
        require(least <= value <= most, f"{what} must be from {least} to {most}, not {value}")
