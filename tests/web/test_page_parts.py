"""Parts of a page: rendered once for the same facts, left out for a page that has them, and put together to the same page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from jinja2 import DictLoader, Environment

from groundfloor.presentation.board.shared_fact import SharedFact
from groundfloor.web.page_parts import PageRenderer, Part, PartCache, digest_of, shortened
from tests.support.html import all_of, value

if TYPE_CHECKING:
    from collections.abc import Mapping

TEMPLATES = {
    "page.html": "<p>{{ draw('list', 'all', names=names) }}</p>",
    "board/list.html": "<ul {{ part }}>{% for name in names %}{{ draw('name', 'n-' ~ loop.index, name=name) }}{% endfor %}</ul>",
    "board/name.html": "<li {{ part }}>{{ name }}</li>",
}


def renderer(cache: PartCache, key: object = "", context: Mapping[str, object] | None = None) -> PageRenderer:
    return PageRenderer(Environment(loader=DictLoader(TEMPLATES), autoescape=True), cache, context or {}, key)


def page(cache: PartCache, *names: str) -> Part:
    return renderer(cache).page("page.html", {"names": list(names)})


def digests(text: str) -> dict[str, str]:
    return {value(part, "id"): value(part, "data-part") for part in all_of(text, "[data-part]")}


def test_page_without_known_parts_is_whole() -> None:
    text = page(PartCache(), "Ann", "Ben").text()
    assert re.sub(r' data-part="[\w-]{8}"', "", text) == '<p><ul id="all"><li id="n-1">Ann</li><li id="n-2">Ben</li></ul></p>'


def test_known_part_is_an_empty_element_with_its_digest() -> None:
    cache = PartCache()
    known = digests(page(cache, "Ann", "Ben").text())
    again = page(cache, "Ann", "Eve").text(set(known.values()))
    assert f'<template id="n-1" data-kept="{known["n-1"]}"></template>' in again
    assert ">Eve</li>" in again and "Ann" not in again and "Ben" not in again


def test_unchanged_page_is_one_empty_element() -> None:
    cache = PartCache()
    known = digests(page(cache, "Ann").text())
    assert page(cache, "Ann").text(set(known.values())) == f'<p><template id="all" data-kept="{known["all"]}"></template></p>'


def test_same_facts_are_rendered_once() -> None:
    cache = PartCache()
    first, second = page(cache, "Ann").pieces[1], page(cache, "Ann").pieces[1]
    assert isinstance(first, Part) and first is second


def test_digest_depends_on_facts_template_id_and_key() -> None:
    cache = PartCache()
    found = {part.digest for key in ("en", "de") for names in (["Ann"], ["Ben"]) for part in parts(renderer(cache, key), names)}
    assert len(found) == 8


def parts(page: PageRenderer, names: list[str]) -> list[Part]:
    outer = page.page("page.html", {"names": names}).pieces[1]
    assert isinstance(outer, Part)
    return [outer, *(piece for piece in outer.pieces if isinstance(piece, Part))]


def test_digest_is_the_same_in_every_process() -> None:
    assert digest_of(("name", frozenset({"b", "a"}))) == digest_of(("name", frozenset({"a", "b"}))) == "u4DH5EJ5"


def test_text_with_marks_of_parts_is_escaped_and_kept() -> None:
    name = "\0<0>\0"
    assert page(PartCache(), name).text().count("&lt;0&gt;") == 1


def test_facts_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(TypeError):
        renderer(PartCache()).page("page.html", {"names": [object()]})


def test_cache_forgets_what_was_not_asked_for_the_longest() -> None:
    cache = PartCache(most_characters=25)
    for digest in ("a", "b", "a", "c"):
        if cache.get(digest) is None:
            cache.put(Part(digest, digest, ("x" * 10,)))
    assert [digest for digest in "abc" if cache.get(digest)] == ["a", "c"]
    assert cache.characters == 20


@dataclass(frozen=True)
class Fact(SharedFact):
    number: int
    names: list[str]


def test_digest_of_shared_fact_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fact, same, other = Fact(1, ["a"]), Fact(1, ["a"]), Fact(1, ["b"])
    found = shortened(fact)
    assert found == shortened(same) != shortened(other)
    assert fact == same and digest_of(fact) == digest_of(Fact(1, ["a"]))
    monkeypatch.setattr("groundfloor.web.page_parts.digest_of", lambda given: pytest.fail("computed again"))
    assert shortened(fact) == found and shortened(7) == 7
