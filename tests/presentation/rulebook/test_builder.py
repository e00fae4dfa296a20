"""The rules in every language, with the numbers of each ruleset; the overview, and the players' glossary with words that the rules speak of."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from groundfloor import engine
from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.areas.registry import PRESENTERS
from groundfloor.presentation.questions.registry import ENTRIES, TASK_RULES
from groundfloor.presentation.rulebook import Paragraph, Prose, rule_book
from groundfloor.presentation.rulebook.builder import rule_book_for, texts
from groundfloor.presentation.translations import LANGUAGES

CONDITIONS = ("id", "rulesets", "values", "option")
"""Keys that say when a text holds."""
PLACEHOLDER = re.compile(r"\{[^}]*\}")
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


NUMBERED = {
    "1": 3,
    "2": 6,
    "3": 4,
    "I": 3,
    "II": 3,
    "III": 6,
    "V": 9,
    "5": 3,
    "6": 3,
    "7": 4,
    "8.1": 8,
    "9.1": 3,
    "9.2": 6,
    "9.3": 3,
    "11": 6,
} | {"IV.A": 2, "IV.B": 3, "IV.C": 2, "IV.E": 2, "IV.F": 4, "IV.H": 3, "IV.I": 6}
ELSEWHERE = ("4", "10")


@cache
def toml(language: str, name: str) -> dict[str, Any]:
    return tomllib.loads((LANGUAGES[language].rule_texts / name).read_text(encoding="utf-8"))


def entries(language: str) -> list[dict[str, Any]]:
    return [entry for part in toml(language, "rules.toml")["part"] for entry in part.get("paragraph", [])]


def longs(language: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = toml(language, "long.toml")["rule"]
    return entries


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, each in value.items() if key not in CONDITIONS for text in strings(each)]
    return [text for each in value for text in strings(each)]


def outline(entry: dict[str, Any]) -> tuple[object, ...]:
    """Returns everything of a table that is the same in both languages."""
    lists = [[conditions(each) if isinstance(each, dict) else [] for each in entry.get(key, [])] for key in ("items", "text")]
    return conditions(entry), lists if isinstance(entry["text"], list) else lists[0], "example" in entry


def conditions(table: dict[str, Any]) -> list[Any]:
    return [table.get(key) for key in CONDITIONS]


def placeholders(entry: dict[str, Any]) -> set[str]:
    return {found.lower() for text in strings(entry) for found in PLACEHOLDER.findall(text)}


def everything(paragraph: Paragraph) -> list[Prose]:
    return [paragraph.text, *paragraph.items, *paragraph.long, *paragraph.long_items, *([paragraph.example] if paragraph.example else [])]


def test_every_numbered_paragraph_is_there() -> None:
    expected = {f"{part}.{number}" for part, last in NUMBERED.items() for number in range(1, last + 1)}
    expected |= {"IV.D", "IV.G", "8.2", "8.3", "8.4", "8.5", "10"} | {f"III.{letter}" for letter in "ABDEFI"}
    assert {paragraph.id for paragraph in rule_book("en")} == expected
    assert {paragraph.id for paragraph in rule_book("en", "online")} == expected


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_paragraphs_in_the_same_order(name: str) -> None:
    english, german = rule_book("en", name), rule_book("de", name)
    assert [p.id for p in english] == [p.id for p in german]
    assert [part.id for part in english.parts] == [part.id for part in german.parts]
    assert [(len(p.items), len(p.long), len(p.long_items), bool(p.example)) for p in english] == [
        (len(p.items), len(p.long), len(p.long_items), bool(p.example)) for p in german
    ]
    assert len(english.overview.sentences) == len(german.overview.sentences)


def test_both_languages_hold_for_the_same_rulesets_and_options() -> None:
    english, german = toml("en", "rules.toml"), toml("de", "rules.toml")
    assert english["rulesets"] == german["rulesets"]
    assert [outline(entry) for entry in entries("en")] == [outline(entry) for entry in entries("de")]
    assert [outline(entry) for entry in longs("en")] == [outline(entry) for entry in longs("de")]
    keys = ("id", "rulesets", "option", "about")
    assert [[part.get(key) for key in keys] for part in english["part"]] == [[part.get(key) for key in keys] for part in german["part"]]


def test_both_languages_have_the_same_placeholders() -> None:
    for english, german in zip([*entries("en"), *longs("en")], [*entries("de"), *longs("de")], strict=True):
        assert placeholders(english) == placeholders(german), english["id"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_and_every_placeholder_is_filled(language: str, name: str) -> None:
    for paragraph in rule_book(language, name):
        assert paragraph.long, paragraph.id
        for text in (paragraph.title, *everything(paragraph)):
            assert text.strip() == text != "", paragraph.id
            assert not re.search(r"[{}]", text), paragraph.id


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colon_stands_right_before_its_list(language: str, name: str) -> None:
    for paragraph in rule_book(language, name):
        for blocks, items in (((paragraph.text,), paragraph.items), (paragraph.long, paragraph.long_items)):
            assert not any(text.endswith(":") for text in blocks[:-1]), paragraph.id
            assert items or not blocks[-1].endswith(":"), paragraph.id


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_unique_and_start_with_their_part(language: str, name: str) -> None:
    ids = [paragraph.id for part in rule_book(language, name).parts for paragraph in part.paragraphs]
    assert len(ids) == len(set(ids))
    assert all(p.id == p.part or p.id.startswith(f"{p.part}.") for p in rule_book(language, name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_ruleset_has_one_long_form_of_each_paragraph(language: str) -> None:
    data = toml(language, "rules.toml")
    usual: list[str] = data["rulesets"]
    for part in data["part"]:
        for entry in part.get("paragraph", []):
            for name in entry.get("rulesets", part.get("rulesets", usual)):
                found = [each for each in longs(language) if each["id"] == entry["id"] and name in each.get("rulesets", usual)]
                assert len([each for each in found if "values" not in each]) == 1, (entry["id"], name)
    assert {entry["id"] for entry in longs(language)} == {entry["id"] for entry in entries(language)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_a_value_is_written_out_where_a_placeholder_can_stand(language: str) -> None:
    price = re.compile(r"(?<![\d.}{\[])\b\d+ (?:money|info|Geld|Info|time markers?|Zeitmarker)\b")
    allowed = {"0 money", "0 Geld"}
    terms, sections = toml(language, "glossary.toml")["term"], toml(language, "aid.toml")["section"]
    aid = [{key: each for key, each in section.items() if key != "head"} for section in sections]
    for entry in [*entries(language), *longs(language), *terms, *aid]:
        for text in strings(entry):
            assert set(price.findall(text)) <= allowed, (entry["id"], text)


def test_everything_that_the_engine_cites_is_in_the_book() -> None:
    book = rule_book("en")
    for rule in sorted(cited_by_the_engine()):
        assert book.cited(rule), rule


def test_everything_that_the_board_cites_is_in_the_book() -> None:
    book = rule_book("en")
    for rule in {
        *(entry.rule for entry in ENTRIES),
        *TASK_RULES.values(),
        *(rule for each in PRESENTERS.values() for rule in (each.task_rule, each.conduct_rule)),
        "5.3",
        "6.2",
        "6.3",
    }:
        assert book.cited(rule), rule


def cited_by_the_engine() -> set[str]:
    number = r"(?:[IV]+|\d+)(?:\.(?:[A-I]|\d+))*"
    found: set[str] = set()
    for folder in engine.__path__:
        for file in Path(folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            found.update(re.findall(rf"RULES ({number})", text))
            found.update(re.findall(rf'note\("\w+", [^"]*"({number})"', text))
    return {rule for rule in found if not any(rule == part or rule.startswith(f"{part}.") for part in ELSEWHERE)}


def test_a_house_value_changes_what_is_said_of_gropius() -> None:
    """RULES 8.1.4"""
    for language, word in (("en", "stays untrained"), ("de", "bleibt untrainiert")):
        house = rule_book_for(language, ruleset().with_overrides({"automa.gropius.trained_at_once": 0}))
        for book, is_said in ((house, True), (rule_book(language), False)):
            paragraph = book.paragraph("8.1.4")
            assert (word in paragraph.text) == (word in " ".join(paragraph.long)) == is_said
