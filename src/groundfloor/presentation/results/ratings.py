"""Ratings as people read them: the names of pools, figures and their changes, and the history of one as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from groundfloor.results.ratings import Rating

from .. import names

WIDTH, HEIGHT = 300, 140
LEFT, RIGHT, TOP, BOTTOM = 40, 288, 12, 118
"""The edges of the plot; figures stand left of it, dates below."""
STEPS = (50, 100, 200, 500, 1_000, 2_000)
MAX_STEPS = 4


@dataclass(frozen=True)
class Tick:
    """A figure of the scale at the left, and its height in the drawing."""

    number: int
    y: float


@dataclass(frozen=True)
class RatingChart:
    """The history of a figure: ``points`` as SVG writes them, with a dot for each."""

    ticks: tuple[Tick, ...]
    points: str
    dots: tuple[tuple[float, float], ...]


def pool_order(pool: str) -> tuple[int, int]:
    """Returns the key by which pools are sorted: by edition, the second first, then by the number of players."""
    family, count = pool.split("-")
    return (("second", "first").index(family), int(count))


def pool_title(pool: str, translations: NullTranslations) -> str:
    """Returns the name of a pool, such as ``Second edition, 4 players``."""
    family, count = pool.split("-")
    return translations.gettext("%(edition)s, %(n)s players") % {"edition": names.full("ruleset", family, translations), "n": count}


def figure_text(rating: Rating) -> str:
    """Returns the figure of a rating and how sure it is, such as ``1540 ± 210``, with spaces at which no line breaks."""
    return f"{rating.figure}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{rating.margin}"


def change_of(before: Rating, after: Rating) -> int:
    return after.figure - before.figure


def change_text(change: int) -> str:
    """Returns a change with its sign, such as ``+12``, ``−8`` or ``±0``."""
    return "±0" if not change else f"+{change}" if change > 0 else f"−{-change}"


def rating_chart(figures: Sequence[int]) -> RatingChart:
    """Returns the chart of a figure before the first of some games and after each of them, from left to right."""
    low, high = min(figures), max(figures)
    step = next((possible for possible in STEPS if -(-high // possible) - low // possible <= MAX_STEPS), STEPS[-1])
    bottom = low // step * step
    top = max(-(-high // step) * step, bottom + step)
    between = (RIGHT - LEFT - 12) / max(len(figures) - 1, 1)

    def height(figure: int) -> float:
        return round(BOTTOM - (figure - bottom) * (BOTTOM - TOP) / (top - bottom), 1)

    dots = tuple((round(LEFT + 6 + between * place, 1), height(figure)) for place, figure in enumerate(figures))
    ticks = tuple(Tick(figure, height(figure)) for figure in range(bottom, top + 1, step))
    return RatingChart(ticks, " ".join(f"{x:g},{y:g}" for x, y in dots), dots)
