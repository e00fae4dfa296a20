"""House values in words: the values of a ruleset in groups, what each is called, and what each of its numbers is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from groundfloor.editions.overrides import ALL_CARDS, BOOM_RANGE
from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.state import FORECAST_TYPES

from . import effects, names
from .rulebook.numbers import format_value

Path = tuple[int, ...]
"""The indices of a number in a value, from the outermost list on."""
GROUP_OF = {
    "automas": "automa",
    "stages": "players",
    "markers": "players",
    "end": "players",
    "income": "tracks",
    "market": "tracks",
    "levels": "tracks",
    "start": "company",
    "ceo": "company",
    "employee": "company",
    "closet": "company",
    "remodel": "company",
    "sets": "company",
    "forecast": "economic_forecast",
}
"""The group of a value by the first part of its key, where that is not its name already."""
GROUPS_BEFORE_CITY = ("players", "tracks", "company")
GROUPS_AFTER_CITY = ("room", "tenant", "floor", "specialty", "automa", "card", "era", "event")

BY_PLAYERS = ("construction_company.spaces",)
BY_TYPE = ("stock_exchange.pay", "stock_exchange.rise")
TYPES = ("forecast.never_first", "forecast.preset")
CARD = re.compile(r"forecast\.([a-z]+)_(\d+)")


@dataclass(frozen=True)
class NumberField:
    """A number of a value: its place as indices from the outermost list, what it is, and the numbers in words if only these are possible."""

    path: Path
    label: str = ""
    choices: tuple[tuple[int, str], ...] = ()

    def shown(self, number: int) -> str:
        return next((said for choice, said in self.choices if choice == number), format_value(number))


@dataclass(frozen=True)
class NumberRow:
    """Numbers that stand in a row, with a heading if the value has several rows."""

    fields: tuple[NumberField, ...]
    heading: str = ""


@dataclass(frozen=True)
class ValueGroup:
    id: str
    title: str
    keys: tuple[str, ...]


def value_groups(rules: Ruleset, translations: NullTranslations) -> list[ValueGroup]:
    order = [*GROUPS_BEFORE_CITY, *(area.id for area in rules.areas), *GROUPS_AFTER_CITY]
    keys: dict[str, list[str]] = {id: [] for id in order}
    for key in rules.values:
        keys.setdefault(group_of(key), []).append(key)
    return [ValueGroup(id, group_title(id, translations), tuple(keys_of_group)) for id, keys_of_group in keys.items() if keys_of_group]


def group_of(key: str) -> str:
    first = key.partition(".")[0]
    return GROUP_OF.get(first, first)


def group_title(id: str, translations: NullTranslations) -> str:
    return names.full("area" if id in names.AREAS else "value_group", id, translations)


def value_title(key: str, translations: NullTranslations) -> str:
    """Returns what a value is called, with its group: ``Factory: price of a space``."""
    if key == ALL_CARDS:
        return group_title(group_of(key), translations)
    return translations.gettext("%(group)s: %(value)s") % {
        "group": group_title(group_of(key), translations),
        "value": label(key, translations),
    }


def label(key: str, translations: NullTranslations) -> str:
    _ = translations.gettext
    if key in names.VALUES:
        return names.full("value", key, translations)
    group, _dot, id = key.partition(".")
    if card := CARD.fullmatch(key):
        return _("%(type)s, card %(number)s") % {"type": names.full("forecast", card[1], translations), "number": card[2]}
    if key == BOOM_RANGE:
        return _("Back: %(type)s") % {"type": names.full("forecast", "boom", translations)}
    if group == "advertising_agency":
        return names.full("marketing", id, translations)
    if key.startswith("automa.bonus."):
        return _("%(floor)s: prestige for an Automa") % {"floor": names.full("floor", id.removeprefix("bonus."), translations)}
    if group == "floor" and id.endswith(".prestige"):
        return _("%(floor)s: prestige") % {"floor": names.full("floor", id.removesuffix(".prestige"), translations)}
    return names.full(group, id, translations) if group in names.GROUPS else key


def number_rows(rules: Ruleset, key: str, translations: NullTranslations) -> list[NumberRow]:
    """Returns the numbers of a value that can be set, in rows; none for a value that only follows from others."""
    return RowBuilder(rules, translations).rows(key)


class RowBuilder:
    def __init__(self, rules: Ruleset, translations: NullTranslations) -> None:
        self.rules = rules
        self.translations = translations

    def part(self, id: str) -> str:
        return names.full("value_part", id, self.translations)

    def types(self) -> list[str]:
        return [names.full("forecast", type, self.translations) for type in FORECAST_TYPES]

    def players(self, count: int) -> list[str]:
        """Returns the labels of that many numbers of players, from the fewest."""
        least = self.rules.player_range[0]
        return [self.translations.ngettext("%(n)s player", "%(n)s players", n) % {"n": n} for n in range(least, least + count)]

    def row(self, before: Path, labels: Sequence[str], heading: str = "") -> NumberRow:
        return NumberRow(tuple(NumberField((*before, place), said) for place, said in enumerate(labels)), heading)

    def chosen(self, field: NumberField, words: Sequence[str]) -> NumberField:
        """Returns a field with words for its numbers from 0 on."""
        return NumberField(field.path, field.label, tuple(enumerate(words)))

    def rows(self, key: str) -> list[NumberRow]:
        content: Any = self.rules.values[key].value
        if key == BOOM_RANGE:
            return []
        if CARD.fullmatch(key):
            counts = self.players(len(content[1]))
            heads = [self.part("consumers"), self.part("unemployed")]
            rows = [self.row((place,), counts, head) for place, head in enumerate(heads, 1)]
            return [*rows, NumberRow((NumberField((3,), self.part("copies")),))]
        if key.startswith("card."):
            return self.corner_rows(content)
        if not isinstance(content, tuple):
            return [NumberRow((self.single(key),))]
        if any(isinstance(item, tuple) for item in content):
            return self.nested(key, content)
        return [self.flat(key, content)]

    def single(self, key: str) -> NumberField:
        parts = names.PARTS_OF_VALUES.get(
            key, ("prestige",) if key.endswith(".prestige") or key.startswith(("floor.", "automa.bonus.")) else ()
        )
        field = NumberField((), self.part(parts[0]) if parts else "")
        return self.chosen(field, [self.part("untrained"), self.part("trained")]) if key == "automa.gropius.trained_at_once" else field

    def flat(self, key: str, content: tuple[int, ...]) -> NumberRow:
        if key in names.PARTS_OF_VALUES:
            return self.row((), [self.part(id) for id in names.PARTS_OF_VALUES[key]])
        if key in BY_PLAYERS:
            return self.row((), self.players(len(content)))
        if key in BY_TYPE or key.startswith("era."):
            return self.row((), self.types())
        numbered = self.row((), [str(number) for number in range(1, len(content) + 1)])
        if key in TYPES:
            return NumberRow(tuple(self.chosen(field, self.types()) for field in numbered.fields))
        if key == "automa.exchange_order":
            spaces = [str(number) for number in range(1, len(content) + 1)]
            return NumberRow(tuple(self.chosen(field, spaces) for field in numbered.fields))
        return numbered

    def nested(self, key: str, content: tuple[tuple[int, ...], ...]) -> list[NumberRow]:
        _ = self.translations.gettext
        if key == "retail_outlets.brackets":
            word = names.full("place", "bracket", self.translations)
            return [
                self.row((place,), [str(n) for n in range(1, len(part) + 1)], f"{word} {place + 1}") for place, part in enumerate(content)
            ]
        head = _("Door %(number)s") if key == "warehouse.prices" else _("Space %(number)s")
        labels = [self.part("money"), self.part("info")]
        return [self.row((place,), labels[: len(part)], head % {"number": place + 1}) for place, part in enumerate(content)]

    def corner_rows(self, content: tuple[tuple[tuple[int, int], ...], int]) -> list[NumberRow]:
        """Returns the rows of an Automa's card: the corners of each design, and the copies of all."""
        types = [names.full("marketing", id, self.translations) for id in effects.marketing_types(self.rules)]
        all_prices: Any = self.rules.values["retail_outlets.brackets"].value
        brackets = [effects.of_bracket(prices, self.translations) for prices in all_prices]
        rows = []
        for place in range(len(content[0])):
            type = NumberField((0, place, 0), self.part("marketing"), tuple(enumerate(types)))
            bracket = NumberField((0, place, 1), self.part("bracket"), tuple(enumerate(brackets)))
            rows.append(NumberRow((type, bracket), self.translations.gettext("Design %(number)s") % {"number": place + 1}))
        return [*rows, NumberRow((NumberField((1,), self.part("copies")),))]


def number_at(content: object, path: Path) -> Any:
    for place in path:
        assert isinstance(content, list | tuple)
        content = content[place]
    return content


def shown_value(rules: Ruleset, key: str, content: object, translations: NullTranslations) -> str:
    """Returns a content of a value as text: numbers, and words for those that stand for something."""
    rows = number_rows(rules, key, translations)
    if not rows:
        return shown_parts(content)
    shown_rows = [", ".join(field.shown(number_at(content, field.path)) for field in row.fields) for row in rows]
    return "; ".join(shown_rows)


def value_sentences(rules: Ruleset, values: Mapping[str, object], translations: NullTranslations) -> list[str]:
    """Returns each of some house values in words: ``Factory: Price of a space: 3, 2, 1``."""
    sentence = translations.gettext("%(value)s: %(numbers)s")
    return [
        sentence % {"value": value_title(key, translations), "numbers": shown_value(rules, key, content, translations)}
        for key, content in values.items()
    ]


def shown_parts(content: Any) -> str:
    """Returns numbers as text, those of inner lists together."""
    if not isinstance(content, list | tuple):
        return format_value(content)
    return ("; " if any(isinstance(each, list | tuple) for each in content) else ", ").join(map(shown_parts, content))


def error_sentence(error: BadHouseValues, translations: NullTranslations) -> str:
    facts = dict(error.facts)
    for name in ("key", "other"):
        if name in facts:
            facts[name] = translations.gettext("“%(value)s”") % {"value": value_title(str(facts[name]), translations)}
    if str(facts.get("type", "")) in FORECAST_TYPES:
        facts["type"] = names.full("forecast", str(facts["type"]), translations)
    sentence = translations.gettext(error.sentence)
    return sentence % facts if facts else sentence
