"""What a process that draws keeps in memory of boards, in shares of one number of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .drawn_tables import DrawnTables
from .page_parts import PartCache
from .scenes import Scenes
from .table_drawing import draw_table

if TYPE_CHECKING:
    from ..tables import Table
    from .drawn_tables import DrawingKey, DrawnTable, OpenPage, TableBody

SCENES_SHARE, PARTS_SHARE = 0.4, 0.35
"""Shares of scenes and of rendered parts; the rest is that of whole drawings."""


@dataclass(frozen=True)
class BoardCaches:
    """The caches that drawing uses. Nothing is kept of boards of the past."""

    scenes: Scenes
    parts: PartCache
    drawn_tables: DrawnTables

    @staticmethod
    def of(most_bytes: int) -> BoardCaches:
        """Returns empty caches that together take ``most_bytes`` at most."""
        scenes, parts = int(most_bytes * SCENES_SHARE), int(most_bytes * PARTS_SHARE)
        return BoardCaches(Scenes(scenes), PartCache(parts), DrawnTables(most_bytes - scenes - parts))

    def draw(self, table: Table, key: DrawingKey, page: OpenPage, notice: str = "") -> TableBody:
        """Returns a table for a page: drawn once for all that show the same, separately if there is a notice."""

        def draw() -> tuple[DrawingKey, DrawnTable]:
            return draw_table(self.scenes, self.parts, table, key, notice)

        drawn = draw()[1] if notice else self.drawn_tables.get(key, draw)
        return self.drawn_tables.body(drawn, page)
