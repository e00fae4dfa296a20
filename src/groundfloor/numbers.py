"""Whole numbers that somebody has sent or typed, and the numbers of seats: from 1 outside, while Python counts them from 0."""

from __future__ import annotations

from collections.abc import Mapping

MAX_DIGITS = 15


def parse_int(text: str) -> int | None:
    """Returns the number written in ASCII digits, at most ``MAX_DIGITS`` of them; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def parse_seat(text: str) -> int | None:
    """Returns the seat whose number from 1 somebody has sent; None for any other text."""
    number = parse_int(text)
    return number - 1 if number else None


def seat_number_or_none(seat: int) -> int | None:
    """Returns the number by which people and programs call a seat, from 1; None for nobody (-1)."""
    return seat + 1 if seat >= 0 else None


def with_seat_numbers(data: object) -> object:
    """Returns plain data in which each ``seat`` of an object counts from 1, with 0 for nobody."""
    if isinstance(data, Mapping):
        return {key: value + 1 if key == "seat" and isinstance(value, int) else with_seat_numbers(value) for key, value in data.items()}
    return [with_seat_numbers(item) for item in data] if isinstance(data, list | tuple) else data
