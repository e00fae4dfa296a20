"""How to play, in five minutes: the page for newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.guide import guided_match
from groundfloor.guide.facts import facts

from ..context import get_context
from ..pages import get_locale, page

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``/how-to-play``."""
    game = guided_match("Player 1").game
    found: dict[str, object] = {"facts": facts(game, 0, None), "areas": areas(get_locale(request).words)}
    return page(get_context(request), request, "how_to_play.html", found)


def areas(words: NullTranslations) -> list[tuple[str, str, str]]:
    """Returns letter, id and purpose of each building of the city."""
    _ = words.gettext
    purposes = {
        "consulting_firm": _("Book a meeting; next round it pays 10 info if its row is booked again."),
        "advertising_agency": _("Choose one of three ways to advertise, and grow more popular."),
        "marketing_bonus": _("Everybody but the least popular takes a small gift (not with two players)."),
        "warehouse": _("Fetch supply, for money or for info."),
        "factory": _("Make a product of supply, and name its price."),
        "stock_exchange": _("Buy a share, let it rise with the forecast, and sell it."),
        "economic_forecast": _("Shows how many consumers come and how many people lose their jobs."),
        "retail_outlets": _("Consumers buy where prices are lowest, there from the most popular company; what is unsold drops in price."),
        "construction_company": _("Buy an office or a floor for your company."),
    }
    ids = [area.id for area in ruleset("second").areas]
    return [(chr(ord("A") + place), id, purposes[id]) for place, id in enumerate(ids)]
