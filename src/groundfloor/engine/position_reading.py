"""The plain data of a position: numbers of seats, and functions that return a value of the expected kind or raise BadPosition."""

from __future__ import annotations

from .errors import BadPosition

JsonObject = dict[str, object]


def seat_number(seat: int) -> int:
    """Returns the number by which everything that is read outside calls a seat: 1 and up, 0 for nobody (-1)."""
    return seat + 1


def seat_numbers(seats: list[int]) -> list[int]:
    return [seat_number(seat) for seat in seats]


def read_int(data: JsonObject, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(f"The position's {key!r} must be a whole number, not {value!r}.")
    return value


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


def require(holds: bool, sentence: str) -> None:
    """Raises BadPosition with this sentence unless the condition holds."""
    if not holds:
        raise BadPosition(f"The position is not possible: {sentence}.")


def require_range(values: list[int], least: int, most: int, what: str) -> None:
    """Raises BadPosition unless all values are in the range; ``what`` names them."""
    for value in values:
        require(least <= value <= most, f"{what} must be from {least} to {most}, not {value}")
