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


def read_ints(data: JsonObject, key: str) -> list[int]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(v, int) and not isinstance(v, bool) for v in value):
        raise BadPosition(f"The position's {key!r} must be a list of whole numbers, not {value!r}.")
    return list(value)


def read_seat(data: JsonObject, key: str) -> int:
    """Returns the seat whose number is at this key, -1 for 0."""
    return read_int(data, key) - 1


def read_seats(data: JsonObject, key: str) -> list[int]:
    return [number - 1 for number in read_ints(data, key)]


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
    numbers = read_ints(data, key)
    if len(numbers) != len(like):
        raise BadPosition(f"The position's {key!r} must have {len(like)} numbers, not {len(numbers)}.")
    return numbers


def read_seats_like(data: JsonObject, key: str, like: list[int]) -> list[int]:
    """Returns the seats whose numbers are in ``data[key]``, which must be as many as ``like`` has."""
    return [number - 1 for number in read_ints_like(data, key, like)]


def require(holds: bool, sentence: str) -> None:
    """Raises BadPosition with this sentence unless the condition holds."""
    if not holds:
        raise BadPosition(f"The position is not possible: {sentence}.")


def require_range(values: list[int], least: int, most: int, what: str) -> None:
    """Raises BadPosition unless all values are in the range; ``what`` names them."""
    for value in values:
        require(least <= value <= most, f"{what} must be from {least} to {most}, not {value}")


def require_seats(seats: list[int], count: int, what: str) -> None:
    """Raises BadPosition unless all are seats of a table with ``count`` of them, or nobody (-1)."""
    require_range(seat_numbers(seats), 0, count, what)
