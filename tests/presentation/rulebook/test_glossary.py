"""The players' glossary: the same words in every language, each with a rule that the ruleset has and that speaks of it."""

from __future__ import annotations

import re

import pytest

from groundfloor.editions import NAMES
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.builder import texts
from groundfloor.presentation.translations import LANGUAGES
from tests.presentation.rulebook.test_rules import CONDITIONS, PLACEHOLDER

OWN_WORDS = {"desk", "door", "marketing box", "seat", "share"}
"""Words of the board for which the rules have others."""


def shared(language: str) -> list[tuple[dict[str, object], list[str]]]:
    """Returns what languages share: ids, rules and conditions, and the placeholders of each sentence."""
    entries = texts(language, "glossary.toml")["term"]
    return [({key: each.get(key) for key in (*CONDITIONS, "rule")}, sorted(PLACEHOLDER.findall(each["text"]))) for each in entries]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words_and_numbers(language: str) -> None:
    assert shared(language) == shared("en")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_cites_a_rule_of_the_book(language: str, name: str) -> None:
    book = rule_book(language, name)
    assert len(book.glossary) > 30
    assert [each.term for each in book.glossary if each.rule not in book] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_of_a_word_speaks_of_it(name: str) -> None:
    book = rule_book("en", name)
    silent = set()
    for each in book.glossary:
        rule = book.paragraph(each.rule)
        said = " ".join((book.part(rule.part).title, rule.title, rule.text, *rule.items, *rule.long, *rule.long_items)).lower()
        words = [word.rstrip("s") for word in re.findall(r"[\w.-]+", each.term.lower()) if len(word) > 2]
        if not any(word in said for word in words):
            silent.add(each.term)
    assert silent <= OWN_WORDS


def test_words_of_other_rulesets_are_left_out() -> None:
    """RULES 9.2.2: no stock exchange in the first edition."""
    assert "share" in [each.term for each in rule_book("en", "second").glossary]
    assert "share" not in [each.term for each in rule_book("en", "first").glossary]


@pytest.mark.parametrize("name", ["first", "manual"])
def test_words_speak_of_nothing_that_a_ruleset_lacks(name: str) -> None:
    """RULES 9.2.2, 9.2.6: neither a stock exchange nor Automas in the first edition's flow."""
    said = " ".join(each.text for each in rule_book("en", name).glossary)
    assert "stock exchange" not in said
    assert "Automa" not in said
