"""The lists of ratings, as a page and over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from groundfloor.presentation.results.ratings import pool_order, pool_title
from groundfloor.results.ratings import LEAST_GAMES, LEAST_OPPONENTS, REPEATS, WHOLE_ROUNDS

from ...http.handlers import json_view, page, store_of
from ...http.json_types import ApiStruct
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import Route, on_server
from . import storage as rating_storage
from .figures import RatedPlayer, listed_people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request


class Ratings(ApiStruct, frozen=True):
    """The list of a pool, and all pools in which games have been played."""

    pools: list[str]
    pool: str
    least_games: Annotated[int, Meta(description="After how many games of the pool somebody is in the list.")]
    people: list[RatedPlayer]


@page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/ratings?pool=second-4``: the strongest people of a pool, else of the first one."""
    translations, (pools, pool) = get_locale(request).translations, asked_pool(request)
    return render(
        request,
        "ratings.html",
        pools=[(name, pool_title(name, translations)) for name in pools],
        pool=pool,
        pool_name=pool_title(pool, translations) if pool else "",
        people=listed_people(get_context(request), pool) if pool else [],
        least_games=LEAST_GAMES,
        least_opponents=LEAST_OPPONENTS,
        repeats=REPEATS,
        whole_rounds=WHOLE_ROUNDS,
    )


@json_view
def as_json(request: Request) -> Ratings:
    """Returns the strongest people of a pool, else of the first one."""
    pools, pool = asked_pool(request)
    return Ratings(pools=pools, pool=pool, least_games=LEAST_GAMES, people=listed_people(get_context(request), pool))


def asked_pool(request: Request) -> tuple[list[str], str]:
    """Returns the pools in which games have been played, in the order of lists, and the one that is asked for, else the first."""
    pools, asked = sorted(rating_storage.pools(store_of(request)), key=pool_order), request.query_params.get("pool", "")
    return pools, asked if asked in pools else next(iter(pools), "")


ROUTES = on_server(
    Route("GET /ratings", show, "The strongest people of a pool.", query=("pool",)),
    Route("GET /api/ratings", as_json, "The strongest people of a pool.", query=("pool",)),
)
