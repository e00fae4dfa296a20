"""The texts of the short rules: complete, the same in both languages, and all that the code cites is there."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from groundfloor import engine
from groundfloor.editions import NAMES
from groundfloor.help import LANGUAGES, load

NUMBERED = {"1": 3, "2": 6, "3": 4, "I": 3, "II": 3, "III": 6, "V": 9, "5": 3, "6": 3, "7": 4, "8.1": 8} | {
    "IV.A": 2,
    "IV.B": 3,
    "IV.C": 2,
    "IV.E": 2,
    "IV.F": 4,
    "IV.H": 3,
    "IV.I": 6,
}
ELSEWHERE = ("4", "9", "10", "11")
SAME_IN_BOTH = {"Automas", "Liquidation"}
PLACEHOLDER = re.compile(r"\{[^}]*\}")


def tables(language: str) -> dict[str, Any]:
    text = (files("groundfloor.help") / f"rules.{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def entries(language: str) -> list[dict[str, Any]]:
    return [entry for part in tables(language)["part"] for entry in part.get("paragraph", [])]


def strings(entry: dict[str, Any]) -> list[str]:
    return [entry["title"], entry.get("text", ""), *entry.get("items", [])]


def test_every_numbered_paragraph_is_there() -> None:
    expected = {f"{part}.{number}" for part, last in NUMBERED.items() for number in range(1, last + 1)}
    expected |= {"IV.D", "IV.G", "8.2", "8.3", "8.4", "8.5"} | {f"III.{letter}" for letter in "ABDEFI"}
    assert {paragraph.id for paragraph in load("en")} == expected


def test_both_languages_have_the_same_paragraphs_in_the_same_order() -> None:
    english, german = load("en"), load("de")
    assert [p.id for p in english] == [p.id for p in german]
    assert [part.id for part in english.parts] == [part.id for part in german.parts]
    assert [len(p.items) for p in english] == [len(p.items) for p in german]
    assert len(english.overview.sentences) == len(german.overview.sentences)


def test_both_languages_hold_for_the_same_rulesets() -> None:
    english, german = tables("en"), tables("de")
    assert english["rulesets"] == german["rulesets"]
    assert [e.get("rulesets") for e in entries("en")] == [e.get("rulesets") for e in entries("de")]
    assert [p.get("rulesets") for p in english["part"]] == [p.get("rulesets") for p in german["part"]]


def test_both_languages_have_the_same_placeholders() -> None:
    for english, german in zip(entries("en"), entries("de"), strict=True):
        found = [Counter(PLACEHOLDER.findall(" ".join(strings(entry)))) for entry in (english, german)]
        assert found[0].keys() == found[1].keys(), english["id"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_and_every_placeholder_is_filled(language: str) -> None:
    for paragraph in load(language):
        for text in (paragraph.title, paragraph.text, *paragraph.items):
            assert text.strip() == text != "", paragraph.id
            assert not re.search(r"[{}]", text), paragraph.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_unique_and_start_with_their_part(language: str) -> None:
    for name in NAMES:
        ids = [paragraph.id for part in load(language, name).parts for paragraph in part.paragraphs]
        assert len(ids) == len(set(ids))
        assert all(p.id == p.part or p.id.startswith((f"{p.part}.", "8.")) for p in load(language, name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_have_no_misspelt_keys(language: str) -> None:
    assert set(tables(language)) == {"language", "rulesets", "overview", "part"}
    assert tables(language)["language"] == language
    for part in tables(language)["part"]:
        assert set(part) <= {"id", "title", "text", "rulesets", "paragraph"}
    for entry in entries(language):
        assert {"id", "title", "text"} <= set(entry) <= {"id", "title", "text", "items", "rulesets"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    book = load(language)
    assert 8 <= len(book.overview.sentences) <= 12
    for paragraph in book:
        assert len(re.findall(r"[.:](?= |$)", paragraph.text)) <= 5, paragraph.id
        assert len(paragraph.text) <= 450, paragraph.id
        assert len(paragraph.title) <= 40, paragraph.id


def test_german_differs_from_english() -> None:
    for english, german in zip(load("en"), load("de"), strict=True):
        pairs = zip((english.title, english.text, *english.items), (german.title, german.text, *german.items), strict=True)
        assert all(one != other for one, other in pairs if one not in SAME_IN_BOTH), english.id
    for part, teil in zip(load("en").parts, load("de").parts, strict=True):
        assert part.title != teil.title or part.title in SAME_IN_BOTH


def test_everything_that_the_engine_cites_is_in_the_book() -> None:
    book = load("en")
    for rule in sorted(cited_by_the_engine()):
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
