"""Since when somebody is on turn: nothing is said that may be false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.presentation.board.clocks import TurnTime, turn_time
from groundfloor.presentation.view import PublicView
from tests.support.boards import view_of
from tests.support.table import Table

MOVED = "2026-11-21T15:04:05+02:00"


def test_turn_began_with_the_last_entry() -> None:
    view = view_of(Table().go("hire").game, [], None)
    assert turn_time(replace(view, public=PublicView(moved_at=MOVED))) == TurnTime(MOVED, "2026-11-21 13:04 UTC")


@pytest.mark.parametrize("at", ["", "yesterday", "2026-11-21T15:04:05"])
def test_unknown_time_is_not_told(at: str) -> None:
    view = view_of(Table().go("hire").game, [], None)
    assert turn_time(replace(view, public=PublicView(moved_at=at))) is None


def test_past_has_no_turn() -> None:
    view = view_of(Table().go("hire").game, [], None)
    assert turn_time(replace(view, public=PublicView(moved_at=MOVED), moment=replace(view.moment, entry=3))) is None
