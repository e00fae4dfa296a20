"""What pages and the API tell of ratings: the list of a pool, those of one person, and what a game has changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

from babel.numbers import format_percent
from msgspec import Meta

from groundfloor.presentation.results.ratings import RatingChart, change_of, change_text, figure_text, pool_order, pool_title, rating_chart
from groundfloor.presentation.results.words import date_of
from groundfloor.results.ratings import LEAST_GAMES, POINTS, Rating, pool_of, series_chance, win_chance

from ...game.club import RatingChange
from ...http.json_types import ApiStruct, Time
from . import storage as rating_storage

if TYPE_CHECKING:
    from datetime import tzinfo

    from ...context import AppContext
    from ...database.store import Store
    from ...http.rendering import RequestLocale
    from .rows import RatedPerson, RatingRow, Series

MAX_LISTED = 200
"""People in the list of a pool."""
LEAST_SERIES, RECENT_GAMES = 5, 2_000
"""Games of a series that administrators see, and how many of the last games of a pool are searched for such series."""
MAX_CANDIDATES, MAX_SERIES = 40, 20
"""Series whose chance is computed, and those that are shown."""
LEAST_NEWCOMERS = 3
"""Games against people with fewer than ``LEAST_GAMES`` games from which on administrators see who has gained most by such."""
MAX_GAINS, MAX_NEWCOMER_GAMES = 20, 12
"""Accounts with such gains that are shown, and games of each."""
MAX_HISTORY = 50
"""Games of a pool in the chart of a person."""


def rating_figure(store: Store, account: str, ruleset: str, people: int) -> int:
    """Returns the rating of an account for games of so many people with a ruleset; that of a newcomer if it has none yet."""
    found = next((row for row in rating_storage.of_account(store, account) if row.pool == pool_of(ruleset, people)), None)
    return (Rating() if found is None else Rating(found.mu, found.sigma)).figure


class RatedPlayer(ApiStruct, frozen=True):
    """A line of the list of a pool. People with the same rating share a rank."""

    rank: int
    name: str
    rating: int
    margin: int
    games: int


@dataclass(frozen=True)
class RatedGameLine:
    """A game in the history of a rating: its address, rank, what it has made of the figure, and how much it counts in percent."""

    date: str
    link: str
    rank: int
    figure: int
    change: str
    weight: str


@dataclass(frozen=True)
class PersonRating:
    """The rating of a person in a pool, with its history."""

    pool: str
    title: str
    figure: str
    games: int
    chart: RatingChart
    lines: tuple[RatedGameLine, ...]


@dataclass(frozen=True)
class SeatChange:
    """The figure of a seat after a game, and by how much it has changed, in words."""

    figure: int
    change: str


def rating_of(row: RatingRow | RatedPerson) -> Rating:
    return Rating(row.mu, row.sigma)


def rating_before(row: RatingRow) -> Rating:
    return Rating(*row.before) if row.before is not None else Rating()


def change_in(row: RatingRow) -> int:
    return change_of(rating_before(row), rating_of(row))


def listed_people(context: AppContext, pool: str) -> list[RatedPlayer]:
    """Returns the list of a pool, the strongest first."""
    people: list[RatedPlayer] = []
    for number, row in enumerate(rating_storage.strongest(context.store, pool, LEAST_GAMES, MAX_LISTED), 1):
        rating = rating_of(row)
        is_tied = bool(people) and people[-1].rating == rating.figure
        rank = people[-1].rank if is_tied else number
        people.append(RatedPlayer(rank=rank, name=row.name, rating=rating.figure, margin=rating.margin, games=row.games))
    return people


def ratings_of_person(context: AppContext, account: str, locale: RequestLocale, zone: tzinfo) -> list[PersonRating]:
    ratings = []
    for row in sorted(rating_storage.of_account(context.store, account), key=lambda game: pool_order(game.pool)):
        history = rating_storage.history(context.store, account, row.pool, MAX_HISTORY)
        lines = tuple(
            RatedGameLine(
                date_of(game.finished, locale.language, zone),
                f"/g/{game.game}",
                game.rank,
                rating_of(game).figure,
                change_text(change_in(game)),
                format_percent(game.weight, locale=locale.language),
            )
            for game in reversed(history)
        )
        chart = rating_chart([rating_before(history[0]).figure, *(rating_of(game).figure for game in history)])
        ratings.append(
            PersonRating(row.pool, pool_title(row.pool, locale.translations), figure_text(rating_of(row)), row.games, chart, lines)
        )
    return ratings


class RatingInPool(ApiStruct, frozen=True):
    """The rating of somebody in a pool, after how many of its games. In nineteen of twenty cases their strength is at most `margin` points away."""

    pool: str
    rating: int
    margin: int
    games: int


def person_ratings(context: AppContext, account: str) -> list[RatingInPool]:
    """Returns the ratings of an account as the API tells them."""
    rows = sorted(rating_storage.of_account(context.store, account), key=lambda row: pool_order(row.pool))
    return [
        RatingInPool(pool=row.pool, rating=rating.figure, margin=rating.margin, games=row.games)
        for row in rows
        for rating in (rating_of(row),)
    ]


def seat_changes(context: AppContext, game_id: str) -> dict[int, SeatChange]:
    """Returns the rating changes of a finished game, by seats; nothing for a game that does not count."""
    rows = rating_storage.of_game(context.store, game_id)
    return {row.seat: SeatChange(rating_of(row).figure, change_text(change_in(row))) for row in rows}


def rating_changes(context: AppContext, game_id: str) -> list[RatingChange]:
    """Returns what a finished game has changed, as the API tells it."""
    rows = rating_storage.of_game(context.store, game_id)
    return [
        RatingChange(
            seat=row.seat + 1,
            pool=row.pool,
            rating=rating.figure,
            margin=rating.margin,
            change=change_in(row),
            weight=row.weight,
            games=row.games,
        )
        for row in rows
        for rating in (rating_of(row),)
    ]


class UnlikelySeries(ApiStruct, frozen=True):
    """Rated games of two accounts in a pool, of which the `winner` has won more: the chance of at least so many wins by the ratings before each game."""

    pool: str
    winner: str
    winner_name: str
    loser: str
    loser_name: str
    games: int
    won: int
    lost: int
    chance: Annotated[float, Meta(ge=0, le=1)]


def unlikely_series(context: AppContext) -> list[UnlikelySeries]:
    """Returns the most unlikely series of rated games, as administrators see them, the most unlikely first."""
    candidates = [
        judged_series(series) for series in rating_storage.one_sided_series(context.store, LEAST_SERIES, RECENT_GAMES, MAX_CANDIDATES)
    ]
    return sorted(candidates, key=attrgetter("chance"))[:MAX_SERIES]


class GameOfNewcomer(ApiStruct, frozen=True):
    game: str
    finished: Time


class GainsFromNewcomers(ApiStruct, frozen=True):
    """An account whose rating in a pool comes mostly from games against people who have played few there: which `share` of what it has gained, in how many `newcomer_games`, and how many of these a newcomer has lost by leaving (`left`).

    `games` are the last of them.
    """

    pool: str
    account: str
    name: str
    rating: int
    margin: int
    all_games: int
    newcomer_games: int
    left: int
    gained: int
    share: Annotated[float, Meta(ge=0, le=1)]
    games: list[GameOfNewcomer]


def newcomer_gains(context: AppContext) -> list[GainsFromNewcomers]:
    """Returns whose rating comes mostly from games against newcomers, as administrators see them, those who have gained most in this way first."""
    rows = rating_storage.gains_from_newcomers(context.store, LEAST_GAMES, LEAST_NEWCOMERS, RECENT_GAMES, MAX_GAINS, MAX_NEWCOMER_GAMES)
    return [
        GainsFromNewcomers(
            pool=row.pool,
            account=row.account,
            name=row.name,
            rating=Rating(row.mu, row.sigma).figure,
            margin=Rating(row.mu, row.sigma).margin,
            all_games=row.games,
            newcomer_games=row.count,
            left=row.left,
            gained=round(POINTS * row.from_newcomers),
            share=min(row.from_newcomers / row.gained, 1.0),
            games=[GameOfNewcomer(game=game, finished=at) for game, at in row.newcomer_games],
        )
        for row in rows
    ]


def judged_series(series: Series) -> UnlikelySeries:
    """Returns a series with the chance of at least so many wins, by the ratings that both had before each game."""

    def rating(figures: tuple[float, float] | None) -> Rating:
        return Rating(*figures) if figures is not None else Rating()

    ahead = Counter(game.ahead for game in series.games)
    chances = [win_chance(rating(game.winner), rating(game.loser)) for game in series.games]
    return UnlikelySeries(
        pool=series.pool,
        winner=series.winner,
        winner_name=series.winner_name,
        loser=series.loser,
        loser_name=series.loser_name,
        games=len(series.games),
        won=ahead[1],
        lost=ahead[-1],
        chance=series_chance(chances, ahead[1]),
    )
