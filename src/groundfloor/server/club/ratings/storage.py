"""Ratings of accounts, a row for each player of each game that counts, in the order in which the games of a pool ended.

A change of a pool locks its row first: several processes add games one after the other. A rating depends on the results before it and on nothing
else: ``recompute`` gives the same figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby, permutations
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, case, delete, false, func, insert, select, tuple_, update

from groundfloor.results.ratings import MEAN, Rating, rate, weights_of

from ...database import schema as s
from ...database.database import INSERTS, from_row, reads, reads_once, writes
from .rows import NewcomerGains, RatedGames, RatedPerson, RatingRow, Series, SeriesGame

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import ColumnElement, Connection, Select

    from ...database.rows import RatedGame

ROW = s.ratings.c
UPDATE = (
    update(s.ratings)
    .where(ROW.pool == bindparam("of_pool"), ROW.number == bindparam("of_number"), ROW.account == bindparam("of_account"))
    .values(
        weight=bindparam("new_weight"), mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), games=bindparam("new_games"), is_last=false()
    )
)


def add(connection: Connection, game: int, rated: RatedGame) -> None:
    """Adds a game that has ended to its pool."""
    number = _lock(connection, rated.pool, 1)
    last = (ROW.pool == rated.pool, ROW.account.in_(rated.ranks), ROW.is_last)
    before = {row.account: row for row in connection.execute(select(s.ratings).where(*last))}
    met = _met(connection, rated.pool, ROW.account.in_(rated.ranks))
    connection.execute(update(s.ratings).where(*last).values(is_last=False))
    is_private = connection.execute(select(s.games.c.is_private).where(s.games.c.id == game)).scalar_one()
    ratings = {account: Rating(row.mu, row.sigma) for account, row in before.items()}
    weights = weights_of(rated.ranks, ratings, met, rated.left, is_private=is_private)
    after = rate(ratings, rated.ranks, weights)
    rows = [
        {
            "pool": rated.pool,
            "number": number,
            "account": account,
            "game": game,
            "rank": rated.ranks[account],
            "weight": weights[account],
            "mu": rating.mu,
            "sigma": rating.sigma,
            "games": before[account].games + 1 if account in before else 1,
            "is_last": True,
        }
        for account, rating in after.items()
    ]
    connection.execute(insert(s.ratings), rows)


def remove(connection: Connection, games: Collection[int]) -> None:
    """Removes games, and recomputes the later ratings of their pools."""
    chosen = select(ROW.pool, func.min(ROW.number).label("first")).where(ROW.game.in_(games)).group_by(ROW.pool).order_by(ROW.pool)
    for row in connection.execute(chosen).all():
        _lock(connection, row.pool)
        connection.execute(delete(s.ratings).where(ROW.pool == row.pool, ROW.game.in_(games)))
        recompute(connection, row.pool, row.first)


def recompute(connection: Connection, pool: str, first: int = 0) -> int:
    """Recomputes the ratings of a pool from its results, from the game with the number ``first`` on; returns how many games that were."""
    _lock(connection, pool)
    ratings: dict[str, Rating] = {}
    counts: dict[str, int] = {}
    before = (
        select(ROW.account, func.max(ROW.number).label("number"))
        .where(ROW.pool == pool, ROW.number < first)
        .group_by(ROW.account)
        .subquery()
    )
    same = and_(ROW.pool == pool, ROW.account == before.c.account, ROW.number == before.c.number)
    for row in connection.execute(select(s.ratings).join(before, same)):
        ratings[row.account], counts[row.account] = Rating(row.mu, row.sigma), row.games
    met = _met(connection, pool, ROW.number < first)
    seat = s.seat_accounts.c
    results = (
        select(ROW.number, ROW.account, ROW.rank, s.games.c.is_private, seat.departure, seat.departed_in)
        .join(s.games, s.games.c.id == ROW.game)
        .outerjoin(s.seat_accounts, and_(seat.game == ROW.game, seat.account == ROW.account))
    )
    chosen = results.where(ROW.pool == pool, ROW.number >= first).order_by(ROW.number)
    games = 0
    for number, group in groupby(connection.execute(chosen).all(), key=lambda row: int(row.number)):
        players = list(group)
        ranks = {row.account: row.rank for row in players}
        left = {row.account: row.departed_in for row in players if row.departure}
        weights = weights_of(ranks, ratings, met, left, is_private=players[0].is_private)
        after = rate(ratings, ranks, weights)
        for one, other in permutations(ranks, 2):
            met[one][other] += 1
        ratings |= after
        counts |= {account: counts.get(account, 0) + 1 for account in after}
        new = [
            {
                "of_pool": pool,
                "of_number": number,
                "of_account": account,
                "new_weight": weights[account],
                "new_mu": rating.mu,
                "new_sigma": rating.sigma,
                "new_games": counts[account],
            }
            for account, rating in after.items()
        ]
        connection.execute(UPDATE, new)
        games += 1
    other = s.ratings.alias()
    last = select(func.max(other.c.number)).where(other.c.pool == pool, other.c.account == ROW.account).scalar_subquery()
    connection.execute(update(s.ratings).where(ROW.pool == pool).values(is_last=ROW.number == last))
    return games


@writes
def recompute_all(connection: Connection) -> dict[str, int]:
    """Recomputes the ratings of all pools; returns how many games each has."""
    return {pool: recompute(connection, pool) for pool in pools(connection)}


@reads_once
def pools(connection: Connection) -> list[str]:
    return list(connection.execute(select(s.rating_pools.c.pool).order_by(s.rating_pools.c.pool)).scalars())


@reads_once
def strongest(connection: Connection, pool: str, least: int, most: int) -> list[RatedPerson]:
    """Returns the people of a pool who have played at least that many games there, the strongest first, without deleted accounts."""
    chosen = (
        select(s.accounts.c.name, ROW.mu, ROW.sigma, ROW.games)
        .join(s.accounts, s.accounts.c.id == ROW.account)
        .where(ROW.pool == pool, ROW.is_last, ROW.games >= least)
        .order_by(ROW.mu.desc(), ROW.account)
        .limit(most)
    )
    return [RatedPerson(*row) for row in connection.execute(chosen)]


@reads_once
def of_account(connection: Connection, account: str) -> list[RatingRow]:
    """Returns the last rating of an account in each pool in which it has played."""
    return _rows(connection, _chosen().where(ROW.account == account, ROW.is_last).order_by(ROW.pool))


@reads_once
def history(connection: Connection, account: str, pool: str, most: int) -> list[RatingRow]:
    """Returns the ratings of an account after its last games of a pool, the first of them first."""
    chosen = _chosen().where(ROW.account == account, ROW.pool == pool).order_by(ROW.games.desc()).limit(most)
    return _rows(connection, chosen)[::-1]


@reads_once
def of_game(connection: Connection, game_id: str) -> list[RatingRow]:
    """Returns what a game has made of the ratings of its players, by seats; nothing if it does not count."""
    return _rows(connection, _chosen().where(s.games.c.game_id == game_id).order_by(s.seat_accounts.c.seat))


@reads_once
def next_of_account(connection: Connection, account: str, last: RatingRow | None, most: int) -> list[RatingRow]:
    """Returns the ratings of an account after each of its games, by pool: those behind one of them (None: the first ones)."""
    chosen, order = _chosen().where(ROW.account == account), (ROW.pool, ROW.games)
    if last is not None:
        chosen = chosen.where(tuple_(*order) > (last.pool, last.games))
    return _rows(connection, chosen.order_by(*order).limit(most))


@reads
def rated_games(connection: Connection, account: str) -> RatedGames:
    """Returns how many rated games an account has begun, and what has become of them."""
    games, seats = s.games.c, s.seat_accounts.c
    is_over = and_(games.status == "over", games.rating == "rated")
    counts = [
        func.count(),
        func.count().filter(is_over, seats.departure == ""),
        func.count().filter(seats.departure == "left"),
        func.count().filter(seats.departure == "time"),
        func.count().filter(games.rating == "void"),
    ]
    chosen = select(*counts).select_from(s.seat_accounts.join(s.games)).where(seats.account == account, games.rating != "")
    return RatedGames(*map(int, connection.execute(chosen).one()))


@reads
def running_seats(connection: Connection, account: str) -> list[tuple[str, int]]:
    """Returns the rated games that an account plays and has not lost, each with its seat."""
    games, seats = s.games.c, s.seat_accounts.c
    chosen = select(games.game_id, seats.seat).join(s.games, games.id == seats.game)
    of_account = chosen.where(seats.account == account, seats.departure == "", games.rating == "rated", games.status == "running")
    return [(row.game_id, row.seat) for row in connection.execute(of_account.order_by(games.id))]


@reads_once
def one_sided_series(connection: Connection, least: int, recent: int, most: int) -> list[Series]:
    """Returns two people's games of a pool, at least so many among its ``recent`` games, where one has won most more often than the other; ``most`` of them."""
    other, number = s.ratings.alias(), s.rating_pools.c.number
    lead = func.sum(case((ROW.rank < other.c.rank, 1), (ROW.rank > other.c.rank, -1), else_=0))
    pairs = (
        select(ROW.pool, ROW.account, other.c.account.label("other"), func.max(number).label("number"))
        .join(s.rating_pools, s.rating_pools.c.pool == ROW.pool)
        .join(other, and_(other.c.pool == ROW.pool, other.c.number == ROW.number, other.c.account != ROW.account))
        .where(ROW.number > number - recent)
        .group_by(ROW.pool, ROW.account, other.c.account)
        .having(func.count() >= least, lead > 0)
        .order_by(lead.desc(), ROW.pool, ROW.account, other.c.account)
        .limit(most)
    )
    rows = connection.execute(pairs).all()
    people = {account for row in rows for account in (row.account, row.other)}
    chosen = select(s.accounts.c.id, s.accounts.c.name).where(s.accounts.c.id.in_(people))
    names = {row.id: row.name for row in connection.execute(chosen)}
    return [
        Series(
            row.pool,
            row.account,
            names.get(row.account, ""),
            row.other,
            names.get(row.other, ""),
            tuple(_series_games(connection, row.pool, row.account, row.other, row.number - recent)),
        )
        for row in rows
    ]


@reads_once
def gains_from_newcomers(connection: Connection, few: int, least: int, recent: int, most: int, most_games: int) -> list[NewcomerGains]:
    """Returns accounts that have gained most of their rating from people who have played fewer than ``few`` games of the pool, in ``least`` games at least among its ``recent`` ones.

    Those who have gained most so come first, ``most`` of them, with ``most_games`` games of each.
    """
    games = _gains(few, recent).subquery()
    gain, share, left = games.c.gain, games.c.share, games.c.left
    from_newcomers = func.sum(gain * share)
    sums = select(
        games.c.pool,
        games.c.account,
        func.sum(gain).label("gained"),
        from_newcomers.label("from_newcomers"),
        func.count().filter(share > 0).label("count"),
        func.sum(left).label("left"),
    ).group_by(games.c.pool, games.c.account)
    sums = sums.having(func.count().filter(share > 0) >= least, from_newcomers > func.sum(gain) / 2)
    largest = sums.order_by(from_newcomers.desc(), games.c.pool, games.c.account).limit(most).subquery()
    chosen = (
        select(largest, s.accounts.c.name, ROW.mu, ROW.sigma, ROW.games)
        .join(s.accounts, s.accounts.c.id == largest.c.account)
        .join(s.ratings, and_(ROW.pool == largest.c.pool, ROW.account == largest.c.account, ROW.is_last))
        .order_by(largest.c.from_newcomers.desc(), largest.c.pool, largest.c.account)
    )
    listed = select(s.games.c.game_id, s.games.c.moved).join(games, games.c.game == s.games.c.id).where(share > 0)
    listed = listed.order_by(games.c.number.desc()).limit(most_games)
    gains = []
    for row in connection.execute(chosen).all():
        shown = listed.where(games.c.pool == row.pool, games.c.account == row.account)
        ended = tuple((game.game_id, game.moved) for game in connection.execute(shown))
        gains.append(from_row(NewcomerGains, row, newcomer_games=ended))
    return gains


def _gains(few: int, recent: int) -> Select[Any]:
    """Returns the statement for games in which somebody has gained: what, which ``share`` of those behind them have played fewer than ``few`` games of the pool, and whether one of these ``left``."""
    before, other, newest, seat = s.ratings.alias(), s.ratings.alias(), s.ratings.alias(), s.seat_accounts.c
    gain, is_newcomer = ROW.mu - func.coalesce(before.c.mu, MEAN), newest.c.games < few
    return (
        select(
            ROW.pool,
            ROW.number,
            ROW.account,
            ROW.game,
            gain.label("gain"),
            func.avg(case((is_newcomer, 1.0), else_=0.0)).label("share"),
            func.max(case((and_(is_newcomer, seat.departure != ""), 1), else_=0)).label("left"),
        )
        .join(s.rating_pools, s.rating_pools.c.pool == ROW.pool)
        .outerjoin(before, and_(before.c.account == ROW.account, before.c.pool == ROW.pool, before.c.games == ROW.games - 1))
        .join(other, and_(other.c.pool == ROW.pool, other.c.number == ROW.number, other.c.rank > ROW.rank))
        .join(newest, and_(newest.c.account == other.c.account, newest.c.pool == other.c.pool, newest.c.is_last))
        .outerjoin(s.seat_accounts, and_(seat.game == other.c.game, seat.account == other.c.account))
        .where(ROW.number > s.rating_pools.c.number - recent, gain > 0)
        .group_by(ROW.pool, ROW.number, ROW.account, ROW.game, gain)
    )


def _series_games(connection: Connection, pool: str, winner: str, loser: str, after: int) -> Iterator[SeriesGame]:
    """Yields the games of a series with a number above ``after``, in their order."""
    other, before, other_before = s.ratings.alias(), s.ratings.alias(), s.ratings.alias()
    chosen = (
        select(
            ROW.rank,
            other.c.rank.label("other_rank"),
            before.c.mu,
            before.c.sigma,
            other_before.c.mu.label("o_mu"),
            other_before.c.sigma.label("o_sigma"),
        )
        .join(other, and_(other.c.pool == ROW.pool, other.c.number == ROW.number, other.c.account == loser))
        .outerjoin(before, and_(before.c.account == ROW.account, before.c.pool == ROW.pool, before.c.games == ROW.games - 1))
        .outerjoin(
            other_before,
            and_(other_before.c.account == loser, other_before.c.pool == ROW.pool, other_before.c.games == other.c.games - 1),
        )
        .where(ROW.pool == pool, ROW.account == winner, ROW.number > after)
        .order_by(ROW.number)
    )
    for row in connection.execute(chosen):
        yield SeriesGame(
            None if row.mu is None else (row.mu, row.sigma),
            None if row.o_mu is None else (row.o_mu, row.o_sigma),
            (row.rank < row.other_rank) - (row.rank > row.other_rank),
        )


def _met(connection: Connection, pool: str, which: ColumnElement[bool]) -> defaultdict[str, Counter[str]]:
    """Returns how often accounts have met whom in ``which`` rows of a pool."""
    other = s.ratings.alias()
    pairs = (
        select(ROW.account, other.c.account.label("other"), func.count().label("games"))
        .join(other, and_(other.c.pool == ROW.pool, other.c.number == ROW.number, other.c.account != ROW.account))
        .where(ROW.pool == pool, which)
        .group_by(ROW.account, other.c.account)
    )
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in connection.execute(pairs):
        met[row.account][row.other] = row.games
    return met


def _lock(connection: Connection, pool: str, added: int = 0) -> int:
    """Locks a pool, and counts games that are added; returns the number of the last one."""
    statement = INSERTS[connection.dialect.name](s.rating_pools).values(pool=pool, number=added)
    changed = statement.on_conflict_do_update(index_elements=[s.rating_pools.c.pool], set_={"number": s.rating_pools.c.number + added})
    return int(connection.execute(changed.returning(s.rating_pools.c.number)).scalar_one())


def _chosen() -> Select[tuple[object, ...]]:
    """Returns the statement for rows with what their games say, and the rows before them."""
    before = s.ratings.alias("before")
    return (
        select(
            s.ratings,
            s.games.c.game_id,
            s.games.c.moved,
            s.seat_accounts.c.seat,
            before.c.mu.label("old_mu"),
            before.c.sigma.label("old_sigma"),
        )
        .join(s.games, s.games.c.id == ROW.game)
        .join(s.seat_accounts, and_(s.seat_accounts.c.game == ROW.game, s.seat_accounts.c.account == ROW.account))
        .outerjoin(before, and_(before.c.account == ROW.account, before.c.pool == ROW.pool, before.c.games == ROW.games - 1))
    )


def _rows(connection: Connection, chosen: Select[tuple[object, ...]]) -> list[RatingRow]:
    return [
        from_row(
            RatingRow, row, game=row.game_id, finished=row.moved, before=(row.old_mu, row.old_sigma) if row.old_mu is not None else None
        )
        for row in connection.execute(chosen)
    ]
