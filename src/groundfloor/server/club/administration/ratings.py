"""Ratings that administrators should look at: unlikely series, and what comes from games against newcomers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from groundfloor.results.ratings import LEAST_GAMES

from ...http.json_types import ApiStruct
from ..ratings.figures import (
    LEAST_NEWCOMERS,
    LEAST_SERIES,
    RECENT_GAMES,
    GainsFromNewcomers,
    UnlikelySeries,
    newcomer_gains,
    unlikely_series,
)

if TYPE_CHECKING:
    from ...context import AppContext


class RatingReview(ApiStruct, frozen=True):
    """The most unlikely series, the most unlikely first, and the accounts whose rating comes mostly from games against newcomers."""

    series: list[UnlikelySeries]
    newcomers: list[GainsFromNewcomers]
    few_games: Annotated[int, Meta(description="Newcomers have played fewer games of the pool than that.")]
    least_newcomers: Annotated[int, Meta(description="How many games against newcomers somebody has played at least.")]
    least_games: Annotated[int, Meta(description="How many games a series has at least.")]
    recent: Annotated[int, Meta(description="Of so many games of each pool, the last ones.")]


def ratings(context: AppContext, query: Mapping[str, str]) -> RatingReview:
    """Returns the ratings that an administrator should look at."""
    return RatingReview(
        series=unlikely_series(context),
        newcomers=newcomer_gains(context),
        few_games=LEAST_GAMES,
        least_newcomers=LEAST_NEWCOMERS,
        least_games=LEAST_SERIES,
        recent=RECENT_GAMES,
    )
