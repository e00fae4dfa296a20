"""The rule book: looking up, citing, searching, and the numbers in its texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.editions import ruleset
from groundfloor.editions.build import build
from groundfloor.editions.second import SECOND_2 as SECOND
from groundfloor.engine.errors import UnknownRuleset
from groundfloor.engine.ruleset import Value
from groundfloor.presentation.rulebook import UnknownBook, UnknownParagraph, rule_book, rule_book_for


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
