"""How to play, in five minutes: the page for newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.guide import guided_match
from groundfloor.guide.facts import facts
from groundfloor.presentation.board.purposes import area_purposes

from ..context import get_context
from ..pages import get_locale, page

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``/how-to-play``."""
    game = guided_match("Player 1").game
    found: dict[str, object] = {"facts": facts(game, 0, None), "areas": area_purposes(game.ruleset, get_locale(request).words)}
    return page(get_context(request), request, "how_to_play.html", found)
