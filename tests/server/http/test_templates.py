"""Texts of pages: templates have none of their own, so each is in the catalogues and exists in each language; what is spoken has no soft hyphens."""

from __future__ import annotations

import re

import pytest

from groundfloor.server.pages.rooms import files
from tests.support import boards

TEMPLATES = files("templates")
CODE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<(script|style|code|kbd)\b.*?</\1>", re.DOTALL)
SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
TAG = re.compile(r'<[^>]*>|[\w-]+="[^"]*"')
WORD = re.compile(r"(?<![&\w])[^\W\d_]{3,}")
NAMES = {"groundfloor", "BoardGameGeek", "https", "playing"}
"""Names, and a class of a page that stands in a block of its own."""


def words_in(template: str) -> set[str]:
    plain = CODE.sub("", template)
    return {word for text in (TAG.sub(" ", plain), *SPOKEN.findall(plain)) for word in WORD.findall(text)} - NAMES


def test_words_are_seen() -> None:
    assert words_in('<p class="big">Take <b title="Back to it">{{ word }}</b> {% if more %}back{% endif %}&nbsp;</p>') == {
        "Take",
        "Back",
        "back",
    }


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_has_no_words_of_its_own(name: str) -> None:
    assert words_in(TEMPLATES[name].read_text("utf-8")) == set()


def test_what_is_spoken_has_no_soft_hyphens() -> None:
    """They are for lines that break; some readers speak or spell them."""
    game, told = boards.played(3, boards.asks("schedule", 0, 4))
    page = boards.page_of(boards.view_of(game, told, 0, language="de"))
    assert not game.is_over and "\N{SOFT HYPHEN}" in page
    assert re.findall(r'(?:aria-label|title|alt)="[^"]*\N{SOFT HYPHEN}[^"]*"', page) == []
