"""Whose seat a page of several seats shows."""

from __future__ import annotations

from groundfloor.server.game.viewer import shown_seat
from tests.support.opened_tables import opened, seat_asked


def test_page_shows_its_own_seat_that_is_asked_and_never_somebody_elses() -> None:
    """With its draft and its plan."""
    table = opened("Ann", "Ben")
    asked = seat_asked(table)
    waiting = 1 - asked
    assert shown_seat(table, waiting, (0, 1)) == asked
    assert shown_seat(table, waiting, (waiting,)) == waiting
