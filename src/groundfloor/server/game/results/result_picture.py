"""The picture of a result: a building with a storey for each source of prestige and a lit window for each point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...http.rendering import environment

if TYPE_CHECKING:
    from groundfloor.presentation.results.words import SharedResult

WIDTH, TOP, LEFT = 600, 124, 176
"""The width of the picture, the height of its head, and where the building begins."""
WINDOWS_IN_ROW, STEP, ROW_HEIGHT, PADDING = 20, 18, 20, 8
EMPTY_HEIGHT, FOOT, CORNICE = 20, 44, 8


@dataclass(frozen=True)
class Window:
    """The left upper corner of a window."""

    x: int
    y: int


@dataclass(frozen=True)
class Storey:
    """A storey: its title and points, where it begins, its height, the position of its words, and its windows."""

    title: str
    points: int
    y: int
    height: int
    words_y: int
    windows: tuple[Window, ...]


@dataclass(frozen=True)
class Picture:
    """The whole building; the first source stands on the ground."""

    storeys: tuple[Storey, ...]
    ground: int
    height: int
    foot: int
    left: int = LEFT
    breadth: int = WINDOWS_IN_ROW * STEP + PADDING
    cornice: int = TOP - CORNICE
    width: int = WIDTH


def picture(shared: SharedResult) -> Picture:
    y = TOP
    storeys = []
    for source in reversed(shared.sources):
        rows = -(-source.points // WINDOWS_IN_ROW)
        height = rows * ROW_HEIGHT + PADDING if rows else EMPTY_HEIGHT
        windows = tuple(
            Window(LEFT + PADDING + number % WINDOWS_IN_ROW * STEP, y + PADDING // 2 + 3 + number // WINDOWS_IN_ROW * ROW_HEIGHT)
            for number in range(source.points)
        )
        storeys.append(Storey(source.title, source.points, y, height, y + height // 2 + 5, windows))
        y += height
    return Picture(tuple(storeys), y, y + FOOT, y + FOOT - 18)


def picture_svg(shared: SharedResult, language: str) -> str:
    """Returns the picture as an SVG file that needs nothing else."""
    return environment.get_template("result_picture.svg").render(shared=shared, picture=picture(shared), language=language)
