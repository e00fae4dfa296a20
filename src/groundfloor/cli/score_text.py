"""The score as text: everybody's total with its break-down, the leader first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.presentation import names
from groundfloor.presentation.board.score import row_title, words

if TYPE_CHECKING:
    from groundfloor.presentation.board.scene import Scene


def score_lines(scene: Scene) -> list[str]:
    """Returns a line for each seat, and one for each row of its score."""
    _ = scene.words.gettext
    lines = []
    for score in scene.game.scores():
        facts = {"rank": score.rank, "name": scene.game.seats[score.seat].name, "total": names.counted("point", score.total, scene.words)}
        lines.append(_("%(rank)s. %(name)s: %(total)s.") % facts)
        for code in SCORE_CODES:
            items = score.row(code)
            named = "; ".join(f"{words(scene, code, item.what, item.count)}: {item.points}" for item in items)
            if items and sum(item.points for item in items):
                lines.append(f"{row_title(scene, code)}: {sum(item.points for item in items)} ({named}).")
    return lines


def winner_sentence(scene: Scene) -> str:
    _ = scene.words.gettext
    first, second = scene.game.scores()[:2]
    facts = {"name": scene.game.seats[first.seat].name, "other": scene.game.seats[second.seat].name}
    if first.total == second.total:
        return _("%(name)s and %(other)s are tied; %(name)s is more popular.") % facts
    return _("%(name)s wins, %(points)s ahead of %(other)s.") % {
        **facts,
        "points": names.counted("prestige", first.total - second.total, scene.words),
    }
