"""Positions of the lines and columns of charts, in units of a drawing that is shown at its own size or larger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.presentation.after_game.figures import FigureRow, Figures

WIDTH, HEIGHT = 300, 188
LEFT, RIGHT, TOP, BOTTOM = 26, 266, 16, 158
"""The edges of the plot; numbers are to the left of it and below it, markers to the right."""
MARKER = 18
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000)
MAX_TICKS = 4
COLUMN_SHARE = 0.74
"""How much of its place a column fills."""


@dataclass(frozen=True)
class Tick:
    """A number of the scale at the left, and its height."""

    number: int
    y: float

    @property
    def number_y(self) -> float:
        return self.y + 4


@dataclass(frozen=True)
class Label:
    text: str
    x: float


@dataclass(frozen=True)
class ChartLine:
    """A seat's line: its points as SVG writes them, and where its marker stands at the end."""

    row: FigureRow
    points: str
    dots: tuple[tuple[float, float], ...]
    marker_x: float
    marker_y: float
    end_x: float
    end_y: float

    @property
    def lead_y(self) -> float:
        return self.marker_y + MARKER / 2


@dataclass(frozen=True)
class Block:
    """A part of a column."""

    source: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Chart:
    """A chart with its figures; it has lines or blocks. ``tops`` are the totals over the columns."""

    figures: Figures
    ticks: tuple[Tick, ...]
    labels: tuple[Label, ...]
    lines: tuple[ChartLine, ...] = ()
    blocks: tuple[Block, ...] = ()
    tops: tuple[tuple[str, float, float], ...] = ()


def line_chart(figures: Figures) -> Chart:
    most = max((value for row in figures.rows for value in row.values), default=0)
    ticks, scale = scale_of(most)
    count = len(figures.columns)
    xs = [round(LEFT + 8 + (RIGHT - LEFT - 16) * (place / (count - 1) if count > 1 else 0), 1) for place in range(count)]
    ends = {row.seat: height(row.values[-1], scale) for row in figures.rows if row.values}
    places = spread_markers(ends)
    lines = tuple(chart_line(row, xs, scale, places[row.seat]) for row in figures.rows if row.values)
    return Chart(figures, ticks, tuple(Label(text, x) for text, x in zip(figures.columns, xs, strict=True)), lines)


def chart_line(row: FigureRow, xs: list[float], scale: int, place: float) -> ChartLine:
    """Returns the line of a row; ``place`` is the height of its marker."""
    dots = tuple((x, height(value, scale)) for x, value in zip(xs, row.values, strict=True))
    points = " ".join(f"{x:g},{y:g}" for x, y in dots)
    return ChartLine(row, points, dots, RIGHT + 12, round(place - MARKER / 2, 1), *dots[-1])


def stack_chart(figures: Figures, most: int) -> Chart:
    """Returns a chart with a column for each round; ``most`` is the highest total of all charts that are compared."""
    ticks, scale = scale_of(most)
    step = (RIGHT - LEFT) / max(len(figures.columns), 1)
    width = round(step * COLUMN_SHARE, 1)
    blocks, tops, labels = [], [], []
    for place, title in enumerate(figures.columns):
        x, below = round(LEFT + step * place + (step - width) / 2, 1), 0
        for row in figures.rows:
            points = max(row.values[place], 0)
            if points and row.source:
                blocks.append(Block(row.source, x, height(below + points, scale), width, round(points * (BOTTOM - TOP) / scale, 1)))
                below += points
        middle = round(x + width / 2, 1)
        tops.append((str(figures.totals[place]), middle, height(below, scale) - 4))
        labels.append(Label(title, middle))
    return Chart(figures, ticks, tuple(labels), blocks=tuple(blocks), tops=tuple(tops))


def scale_of(most: int) -> tuple[tuple[Tick, ...], int]:
    """Returns the numbers at the left for values from 0 to ``most``, and the highest of them."""
    step = next((step for step in STEPS if step * MAX_TICKS >= most), most)
    top = step * max(-(-most // step), 1)
    return tuple(Tick(number, height(number, top)) for number in range(0, top + 1, step)), top


def height(value: int, scale: int) -> float:
    return round(BOTTOM - max(value, 0) * (BOTTOM - TOP) / scale, 1)


def spread_markers(ends: dict[int, float]) -> dict[int, float]:
    """Returns heights for markers near the ends of their lines that don't cover each other."""
    places: dict[int, float] = {}
    free = float(BOTTOM)
    for seat, end in sorted(ends.items(), key=lambda item: (-item[1], item[0])):
        places[seat] = min(end, free)
        free = places[seat] - MARKER
    over = TOP - min(places.values(), default=TOP)
    return {seat: place + max(over, 0) for seat, place in places.items()}
