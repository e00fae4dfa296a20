"""The rule book: looking up, citing, searching, and the numbers in its texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.editions.build import build
from groundfloor.editions.second import SECOND
from groundfloor.engine.errors import UnknownRuleset
from groundfloor.engine.ruleset import Value
from groundfloor.presentation.areas.registry import presenter_class
from groundfloor.presentation.names import LETTERS
from groundfloor.presentation.rulebook import UnknownBook, UnknownParagraph, rule_book, rule_book_for
from groundfloor.presentation.rulebook.book import letter_here
from groundfloor.presentation.rulebook.markdown import book_text
from groundfloor.presentation.translations import LANGUAGES


def test_a_paragraph_is_found_by_its_number() -> None:
    paragraph = rule_book("en").paragraph("IV.A.1")
    assert (paragraph.id, paragraph.part, paragraph.title) == ("IV.A.1", "IV.A", "The meeting")


def test_an_unknown_number_names_the_nearest_ones() -> None:
    with pytest.raises(UnknownParagraph, match=r"'IV\.B\.7' is not a paragraph .* IV\.B\.[123]"):
        rule_book("en").paragraph("IV.B.7")


def test_a_number_in_small_letters_is_near_too() -> None:
    with pytest.raises(UnknownParagraph, match=r"nearest are III\.3"):
        rule_book("de").paragraph("iii.3")


def test_a_number_like_no_other_names_the_range() -> None:
    with pytest.raises(UnknownParagraph, match=r"They go from 1\.1 to 11\.6"):
        rule_book("en").paragraph("xyz")


def test_a_part_has_its_heading_and_paragraphs() -> None:
    part = rule_book("en").part("III")
    assert part.title == "Schedule business"
    assert part.paragraphs[0].id == "III.1"
    with pytest.raises(UnknownParagraph, match="is not a part"):
        rule_book("en").part("XI")


def test_iterating_keeps_the_order_of_the_parts() -> None:
    book = rule_book("en")
    assert [p.id for p in book] == [p.id for part in book.parts for p in part.paragraphs]
    assert len(list(book)) == len(book)
    assert "5.3" in book
    assert "5.4" not in book


def test_citing_a_paragraph_a_part_or_a_phase_opens_all_of_it() -> None:
    book = rule_book("en")
    assert [p.id for p in book.cited("II.2")] == ["II.2"]
    assert [p.id for p in book.cited("IV.B")] == ["IV.B.1", "IV.B.2", "IV.B.3"]
    assert [p.id for p in book.cited("IV.D")] == ["IV.D"]
    assert {p.part for p in book.cited("IV")} == {f"IV.{letter}" for letter in "ABCDEFGHI"}
    with pytest.raises(UnknownParagraph):
        book.cited("IX")


def test_citing_one_phase_does_not_open_another() -> None:
    assert {p.part for p in rule_book("en").cited("I")} == {"I"}


def test_search_ignores_case_and_puts_titles_first() -> None:
    found = rule_book("en").search("LIQUIDATION")
    assert found[0].id == "IV.E.2"
    assert "IV.H.2" not in [p.id for p in found[:1]]


def test_search_prefers_paragraphs_with_all_the_words() -> None:
    assert rule_book("en").search("job market unemployed")[0].id == "V.7"
    assert rule_book("de").search("arbeitslose links")[0].id == "V.7"


def test_search_finds_a_number() -> None:
    assert rule_book("de").search("iv.f.3")[0].id == "IV.F.3"
    assert [paragraph.id for paragraph in rule_book("en").search("IV.B")][:3] == ["IV.B.1", "IV.B.2", "IV.B.3"]


def test_search_looks_into_lists() -> None:
    assert "6.3" in [p.id for p in rule_book("de").search("forschungslabor")]


def test_search_without_a_hit_is_empty() -> None:
    assert rule_book("en").search("zeppelin") == []
    assert rule_book("en").search("  ") == []


def test_unknown_language_and_ruleset_say_what_there_is() -> None:
    with pytest.raises(UnknownBook, match="only in: en, de"):
        rule_book("fr")
    with pytest.raises(UnknownRuleset):
        rule_book("en", "third")
    with pytest.raises(UnknownBook, match="only of: second, online, first, manual"):
        rule_book_for("en", build(replace(SECOND, name="house")))


def test_house_values_change_the_texts() -> None:
    values = dict(ruleset().values) | {"consulting_firm.reward": Value(12, "assumed", "house"), "ceo.time": Value(9, "assumed", "")}
    book = rule_book_for("de", build(replace(SECOND, values=values)))
    assert "12 Info" in book.paragraph("IV.A.1").text
    assert any("9 Zeitmarker" in sentence for sentence in book.overview.sentences)


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
