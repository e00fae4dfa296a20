"""The overview for newcomers says of each ruleset what its data say."""

from __future__ import annotations

import re

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.translations import LANGUAGES

WRITTEN = {"en": {8: "eight", 9: "nine"}, "de": {8: "acht", 9: "neun"}}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_its_numbers_are_those_of_the_ruleset(name: str, language: str) -> None:
    rules, said = ruleset(name), rule_book(language, name).overview.sentences
    rounds = {"en": "after %s rounds", "de": "nach %s Runden"}[language]
    assert rounds % len(rules.stage_by_round) in said[0]
    assert re.findall(r"\d+", said[1]) == [str(rules.ceo_time), str(rules.employee_time)]
    steps = {before - after for before, after in zip(rules.income_track, rules.income_track[1:], strict=False)}
    assert re.findall(r"\d+", said[3]) == [str(step) for step in steps]
    assert not [sentence for sentence in (said[2], *said[4:]) if re.search(r"\d", sentence)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_it_counts_the_areas_of_the_city(name: str, language: str) -> None:
    count = len(ruleset(name).areas)
    text = " ".join(rule_book(language, name).overview.sentences)
    assert [number for number, word in WRITTEN[language].items() if f"{word} areas" in text or f"{word} Bereiche" in text] == [count]
    assert ("A to I" in text or "A bis I" in text) == (count == 9)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_only_differences_name_another_number_of_rounds(name: str, language: str) -> None:
    """No text beside the part on differences names another number of rounds."""
    counts = {"en": r"\b(six|seven|eight|nine|ten|\d+) rounds\b", "de": r"\b(sechs|sieben|acht|neun|zehn|\d+) Runden\b"}[language]
    known = {7: ("seven", "sieben", "7"), 9: ("nine", "neun", "9")}[len(ruleset(name).stage_by_round)]
    book = rule_book(language, name)
    texts = [
        *book.overview.sentences,
        *(text for p in book if not p.part.startswith("9") for text in (p.text, *p.items, *p.long, *p.long_items, p.example)),
    ]
    found = [(word, text) for text in texts for word in re.findall(counts, text)]
    assert found and not [pair for pair in found if pair[0] not in known]
