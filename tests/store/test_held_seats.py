"""Seats that browsers hold, kept in memory."""

from __future__ import annotations

from groundfloor.store.held_seats import HeldSeats


def test_seats_read_during_a_change_are_not_kept() -> None:
    held = HeldSeats()

    def overtaken() -> frozenset[int]:
        held.forget("browser", "game")
        return frozenset({0})

    assert held.get("browser", "game", overtaken) == {0}
    assert held.get("browser", "game", lambda: frozenset({1})) == {1}
    assert held.get("browser", "game", lambda: frozenset({2})) == {1}


def test_least_recently_used_pair_goes() -> None:
    held = HeldSeats(most=2)
    for browser in ("a", "b", "a", "c"):
        held.get(browser, "game", lambda: frozenset({0}))
    assert held.get("a", "game", lambda: frozenset({9})) == {0}
    assert held.get("b", "game", lambda: frozenset({9})) == {9}
