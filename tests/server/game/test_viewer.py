"""Whose seat a page of several seats shows."""

from __future__ import annotations

import threading

import pytest

from groundfloor.server.game.viewer import shown_seat
from groundfloor.table import Table
from tests.support.opened_tables import opened, seat_asked

WAIT = 20
A_MOMENT = 0.05


@pytest.fixture
def table() -> Table:
    return opened("Ann", "Ben")


def test_page_never_shows_the_seat_that_is_asked_a_moment_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's seat, with its draft and its plan."""
    asked = iter([0, 1, 1, 1])
    monkeypatch.setattr(Table, "asked_person", property(lambda table: next(asked)))
    assert shown_seat(table, 0, (0,)) == 0


def test_page_shows_who_is_asked_when_the_move_that_is_made_has_ended(table: Table) -> None:
    seat = seat_asked(table)
    found: list[int | None] = []
    looking = threading.Thread(target=lambda: found.append(shown_seat(table, 1 - seat, (0, 1))))
    table.game.asked_seat = -1  # as in the middle of a move
    looking.start()
    looking.join(A_MOMENT)
    table.game.asked_seat = seat
    looking.join(WAIT)
    assert found == [seat]
