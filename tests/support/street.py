"""Scenes of a street in the middle of a game."""

from __future__ import annotations

from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.scene import Scene
from tests.support.boards import SEATS, asks, played, scene_of

PEOPLE = tuple(
    Seat(name, colour=colour)
    for name, colour in zip(("Ann", "Ben", "Cleo", "Dora", "Emil"), ("red", "blue", "green", "amber", "pink"), strict=True)
)


def scene_at(kind: str, pencil: tuple[str, ...] = (), partial: str = "", language: str = "en", seats: tuple[Seat, ...] = SEATS) -> Scene:
    """Returns what the first seat sees where it is asked this in round 3 or later."""
    for seed in range(3, 60):
        game, told = played(seed, asks(kind, 0, 3), seats)
        if not game.is_over:
            return scene_of(game, told, 0, pencil, partial, language)
    raise LookupError(kind)
