"""What lies on the boards of the advertising agency, for labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .building_views import Board
    from .scene import Scene


def board_words(scene: Scene, board: Board) -> str:
    """Who has how many markers on a board, and who alone has most: ``Mara 3 markers, the most; Ben 1 marker.``"""
    _, ngettext = scene.words.gettext, scene.words.ngettext
    said = [] if board.prices else [_("It costs nothing.")]
    counts = []
    for count in board.counts:
        words = ngettext("%(name)s %(n)s marker", "%(name)s %(n)s markers", count.number) % {"name": count.person.name, "n": count.number}
        counts.append(_("%(count)s, the most") % {"count": words} if count.is_sole else words)
    said.append(f"{'; '.join(counts)}." if counts else _("No markers."))
    return " ".join(said)
