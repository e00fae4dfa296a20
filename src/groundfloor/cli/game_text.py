"""A game as text: its log, its score, and what is told after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.presentation import names
from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.after_game.turning_point_text import sentence
from groundfloor.presentation.board.score import row_title, tie_for_first, words
from groundfloor.presentation.log.event_text import HEADINGS, format_event
from groundfloor.presentation.plain_text import marked_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.phases.conduct import AreaConducted
    from groundfloor.engine.phases.rounds import PhaseBegan, RoundBegan
    from groundfloor.engine.record import Record
    from groundfloor.presentation.after_game.figures import Figures
    from groundfloor.presentation.view import TableView


class LogFormatter:
    """Formats events in order. A heading is printed before its first sentence, and left out if it has none."""

    def __init__(self, translations: NullTranslations) -> None:
        self.translations = translations
        self.pending_headings: list[RoundBegan | PhaseBegan | AreaConducted] = []

    def lines(self, events: Iterable[Event], game: Game) -> list[str]:
        return [line for event in events for line in self.event_lines(event, game)]

    def event_lines(self, event: Event, game: Game) -> list[str]:
        if isinstance(event, HEADINGS):
            level = HEADINGS.index(type(event))
            self.pending_headings = [other for other in self.pending_headings if HEADINGS.index(type(other)) < level] + [event]
            return []
        sentence, why = format_event(event, game, self.translations)
        if not sentence:
            return []
        # Where a reason is given, it also says why nobody was asked.
        by_itself = self.translations.gettext("(the only answer)") if event.automatic and not why else ""
        headings = [self.heading(other, game) for other in self.pending_headings]
        self.pending_headings = []
        return [*headings, " ".join(part for part in (sentence, why, by_itself) if part)]

    def heading(self, event: Event, game: Game) -> str:
        """Returns a heading with a colon, so that screen readers tell it from a sentence."""
        return f"{format_event(event, game, self.translations)[0]}:"


def score_lines(view: TableView) -> list[str]:
    """Returns a line for each seat, and one for each row of its score."""
    _ = view.translations.gettext
    lines = []
    for score in view.game.scores():
        facts = {"rank": score.rank, "name": marked_name(view, score.seat), "total": names.counted("point", score.total, view.translations)}
        lines.append(_("%(rank)s. %(name)s: %(total)s.") % facts)
        for code in SCORE_CODES:
            items = score.row(code)
            named = "; ".join(f"{words(view, code, item.what, item.count)}: {item.points}" for item in items)
            if items and sum(item.points for item in items):
                lines.append(f"{row_title(view, code)}: {sum(item.points for item in items)} ({named}).")
    return lines


def winner_sentence(view: TableView) -> str:
    _ = view.translations.gettext
    first, second = view.game.scores()[:2]
    facts = {"name": view.game.seats[first.seat].name, "other": view.game.seats[second.seat].name}
    return tie_for_first(view.game, view.translations) or _("%(name)s wins, %(points)s ahead of %(other)s.") % {
        **facts,
        "points": names.counted("prestige", first.total - second.total, view.translations),
    }


def after_game_lines(record: Record, translations: NullTranslations) -> list[str]:
    """Returns the turning points and tables of a finished game; nothing while it goes on."""
    history = game_history(record)
    points = turning_points(history)
    if not points:
        return []
    _ = translations.gettext
    lines = ["", f"{_('Turning points')}:"]
    lines += [f"- {sentence(point, history, translations)} ({_('entry %(n)s') % {'n': point.entry}})" for point in points]
    for figures in (*prestige_figures(history, translations), *level_figures(history, translations)):
        if figures.rows:
            lines += ["", *table_lines(figures)]
    return lines


def table_lines(figures: Figures) -> list[str]:
    """Returns a table of figures, its columns one below the other."""
    title = max(len(row.title) for row in figures.rows)
    rows = [("", figures.columns), *((row.title, tuple(map(str, row.values))) for row in figures.rows)]
    width = max(len(cell) for _title, cells in rows for cell in cells) + 1
    return [f"{figures.title}. {figures.note}", *(name.ljust(title) + "".join(cell.rjust(width) for cell in cells) for name, cells in rows)]
