"""docs/rules: the books as they stand in the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.editions import NAMES
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.__main__ import write
from groundfloor.presentation.rulebook.markdown import book_text
from groundfloor.presentation.translations import LANGUAGES

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_in_the_documents_is_that_of_the_code(name: str, language: str) -> None:
    file = FOLDER / f"{name}.{language}.md"
    assert file.read_text(encoding="utf-8") == book_text(rule_book(language, name)), "scripts/docs writes it anew"


def test_no_other_book_lies_there(tmp_path: Path) -> None:
    written = {file.name for file in write(tmp_path)}
    assert {file.name for file in FOLDER.iterdir()} == written == {f"{name}.{language}.md" for name in NAMES for language in LANGUAGES}
