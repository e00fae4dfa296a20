"""Regions: rendered once for the same data, known by a digest of all that their HTML depends on, and kept in a cache that is limited in bytes; so are macros."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from groundfloor.editions import ruleset
from groundfloor.presentation.translations import translations_of
from groundfloor.server.game.board import regions as regions_module
from groundfloor.server.game.board.board_regions import new_variables
from groundfloor.server.game.board.regions import Region, RegionCache, RegionSetting, digest_of, digest_of_sources
from groundfloor.server.http.byte_cache import ByteCache
from tests.support.html import one, value

TEMPLATES = {
    "board/list.html": '<ul id="{{ id }}" data-digest="{{ digest }}">{% for name in names %}<li>{{ name }}</li>{% endfor %}</ul>{{ words }}'
}


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> None:
    from jinja2 import DictLoader, Environment

    monkeypatch.setattr(regions_module, "environment", Environment(loader=DictLoader(TEMPLATES), autoescape=True))


def region(*names: object, id: str = "all", key: tuple[object, ...] = ("en",), variables: Mapping[str, object] | None = None) -> Region:
    return Region(id, "board", "list", {"names": names}, RegionSetting(key, variables or {"words": ""}))


def test_same_data_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = RegionCache()
    html = cache.html(region("Ann"))
    monkeypatch.setattr(Region, "render", lambda self: pytest.fail("rendered again"))
    assert cache.html(region("Ann")) == html and value(one(html, "#all"), "data-digest") == region("Ann").digest


def test_digest_depends_on_data_id_template_and_setting() -> None:
    every = [region("Ann"), region("Ben"), region("Ann", id="other"), region("Ann", key=("de",)), replace(region("Ann"), template="other")]
    assert len({each.digest for each in every}) == len(every)
    assert region("Ann").digest == region("Ann").digest


def test_digest_is_another_one_where_templates_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was loaded before an update of the server shows nothing of the new one."""
    before = region("Ann").digest
    monkeypatch.setattr(regions_module, "SOURCES", "changed")
    assert region("Ann").digest != before


def test_digest_is_the_same_in_every_process() -> None:
    assert digest_of(("name", frozenset({"b", "a"}))) == digest_of(("name", frozenset({"a", "b"}))) == "u4DH5EJ5"


def test_data_that_cannot_be_compared_is_refused() -> None:
    with pytest.raises(TypeError):
        RegionCache().html(region(object()))


def test_region_that_is_not_to_be_kept_leaves_the_cache_as_it_is() -> None:
    cache = RegionCache()
    html = cache.html(region("Ann"))
    kept = cache.texts.bytes, len(cache.texts)
    assert cache.html(region("Ann"), is_kept=False) == html
    cache.html(region("Ben"), is_kept=False)
    assert (cache.texts.bytes, len(cache.texts)) == kept


def test_cache_holds_no_more_than_its_bytes() -> None:
    cache = RegionCache(2_000)
    for number in range(20):
        cache.html(region(number))
    assert 0 < cache.texts.bytes <= 2_000


def test_digest_of_sources_is_the_same_while_python_compiles_them(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "page.py").write_text("")
    before = digest_of_sources([tmp_path])
    (tmp_path / "__pycache__" / "page.cpython-311.pyc.139782034046512").write_text("")
    assert digest_of_sources([tmp_path]) == before
    (tmp_path / "page.py").write_text("pass")
    assert digest_of_sources([tmp_path]) != before


def test_values_least_recently_used_go_first() -> None:
    cache: ByteCache[str, str] = ByteCache(25)
    for key in ("a", "b", "a", "c"):
        if cache.get(key) is None:
            cache.put(key, key, 10)
    assert [key for key in "abc" if cache.get(key)] == ["a", "c"]
    assert cache.bytes == 20


def test_value_larger_than_the_cache_is_not_kept() -> None:
    cache: ByteCache[str, str] = ByteCache(25)
    cache.put("a", "a", 26)
    assert cache.get("a") is None and cache.bytes == len(cache) == 0


def test_limit_holds_whatever_is_put_replaced_and_removed() -> None:
    dice, cache, sizes = random.Random(1), ByteCache[int, int](1000), {}
    for _ in range(2000):
        key, size = dice.randrange(40), dice.randrange(200)
        if dice.random() < 0.2:
            cache.remove(key)
        else:
            sizes[key] = size
            cache.put(key, size, size)
        kept = [key for key in range(40) if cache.get(key) is not None]
        assert cache.bytes == sum(sizes[key] for key in kept) <= cache.most_bytes and len(cache) == len(kept)


def test_macro_runs_once_for_the_same_arguments() -> None:
    macros = new_variables(ruleset("second"), "en", translations_of("en"))
    icon, prestige_tag = macros["icon"], macros["prestige_tag"]
    assert callable(icon) and callable(prestige_tag)
    assert icon("money") is icon("money") != icon("info")
    assert "<b>1</b>" in prestige_tag(1) and "<b>True</b>" in prestige_tag(True)
