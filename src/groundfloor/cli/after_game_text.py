"""A finished game as text: its turning points, and tables of its figures by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.after_game.turning_point_text import sentence

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.record import Record
    from groundfloor.presentation.after_game.figures import Figures


def after_game_lines(record: Record, words: NullTranslations) -> list[str]:
    """Returns the turning points and tables of a finished game; nothing while it goes on."""
    history = game_history(record)
    points = turning_points(history)
    if not points:
        return []
    _ = words.gettext
    lines = ["", f"{_('Turning points')}:"]
    lines += [f"- {sentence(point, history.game, words)} ({_('entry %(n)s') % {'n': point.entry}})" for point in points]
    for figures in (*prestige_figures(history, words), *level_figures(history, words)):
        if figures.rows:
            lines += ["", *table_lines(figures)]
    return lines


def table_lines(figures: Figures) -> list[str]:
    """Returns a table of figures, its columns one below the other."""
    title = max(len(row.title) for row in figures.rows)
    rows = [("", figures.columns), *((row.title, tuple(map(str, row.values))) for row in figures.rows)]
    width = max(len(cell) for _title, cells in rows for cell in cells) + 1
    return [f"{figures.title}. {figures.note}", *(name.ljust(title) + "".join(cell.rjust(width) for cell in cells) for name, cells in rows)]
