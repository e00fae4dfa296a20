"""Ratings on disk: the same figures whether games are added one by one or computed anew, also by several processes and after a removal."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from threading import Barrier
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from groundfloor.results.ratings import Rating, rate, weights_of
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.ratings import storage as ratings
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import schema as s
from groundfloor.server.database.database import reading, writing
from groundfloor.server.database.rows import AccountRow, Change, RatedGame, SessionRow, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.game.storage import transactions
from tests.support.stores import game_row, new_game, of_lobby, save

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sqlalchemy import Connection

PEOPLE = ("ann", "ben", "cem", "dan", "eve")
AT = "2030-01-01T00:00:00+00:00"
OVER = Summary("over", 1, -1, 6, 6)


def add_game(store: Store, game_id: str, accounts: tuple[str, ...] = ("ann", "ben"), *, is_private: bool = False) -> None:
    transactions.add_game(
        store, WholeClub(), replace(of_lobby(new_game(game_id), dict(enumerate(accounts)), "rated"), is_private=is_private)
    )


def end(store: Store, game_id: str, ranks: dict[str, int], pool: str = "second-2") -> None:
    save(store, game_id, Change(AT, 2, OVER, rated=RatedGame(pool, ranks)))


def rows(connection: Connection) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(select(s.ratings).order_by(s.ratings.c.pool, s.ratings.c.number, s.ratings.c.account))]


@st.composite
def rated_games(draw: st.DrawFn) -> RatedGame:
    players = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=5, unique=True))
    left = draw(st.dictionaries(st.sampled_from(("ann", "ben")), st.integers(1, 6)))
    pool, ranks = draw(st.sampled_from(["second-2", "first-4"])), {player: draw(st.integers(1, len(players))) for player in players}
    return RatedGame(pool, ranks, {player: round for player, round in left.items() if player in ranks})


def depart(connection: Connection, game: int, left: Mapping[str, int]) -> None:
    """Stores who has left a game, and in which round."""
    seat = s.seat_accounts.c
    for account, round in left.items():
        left_now = s.seat_accounts.update().where(seat.game == game, seat.account == account).values(departure="left", departed_in=round)
        assert connection.execute(left_now).rowcount == 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(played=st.lists(rated_games(), min_size=1, max_size=12), data=st.data())
def test_computing_anew_gives_figures_of_adding_one_by_one(store: Store, played: list[RatedGame], data: st.DataObject) -> None:
    with writing(store.engine) as connection:
        for table in (s.ratings, s.rating_pools, s.games):
            connection.execute(delete(table))
    for number in range(len(played)):
        add_game(store, f"g{number}", is_private=number % 3 == 0)
    with writing(store.engine) as connection:
        ids = list(connection.execute(select(s.games.c.id).order_by(s.games.c.id)).scalars())
        for game, rated in zip(ids, played, strict=True):
            depart(connection, game, rated.left)
            ratings.add(connection, game, rated)
        added = rows(connection)
        connection.execute(s.ratings.update().values(weight=-1.0, mu=0.0, sigma=1.0, games=0, is_last=False))
        assert ratings.recompute_all(connection) == Counter(sorted(rated.pool for rated in played))
        assert rows(connection) == added
        for pool in {rated.pool for rated in played}:
            assert ratings.recompute(connection, pool, data.draw(st.integers(0, 13))) >= 0
        assert rows(connection) == added
        expected: dict[tuple[str, str], Rating] = {}
        met: dict[str, dict[str, Counter[str]]] = {rated.pool: {account: Counter() for account in PEOPLE} for rated in played}
        for number, rated in enumerate(played):
            known = {account: expected[rated.pool, account] for account in rated.ranks if (rated.pool, account) in expected}
            weights = weights_of(rated.ranks, known, met[rated.pool], rated.left, is_private=number % 3 == 0)
            expected |= {(rated.pool, account): rating for account, rating in rate(known, rated.ranks, weights).items()}
            for one, other in permutations(rated.ranks, 2):
                met[rated.pool][one][other] += 1
        last = connection.execute(select(s.ratings).where(s.ratings.c.is_last))
        assert {(row.pool, row.account): Rating(row.mu, row.sigma) for row in last} == expected


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(played=st.lists(rated_games(), min_size=1, max_size=10), data=st.data())
def test_removed_game_leaves_figures_of_the_others(store: Store, played: list[RatedGame], data: st.DataObject) -> None:
    with writing(store.engine) as connection:
        for table in (s.ratings, s.rating_pools, s.games):
            connection.execute(delete(table))
    for number in range(len(played)):
        add_game(store, f"g{number}")
    away = data.draw(st.integers(0, len(played) - 1))
    figures = (
        s.ratings.c.pool,
        s.ratings.c.game,
        s.ratings.c.account,
        s.ratings.c.weight,
        s.ratings.c.mu,
        s.ratings.c.sigma,
        s.ratings.c.games,
        s.ratings.c.is_last,
    )
    chosen = select(*figures).order_by(s.ratings.c.game, s.ratings.c.account)
    with writing(store.engine) as connection:
        ids = list(connection.execute(select(s.games.c.id).order_by(s.games.c.id)).scalars())
        for game, rated in zip(ids, played, strict=True):
            depart(connection, game, rated.left)
            if game != ids[away]:
                ratings.add(connection, game, rated)
        without = [tuple(row) for row in connection.execute(chosen)]
        connection.execute(delete(s.ratings))
        for game, rated in zip(ids, played, strict=True):
            ratings.add(connection, game, rated)
        ratings.remove(connection, [ids[away]])
        assert [tuple(row) for row in connection.execute(chosen)] == without


def test_games_that_end_at_the_same_moment_count_one_after_the_other(where: Path | str) -> None:
    with Store(where) as first, Store(where, is_one_of_several=True) as second:
        for number in range(6):
            add_game(first, f"g{number}")
        barrier = Barrier(2)

        def end_some(store: Store, games: range) -> None:
            barrier.wait()
            for number in games:
                end(store, f"g{number}", {"ann": 1, "ben": 2})

        with ThreadPoolExecutor(2) as pool:
            for future in [pool.submit(end_some, first, range(3)), pool.submit(end_some, second, range(3, 6))]:
                future.result()
        with writing(first.engine) as connection:
            added = rows(connection)
            ratings.recompute_all(connection)
            assert rows(connection) == added
        assert [each.games for each in ratings.history(first, "ann", "second-2", 10)] == [1, 2, 3, 4, 5, 6]
        found = ratings.of_account(first, "ann")
        assert [(each.games, each.rank) for each in found] == [(6, 1)] and found[0].mu > 25


def test_game_tells_what_it_changed(store: Store) -> None:
    for number in range(2):
        add_game(store, f"g{number}")
        end(store, f"g{number}", {"ann": 1, "ben": 2})
    ann, ben = ratings.of_game(store, "g1")
    assert (ann.seat, ann.account, ben.seat, ben.account) == (0, "ann", 1, "ben")
    assert ann.before is not None and ann.before[0] < ann.mu
    assert ratings.of_game(store, "g0")[0].before is None and ratings.of_game(store, "other") == []


def test_game_knows_its_accounts(store: Store) -> None:
    add_game(store, "rated")
    transactions.add_game(store, WholeClub(), new_game("other"))
    rated, other = stored_games.find(store, "rated"), stored_games.find(store, "other")
    assert rated is not None and (rated.table.rating, rated.table.accounts) == ("rated", {0: "ann", 1: "ben"})
    assert other is not None and (other.table.rating, other.table.accounts) == ("", {})
    save(store, "rated", Change(AT, 2, rated.summary), lambda table: replace(table, rating="void"))
    void = game_row(store, "rated")
    assert (void.table.rating, void.table.accounts) == ("void", {0: "ann", 1: "ben"})


def test_list_has_people_with_enough_games_without_deleted_accounts(store: Store) -> None:
    accounts = [AccountRow(name, name.capitalize(), name, "", AT) for name in ("ann", "ben")]
    for account in accounts:
        log_in_storage.add_account(store, account, [f"code-{account.id}"], SessionRow(f"token-{account.id}", account.id, "", AT, AT))
    for number in range(3):
        add_game(store, f"g{number}", ("ann", "ben", "cem"))
        end(store, f"g{number}", {"ann": 2, "ben": 1, "cem": 3})
    assert [each.name for each in ratings.strongest(store, "second-2", 3, 10)] == ["Ben", "Ann"]
    assert ratings.strongest(store, "second-2", 4, 10) == [] == ratings.strongest(store, "first-2", 1, 10)
    assert ratings.pools(store) == ["second-2"]
    before = ratings.of_account(store, "ann")
    log_in_storage.delete_account(store, accounts[1], "Former player")
    assert [each.name for each in ratings.strongest(store, "second-2", 3, 10)] == ["Ann"]
    assert ratings.of_account(store, "ann") == before and len(ratings.of_account(store, "ben")) == 1
    with reading(store.engine) as connection:
        assert connection.execute(select(s.rating_pools.c.number)).scalar_one() == 3


def test_deleted_game_counts_no_more(store: Store) -> None:
    for number in range(2):
        add_game(store, f"g{number}")
        end(store, f"g{number}", {"ann": 1 + number, "ben": 2 - number})
    only_second = rate({}, {"ann": 2, "ben": 1}, {"ann": 1.0, "ben": 1.0})
    transactions.delete_game(store, WholeClub(), "g0")
    assert [(Rating(each.mu, each.sigma), each.games) for each in ratings.of_account(store, "ann")] == [(only_second["ann"], 1)]


def test_private_games_count_nothing_before_enough_different_opponents(store: Store) -> None:
    for number in range(3):
        add_game(store, f"g{number}", is_private=True)
        end(store, f"g{number}", {"ann": 1, "ben": 2})
    assert [(each.weight, each.mu) for each in ratings.history(store, "ann", "second-2", 9)] == [(0.0, Rating().mu)] * 3
    others = ("cem", "dan", "eve")
    for other in others:
        for one in ("ann", "ben"):
            add_game(store, f"{one}-{other}", (one, other))
            end(store, f"{one}-{other}", {one: 1, other: 2})
    add_game(store, "enough", is_private=True)
    end(store, "enough", {"ann": 1, "ben": 2})
    assert ratings.of_game(store, "enough")[0].weight == 4 / 7


def test_one_sided_series_are_found(store: Store) -> None:
    account = AccountRow("ann", "Ann", "ann", "", AT)
    log_in_storage.add_account(store, account, ["code"], SessionRow("token", "ann", "", AT, AT))
    for number in range(6):
        add_game(store, f"g{number}", ("ann", "ben"))
        end(store, f"g{number}", {"ann": 2, "ben": 2} if number == 4 else {"ann": 1, "ben": 2})
        add_game(store, f"h{number}", ("cem", "dan"))
        end(store, f"h{number}", {"cem": 1 + number % 2, "dan": 2 - number % 2})
    (series,) = ratings.one_sided_series(store, 5, 100, 10)
    assert (series.pool, series.winner_name, series.loser, series.loser_name) == ("second-2", "Ann", "ben", "")
    assert [game.ahead for game in series.games] == [1, 1, 1, 1, 0, 1]
    first, second = series.games[:2]
    assert first.winner is None is first.loser and second.winner is not None and second.loser is not None
    assert second.winner[0] > second.loser[0]
    assert ratings.one_sided_series(store, 7, 100, 10) == [] == ratings.one_sided_series(store, 5, 8, 10)
