"""Charts of estimates with their intervals: a row for each, a dot at the value and a line from end to end of its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .estimates import Estimate
from .tables import format_number, text_of

if TYPE_CHECKING:
    from .tables import FindingTable, Plot

WIDTH = 680
LEFT, RIGHT = 230, 660
"""The edges of the plot; names stand left of it."""
TOP, STEP, BOTTOM = 12, 22, 44
"""Space above the first row, from row to row, and for the scale below the last."""
MAX_TICKS = 8
MAX_LETTERS = 34


@dataclass(frozen=True)
class Tick:
    """A number of the scale, and where it stands."""

    text: str
    x: float


@dataclass(frozen=True)
class ChartRow:
    """A row: name, height, where dot and interval stand, and all of it in words."""

    name: str
    y: float
    x: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Chart:
    """A chart with its size; ``reference`` is where the line of comparison stands, None without one."""

    title: str
    axis: str
    height: int
    rows: tuple[ChartRow, ...]
    ticks: tuple[Tick, ...]
    reference: float | None
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP

    @property
    def base(self) -> int:
        return self.height - BOTTOM


def chart_of(table: FindingTable) -> Chart | None:
    plot = table.plot
    if plot is None:
        return None
    cells = [(str(row[0]), row[plot.column]) for row in table.rows]
    estimates = [(name, cell) for name, cell in cells if isinstance(cell, Estimate)]
    if not estimates:
        return None
    low, high = limits([estimate for _, estimate in estimates], plot)
    step = step_of(high - low)
    first, last = math.floor(low / step), math.ceil(high / step)
    scale = Scale(first * step, last * step)
    column = table.columns[plot.column]
    rows = []
    for place, (name, estimate) in enumerate(estimates):
        ends = estimate.interval or (estimate.value, estimate.value)
        x, start, end = (scale.x(min(max(number, scale.low), scale.high)) for number in (estimate.value, *ends))
        label = name if len(name) <= MAX_LETTERS else name[: MAX_LETTERS - 1] + "…"
        rows.append(ChartRow(label, TOP + STEP * place + STEP / 2, x, start, end, f"{name}: {text_of(estimate, column)}"))
    decimals = max(0, -math.floor(math.log10(step)))
    form = f"+.{decimals}f" if plot.reference is not None else f".{decimals}f"
    ticks = tuple(Tick(format_number(round(step * number, 6), form), scale.x(step * number)) for number in range(first, last + 1))
    reference = scale.x(plot.reference) if plot.reference is not None else None
    return Chart(table.title, plot.axis, TOP + STEP * len(rows) + BOTTOM, tuple(rows), ticks, reference)


@dataclass(frozen=True)
class Scale:
    """A scale from the left edge of the plot to the right one."""

    low: float
    high: float

    def x(self, number: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number - self.low) / (self.high - self.low), 1)


def limits(estimates: list[Estimate], plot: Plot) -> tuple[float, float]:
    """Returns the lowest and highest number to show: all values, and intervals as far as they are not much wider than the values are apart.

    There is always room between the two, also where all values are equal and known exactly.
    """
    values = [estimate.value for estimate in estimates]
    if plot.reference is not None:
        values.append(plot.reference)
    low, high = min(values), max(values)
    margin = max(high - low, 0.1)
    ends = [end for estimate in estimates for end in estimate.interval or ()]
    least, most = max(min([low, *ends]), low - margin), min(max([high, *ends]), high + margin)
    return (least, most) if least < most else (least - margin, most + margin)


def step_of(width: float) -> float:
    """Returns the distance of the numbers of a scale: 1, 2 or 5 times a power of ten.

    >>> [step_of(width) for width in (0.9, 3, 11, 40)]
    [0.2, 0.5, 2.0, 5.0]
    """
    least = max(width, 1e-6) / MAX_TICKS
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(factor * power, 9) for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
