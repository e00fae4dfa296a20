"""House values: replacements for values of an edition, from a TOML file or a record's header (docs/rulesets.md), and their limits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.ruleset import Value, as_lists
from groundfloor.engine.state import FORECAST_TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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
    import tomllib  # here, as a game without house values needs neither this nor difflib, and they take long to import

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
    flat: dict[str, object] = {}
    for name, value in table.items():
        key = f"{before}{name}"
        flat |= flatten(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return flat


def house_values_template(head: str, values: Mapping[str, Value], translate: Callable[[str], str] = str) -> str:
    """Returns a TOML file with every value as a comment; uncomment and change a line to set a house value.

    ``head`` is its first line. ``translate`` is given its words, such as ``assumed``."""
    lines = [f"# {head}"]
    area = ""
    for key, value in values.items():
        if key.partition(".")[0] != area:
            area = key.partition(".")[0]
            lines.append("")
        lines.append(f'# "{key}" = {toml_text(value.value)}  # {origin_of(value, ": ", translate)}')
    return "\n".join(lines) + "\n"


def origin_of(value: Value, between: str, translate: Callable[[str], str] = str) -> str:
    """Returns whether a value is printed, derived, assumed or a house value, and the evidence for that."""
    status = translate("house value" if value.status == STATUS else value.status)
    return f"{status}{between}{translate(value.evidence)}" if value.evidence else status


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
    for path, number in numbers_with_places(given):
        if not least <= number <= most:
            yield BadHouseValues(
                "%(key)s has numbers from %(least)s to %(most)s, not %(given)s.", path, key=key, least=least, most=most, given=number
            )


def unknown_key(edition: Edition, key: str) -> BadHouseValues:
    from difflib import get_close_matches

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


def numbers_with_places(content: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields the numbers of a nested value, each with its place: the indices from the outermost list."""
    if isinstance(content, list | tuple):
        for place, part in enumerate(content):
            yield from numbers_with_places(part, (*path, place))
    else:
        yield path, content


def as_tuples(content: object) -> Any:
    return tuple(as_tuples(part) for part in content) if isinstance(content, list | tuple) else content


def toml_text(content: object) -> str:
    return f"[{', '.join(toml_text(part) for part in content)}]" if isinstance(content, tuple) else str(content)


DEFAULT_LIMITS = (0, 99)
LIMITS: tuple[tuple[str, tuple[int, int]], ...] = (
    ("players", (2, 6)),
    ("automas.humans_at_most", (1, 4)),
    ("automas.at_most", (0, 2)),
    ("stages", (1, 3)),
    ("markers", (10, 60)),
    ("income", (-20, 99)),
    ("market.start", (1, 99)),
    ("ceo.time", (1, 20)),
    ("employee.time", (0, 20)),
    ("closet", (0, 20)),
    ("sets", (1, 99)),
    ("advertising_agency.desks", (1, 6)),
    ("marketing_bonus.from_players", (2, 7)),
    ("warehouse.refill", (0, 4)),
    ("factory.spaces", (1, 7)),
    ("stock_exchange.rise", (0, 9)),
    ("retail_outlets.prices", (1, 99)),
    ("retail_outlets.from_players", (2, 7)),
    ("retail_outlets.brackets", (1, 99)),
    ("construction_company.spaces", (1, 7)),
    ("forecast.", (0, 20)),
    ("room.", (1, 20)),
    ("tenant.emergency_meeting", (1, 20)),
    ("floor.telecommunications.copies", (1, 2)),
    ("automa.gropius.trained_at_once", (0, 1)),
    ("automa.hadid.time", (1, 20)),
    ("automa.exchange_order", (0, 3)),
    ("card.", (0, 9)),
    ("era.", (0, 10)),
    ("event.viral_campaign", (1, 9)),
    ("event.bulk_delivery", (0, 4)),
    ("end.floors", (1, 20)),
)
"""The lowest and the highest number by prefix of the key."""


def limits_of(key: str) -> tuple[int, int]:
    return next((limits for start, limits in LIMITS if key.startswith(start)), DEFAULT_LIMITS)


def conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Yields an error for each contradiction between values."""
    yield from people_conflicts(edition)
    yield from track_conflicts(edition)
    yield from city_conflicts(edition)
    yield from forecast_conflicts(edition)
    yield from task_conflicts(edition)
    if edition.entrepreneurs:
        yield from automa_conflicts(edition)


def people_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks the numbers of players, which all other values depend on, and what a company starts with."""
    read = edition.read
    least, given = read("players")
    most = len(read("construction_company.spaces")) + 1
    if least != 2 or not 2 <= given <= most:
        yield BadHouseValues(
            "%(key)s goes from 2 to at most %(most)s in this ruleset, not %(least)s to %(given)s.",
            key="players",
            most=most,
            least=least,
            given=given,
        )
    if read("markers") < read("ceo.time"):
        yield BadHouseValues("%(key)s can't be less than %(other)s.", key="markers", other="ceo.time")
    standard, remodeled = read("closet")
    if standard > remodeled:
        yield BadHouseValues("%(key)s: remodeled, it holds at least as much as standard.", key="closet")
    if read("start.supply") > standard:
        yield BadHouseValues(
            "%(key)s does not fit into the closet, which holds %(most)s.",
            key="start.supply",
            most=standard,
            keys=("start.supply", "closet"),
        )


def track_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    read = edition.read
    stages = read("stages")
    steps = [after - before for before, after in zip(stages, stages[1:], strict=False)]
    if stages[0] != 1 or stages[-1] != 3 or not set(steps) <= {0, 1}:
        yield BadHouseValues("%(key)s: stages begin with 1, end with 3 and rise by one at most.", key="stages")
    if read("income")[0] < 0:
        yield BadHouseValues(
            "%(key)s: the CEO alone has no negative income, as there is nobody to fire instead of paying.", (0,), key="income"
        )
    count = len(read("market"))
    if read("market.start") > count:
        yield BadHouseValues("%(key)s is a space of the job market, from 1 to %(count)s.", key="market.start", count=count)


def city_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    read = edition.read
    for id in edition.marketing:
        if read(f"advertising_agency.{id}")[2] < 1:
            yield BadHouseValues("%(key)s takes at least 1 marker for a space.", (2,), key=f"advertising_agency.{id}")
    free = f"advertising_agency.{edition.marketing[0]}"
    if read(free)[:2] != (0, 0):
        yield BadHouseValues("%(key)s costs nothing, so that everybody can choose a type.", key=free)
    prices, brackets = read("retail_outlets.prices"), read("retail_outlets.brackets")
    if list(prices) != sorted(prices, reverse=True):
        yield BadHouseValues("%(key)s go from the most expensive to the cheapest.", key="retail_outlets.prices")
    if [price for bracket in brackets for price in bracket] != sorted(set(prices), reverse=True):
        yield BadHouseValues(
            "%(key)s have each of the numbers of %(other)s once, the most expensive first.",
            key="retail_outlets.brackets",
            other="retail_outlets.prices",
        )


def forecast_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks types and copies of the forecast cards, and that each deck lasts for all rounds."""
    read = edition.read
    copies = [0] * len(FORECAST_TYPES)
    cards = [key for key in edition.values if key.startswith("forecast.") and key[-1].isdigit()]
    for key in cards:
        type, _consumers, _unemployed, count = read(key)
        number = FORECAST_TYPES.index(key.removeprefix("forecast.").rpartition("_")[0])
        if type != number:
            yield BadHouseValues("%(key)s has the type %(number)s, %(type)s.", (0,), key=key, number=number, type=FORECAST_TYPES[number])
        if count < 1:
            yield BadHouseValues("%(key)s has at least 1 copy.", (3,), key=key)
        copies[number] += count
    never = read("forecast.never_first")
    yield from deck_conflicts(edition, ALL_CARDS, [count // 2 for count in copies], copies, never, (*cards, "forecast.never_first"))
    preset = read("forecast.preset")
    for key, types in (("forecast.never_first", never), ("forecast.preset", preset)):
        if max(types) >= len(FORECAST_TYPES):
            yield BadHouseValues("%(key)s has types from 0 to 3.", key=key)
    yield from deck_conflicts(edition, "forecast.preset", [preset.count(type) for type in range(len(FORECAST_TYPES))], copies, ())
    for era in edition.eras:
        yield from deck_conflicts(edition, f"era.{era}", list(read(f"era.{era}")), copies, never)


ALL_CARDS = "forecast.*"
"""What the deck of all forecast cards is called in a sentence."""


def deck_conflicts(
    edition: Edition, key: str, deck: list[int], copies: list[int], never: tuple[int, ...], keys: tuple[str, ...] = ()
) -> Iterator[BadHouseValues]:
    """Checks that a deck has cards for all rounds, no more of a type than there are, and one that may come first."""
    rounds = len(edition.read("stages"))
    if sum(deck) < rounds:
        yield BadHouseValues(
            "%(key)s: the game has %(rounds)s rounds, and cards for only %(cards)s of them.",
            (),
            keys,
            key=key,
            cards=sum(deck),
            rounds=rounds,
        )
    for number, count in enumerate(deck):
        if count > copies[number]:
            yield BadHouseValues(
                "%(key)s takes %(cards)s of the type %(type)s, and there are %(copies)s.",
                (),
                keys,
                key=key,
                cards=count,
                type=FORECAST_TYPES[number],
                copies=copies[number],
            )
    if not any(count for number, count in enumerate(deck) if number not in never):
        yield BadHouseValues("%(key)s has no card that may come first.", (), keys, key=key)


def task_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    for key in [f"floor.{id}" for id in edition.floors]:
        content: Any = edition.values[key].value if key in edition.values else 0
        if isinstance(content, tuple):
            if content[0] < 1:
                yield BadHouseValues("%(key)s takes at least 1 time marker.", (0,), key=key)
            if not 1 <= content[2] <= 9:
                yield BadHouseValues("%(key)s can be used 1 to 9 times a round.", (2,), key=key)


def automa_conflicts(edition: Edition) -> Iterator[BadHouseValues]:
    """Checks the Automas' cards and the order in which they use the exchange."""
    read = edition.read
    if sorted(read("automa.exchange_order")) != [0, 1, 2, 3]:
        yield BadHouseValues("%(key)s has each of the spaces 0 to 3 once.", key="automa.exchange_order")
    if read("markers") < read("automa.hadid.time"):
        yield BadHouseValues("%(key)s can't be less than %(other)s.", key="markers", other="automa.hadid.time")
    brackets = len(read("retail_outlets.brackets"))
    for key in [key for key in edition.values if key.startswith("card.")]:
        corners, copies = read(key)
        if copies < 2:
            yield BadHouseValues("%(key)s has at least 2 copies of each design.", (1,), key=key)
        if any(type >= len(edition.marketing) or bracket >= brackets for type, bracket in corners):
            yield BadHouseValues("%(key)s names a marketing type from 0 to 2 and a bracket from 0 to 2.", (0,), key=key)
