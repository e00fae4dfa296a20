"""The style sheets of the pages, in their order. A page links one sheet, which the server joins of them when it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board.geometry import style_sheet

if TYPE_CHECKING:
    from pathlib import Path

GEOMETRY = "board-geometry.css"
"""Made of the table of places; no file."""
PAGE = (
    "fonts.css",
    "tokens.css",
    "base.css",
    "icons.css",
    "controls.css",
    "pages.css",
    "page-head.css",
    "start-drawing.css",
    "start-page.css",
    "bots.css",
    "computer.css",
    "links-page.css",
    "branches-page.css",
    "hint-page.css",
    "offline.css",
    "utilities.css",
)
"""Of every page. ``tokens.css`` names the layers in their order."""
RULES = ("book.css", "rules-pages.css")
"""Of the pages of the rules, besides those of every page."""
AID = ("book.css", "aid.css")
"""Of the player aid, besides those of every page."""
RESULTS = ("day.css", "my-games.css")
"""Of the city of the day and of one's own games, besides those of every page."""
BOARD = (
    GEOMETRY,
    "street.css",
    "street-signs.css",
    "street-map.css",
    "building-drawings.css",
    "spaces.css",
    "agency-boards.css",
    "building-overlays.css",
    "tap-tooltips.css",
    "tracks.css",
    "popularity-track.css",
    "job-market.css",
    "rounds-track.css",
    "round-cards.css",
    "game-variants.css",
    "parts.css",
    "head.css",
    "company.css",
    "company-ledger.css",
    "company-section.css",
    "company-floors.css",
    "company-rooms.css",
    "task-controls.css",
    "small-companies.css",
    "small-company-drawing.css",
    "company-tabs.css",
    "decision.css",
    "guide.css",
    "round-plan.css",
    "decision-buttons.css",
    "replay.css",
    "film.css",
    "film-phone.css",
    "sale.css",
    "sale-tiles.css",
    "log.css",
    "score.css",
    "tooltips-and-keyboard-help.css",
    *RULES,
    "rules.css",
    "layout.css",
    "layout-tablet.css",
    "layout-phone.css",
    "layout-phone-head.css",
    "layout-phone-decision.css",
    "layout-phone-guide.css",
    "layout-phone-landscape.css",
    "latest-events.css",
    "plan-places.css",
    "hint.css",
    "layout-wide.css",
    "layout-wide-companies.css",
    "layout-wide-small-companies.css",
    "layout-wide-street.css",
    "seats.css",
    "targets.css",
)
"""Of the board, besides those of every page."""

AFTER_GAME = ("after-game.css", "after-game-companies.css", "analysis.css")
"""Of the page after a game, besides those of every page."""

SERVED = {
    "page.css": PAGE,
    "rules-page.css": (*PAGE, *RULES),
    "aid-page.css": (*PAGE, *AID),
    "house-values-page.css": (*PAGE, *RULES, "house-values.css"),
    "results-page.css": (*PAGE, *RESULTS),
    "after-page.css": (*PAGE, *AFTER_GAME),
    "board.css": (*PAGE, *BOARD),
}
"""The sheets that pages link, and what they are joined of."""


def joined(folder: Path, sheets: tuple[str, ...]) -> str:
    """Returns the text of style sheets one after the other."""
    return "".join(style_sheet() if sheet == GEOMETRY else (folder / sheet).read_text("utf-8") for sheet in sheets)
