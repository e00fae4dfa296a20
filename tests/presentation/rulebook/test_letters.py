"""The letters of areas: the numbers of the rules keep those of the second edition, and each other board's own stand beside them."""

from __future__ import annotations

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.areas.registry import presenter_class
from groundfloor.presentation.names import LETTERS
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.book import letter_here
from groundfloor.presentation.rulebook.markdown import book_text
from groundfloor.presentation.translations import LANGUAGES

OTHERS = {"IV.G": "F", "IV.H": "G", "IV.I": "H", "III.I": "H"}
WORDS = {"en": "area G on this board", "de": "auf diesem Spielplan Bereich G"}


@pytest.mark.parametrize("name", NAMES)
def test_each_area_has_the_letter_of_its_place_on_the_board(name: str) -> None:
    rules = ruleset(name)
    for letter, area in zip(LETTERS, rules.areas, strict=False):
        found = presenter_class(area.id)
        for rule in (found.task_rule, found.conduct_rule):
            assert (letter_here(rules, rule) or rule[-1]) == letter, (area.id, rule)


def test_what_is_not_about_an_area_or_not_on_the_board_has_no_letter() -> None:
    first = ruleset("first")
    assert [letter_here(first, rule) for rule in ("II.2", "III", "III.3", "IV", "V.7", "8.4", "IV.F", "IV.B.2")] == [""] * 8
    assert letter_here(first, "IV.H.2") == "G"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_headings_have_the_letter_of_this_board_once(name: str, language: str) -> None:
    book = rule_book(language, name)
    told = {each.id: book.heading(each).removeprefix(each.title) for each in (*book.parts, *book) if book.heading(each) != each.title}
    others = OTHERS if name in ("first", "manual") else {}
    assert set(told) == set(others)
    assert all(f" {letter}" in told[id] for id, letter in others.items())
    assert book_text(book).count(WORDS[language]) == bool(others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_that_stands_alone_has_its_letter_too(language: str) -> None:
    book = rule_book(language, "first")
    paragraph = book.paragraph("IV.H.1")
    assert book.heading(paragraph) == paragraph.title
    assert book.heading(paragraph, is_alone=True) == f"{paragraph.title} ({WORDS[language]})"


@pytest.mark.parametrize("name", ["first", "manual"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_on_the_city_names_the_letters_of_this_board(name: str, language: str) -> None:
    book = rule_book(language, name)
    assert {"en": "areas F, G and H", "de": "Bereiche F, G und H"}[language] in book.part("IV").text
    assert [letter_here(book.rules, rule) for rule in ("IV.G", "IV.H", "IV.I")] == ["F", "G", "H"]
