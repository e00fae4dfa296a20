"""The tables of the book: made of the values, with their evidence, whole in both languages."""

from __future__ import annotations

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.rulebook.tables import differences, evidence, tables
from groundfloor.presentation.translations import LANGUAGES, translations_of


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_a_cell_for_each_heading(language: str, name: str) -> None:
    for table in tables(ruleset(name), language):
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.head)}, table.id


@pytest.mark.parametrize("name", NAMES)
def test_last_table_has_every_value_with_its_evidence(name: str) -> None:
    rules = ruleset(name)
    last = tables(rules, "en")[-1]
    assert [row[0] for row in last.rows] == list(rules.values)
    for row in last.rows:
        value = rules.values[row[0]]
        assert (row[2], row[3]) == (value.status, value.evidence)
        assert row[1].runs[0].status == value.status


@pytest.mark.parametrize("name", NAMES)
def test_tables_have_every_improvement_room_and_specialty(name: str) -> None:
    rules = ruleset(name)
    known = {table.id: table for table in tables(rules, "de")}
    assert len(known["tenants"].rows) + len(known["floors"].rows) == len(rules.tiles)
    assert len(known["rooms"].rows) == len(rules.rooms)
    assert len(known["specialties"].rows) == len(rules.specialties)
    prestige = {row[3] for row in (*known["tenants"].rows, *known["floors"].rows)}
    assert prestige == {str(tile.prestige) for tile in rules.tiles}


def test_names_are_side_by_side_in_all_languages() -> None:
    """Part 10."""
    english, german = ({table.id: table for table in tables(ruleset("first"), language)}["names"] for language in ("en", "de"))
    assert ("Accounting Department", "Buchhaltung") in english.rows and ("Buchhaltung", "Accounting Department") in german.rows
    assert "Online Store" not in [row[0] for row in english.rows]


def test_an_assumed_number_says_so() -> None:
    rules = ruleset()
    assert evidence(rules, ["floor.telecommunications"], translations_of("en")).startswith("assumed: time, supply")
    assert evidence(rules, ["income"], translations_of("de")).startswith("abgeleitet: 6 und −3 sind gedruckt")


def test_differences_show_only_what_differs() -> None:
    parts, numbers = differences("en")
    assert ("Construction Admin: one use takes", "3 time markers", *["4 time markers"] * 2, "3 time markers") in numbers.rows
    for row in (*parts.rows, *numbers.rows):
        assert len(set(row[1:])) > 1, row[0]
    assert numbers.head[1:] == parts.head[1:]
    assert len(numbers.head) == len(NAMES) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_that_two_rulesets_have_and_that_differs_is_in_the_table(language: str) -> None:
    _, numbers = differences(language)
    told = {key for row in numbers.rows for cell in row[1:] for run in cell.runs for key in run.keys}
    all_values = [ruleset(name).values for name in NAMES]
    for key in {key for values in all_values for key in values}:
        if len({values[key].value for values in all_values if key in values}) > 1:
            assert key in told, key
