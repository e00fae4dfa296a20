"""The rulebook's worked examples, each played through ``apply`` from a position that is set up by hand.

Those of hiring, floors and the first income are cases of ``phases/test_hire.py``, ``city/test_construction_company.py`` and ``phases/test_setup.py``.
"""

from __future__ import annotations

from tests.support.table import Table


def test_example_1_consulting() -> None:
    table = Table("A M T").set(right="AAM", left="TA").go("consulting_firm")
    assert [table[letter].info for letter in "AMT"] == [40, 20, 20]
    assert (table.row("right"), table.row("left")) == ("TA...", ".....")


def test_example_2_advertising() -> None:
    table = Table("A M N T").set(popularity="M3 N2 A1 T1", boxes=("AMNN", "A", ""), desks="MTN").go("advertising_agency")
    table.take("networking", "broadcast")
    assert (table["T"].money, table["T"].info) == (18, 18)
    table.take("networking")
    assert table.state.popularity == [1 + 1, 3 + 1, 2 + 2, 1 + 2]
    assert [table.box(type) for type in range(3)] == ["A", "", ""]


def test_example_3_retail() -> None:
    table = Table("A M N T").set(popularity="A5 M4 N3 T2", products="M6", factory="ATNAN", current="stable").go_on("factory")
    table.take("price 8", "price 12", "price 8", "price 12", "price 6")
    assert table.asked == "* front"
    table.take("front stable_1")
    assert [table[letter].money - 20 for letter in "AMNT"] == [8, 6, 6 + 3, 0]
    drops = ["drop 12 8", "drop 12 6", "drop 12 liquidation"]
    assert (table.asked, table.legal) == ("A drop", drops)
    assert (table.take("drop 12 6").asked, table.legal) == ("T drop", drops)


def test_example_6_stock_exchange() -> None:
    table = Table("M N T").set(popularity="N5 M4 T3", current="stable", track=".M..N", listings="NT").go("stock_exchange")
    assert (table.row("track"), table.asked) == ("..TNM.N.", "N sell")
    assert table.take("sell 4", "sell 7")["N"].money == 20 + 12
