"""Unlikely series of rated games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from ...http.json_types import Answer
from ..ratings.pages import LEAST_SERIES, RECENT_GAMES, UnlikelySeries, unlikely_series

if TYPE_CHECKING:
    from ...context import AppContext


class RatingSeries(Answer, frozen=True):
    """The most unlikely series, the most unlikely first."""

    series: list[UnlikelySeries]
    least_games: Annotated[int, Meta(description="How many games a series has at least.")]
    recent: Annotated[int, Meta(description="Of so many games of each pool, the last ones.")]


def ratings(context: AppContext, query: Mapping[str, str]) -> RatingSeries:
    """Returns the most unlikely series of rated games between two accounts."""
    return RatingSeries(series=unlikely_series(context), least_games=LEAST_SERIES, recent=RECENT_GAMES)
