"""The overview for newcomers says of each ruleset what its data say."""

from __future__ import annotations

import re

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.translations import LANGUAGES


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
