"""Tables of findings: rows of texts, numbers and estimates, with what stands above them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .estimates import MIN_GAMES, Estimate

Cell = str | int | float | Estimate | None


@dataclass(frozen=True)
class Column:
    """A column: its heading, and how its numbers are written (a format of Python; "" for texts)."""

    title: str
    form: str = ""

    @property
    def is_text(self) -> bool:
        return not self.form


@dataclass(frozen=True)
class Plot:
    """What is plotted of a table: the number of a column of estimates, a title for the axis, and where the line of comparison stands."""

    column: int
    axis: str
    reference: float | None = 0.0


@dataclass(frozen=True)
class FindingTable:
    """A table with its id, title and a sentence or two that say how to read it; the first column names the row."""

    id: str
    title: str
    explanation: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plot: Plot | None = None


@dataclass(frozen=True)
class Section:
    """A part of the report: what it says in sentences, then its tables; ``details`` are tables for those who want to know more."""

    id: str
    title: str
    sentences: tuple[str, ...]
    tables: tuple[FindingTable, ...]
    details: tuple[FindingTable, ...] = field(default=())


def text_of(cell: Cell, column: Column) -> str:
    """Returns how a cell is written; an estimate with its interval, and no share of fewer than ``MIN_GAMES`` games.

    >>> text_of(Estimate(1.25, 0.1, 1000), Column("lead", "+.2f"))
    '+1.25 (+1.05 to +1.45)'
    >>> text_of(0.5, Column("share", ".1%")), text_of(None, Column("lead", "+.1f"))
    ('50.0%', '–')
    >>> text_of(Estimate(0.5, 0.1, 19, is_share=True), Column("games won", ".1%"))
    '–'
    """
    if cell is None or (isinstance(cell, Estimate) and column.form.endswith("%") and cell.games < MIN_GAMES):
        return "–"
    if isinstance(cell, Estimate):
        interval = cell.interval
        value = format_number(cell.value, column.form)
        return (
            value
            if interval is None
            else f"{value} ({format_number(interval[0], column.form)} to {format_number(interval[1], column.form)})"
        )
    return cell if isinstance(cell, str) else format_number(cell, column.form)


def format_number(number: float, form: str) -> str:
    """Returns a number in a format, with a true minus sign, and never as minus zero."""
    text = format(number, form)
    if not any(digit in text for digit in "123456789"):
        text = text.lstrip("+-")
    return text.replace("-", "−")
