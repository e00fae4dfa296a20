"""House values: replacements for values of an edition, from a TOML file or a record's header (docs/rulesets.md)."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.ruleset import Value, as_lists

from .limits import check_together, limits_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .edition import Edition

STATUS = "house"
BOOM_RANGE = "forecast.boom.back"
"""The one value that is derived from others: the range on the back of a boom card covers its fronts."""
MAX_TEXT_LENGTH = 64_000
"""The most characters of a file of house values; one with every value and its evidence has about 10,000."""
MAX_DOTS = 20
"""The most dots in a line: the time to parse a key grows with the square of its parts."""
MAX_DEPTH, MAX_PARTS, MAX_STRING_LENGTH, MAX_NUMBER = 6, 5_000, 200, 10**9
"""The most levels of nesting; of values, keys and lists together; of characters in a key or string; the largest number."""


def parse_house_values(text: str) -> dict[str, object]:
    """Returns the values of a TOML text by key, as in ``"factory.price" = [2, 2, 1]``; a TOML table is a prefix of its keys.

    Raises BadHouseValues for text that is no TOML, too long or too deep; ``Ruleset.with_overrides`` checks the values themselves.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise BadHouseValues(f"House values have at most {MAX_TEXT_LENGTH:,} characters, not {len(text):,}.")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise BadHouseValues(f"House values: line {number} has more than {MAX_DOTS} dots; keys are like factory.price.")
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadHouseValues(f"House values are a TOML file, and this is not one: {str(error)[:200]}.") from None
    check_size(values)
    return flatten(values, "")


def check_size(values: Mapping[str, object]) -> None:
    """Raises BadHouseValues for values that are too many, too deep, too long or too large to be checked one by one."""
    waiting: list[tuple[object, int]] = [(values, 0)]
    parts = 0
    while waiting:
        content, depth = waiting.pop()
        parts += 1
        inner = [*content.keys(), *content.values()] if isinstance(content, dict) else content if isinstance(content, list | tuple) else []
        if depth > MAX_DEPTH or parts + len(inner) > MAX_PARTS:
            raise BadHouseValues(
                "House values are numbers and lists of numbers by their keys, as many and as deep as those of a ruleset; these are more."
            )
        if isinstance(content, str) and len(content) > MAX_STRING_LENGTH:
            raise BadHouseValues(f"House values: a key or text has at most {MAX_STRING_LENGTH} characters, not {len(content):,}.")
        if isinstance(content, int) and abs(content) > MAX_NUMBER:
            raise BadHouseValues(f"House values: a number is at most {MAX_NUMBER:,}.")
        waiting += [(part, depth + 1) for part in inner]


def flatten(table: Mapping[str, object], before: str) -> dict[str, object]:
    """Returns nested tables as one table with dotted keys."""
    found: dict[str, object] = {}
    for name, value in table.items():
        key = f"{before}{name}"
        found |= flatten(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return found


def house_values_template(ruleset_name: str, values: Mapping[str, Value]) -> str:
    """Returns a TOML file with every value as a comment; uncomment and change a line to set a house value."""
    lines = [f"# House values for the ruleset {ruleset_name}. Take away the # before a value and change its numbers."]
    area = ""
    for key, value in values.items():
        if key.partition(".")[0] != area:
            area = key.partition(".")[0]
            lines.append("")
        evidence = f"{value.status}: {value.evidence}" if value.evidence else value.status
        lines.append(f'# "{key}" = {toml_text(value.value)}  # {evidence}')
    return "\n".join(lines) + "\n"


def apply_overrides(edition: Edition, values: Mapping[str, object]) -> Edition:
    """Returns the edition with these house values, the same one if none differs. BadHouseValues names the value that is not allowed."""
    house: dict[str, object] = {}
    check_size(values)
    for key in values:
        if key not in edition.values:
            raise BadHouseValues(unknown_key_sentence(edition, key))
    for key, own in edition.values.items():
        if key in values:
            content = checked_value(edition, key, own.value, values[key])
            if content != own.value:
                house[key] = content
    if not house:
        return edition
    changed = edition.valued({key: Value(content, STATUS, "set for this table") for key, content in house.items()})
    if BOOM_RANGE in edition.values:
        changed = derive_boom_range(changed, values)
        house.pop(BOOM_RANGE, None)
    check_together(changed)
    return replace(changed, house={key: as_lists(content) for key, content in house.items()})


def derive_boom_range(edition: Edition, given: Mapping[str, object]) -> Edition:
    """Returns the edition with the range that follows from its boom cards; BadHouseValues if ``given`` has another one."""
    follows = boom_range(edition)
    if BOOM_RANGE in given and as_tuples(given[BOOM_RANGE]) != follows:
        raise BadHouseValues(f"{BOOM_RANGE} follows from the cards forecast.boom_1 and on; with these it is {toml_text(follows)}.")
    return edition if edition.read(BOOM_RANGE) == follows else edition.valued({BOOM_RANGE: Value(follows, STATUS, "set for this table")})


def boom_range(edition: Edition) -> tuple[tuple[int, int], ...]:
    """Returns the lowest and the highest consumers on the fronts of boom cards, for each number of players."""
    fronts = [edition.read(key)[1] for key in edition.values if key.startswith("forecast.boom_")]
    return tuple((min(some), max(some)) for some in zip(*fronts, strict=True))


def unknown_key_sentence(edition: Edition, key: str) -> str:
    """Returns the error message for an unknown key, with similar ones."""
    near = get_close_matches(key, list(edition.values), n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else " groundfloor rules NAME --template lists them all."
    return f"Ruleset {edition.name} has no value {key!r}.{hint}"


def checked_value(edition: Edition, key: str, own: object, given: object) -> object:
    """Returns a value with tuples, once its shape is that of the edition's own value and its numbers are within their limits."""
    limits = limits_of(key)
    check_shape(edition, key, own, given)
    content = as_tuples(given)
    for number in numbers(content):
        if not limits[0] <= number <= limits[1]:
            raise BadHouseValues(f"{key} has numbers from {limits[0]} to {limits[1]}, not {number}.")
    return content


def check_shape(edition: Edition, key: str, own: object, given: object) -> None:
    """Raises BadHouseValues unless numbers and lists are nested as in the edition's own value."""
    if not isinstance(own, tuple):
        if isinstance(given, bool) or not isinstance(given, int):
            raise BadHouseValues(f"{key}: this must be a whole number such as {toml_text(own)}, not {given!r}.")
        return
    if not isinstance(given, list | tuple):
        raise BadHouseValues(f"{key}: this must be a list such as {toml_text(own)}, not {given!r}.")
    if len(given) != len(own):
        raise BadHouseValues(
            f"{key}: {toml_text(own)} has {len(own)} parts{players_hint(edition, own)}, and {toml_text(as_tuples(given))} has {len(given)}."
        )
    for mine, other in zip(own, given, strict=True):
        check_shape(edition, key, mine, other)


def players_hint(edition: Edition, own: tuple[Any, ...]) -> str:
    """Returns a hint for the error message if a list has an item for each number of players."""
    least, most = edition.read("players")
    is_plain = all(isinstance(part, int) for part in own)
    return f", as many as numbers of players from {least} to {most}" if is_plain and len(own) == most - least + 1 else ""


def numbers(content: object) -> list[int]:
    """Returns all numbers of a nested value."""
    if isinstance(content, int):
        return [content]
    return [number for part in content for number in numbers(part)] if isinstance(content, tuple) else []


def as_tuples(content: object) -> Any:
    """Returns the value with its lists as tuples."""
    return tuple(as_tuples(part) for part in content) if isinstance(content, list | tuple) else content


def toml_text(content: object) -> str:
    """Returns the value as TOML and JSON write it."""
    return f"[{', '.join(toml_text(part) for part in content)}]" if isinstance(content, tuple) else str(content)
