"""Reading the plain data of a position: each function returns a value of the expected kind or raises BadPosition."""

from __future__ import annotations

from .errors import BadPosition

JsonObject = dict[str, object]


def read_int(data: JsonObject, key: str) -> int:
    """``data[key]`` as an int; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(f"The position's {key!r} must be a whole number, not {value!r}.")
    return value


def read_ints(data: JsonObject, key: str) -> list[int]:
    """``data[key]`` as a list of ints; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(v, int) and not isinstance(v, bool) for v in value):
        raise BadPosition(f"The position's {key!r} must be a list of whole numbers, not {value!r}.")
    return list(value)


def child(data: JsonObject, key: str) -> JsonObject:
    """A dict inside; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, dict):
        raise BadPosition(f"The position's {key!r} must be an object.")
    return value


def children(data: JsonObject, key: str) -> list[JsonObject]:
    """A list of dicts inside; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise BadPosition(f"The position's {key!r} must be a list of objects.")
    return value


def sized(data: JsonObject, key: str, like: list[int]) -> list[int]:
    """A list of ints as long as another."""
    found = read_ints(data, key)
    if len(found) != len(like):
        raise BadPosition(f"The position's {key!r} must have {len(like)} numbers, not {len(found)}.")
    return found


def require(holds: bool, sentence: str) -> None:
    """BadPosition with this sentence unless it holds."""
    if not holds:
        raise BadPosition(f"The position is not possible: {sentence}.")


def require_range(values: list[int], least: int, most: int, what: str) -> None:
    """Every number in its range."""
    for value in values:
        require(least <= value <= most, f"{what} goes from {least} to {most}, not to {value}")
