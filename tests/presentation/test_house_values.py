"""House values in words: every value has a name and each of its numbers a field, in every ruleset and language."""

from __future__ import annotations

import pytest

from groundfloor.editions import EDITIONS, NAMES, ruleset
from groundfloor.editions.overrides import BOOM_RANGE, numbers_with_places
from groundfloor.engine.errors import BadHouseValues
from groundfloor.presentation import names
from groundfloor.presentation.house_values import (
    error_sentence,
    label,
    number_at,
    number_rows,
    shown_value,
    value_groups,
    value_sentences,
    value_title,
)
from groundfloor.presentation.translations import LANGUAGES, translations_of

ENGLISH, GERMAN = translations_of("en"), translations_of("de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_value_stands_once_under_a_name_of_its_own(name: str, language: str) -> None:
    rules, translations = ruleset(name), translations_of(language)
    groups = value_groups(rules, translations)
    assert sorted(key for group in groups for key in group.keys) == sorted(rules.values)
    labels = [value_title(key, translations) for key in rules.values]
    assert len(set(labels)) == len(labels)
    assert not [key for key in rules.values if label(key, translations) == key or "_" in label(key, translations)]
    assert not [group.title for group in groups if "_" in group.title]


@pytest.mark.parametrize("name", NAMES)
def test_every_number_has_one_field(name: str) -> None:
    """All but the type of a forecast card, which its name says, and the back of a boom, which follows from its cards."""
    rules = ruleset(name)
    for key, value in rules.values.items():
        found = [field.path for row in number_rows(rules, key, ENGLISH) for field in row.fields]
        meant = [path for path, _number in numbers_with_places(value.value)]
        if key == BOOM_RANGE:
            meant = []
        elif key.startswith("forecast.") and key[-1].isdigit():
            meant.remove((0,))
        assert sorted(found) == meant, key


@pytest.mark.parametrize("name", NAMES)
def test_numbers_that_stand_for_something_are_shown_in_words(name: str) -> None:
    rules = ruleset(name)
    for key, value in rules.values.items():
        for field in [field for row in number_rows(rules, key, ENGLISH) for field in row.fields if field.choices]:
            assert number_at(value.value, field.path) in dict(field.choices), key
    assert shown_value(rules, "forecast.never_first", (0, 3), GERMAN) == "Depression, Boom"


def test_no_name_is_left_of_a_value_that_there_is_not() -> None:
    known = {key for edition in EDITIONS for key in edition.values}
    assert set(names.VALUES) <= known and set(names.PARTS_OF_VALUES) <= known
    assert {part for parts in names.PARTS_OF_VALUES.values() for part in parts} <= set(names.VALUE_PARTS)


def test_house_values_are_told_in_words() -> None:
    rules = ruleset().with_overrides({"factory.price": [3, 2, 1], "income": [9, 6, 3, 0, -4]})
    assert value_sentences(rules, rules.overrides, GERMAN) == [
        "Skalen: Einkommen nach Zahl der Angestellten, den CEO mitgezählt: 9, 6, 3, 0, −4",
        "Fabrik: Preis eines Feldes: 3, 2, 1",
    ]


def test_errors_name_the_values() -> None:
    with pytest.raises(BadHouseValues) as caught:
        ruleset().with_overrides({"markers": 10, "ceo.time": 11})
    assert str(caught.value) == "markers can't be less than ceo.time."
    assert error_sentence(caught.value, ENGLISH) == (
        "“Players and rounds: Time markers of each player” can't be less than “Company: Time markers of the CEO each round”."
    )
    with pytest.raises(BadHouseValues) as caught:
        ruleset().with_overrides({"forecast.preset": [3, 3, 3, 3, 3, 1, 1]})
    assert "Economic forecast: Preset deck, from the top” takes 5 of the type Boom, and there are 4." in error_sentence(
        caught.value, ENGLISH
    )
