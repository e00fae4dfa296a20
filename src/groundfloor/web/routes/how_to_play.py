"""How to play, in five minutes: the page for newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.guide import guided_match
from groundfloor.guide.progress import facts
from groundfloor.presentation.board.purposes import area_purposes

from ..context import get_context
from ..pages import get_locale, page
from ..start_picture import start_picture

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``/how-to-play``."""
    game = guided_match("Player 1").game
    locale = get_locale(request)
    found: dict[str, object] = {
        "facts": facts(game, 0, None),
        "areas": area_purposes(game.ruleset, locale.words),
        "picture": start_picture(locale.language, locale.words, has_companies=False),
    }
    return page(get_context(request), request, "how_to_play.html", found)
