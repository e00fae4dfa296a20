"""House values: replacements for values of an edition, from a TOML file or a record's header (docs/rulesets.md)."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.ruleset import Value, as_lists

from .limits import conflicts, limits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .edition import Edition

STATUS, EVIDENCE = "house", "set for this table"
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
        raise BadHouseValues(
            "House values have at most %(most)s characters, not %(given)s.", most=f"{MAX_TEXT_LENGTH:,}", given=f"{len(text):,}"
        )
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise BadHouseValues(
                "House values: line %(line)s has more than %(most)s dots; keys are like factory.price.", line=number, most=MAX_DOTS
            )
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadHouseValues("House values are a TOML file, and this is not one: %(reason)s.", reason=str(error)[:200]) from None
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
            raise BadHouseValues(
                "House values: a key or text has at most %(most)s characters, not %(given)s.",
                most=MAX_STRING_LENGTH,
                given=f"{len(content):,}",
            )
        if isinstance(content, int) and abs(content) > MAX_NUMBER:
            raise BadHouseValues("House values: a number is at most %(most)s.", most=f"{MAX_NUMBER:,}")
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


def house_values_text(values: Mapping[str, object]) -> str:
    """Returns house values as TOML, a line each."""
    return "".join(f'"{key}" = {toml_text(as_tuples(content))}\n' for key, content in values.items())


def apply_overrides(edition: Edition, values: Mapping[str, object]) -> Edition:
    """Returns the edition with these house values, the same one if none differs. BadHouseValues names the value that is not allowed."""
    check_size(values)
    for error in house_value_errors(edition, values):
        raise error
    changed, house = replace_values(edition, values)
    if not house:
        return edition
    house.pop(BOOM_RANGE, None)
    return replace(changed, house={key: as_lists(content) for key, content in house.items()})


def house_value_errors(edition: Edition, values: Mapping[str, object]) -> Iterator[BadHouseValues]:
    """Yields everything that is wrong with house values: with each of them alone, else between them."""
    is_wrong = False
    for key, content in values.items():
        for error in value_errors(edition, key, content):
            is_wrong = True
            yield error
    if not is_wrong:
        changed, house = replace_values(edition, values)
        if house:
            yield from boom_range_errors(changed, values)
            yield from conflicts(changed)


def replace_values(edition: Edition, values: Mapping[str, object]) -> tuple[Edition, dict[str, object]]:
    """Returns the edition with house values that are possible one by one, and those of them that differ from its own."""
    given = {key: as_tuples(values[key]) for key in edition.values if key in values}
    house = {key: content for key, content in given.items() if content != edition.read(key)}
    changed = edition.valued({key: Value(content, STATUS, EVIDENCE) for key, content in house.items()})
    if house and BOOM_RANGE in edition.values and changed.read(BOOM_RANGE) != (follows := boom_range(changed)):
        changed = changed.valued({BOOM_RANGE: Value(follows, STATUS, EVIDENCE)})
    return changed, house


def boom_range_errors(changed: Edition, values: Mapping[str, object]) -> Iterator[BadHouseValues]:
    """Yields an error if another range was given than the one that follows from the boom cards."""
    if BOOM_RANGE in values and as_tuples(values[BOOM_RANGE]) != changed.read(BOOM_RANGE):
        range = toml_text(changed.read(BOOM_RANGE))
        yield BadHouseValues(
            "%(key)s follows from the cards forecast.boom_1 and on; with these it is %(range)s.", key=BOOM_RANGE, range=range
        )


def boom_range(edition: Edition) -> tuple[tuple[int, int], ...]:
    """Returns the lowest and the highest consumers on the fronts of boom cards, for each number of players."""
    fronts = [edition.read(key)[1] for key in edition.values if key.startswith("forecast.boom_")]
    return tuple((min(some), max(some)) for some in zip(*fronts, strict=True))


def value_errors(edition: Edition, key: str, given: object) -> Iterator[BadHouseValues]:
    """Yields what is wrong with one house value: an unknown key, other lists than the edition's own value has, numbers out of range."""
    if key not in edition.values:
        yield unknown_key(edition, key)
        return
    is_wrong = False
    for error in shape_errors(edition, key, edition.read(key), given, ()):
        is_wrong = True
        yield error
    if is_wrong:
        return
    least, most = limits_of(key)
    for path, number in numbers(given):
        if not least <= number <= most:
            yield BadHouseValues(
                "%(key)s has numbers from %(least)s to %(most)s, not %(given)s.", path, key=key, least=least, most=most, given=number
            )


def unknown_key(edition: Edition, key: str) -> BadHouseValues:
    near = get_close_matches(key, list(edition.values), n=3, cutoff=0.5)
    if near:
        return BadHouseValues(
            "Ruleset %(ruleset)s has no value %(unknown)s. Did you mean %(near)s?",
            ruleset=edition.name,
            unknown=repr(key),
            near=" or ".join(near),
        )
    return BadHouseValues(
        "Ruleset %(ruleset)s has no value %(unknown)s. groundfloor rules NAME --template lists them all.",
        ruleset=edition.name,
        unknown=repr(key),
    )


def shape_errors(edition: Edition, key: str, own: object, given: object, path: tuple[int, ...]) -> Iterator[BadHouseValues]:
    """Yields an error for each part that is no number or no list where the edition's own value has one."""
    if not isinstance(own, tuple):
        if isinstance(given, bool) or not isinstance(given, int):
            yield BadHouseValues(
                "%(key)s: this must be a whole number such as %(own)s, not %(given)s.", path, key=key, own=toml_text(own), given=repr(given)
            )
    elif not isinstance(given, list | tuple):
        yield BadHouseValues(
            "%(key)s: this must be a list such as %(own)s, not %(given)s.", path, key=key, own=toml_text(own), given=repr(given)
        )
    elif len(given) != len(own):
        yield length_error(edition, key, own, as_tuples(given), path)
    else:
        for place, (mine, other) in enumerate(zip(own, given, strict=True)):
            yield from shape_errors(edition, key, mine, other, (*path, place))


def length_error(edition: Edition, key: str, own: tuple[Any, ...], given: tuple[Any, ...], path: tuple[int, ...]) -> BadHouseValues:
    """Returns the error for a list of another length; it says so if the list has an item for each number of players."""
    least, most = edition.read("players")
    texts, lengths = (toml_text(own), toml_text(given)), (len(own), len(given))
    if len(own) == most - least + 1 and all(isinstance(part, int) for part in own):
        return BadHouseValues(
            "%(key)s: %(own)s has %(count)s parts, as many as numbers of players from %(least)s to %(most)s, and %(given)s has %(number)s.",
            path,
            key=key,
            own=texts[0],
            count=lengths[0],
            least=least,
            most=most,
            given=texts[1],
            number=lengths[1],
        )
    return BadHouseValues(
        "%(key)s: %(own)s has %(count)s parts, and %(given)s has %(number)s.",
        path,
        key=key,
        own=texts[0],
        count=lengths[0],
        given=texts[1],
        number=lengths[1],
    )


def numbers(content: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields the numbers of a nested value, each with its place: the indices from the outermost list."""
    if isinstance(content, list | tuple):
        for place, part in enumerate(content):
            yield from numbers(part, (*path, place))
    else:
        yield path, content


def as_tuples(content: object) -> Any:
    return tuple(as_tuples(part) for part in content) if isinstance(content, list | tuple) else content


def toml_text(content: object) -> str:
    return f"[{', '.join(toml_text(part) for part in content)}]" if isinstance(content, tuple) else str(content)
