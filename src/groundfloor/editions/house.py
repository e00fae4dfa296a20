"""House values: any value of an edition in the place of its own, from a TOML file or a record's header, checked (docs/rulesets.md)."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.ruleset import Value

from .limits import check_together, limits_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .edition import Edition

STATUS = "house"
BACK = "forecast.boom.back"
"""The one value that follows from others: the range on the back of a boom is that of its fronts."""
LONGEST_TEXT = 64_000
"""Characters of a text of house values; one with every value of a ruleset and its evidence has about 10,000."""
MOST_DOTS = 20
"""Dots in a line of such a text: reading a key takes time with the square of its parts."""
DEEPEST, MOST_PARTS, LONGEST_WORD, LARGEST = 6, 5_000, 200, 10**9
"""Lists and tables within each other; values, keys and lists together; characters of a key or text; a number."""


def read_house(text: str) -> dict[str, object]:
    """The values of a TOML text by their keys, ``"factory.price" = [2, 2, 1]``; tables stand for the beginnings of keys.

    BadHouseValues for what is no TOML, too long or too deep; whether a ruleset has such values, ``Ruleset.housed`` says.
    """
    if len(text) > LONGEST_TEXT:
        raise BadHouseValues(f"House values have at most {LONGEST_TEXT:,} characters, not {len(text):,}.")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise BadHouseValues(f"House values: line {number} has more than {MOST_DOTS} dots; keys are like factory.price.")
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadHouseValues(f"House values are a TOML file, and this is none: {str(error)[:200]}.") from None
    check_size(values)
    return flat(values, "")


def check_size(values: Mapping[str, object]) -> None:
    """BadHouseValues for values that are too many, too deep, too long or too large to be looked at one by one."""
    waiting: list[tuple[object, int]] = [(values, 0)]
    parts = 0
    while waiting:
        content, depth = waiting.pop()
        parts += 1
        inner = [*content.keys(), *content.values()] if isinstance(content, dict) else content if isinstance(content, list | tuple) else []
        if depth > DEEPEST or parts + len(inner) > MOST_PARTS:
            raise BadHouseValues(
                "House values are numbers and lists of numbers by their keys, as many and as deep as those of a ruleset; these are more."
            )
        if isinstance(content, str) and len(content) > LONGEST_WORD:
            raise BadHouseValues(f"House values: a key or text has at most {LONGEST_WORD} characters, not {len(content):,}.")
        if isinstance(content, int) and abs(content) > LARGEST:
            raise BadHouseValues(f"House values: a number is at most {LARGEST:,}.")
        waiting += [(part, depth + 1) for part in inner]


def flat(table: Mapping[str, object], before: str) -> dict[str, object]:
    """Tables within tables as dotted keys."""
    found: dict[str, object] = {}
    for name, value in table.items():
        key = f"{before}{name}"
        found |= flat(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return found


def template(ruleset_name: str, values: Mapping[str, Value]) -> str:
    """A TOML file with every value as a comment: what is uncommented and changed is a house value."""
    lines = [f"# House values for the ruleset {ruleset_name}. Take away the # before a value and change its numbers."]
    area = ""
    for key, value in values.items():
        if key.partition(".")[0] != area:
            area = key.partition(".")[0]
            lines.append("")
        evidence = f"{value.status}: {value.evidence}" if value.evidence else value.status
        lines.append(f'# "{key}" = {shown(value.value)}  # {evidence}')
    return "\n".join(lines) + "\n"


def furnished(edition: Edition, values: Mapping[str, object]) -> Edition:
    """The edition with house values, the same one if none differs; BadHouseValues names the value that can't be."""
    house: dict[str, object] = {}
    check_size(values)
    for key in values:
        if key not in edition.values:
            raise BadHouseValues(unknown(edition, key))
    for key, own in edition.values.items():
        if key in values:
            content = checked(edition, key, own.value, values[key])
            if content != own.value:
                house[key] = content
    if not house:
        return edition
    changed = edition.valued({key: Value(content, STATUS, "set for this table") for key, content in house.items()})
    if BACK in edition.values:
        changed = with_its_back(changed, values)
        house.pop(BACK, None)
    check_together(changed)
    return replace(changed, house={key: plain(content) for key, content in house.items()})


def with_its_back(edition: Edition, given: Mapping[str, object]) -> Edition:
    """The edition with the back that its booms have; BadHouseValues if another one is given."""
    follows = boom_range(edition)
    if BACK in given and frozen(given[BACK]) != follows:
        raise BadHouseValues(f"{BACK} follows from the cards forecast.boom_1 and on; with these it is {shown(follows)}.")
    return edition if edition.read(BACK) == follows else edition.valued({BACK: Value(follows, STATUS, "set for this table")})


def boom_range(edition: Edition) -> tuple[tuple[int, int], ...]:
    """The lowest and the highest consumers on the fronts of booms, for each number of players."""
    fronts = [edition.read(key)[1] for key in edition.values if key.startswith("forecast.boom_")]
    return tuple((min(some), max(some)) for some in zip(*fronts, strict=True))


def unknown(edition: Edition, key: str) -> str:
    """The sentence for a key that there is not."""
    near = get_close_matches(key, list(edition.values), n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else " groundfloor rules NAME --template lists them all."
    return f"Ruleset {edition.name} has no value {key!r}.{hint}"


def checked(edition: Edition, key: str, own: object, given: object) -> object:
    """A value in the form of the edition's own: numbers where it has numbers, lists as long as its lists."""
    limits = limits_of(key)
    same_shape(edition, key, own, given)
    content = frozen(given)
    for number in numbers(content):
        if not limits[0] <= number <= limits[1]:
            raise BadHouseValues(f"{key} has numbers from {limits[0]} to {limits[1]}, not {number}.")
    return content


def same_shape(edition: Edition, key: str, own: object, given: object) -> None:
    """BadHouseValues if the numbers and lists are not arranged as in the edition's own value."""
    if not isinstance(own, tuple):
        if isinstance(given, bool) or not isinstance(given, int):
            raise BadHouseValues(f"{key}: here stands a whole number such as {shown(own)}, not {given!r}.")
        return
    if not isinstance(given, list | tuple):
        raise BadHouseValues(f"{key}: here stands a list such as {shown(own)}, not {given!r}.")
    if len(given) != len(own):
        raise BadHouseValues(
            f"{key}: {shown(own)} has {len(own)} parts{by_players(edition, own)}, and {shown(frozen(given))} has {len(given)}."
        )
    for mine, other in zip(own, given, strict=True):
        same_shape(edition, key, mine, other)


def by_players(edition: Edition, own: tuple[Any, ...]) -> str:
    """A reminder where a list runs over the numbers of players."""
    least, most = edition.read("players")
    is_plain = all(isinstance(part, int) for part in own)
    return f", as many as numbers of players from {least} to {most}" if is_plain and len(own) == most - least + 1 else ""


def numbers(content: object) -> list[int]:
    """All numbers inside."""
    if isinstance(content, int):
        return [content]
    return [number for part in content for number in numbers(part)] if isinstance(content, tuple) else []


def frozen(content: object) -> Any:
    """Tuples in the place of lists."""
    return tuple(frozen(part) for part in content) if isinstance(content, list | tuple) else content


def plain(content: object) -> object:
    """Lists in the place of tuples, as JSON has them."""
    return [plain(part) for part in content] if isinstance(content, tuple) else content


def shown(content: object) -> str:
    """As TOML and JSON write it."""
    return f"[{', '.join(shown(part) for part in content)}]" if isinstance(content, tuple) else str(content)
