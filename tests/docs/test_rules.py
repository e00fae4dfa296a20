"""The rule books as pages of the documentation site, which ``scripts/docs`` writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from groundfloor.editions import NAMES
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.__main__ import write
from groundfloor.presentation.rulebook.tables import tables
from groundfloor.presentation.translations import LANGUAGES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    write(folder)
    return folder


def test_navigation_of_the_site_has_every_book(folder: Path) -> None:
    listed = re.findall(r"rules/(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(file.name for file in folder.iterdir())
    assert set(listed) == {f"{name}.{language}.md" for name in NAMES for language in LANGUAGES}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_has_each_paragraph_example_and_table_once(folder: Path, name: str, language: str) -> None:
    book, page = rule_book(language, name), (folder / f"{name}.{language}.md").read_text("utf-8")
    paragraphs = [paragraph for part in book.parts for paragraph in part.paragraphs]
    assert re.findall(r'^### <a id="([^"]+)"></a>', page, re.MULTILINE) == [paragraph.id for paragraph in paragraphs]
    assert len(re.findall(r"^> \S", page, re.MULTILINE)) == len(paragraphs)
    assert len(re.findall(r"^\*\w+:\* \S", page, re.MULTILINE)) == sum(bool(paragraph.example) for paragraph in paragraphs)
    assert re.findall(r"^### (?!<a)(.+)$", page, re.MULTILINE) == [table.title for table in tables(book.rules, language)]
