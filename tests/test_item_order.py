"""The order of tests: each process begins with its share of the long ones, and the long ones of one file stay together."""

from __future__ import annotations

from tests.support.item_order import long_ones_first


def test_share_of_each_process_begins_with_its_long_ones() -> None:
    assert "".join(long_ones_first("aBcDeFgHi", str.isupper, str)) == "BFacDHegi"
    files = ["One", "one", "Two", "two", "Tall", "Three", "Zoo"]
    assert long_ones_first(files, str.istitle, lambda name: name[0]) == ["Two", "Tall", "Three", "one", "One", "Zoo", "two"]
    assert "".join(long_ones_first("aBcDeFgHi", str.isupper, str, 3)) == "BHaDceFgi"
    assert long_ones_first([1, 2, 3], lambda item: False, str) == [1, 2, 3]
