"""Pictures of games for notebooks.

The engine draws nothing: the presentation does, and is imported here by its name, only when a notebook asks for a picture. This is the one
place where something below asks something above (ARCHITECTURE.md, engine).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

DRAWING_MODULE = "groundfloor.presentation.pictures.position_picture"


def picture_of(game: Game) -> str | None:
    """Returns the board as SVG, or the result of a game that is over; None where the presentation or what it needs is not installed."""
    try:
        module = import_module(DRAWING_MODULE)
    except ImportError:
        return None
    return str(module.position_picture(game))
