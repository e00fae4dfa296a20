"""Messages between the server and a drawing process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .drawn_tables import DrawingKey, OpenPage


@dataclass(frozen=True)
class Order:
    """Asks for a table to be drawn. ``entries`` are those from ``first`` on up to the version of ``key``: (seat, text, undone); a table that is new
    to the process has ``head``, its record without entries. ``bots`` are those that play now, by seat ("" for people and Automas).
    """

    key: DrawingKey
    page: OpenPage
    notice: str
    first: int
    entries: list[tuple[int, str, int]]
    head: str = ""
    name: str = ""
    is_shown: bool = False
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unknown:
    """Answers an order for a table if the process has no copy of it up to the order's first entry."""


@dataclass(frozen=True)
class Failed:
    """Answers an order that could not be drawn."""

    reason: str
