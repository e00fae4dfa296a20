"""The city of the day for programs (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...daily import OPPONENTS, RULESET, city_of_the_day, playable_day
from ...engine.match import hash_of
from ..context import get_context
from .api import json_response
from .day import MAX_LINES

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ..context import AppContext


async def show(request: Request) -> Response:
    """``GET /api/day/{day}``: the city of a day and its results; ``today`` is a day too."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(day_json, context, request.path_params["day"]), 200)


def day_json(context: AppContext, given: str) -> dict[str, object]:
    city = city_of_the_day(playable_day(given, context.host.today()))
    day = city.day.isoformat()
    rows = context.store.day_table("", day, city.revision, MAX_LINES)
    results = [{"opponent": row.opponent, "name": row.name, "total": row.total, "finished": row.finished} for row in rows]
    return {
        "day": day,
        "ruleset": RULESET,
        "revision": city.revision,
        "specialty": city.specialty,
        "opponents": list(OPPONENTS),
        "key_hash": hash_of(city.key),
        "results": results,
    }
