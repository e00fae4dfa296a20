"""Parts of a page: rendered once for the same facts, left out for a page that has them, and put together to the same page."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from jinja2 import DictLoader, Environment

from groundfloor.presentation.board.shared_fact import SharedFact
from groundfloor.web.page_parts import END, PagePart, PageRenderer, PartCache, begin_part, digest_of, divided, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

TEMPLATES = {
    "page.html": "<p>{{ draw('list', 'all', names=names) }}</p>",
    "board/list.html": "<ul {{ part }}>{% for name in names %}{{ draw('name', 'n-' ~ loop.index, name=name) }}{% endfor %}</ul>",
    "board/name.html": "<li {{ part }}>{{ name }}</li>",
}


def renderer(cache: PartCache, key: object = "", context: Mapping[str, object] | None = None, *, keeps_parts: bool = True) -> PageRenderer:
    return PageRenderer(Environment(loader=DictLoader(TEMPLATES), autoescape=True), cache, context or {}, key, keeps_parts=keeps_parts)


def page(cache: PartCache, *names: str) -> PagePart:
    return renderer(cache).page("page.html", {"names": list(names)})


def test_page_without_known_parts_is_whole() -> None:
    whole = page(PartCache(), "Ann", "Ben")
    assert whole.text() == '<p><ul id="all"><li id="n-1">Ann</li><li id="n-2">Ben</li></ul></p>'
    assert whole.update(()) == (whole.text(), "")


def test_of_a_part_in_which_only_parts_have_changed_only_these_are_sent() -> None:
    cache = PartCache()
    known = page(cache, "Ann", "Ben").digests
    assert page(cache, "Ann", "Eve").update(known) == ('<p><template id="all" data-kept></template></p>', '<li id="n-2">Eve</li>')


def test_part_whose_own_text_changes_has_empty_elements_for_its_known_parts() -> None:
    cache = PartCache()
    known = page(cache, "Ann", "Ben").digests
    kept = '<template id="n-1" data-kept></template><template id="n-2" data-kept></template>'
    assert page(cache, "Ann", "Ben", "Eve").update(known) == (f'<p><ul id="all">{kept}<li id="n-3">Eve</li></ul></p>', "")


def test_unchanged_page_has_no_changes() -> None:
    cache = PartCache()
    known = page(cache, "Ann").digests
    assert page(cache, "Ann").update(known) == ('<p><template id="all" data-kept></template></p>', "")


def test_changed_part_within_a_part_that_the_page_keeps_is_sent_beside_it() -> None:
    before = whole(PagePart("outer", "1", ("<ul>", PagePart("inner", "2", ("<li>", PagePart("leaf", "3", ("a",)), "</li>")), "</ul>")))
    after = whole(PagePart("outer", "4", ("<ol>", PagePart("inner", "5", ("<li>", PagePart("leaf", "6", ("b",)), "</li>")), "</ol>")))
    assert after.update(before.digests) == ('<ol><template id="inner" data-kept></template></ol>', "b")


def test_changed_element_of_a_drawing_stands_in_a_drawing() -> None:
    before, after = (whole(PagePart("frame", "", (PagePart("g", digest, (f'<g id="g">{digest}</g>',)),))) for digest in "ab")
    assert after.update(before.digests)[1] == '<svg><g id="g">b</g></svg>'


def whole(part: PagePart) -> PagePart:
    return PagePart("", "", (part,))


def test_marked_element_is_a_part_whose_text_counts() -> None:
    """Also in a macro and with a part within, other than parts that are drawn for their facts."""
    text = f"<p>{begin_part('b')}<b id=b>x{begin_part('i')}<i id=i>y</i>{END}</b>{END}</p>"
    (found,) = [piece for piece in divided(text, []) if isinstance(piece, PagePart)]
    same, other = (divided(text.replace("y", letter), [])[1] for letter in "yz")
    assert found.text() == "<b id=b>x<i id=i>y</i></b>" and isinstance(same, PagePart) and isinstance(other, PagePart)
    assert found.own_digest == same.own_digest == other.own_digest
    assert whole(other).update(whole(found).digests)[1] == "<i id=i>z</i>"
    assert whole(found).own_bytes > sys.getsizeof("<b id=b>x") + sys.getsizeof("<i id=i>y</i>")


def test_same_facts_are_rendered_once() -> None:
    cache = PartCache()
    first, second = page(cache, "Ann").pieces[1], page(cache, "Ann").pieces[1]
    assert isinstance(first, PagePart) and first is second


def test_digest_depends_on_facts_template_id_and_key() -> None:
    cache = PartCache()
    found = {part.digest for key in ("en", "de") for names in (["Ann"], ["Ben"]) for part in parts(renderer(cache, key), names)}
    assert len(found) == 8


def parts(page: PageRenderer, names: list[str]) -> list[PagePart]:
    outer = page.page("page.html", {"names": names}).pieces[1]
    assert isinstance(outer, PagePart)
    return [outer, *(piece for piece in outer.pieces if isinstance(piece, PagePart))]


def test_digest_is_the_same_in_every_process() -> None:
    assert digest_of(("name", frozenset({"b", "a"}))) == digest_of(("name", frozenset({"a", "b"}))) == "u4DH5EJ5"


def test_text_with_marks_of_parts_is_escaped_and_kept() -> None:
    name = "\0<0>\0"
    assert page(PartCache(), name).text().count("&lt;0&gt;") == 1


def test_facts_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(TypeError):
        renderer(PartCache()).page("page.html", {"names": [object()]})


def test_renderer_that_keeps_no_parts_leaves_the_cache_as_it_is() -> None:
    cache = PartCache()
    kept = page(cache, "Ann").pieces[1]
    count = len(cache)
    past = renderer(cache, keeps_parts=False).page("page.html", {"names": ["Ann"]})
    renderer(cache, keeps_parts=False).page("page.html", {"names": ["Ben"]})
    assert past.pieces[1] is kept and len(cache) == count


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
