"""Where a marker will stand once all markers at the doors of the stock exchange have entered."""

from __future__ import annotations

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.city.exchange_projection import entered_place
from groundfloor.engine.city.stock_exchange import StockExchange

EXCHANGE = next(area for area in ruleset("second").areas if isinstance(area, StockExchange))
FREE = [-1] * 8


@pytest.mark.parametrize(
    ("track", "queue", "door", "place"),
    [
        (FREE, [0, -1, -1], 0, 0),
        (FREE, [0, 1, 1], 0, 2),
        (FREE, [0, 1, 1], 2, 0),
        ([1, -1, *FREE[2:]], [-1, 0, 1], 1, 1),
        ([1] * 8, [0, 1, 1], 0, 2),
        ([1] * 8, [0] * 9, 0, 8),
    ],
)
def test_marker_is_pushed_by_those_that_enter_after_it(track: list[int], queue: list[int], door: int, place: int) -> None:
    """RULES IV.F.1: beyond the last place it is bought out."""
    before = track[:], queue[:]
    assert entered_place(EXCHANGE, track, queue, door) == place
    assert (track, queue) == before
