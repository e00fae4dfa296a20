"""A cache that is limited in bytes."""

from __future__ import annotations

import random

from groundfloor.web.byte_cache import ByteCache


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
