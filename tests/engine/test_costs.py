"""What a search needs: a game without a journal makes no events, and its copies are small."""

from __future__ import annotations

import tracemalloc
from random import Random
from typing import NoReturn

import pytest

from groundfloor import new_game
from groundfloor.editions import NAMES
from groundfloor.engine.events import EVENTS
from tests.support.play import play_game


@pytest.mark.parametrize("name", NAMES)
def test_no_event_is_made_without_a_journal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("an event that nobody reads")

    for kind in EVENTS.values():
        monkeypatch.setattr(kind, "__init__", refuse)
    for seats in (("Ann", "Ben", "Cleo", "Dan"), ("Ann", "Ben", "automa:gropius" if name in ("second", "online") else "Cleo")):
        play_game(new_game(name, seats), Random(3))


def test_ten_thousand_copies_are_smaller_than_200_megabytes() -> None:
    game = play_game(new_game("second", ("Ann", "Ben", "Cleo", "Dan")), Random(5), rounds=6)
    tracemalloc.start()
    try:
        kept = [game.copy() for _ in range(200)]
        size = tracemalloc.get_traced_memory()[0] / len(kept)
    finally:
        tracemalloc.stop()
    assert 1_000 < size < 15_000
