"""Finished games that are public: which are, whose accounts they name, and what is left of these."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, select

from groundfloor.results.archive import archived_game
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import schema as s
from groundfloor.server.database import usage
from groundfloor.server.database.rows import AccountRow, Change, FinishedGame, FinishedSeat, RetentionDays, SessionRow, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.database.usage import DAY
from groundfloor.server.game.storage import browsers, finished_games, games, transactions
from groundfloor.server.game.storage.rows import GameSearch
from tests.support.finished_games import add_account, finish
from tests.support.stores import listed, new_game, of_lobby, save

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ANN = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01T00:00:00+00:00")
AT = "2030-01-02T00:00:00+00:00"
RECORD = "groundfloor record 1\nruleset second 1\nseat 1 human red Ann\nseat 2 pei blue Pei\n\n1 done\n"
OVER = Summary("over", 1, -1, 9, 6)


@pytest.fixture
def store(store: Store) -> Store:
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", "a1", "Firefox", AT, AT))
    return store


def finished(is_own: bool = True) -> FinishedGame:
    seats = (
        FinishedSeat(0, "Ann", "ann", "person", "", "retail", 40, 1, is_own),
        FinishedSeat(1, "Pei", "pei", "automa", "pei", "", 30, 2, is_own=False),
    )
    return FinishedGame(AT, "second", 2, has_house_values=False, is_ended_early=False, has_bots=False, seats=seats, record=RECORD)


def end_game(store: Store, game_id: str, *, is_listed: bool = True, owner_id: str = ANN.owner_id, held: tuple[int, ...] = (0,)) -> None:
    """Stores a game, which somebody holds, and its end."""
    transactions.add_game(store, WholeClub(), listed(new_game(game_id), is_listed=is_listed))
    if owner_id:
        browsers.remember_seats(store, owner_id, game_id, held)
    save(store, game_id, Change(AT, 2, OVER, finished=finished()))


def accounts(store: Store) -> list[tuple[str, str, str]]:
    """Returns name, key of the name and account of each person at the finished games."""
    with store.engine.connect() as connection:
        seats = s.finished_seats.c
        chosen = select(seats.name, seats.name_key, seats.account).where(seats.kind == "person").order_by(seats.game)
        return [(row.name, row.name_key, row.account) for row in connection.execute(chosen)]


def members(store: Store) -> list[bytes]:
    with store.engine.connect() as connection:
        return list(connection.execute(select(s.finished_games.c.record).order_by(s.finished_games.c.number)).scalars())


def test_listed_game_becomes_public_when_it_ends(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "def", is_listed=False)
    end_game(store, "ghi")
    lines = [archived_game(member) for member in members(store)]
    assert [(line.number, line.game, line.seats[0].has_account) for line in lines] == [(1, "abc", True), (2, "ghi", True)]
    assert lines[0].record == RECORD and lines[0].finished == AT


def test_game_with_hints_does_not_become_public(store: Store) -> None:
    transactions.add_game(store, WholeClub(), listed(new_game("abc")))
    games.mark_hints(store, "abc")
    save(store, "abc", Change(AT, 2, OVER, finished=finished()))
    assert members(store) == []


def test_seat_belongs_to_the_account_only_under_its_name_and_alone(store: Store) -> None:
    end_game(store, "own")
    end_game(store, "guest", owner_id="browser")
    end_game(store, "several", held=(0, 1))
    end_game(store, "other seat", held=(1,))
    assert accounts(store) == [("Ann", "ann", "a1"), *[("Ann", "ann", "")] * 3]


def test_rated_seat_belongs_to_its_account_even_if_that_has_left_the_game(store: Store) -> None:
    transactions.add_game(store, WholeClub(), listed(of_lobby(new_game("abc"), {0: "a1"}, "rated")))
    browsers.remember_seats(store, ANN.owner_id, "abc", [0])
    browsers.forget_game(store, ANN.owner_id, "abc")
    save(store, "abc", Change(AT, 2, OVER, finished=replace(finished(), is_rated=True)))
    assert accounts(store) == [("Ann", "ann", "a1")]


def test_bot_under_another_name_is_a_bot(store: Store) -> None:
    assert not token_storage.add_bot(store, AccountRow("b1", "Robby", "robby", "", AT), "a1")
    end_game(store, "abc", owner_id="account:b1")
    game = finished_games.search(store, GameSearch(), 50).games[0]
    assert [(seat.name, seat.kind, seat.account) for seat in game.seats][0] == ("Ann", "bot", "")
    assert found(store, company="people") == [] and found(store, company="bots") == ["abc"]


def test_deleted_account_leaves_no_name(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "forgotten")
    browsers.forget_game(store, ANN.owner_id, "forgotten")
    while log_in_storage.leave_games(store, ANN, "Former player"):
        pass
    log_in_storage.delete_account(store, ANN, "Former player")
    assert accounts(store) == [("Former player", "", "")] * 2
    for line in map(archived_game, members(store)):
        assert "Ann" not in line.record and "human red Former player" in line.record
        assert line.seats[0].name == "Former player" and not line.seats[0].has_account


def test_deleted_table_is_no_longer_listed(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "def")
    transactions.delete_game(store, WholeClub(), "abc")
    end_game(store, "ghi")
    assert [archived_game(member).number for member in members(store)] == [2, 3] and len(accounts(store)) == 2


def found(store: Store, most: int = 50, **wanted: object) -> list[str]:
    """Returns the ids of the games that a search finds."""
    return [game.game_id for game in finished_games.search(store, replace(GameSearch(), **wanted), most).games]  # type: ignore[arg-type]


@pytest.fixture
def filled(where: Path | str) -> Iterator[Store]:
    """Yields a store with five games; Ann and Ben have accounts."""
    with Store(where) as store:
        for name in ("Ann", "Ben"):
            add_account(store, name)
        finish(store, "a", {"Ann": 40, "Ben": 30}, at="2030-01-01T23:59:59+00:00", is_rated=True)
        finish(store, "b", {"Ben": 50, "Ann": 35, "Cleo": 20}, at="2030-01-02T00:00:00+00:00", ruleset="online")
        finish(store, "c", {"Ann": 25, "Pei": 45}, at="2030-01-03T12:00:00+00:00", automas={"Pei": "pei"})
        finish(store, "d", {"Cleo": 60, "Intern 2": 10}, at="2030-01-03T12:00:00+00:00", bots={"Intern 2": "intern"})
        finish(store, "hidden", {"Ann": 99, "Ben": 1}, at="2030-01-04T12:00:00+00:00", is_listed=False)
        yield store


def test_search_finds_what_fits_the_newest_or_the_best_first(filled: Store) -> None:
    assert found(filled) == ["d", "c", "b", "a"]
    assert found(filled, by_total=True) == ["d", "b", "c", "a"]
    assert found(filled, people=("ann",)) == ["c", "b", "a"]
    assert found(filled, people=("ann",), by_total=True) == ["b", "c", "a"]
    assert found(filled, people=("ann", "ben")) == ["b", "a"]
    assert found(filled, people=("cleo", "ann")) == ["b"]
    assert found(filled, winner="ben") == ["b"] and found(filled, people=("ann",), winner="ben") == ["b"]
    assert found(filled, winner="pei") == ["c"] and found(filled, people=("nobody",)) == []
    assert found(filled, ruleset="online") == ["b"] and found(filled, seats=3) == ["b"]
    assert found(filled, since="2030-01-02", until="2030-01-03") == ["b"]
    assert found(filled, people=("ann",), until="2030-01-02") == ["a"]
    assert found(filled, company="people") == ["b", "a"]
    assert found(filled, company="automas") == ["c"] and found(filled, company="bots") == ["d"]
    assert found(filled, is_rated=True) == ["a"] and found(filled, is_rated=False) == ["d", "c", "b"]


@pytest.mark.parametrize(
    "wanted", [GameSearch(), GameSearch(by_total=True), GameSearch(people=("ann",)), GameSearch(people=("ann",), by_total=True)]
)
def test_pages_of_a_search_have_each_game_once(filled: Store, wanted: GameSearch) -> None:
    whole, pages = [game.game_id for game in finished_games.search(filled, wanted, 50).games], []
    while True:
        page = finished_games.search(filled, wanted, 1)
        pages += [game.game_id for game in page.games]
        if not page.next:
            break
        wanted = replace(wanted, after=page.next)
    assert pages == whole


@pytest.mark.parametrize("after", ["x", ",", "1", "1,x", "2030,99999999999", "-,5", "²,1", "1,²"])
def test_search_begins_anew_at_a_place_that_does_not_exist(filled: Store, after: str) -> None:
    assert found(filled, by_total=True, after=after) == ["d", "b", "c", "a"]


def test_search_looks_at_a_limited_number_of_games(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "SCANNED", 2)
    first = finished_games.search(filled, GameSearch(seats=3), 50)
    assert first.games == () and first.is_cut
    second = finished_games.search(filled, GameSearch(seats=3, after=first.next), 50)
    assert [game.game_id for game in second.games] == ["b"]
    of_ann = finished_games.search(filled, GameSearch(people=("ann",), ruleset="second"), 50)
    assert [game.game_id for game in of_ann.games] == ["c"] and of_ann.is_cut


def test_dates_limit_no_search_by_total_to_fewer_games(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a search would go through all games for those of a few days."""
    monkeypatch.setattr(finished_games, "SCANNED", 2)
    first = finished_games.search(filled, GameSearch(since="2030-01-03", by_total=True), 50)
    assert [game.game_id for game in first.games] == ["d"] and first.is_cut
    second = finished_games.search(filled, GameSearch(since="2030-01-03", by_total=True, after=first.next), 50)
    assert [game.game_id for game in second.games] == ["c"]


def test_searches_use_indexes(tmp_path: Path) -> None:
    statements: list[tuple[str, object]] = []
    with Store(tmp_path) as store:
        event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append((given[2], given[3])))
        for by_total in (False, True):
            for people in ((), ("ann",), ("ann", "ben")):
                finished_games.search(
                    store, GameSearch(people, "cleo", "second", "2030", "2031", 3, "automas", False, by_total, "2030,5"), 50
                )
        finished_games.of_account(store, "a1", 50)
        finished_games.in_common(store, "a1", "a2", 50)
        finished_games.has_page(store, "a1")
        finished_games.archive(store, 5, 10)
        asked = [(text, given) for text, given in statements if "finished_" in text]
        with store.engine.connect() as connection:
            plans = [str(row[3]) for text, given in asked for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", given)]  # type: ignore[arg-type]
    assert len(asked) > 10
    scans = [plan for plan in plans if plan.startswith("SCAN finished") and "USING" not in plan]
    assert not scans


def test_games_of_an_account_and_those_of_two(filled: Store) -> None:
    assert [game.game_id for game in finished_games.of_account(filled, "id-Ann", 50)] == ["c", "b", "a"]
    assert [game.game_id for game in finished_games.of_account(filled, "id-Ann", 2)] == ["c", "b"]
    common = finished_games.in_common(filled, "id-Ben", "id-Ann", 50)
    assert [game.game_id for game in common] == ["b", "a"]
    assert [(seat.name, seat.account, seat.total, seat.rank) for seat in common[0].seats] == [
        ("Ben", "id-Ben", 50, 1),
        ("Ann", "id-Ann", 35, 2),
        ("Cleo", "", 20, 3),
    ]
    assert finished_games.has_page(filled, "id-Ann") and not finished_games.has_page(filled, "id-Cleo")
    assert finished_games.people_with_page(filled, ["account:id-Ann", "browser", "account:unknown"]) == {"account:id-Ann": "ann"}
    assert finished_games.seats_of_accounts(filled, "b") == {0, 1} and finished_games.people_at(filled, "c") == 1


def test_archive_goes_on_behind_a_number(filled: Store) -> None:
    assert [(number, archived_game(line).game) for number, line in finished_games.archive(filled, 0, 3)] == [(1, "a"), (2, "b"), (3, "c")]
    assert [number for number, _ in finished_games.archive(filled, 3, 3)] == [4]


def test_finished_games_do_not_expire_and_count_for_no_limit(filled: Store) -> None:
    usage.record_usage(filled, 400 * DAY, [])
    assert usage.expired(filled, RetentionDays(1, 1, 1), 50) == ["hidden"]
    assert games.count(filled) == 5 and finished_games.count_unlisted(filled) == 1


def test_games_that_end_at_the_same_time_have_numbers_of_their_own(where: Path | str) -> None:
    with Store(where) as store, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: finish(store, f"game-{number}", {"Ann": 2, "Ben": 1}), range(8)))
        assert [number for number, _ in finished_games.archive(store, 0, 20)] == list(range(1, 9))
