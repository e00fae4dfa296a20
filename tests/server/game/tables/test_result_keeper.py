"""Results of finished games are kept for the browser that played them, once, and stay when the game is deleted."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date

import pytest
from sqlalchemy import Connection

from groundfloor import city_of_the_day
from groundfloor.results import BadResults
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, results
from groundfloor.server.game.tables.prepared_tables import PreparedTable, shown_record
from groundfloor.server.game.tables.result_keeper import imported_rows
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest, Table
from groundfloor.table.creation import create_day_table, create_same_seed
from tests.support.opened_tables import seat_asked
from tests.support.played_tables import operation
from tests.support.results import result

NOW = "2026-11-22T20:00:00+00:00"
DAY = date(2026, 11, 22)
SOLO = (SeatRequest("Ann"), SeatRequest(automa="pei"))


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store, lambda: NOW, random.Random(1).randbytes)


def play(service: TableService, game_id: str) -> None:
    """Plays a game to its end by its first legal actions, drawn ones where that would never end."""
    dice = random.Random(7)
    while not service.table(game_id).game.is_over:
        with operation(service, game_id) as table:
            seat = seat_asked(table)
            table.apply(seat, (dice.choice(table.game.legal_actions).text,), table.version)


def played(service: TableService, new: PreparedTable, browser: str = "browser") -> Table:
    table = service.add(new, browser)
    play(service, table.game_id)
    return service.table(table.game_id)


def prepare_day(service: TableService, opponent: str = "pei", day: date = DAY) -> PreparedTable:
    return PreparedTable.of(*create_day_table(city_of_the_day(day), "Ann", opponent, "City of the day", service.new_bytes), frozenset({0}))


def test_finished_game_is_kept_and_outlives_the_table(service: TableService) -> None:
    table = played(service, service.prepare(NewTable(SOLO), frozenset({0})))
    service.delete(table.game_id)
    (kept,) = service.results.results("browser")
    assert (kept.game, kept.finished, kept.opponent, kept.total) == (table.game_id, NOW, "pei", table.game.scores()[kept.rank - 1].total)
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert service.results.results("browser") == [kept] and service.results.results("other") == []


def test_practice_hot_seats_and_shown_records_are_not_kept(service: TableService) -> None:
    played(service, service.prepare(NewTable(SOLO, is_practice=True), frozenset({0})))
    both = played(service, service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), frozenset({0, 1})))
    service.add(shown_record(both.match.record.format(), service.new_bytes), "browser")
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert service.results.results("browser") == []


def test_game_with_hints_is_not_kept(service: TableService) -> None:
    table = service.add(service.prepare(NewTable(SOLO), frozenset({0})), "browser")
    games.mark_hints(service.store, table.game_id)
    play(service, table.game_id)
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert service.results.results("browser") == []


def test_same_city_of_several_people_is_not_kept(service: TableService) -> None:
    """Its players may know the draws from the game before; a city of the day counts, and says which attempt it is."""
    table = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), frozenset({0})), "browser")
    play(service, table.game_id)
    again = service.add(
        PreparedTable.of(*create_same_seed(service.table(table.game_id), "the same city", service.new_bytes), frozenset({0})), "browser"
    )
    assert "\ntable same_seed\n" in again.match.record.format()
    play(service, again.game_id)
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert [kept.game for kept in service.results.results("browser")] == [table.game_id]


def test_each_browser_keeps_its_own_seat(service: TableService) -> None:
    table = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), frozenset({0})), "browser")
    browsers.remember_seats(service.store, "other", table.game_id, [1])
    play(service, table.game_id)
    assert [kept.name for browser in ("browser", "other") for kept in service.results.results(browser)] == ["Ann", "Ben"]


def test_older_game_is_taken_in_later(service: TableService) -> None:
    table = service.add(service.prepare(NewTable(SOLO)))
    play(service, table.game_id)
    browsers.remember_seats(service.store, "browser", table.game_id, [0])
    assert service.results.results("browser") == []
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert [kept.game for kept in service.results.results("browser")] == [table.game_id]


def test_only_the_first_attempt_stands_in_the_table_of_the_day(service: TableService) -> None:
    first = service.add(prepare_day(service), "browser")
    again = played(service, prepare_day(service))
    revision = again.game.ruleset.revision
    assert results.day_ranking(service.store, "browser", "2026-11-22", revision, 10) == []
    play(service, first.game_id)
    other = played(service, prepare_day(service, "hadid"), "other")
    rows = results.day_ranking(service.store, "browser", "2026-11-22", revision, 10)
    assert sorted((row.opponent, row.is_own) for row in rows) == [("hadid", False), ("pei", True)]
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    assert sorted(kept.attempt for kept in service.results.results("browser")) == [1, 2]
    assert service.results.results("other")[0].game == other.game_id
    assert (
        results.day_ranking(service.store, "browser", "2026-11-21", revision, 10)
        == []
        == results.day_ranking(service.store, "browser", "2026-11-22", revision + 1, 10)
    )


def test_deleted_first_attempt_makes_the_second_no_first(service: TableService) -> None:
    service.delete(service.add(prepare_day(service), "browser").game_id)
    played(service, prepare_day(service))
    assert [kept.attempt for kept in service.results.results("browser")] == [2]


def test_city_of_the_day_without_browser_counts_nowhere(service: TableService) -> None:
    table = service.add(prepare_day(service))
    play(service, table.game_id)
    assert results.day_ranking(service.store, "", "2026-11-22", table.game.ruleset.revision, 10) == []


def test_imported_results_are_added_once_and_never_to_the_day(service: TableService) -> None:
    new = [result(1), result(2, day="2026-11-22", attempt=1)]
    assert service.results.import_results("browser", imported_rows(new)) == 2
    changed = result(1, total=40)
    assert service.results.import_results("browser", imported_rows([changed, result(3)])) == 1
    assert [kept.total for kept in service.results.results("browser")] == [30, 30, 30]
    assert results.day_ranking(service.store, "browser", "2026-11-22", 2, 10) == []


def test_imports_have_a_limit(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.game.tables.result_keeper.MAX_RESULTS", 2)
    service.results.import_results("browser", imported_rows([result(1)]))
    with pytest.raises(BadResults, match="at most 2"):
        service.results.import_results("browser", imported_rows([result(2), result(3)]))
    assert len(service.results.results("browser")) == 1


def test_imports_of_a_client_at_the_same_moment_count_together(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits a moment, when it has counted, for the other to count."""
    count, both_counted = results.count_imported, threading.Barrier(2)

    def count_and_wait(place: Connection, client: str) -> int:
        found = count(place, client)
        with suppress(threading.BrokenBarrierError):
            both_counted.wait(0.5)
        return found

    def added(browser: str) -> int:
        new = imported_rows([result(number, game=f"{browser} {number}") for number in range(1, 4)])
        try:
            return service.results.import_results(browser, new, "client", 5)
        except BadResults:
            return 0

    monkeypatch.setattr(results, "count_imported", count_and_wait)
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(added, ("one", "two"))) == [0, 3]


def test_deleting_a_player_leaves_nothing_and_nothing_comes_back(service: TableService) -> None:
    played(service, prepare_day(service))
    running = service.add(service.prepare(NewTable(SOLO), frozenset({0})), "browser")
    results.delete_player(service.store, "browser")
    service.results.catch_up("browser", service.results.missing_results(service.results.missing("browser")))
    assert service.results.results("browser") == [] and results.day_ranking(service.store, "browser", "2026-11-22", 2, 10) == []
    assert [known.game.game_id for known in browsers.games_of(service.store, "browser")] == [running.game_id]


def test_game_without_result_is_looked_at_once(service: TableService) -> None:
    table = service.add(service.prepare(NewTable(SOLO), frozenset({0})), "browser")
    with operation(service, table.game_id) as played_by_bot:
        played_by_bot.seat_bot(0, "intern")
        while not played_by_bot.game.is_over:
            played_by_bot.answer_for_bot(0, played_by_bot.game.legal_actions[0].text, played_by_bot.version)
    missing = service.results.missing("browser")
    assert [known.game.game_id for known in missing] == [table.game_id]
    service.results.catch_up("browser", service.results.missing_results(missing))
    assert (service.results.results("browser"), service.results.missing("browser")) == ([], [])
