"""The ratings of people: a list for each pool, as a page and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..context import get_context
from ..pages import answer, get_locale, render
from ..ratings import known_pools, pool_json, rating_facts
from .api import json_response

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``/ratings?pool=second-4``: the strongest people of a pool."""
    context, locale = get_context(request), get_locale(request)

    def text() -> str:
        return render(context, request, locale, "ratings.html", rating_facts(context, request.query_params.get("pool", ""), locale))

    return answer(request, locale, await context.read(text))


async def show_json(request: Request) -> Response:
    """``GET /api/ratings?pool=second-4``: the same; without ``pool`` that of the first one."""
    context = get_context(request)

    def work() -> dict[str, object]:
        pools, asked = known_pools(context), request.query_params.get("pool", "")
        return pool_json(context, asked if asked in pools else next(iter(pools), ""))

    return await json_response(request, lambda: context.read(work), 200)
