"""Who has come to a seat, as a process remembers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.server.app import create_app
from groundfloor.server.game.streams import arrivals

if TYPE_CHECKING:
    import pytest

    from groundfloor.server.database.store import Store


def test_process_remembers_a_bounded_number_of_seats(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It remembered all of them until its end, and whoever opened tables had it take more and more memory."""
    monkeypatch.setattr(arrivals, "MAX_RECORDED", 2)
    found = create_app(store).state.context.arrivals
    for number in range(5):
        found.record([f"token {number}"])
    assert found.are_recorded(["token 3", "token 4"]) and not found.are_recorded(["token 0"])
