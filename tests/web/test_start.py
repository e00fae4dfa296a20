"""The start page offers what tables are possible, and keeps what was chosen when one is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx

TWO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "here", "name-1": "Ben", "colour-1": "blue"}


def chosen(text: str, field: str) -> str:
    """The value that stands selected in a field."""
    options = text.partition(f'id="{field}"')[2].partition("</select>")[0]
    found = re.search(r'value="([^"]*)" selected', options)
    return found.group(1) if found else ""


def test_each_ruleset_says_what_tables_are_possible(client: httpx.Client) -> None:
    text = client.get("/").text
    hints = dict(re.findall(r'<p class="hint of-table of-([a-z]+)"><b>[^<]*</b> ([^<]*)</p>', text))
    assert hints["second"].startswith("2 to 5 seats. Beside Automas sit 1 to 3 people")
    assert hints["first"].startswith("2 to 6 seats. No Automas.") and "only with 2 seats" in hints["first"]
    assert hints["manual"].startswith("2 to 5 seats. No Automas.")
    assert "and Era exclude each other" in hints["online"] and "Era" not in hints["first"]


def test_options_say_which_rulesets_have_them(client: httpx.Client) -> None:
    found = re.findall(r'<p class="field is-option([^"]*)"><label for="option-([a-z_]+)"', client.get("/").text)
    assert {name: classes.split() for classes, name in found} == {
        "deck": ["of-second", "of-online", "of-first", "of-manual"],
        "era": ["of-second", "of-online"],
        "event": ["of-second", "of-online"],
        "great_depression": ["of-second", "of-online"],
        "windfall": ["of-second", "of-online"],
        "two_player_bonus": ["of-first", "of-manual"],
    }


def test_an_impossible_table_keeps_what_was_chosen_and_says_so_beside_the_fields(client: httpx.Client) -> None:
    body = {**TWO, "name": "Mondays", "ruleset": "online", "option-deck": "preset", "option-era": "golden_age", "option-windfall": "on"}
    answer = client.post("/new", data=body)
    assert answer.status_code == 422
    assert chosen(answer.text, "ruleset") == "online" and 'value="Mondays"' in answer.text
    assert [chosen(answer.text, f"option-{name}") for name in ("deck", "era", "windfall")] == ["preset", "golden_age", "on"]
    said = re.findall(r'class="field-error" id="error-([a-z]+)">([^<]*)', answer.text)
    assert [name for name, _ in said] == ["deck", "era"]
    assert "Forecast deck “preset, all types open” can&#39;t be played together with Era “Golden Age”" in said[0][1]
    assert 'aria-describedby="error-deck"' in answer.text


def test_options_of_other_rulesets_are_left_out(client: httpx.Client) -> None:
    body = {**TWO, "ruleset": "first", "option-deck": "preset", "option-era": "golden_age", "option-two_player_bonus": "on"}
    answer = client.post("/new", data=body)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bonus_for_two_needs_two(client: httpx.Client, language: str) -> None:
    body = {**TWO, "kind-2": "here", "name-2": "Cleo", "colour-2": "green", "ruleset": "first", "option-two_player_bonus": "on"}
    answer = client.post("/new", data=body, headers={"Accept-Language": language})
    assert answer.status_code == 422
    wanted = {"en": "Marketing bonus for two", "de": "Marketing-Bonus zu zweit"}[language]
    said = re.search(r'id="error-two_player_bonus">([^<]*)', answer.text)
    assert said is not None and wanted in said.group(1)
