"""The style sheets of the pages, in their order. A page links one sheet, which the server joins of them when it starts."""

from __future__ import annotations

import re

from .board_geometry import style_sheet
from .rooms import files

GEOMETRY = "board-geometry.css"
"""Made of the table of places; no file."""
FRAMES = "frames.css"
"""Made of ``MOST_FRAMES``: a class for each frame of the start page's picture; no file."""
MOST_FRAMES = 40
PAGE = (
    "fonts.css",
    "tokens.css",
    "base.css",
    "icons.css",
    "controls.css",
    "pages.css",
    "page-head.css",
    "start-page.css",
    "bots.css",
    "utilities.css",
)
"""Used on every page. ``tokens.css`` names the layers in their order."""
BOARD = (
    GEOMETRY,
    "book.css",
    "rules-pages.css",
    "street.css",
    "street-map.css",
    "spaces.css",
    "drawing.css",
    "buildings.css",
    "tooltips.css",
    "tracks.css",
    "popularity-track.css",
    "job-market.css",
    "rounds.css",
    "parts.css",
    "head.css",
    "turn.css",
    "company.css",
    "ledger.css",
    "company-section.css",
    "task-controls.css",
    "company-summaries.css",
    "guide.css",
    "round-plan.css",
    "decision.css",
    "proposal.css",
    "replay.css",
    "improvements.css",
    "log.css",
    "chat.css",
    "score.css",
    "rulebook.css",
    "layout.css",
    "latest-events.css",
    "hint.css",
    "seats.css",
    "targets.css",
)
"""Used on the board, besides those of every page."""

SERVED = {
    "page.css": PAGE,
    "start.css": (*PAGE, "drawing.css", FRAMES, "start-picture.css"),
    "rules-page.css": (*PAGE, "book.css", "rules-pages.css"),
    "aid-page.css": (*PAGE, "book.css", "aid.css"),
    "house-values-page.css": (*PAGE, "book.css", "rules-pages.css", "house-values.css"),
    "results-page.css": (*PAGE, "results.css", "ratings.css"),
    "account-page.css": (*PAGE, "account.css"),
    "admin-page.css": (*PAGE, "admin.css"),
    "lobby-page.css": (*PAGE, "lobby.css"),
    "chat-page.css": (*PAGE, "log.css", "chat.css"),
    "after-page.css": (*PAGE, "results.css", "score.css", "after-game.css"),
    "board.css": (*PAGE, *BOARD),
}
"""The sheets that pages link, and the files that they are joined of."""

BREAKPOINTS = {
    "--narrow": "(width < 1100px)",
    "--upright": "(width < 560px) or ((width < 700px) and (height >= 500px))",
    "--sideways": "(700px <= width < 1100px) or ((560px <= width < 700px) and (height < 500px))",
    "--tablet": "(700px <= width < 1100px) and (height >= 900px)",
    "--beside": "(700px <= width < 1100px) and (height >= 600px)",
    "--tall": "(width < 700px) and (height >= 700px)",
    "--whole": "width >= 1100px",
    "--medium": "((1100px <= width < 1400px) and (height < 930px)) or ((width >= 1400px) and (height < 990px))",
    "--compact": "((700px <= width < 1100px) and (600px <= height < 900px)) or ((1100px <= width < 1400px) and (height < 930px)) or ((width >= 1400px) and (height < 990px))",
    "--stacked": "(width < 700px) or ((700px <= width < 1100px) and (height < 600px)) or ((700px <= width < 1100px) and (height >= 900px))",
    "--wide": "((1100px <= width < 1400px) and (height >= 930px)) or ((width >= 1400px) and (height >= 990px))",
    "--tabbed": "(1100px <= width < 1400px) or ((width >= 1400px) and (height < 990px))",
    "--slim": "1100px <= width < 1300px",
    "--small": "1100px <= width < 1400px",
    "--tight": "1100px <= width < 1552px",
    "--snug": "1100px <= width < 1900px",
    "--short": "((1100px <= width < 1400px) and (height < 930px)) or ((width >= 1400px) and (height < 900px))",
    "--flat": "(width >= 1100px) and (height < 760px)",
}
"""What the names in media queries stand for: ``@media (--narrow)``.

There are three layouts. A narrow page shows one part of the board at a time: upright above a sheet with the decision, on its side with the decision at the right.
So do tablets, on which it is always at the right, and windows that are as narrow; a high one has the street in rows. Others have the whole board in one window: a
wide page with the tracks above the street, a medium one, which is lower, with small tracks in the sidebar.

The tracks stand one below the other (``--stacked``), or have a line each (``--compact``); where there is room below the decision of a narrow page, they are always in
sight (``--beside``).

The other names say how much room a layout has: tall phones, whole boards with tabs in the sidebar, the widths up to which words are left out or stand closer, and
heights.
"""
VISUALLY_HIDDEN = "position: absolute; width: 1px; height: 1px; min-height: 0; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;"
"""What ``@apply --visually-hidden;`` stands for: words for screen readers, which a layout has no room for."""
NAMED = re.compile(r"\((--[a-z]+)\)")


def frame_sheet() -> str:
    """Returns a class for each frame of the picture: ``.frame-7 { --frame: 7; }``."""
    return "@layer components {\n" + "\n".join(f".frame-{frame} {{ --frame: {frame}; }}" for frame in range(1, MOST_FRAMES + 1)) + "\n}\n"


MADE = {GEOMETRY: style_sheet, FRAMES: frame_sheet}
"""Sheets that are no files, with what makes them."""


def join_sheets(sheets: tuple[str, ...]) -> str:
    """Returns the style sheets one after the other, with what is named filled in."""
    found = files("static")
    return "".join(MADE[sheet]() if sheet in MADE else with_named(found[sheet].read_text("utf-8")) for sheet in sheets)


def with_named(sheet: str) -> str:
    """Returns a style sheet with named conditions and ``VISUALLY_HIDDEN`` filled in; KeyError for an unknown condition."""
    conditions = re.sub(r"@media [^{]+", lambda query: NAMED.sub(lambda name: f"({BREAKPOINTS[name[1]]})", query[0]), sheet)
    return conditions.replace("@apply --visually-hidden;", VISUALLY_HIDDEN)
