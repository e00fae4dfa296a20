"""Finds names on a page that stand in no isolating element, so that one from right to left would reorder what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from playwright.sync_api import Page as Tab
from sqlalchemy import Text, select

from groundfloor.presentation import bidi, names
from groundfloor.presentation.translations import LANGUAGES, translations_of
from groundfloor.server.database.database import reads
from groundfloor.server.database.schema import metadata
from tests.support.page_structure import Finding

if TYPE_CHECKING:
    import pytest

    from groundfloor.server.database.store import Store

FIND = """(names) => {
  const word = new RegExp(`(?<![\\\\p{L}\\\\p{N}_-])(?:${names.map((name) => name.replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&")).join("|")})(?![\\\\p{L}\\\\p{N}_-])`, "u");
  const isBare = (text) => word.test(text.replace(/\\u2068[^\\u2069]*\\u2069/g, ""));
  const place = (element) => `${element.localName}${element.id ? `#${element.id}` : ""}.${[...element.classList].join(".")}`;
  const found = isBare(document.title) ? [["title", document.title]] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!isBare(data) || parentElement.closest("bdi, [dir=auto], textarea, script, svg text")) continue;
    found.push([place(parentElement), data]);
  }
  for (const element of document.body.querySelectorAll("[title], [aria-label], [alt], [placeholder], [label], [data-title], [data-sentence]"))
    for (const name of ["title", "aria-label", "alt", "placeholder", "label"])
      if (isBare(element.getAttribute(name) ?? "")) found.push([`${place(element)} ${name}`, element.getAttribute(name)]);
  return found;
}"""
GROUPS = ("automa", "bot", "agent")
"""Names that the game gives."""


def isolate_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has servers of this process isolate names in any alphabet, so that the names of tests show what is isolated."""
    monkeypatch.setattr(bidi, "RIGHT_TO_LEFT", re.compile(""))


def people_and_tables(store: Store) -> set[str]:
    """Returns the names that people have given to themselves and to their tables, whatever keeps them."""
    columns = [table.c.name for table in metadata.tables.values() if "name" in table.c and isinstance(table.c.name.type, Text)]
    found = reads(lambda connection: {str(name) for column in columns for name in connection.execute(select(column).distinct()).scalars()})(
        store
    )
    given = {names.full(group, id, translations_of(language)) for group in GROUPS for id in names.GROUPS[group] for language in LANGUAGES}
    return found - given - {""}


def find_bare_names(tab: Tab, names: Collection[str]) -> list[Finding]:
    """Returns where one of the names is neither in `<bdi>`, nor in an element with its own direction (a text of a drawing has one), nor between isolating characters."""
    longest_first = sorted(names, key=len, reverse=True)
    return (
        sorted({Finding("name not isolated", place, words.strip()[:80]) for place, words in tab.evaluate(FIND, longest_first)})
        if names
        else []
    )
