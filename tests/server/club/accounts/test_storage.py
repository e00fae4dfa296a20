"""Accounts: who is logged in, what they take over from browsers, and what is left when they are deleted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sqlalchemy import select

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.accounts.belongings import LEFT_AT_ONCE
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.identity.storage import MAX_SESSIONS
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import usage
from groundfloor.server.database.database import writing
from groundfloor.server.database.rows import AccountRow, AccountSettings, HeldSeats, RetentionDays, Rights, SessionRow
from groundfloor.server.database.schema import freed_names
from groundfloor.server.database.store import Store
from groundfloor.server.database.usage import DAY
from groundfloor.server.game.storage import browsers, results, transactions
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.game.storage.rows import ResultRow
from tests.support.stores import free_names, game_row, new_game

ANN = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01T00:00:00+00:00")
BEN = AccountRow("b2", "Ben", "ben", "hash", "2030-01-01T00:00:00+00:00")
CODES = ["first code", "second code"]
RESULT = ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ann", False, "{}")


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def"):
        transactions.add_game(store, WholeClub(), new_game(game_id))
    return store


def session(token: str, account: AccountRow = ANN, used: str = "2030-01-01T00:00:00+00:00") -> SessionRow:
    return SessionRow(token, account.id, "Firefox, Linux", used, used)


def seats(store: Store, owner_id: str) -> dict[str, set[int]]:
    """Returns the seats that a browser or account has in its list, by game."""
    return {known.game.game_id: {seat.seat for seat in known.seats} for known in browsers.games_of(store, owner_id)}


def test_names_that_look_alike_are_one_account(store: Store) -> None:
    assert log_in_storage.add_account(store, ANN, CODES, session("1"))
    assert not log_in_storage.add_account(store, replace(BEN, name="ANN", name_key="ann"), CODES, session("2", BEN))
    assert (
        account_storage.find(store, "ann") == ANN
        and account_storage.find(store, "ben") is None
        and account_storage.session(store, "2") is None
    )


def test_name_of_a_deleted_account_is_free_after_some_time(store: Store) -> None:
    """Whoever took it at once would pass for the one who has gone."""
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    log_in_storage.delete_account(store, ANN, "Former player")
    again = replace(BEN, name="Ann", name_key="ann")
    assert not log_in_storage.add_account(store, again, CODES, session("2", again))
    owner = replace(ANN, name="Cleo", name_key="cleo")
    assert log_in_storage.add_account(store, owner, CODES, session("3", owner)) and token_storage.add_bot(store, again, owner.id) == "taken"
    free_names(store)
    assert log_in_storage.add_account(store, again, CODES, session("2", again))
    account_storage.delete_freed_names(store)
    with writing(store.engine) as connection:
        assert not connection.execute(select(freed_names)).all()


def test_new_account_has_what_its_browser_held(store: Store) -> None:
    browsers.remember_seats(store, "browser", "abc", [0], is_host=True)
    results.add_of_browser(store, "browser", [RESULT], "player", "2030-01-01")
    assert browsers.held_seats(store, "browser", "abc") == HeldSeats(frozenset({0}), is_host=True)
    log_in_storage.add_account(store, ANN, CODES, session("1"), "browser")
    assert browsers.held_seats(store, ANN.owner_id, "abc") == HeldSeats(frozenset({0}), is_host=True) and not browsers.held_seats(
        store, "browser", "abc"
    )
    assert results.results_of(store, ANN.owner_id) == [RESULT] and results.results_of(store, "browser") == []


def test_second_browser_is_merged_without_loss(store: Store) -> None:
    other = replace(RESULT, game="def")
    browsers.remember_seats(store, "one", "abc", [0])
    results.add_of_browser(store, "one", [RESULT], "player-1", "2030-01-01")
    browsers.remember_seats(store, "two", "abc", [0, 1])
    browsers.remember_seats(store, "two", "def", [0], is_host=True)
    results.add_of_browser(store, "two", [RESULT, other], "player-2", "2030-01-01")
    log_in_storage.add_account(store, ANN, CODES, session("1"), "one")
    assert log_in_storage.add_session(store, ANN, session("2"), "two")
    assert seats(store, ANN.owner_id) == {"abc": {0, 1}, "def": {0}} and browsers.held_seats(store, ANN.owner_id, "def") == HeldSeats(
        frozenset({0}), is_host=True
    )
    assert seats(store, "one") == seats(store, "two") == {}
    assert results.results_of(store, ANN.owner_id) == [RESULT, other]


def test_played_result_takes_the_place_of_an_imported_one(store: Store) -> None:
    results.add_of_browser(store, ANN.owner_id, [replace(RESULT, is_imported=True)], "player-1", "2030-01-01", "client")
    results.add_of_browser(store, "two", [RESULT], "player-2", "2030-01-01")
    log_in_storage.add_account(store, ANN, CODES, session("1"), "two")
    assert results.results_of(store, ANN.owner_id) == [RESULT]


def test_imports_count_to_their_client_after_a_merge(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    for number in (1, 2):
        row = replace(RESULT, game=f"imported-{number}", is_imported=True)
        results.add_of_browser(store, f"browser-{number}", [row], f"player-{number}", "2030-01-01", "client")
        log_in_storage.add_session(store, ANN, session(f"session-{number}"), f"browser-{number}")
    assert results.count_imported(store, "client") == 2


def test_account_takes_over_no_more_results_than_it_keeps(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played here comes first, then the newest of what was imported; what the account has stays."""
    monkeypatch.setattr("groundfloor.server.game.storage.results.MAX_RESULTS", 4)
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    for number in (1, 2, 3):
        rows = [replace(RESULT, game=f"{number}-{day}", finished=f"2030-01-0{day}", is_imported=day < 3) for day in (1, 2, 3)]
        results.add_of_browser(store, f"browser-{number}", rows, f"player-{number}", "2030-01-01", "client")
        assert results.count_left_out(store, f"browser-{number}", ANN.owner_id) == (0, 2, 2)[number - 1]
        log_in_storage.add_session(store, ANN, session(f"session-{number}"), f"browser-{number}")
    assert [row.game for row in results.results_of(store, ANN.owner_id)] == ["1-1", "1-2", "1-3", "2-3", "3-3"]


@pytest.mark.parametrize("client", ["a", "b"])
def test_imports_of_many_do_not_move_to_a_client_that_adds_one(store: Store, client: str) -> None:
    """Two clients could take turns, so that nothing that they import would count for the one that imports next."""
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    imported = replace(RESULT, is_imported=True)
    results.add_of_browser(store, ANN.owner_id, [replace(imported, game=str(number)) for number in range(3)], "player", "2030-01-01", "a")
    results.add_of_browser(store, "guest", [replace(imported, game="other")], "player-2", "2030-01-01", client)
    log_in_storage.add_session(store, ANN, session("2"), "guest")
    assert results.count_imported(store, "a") == 4 and results.count_imported(store, "b") == 0


def test_attempts_of_two_browsers_are_counted_on(store: Store) -> None:
    for number, browser in enumerate(("one", "two")):
        game_id = f"day-{number}"
        new = replace(new_game(game_id), owner_id=browser, day="2030-01-01", opponent="pei", player=f"player-{number}")
        transactions.add_game(store, WholeClub(), new)
        assert results.attempt_of(store, browser, game_id) == 1
        data = json.dumps({"attempt": 1, "name": "Ann"})
        row = replace(RESULT, game=game_id, day="2030-01-01", attempt=1, data=data, total=number)
        results.add_of_browser(store, browser, [row], f"player-{number}", "2030-01-01")
    log_in_storage.add_account(store, ANN, CODES, session("1"), "one")
    log_in_storage.add_session(store, ANN, session("2"), "two")
    assert [results.attempt_of(store, ANN.owner_id, f"day-{number}") for number in (0, 1)] == [1, 2]
    found = results.results_of(store, ANN.owner_id)
    assert [(row.attempt, json.loads(row.data)["attempt"]) for row in found] == [(1, 1), (2, 2)]
    assert [row.total for row in results.day_ranking(store, ANN.owner_id, "2030-01-01", 1, 10)] == [0]


def test_sessions_are_found_listed_touched_and_ended(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    log_in_storage.add_session(store, ANN, session("2", used="2030-01-02T00:00:00+00:00"))
    found = account_storage.session(store, "1")
    assert found == (ANN, session("1"), Rights()) and account_storage.session(store, "unknown") is None
    assert [each.token for each in account_storage.sessions_of(store, ANN.id)] == ["2", "1"]
    account_storage.touch_session(store, "1", "2030-01-03T00:00:00+00:00")
    assert [(each.token, each.used[:10]) for each in account_storage.sessions_of(store, ANN.id)] == [
        ("1", "2030-01-03"),
        ("2", "2030-01-02"),
    ]
    account_storage.end_session(store, BEN.id, "1")
    account_storage.end_session(store, ANN.id, "2")
    assert account_storage.session(store, "1") is not None and account_storage.session(store, "2") is None
    assert account_storage.end_unused_sessions(store, "2030-01-03") == 0 and account_storage.end_unused_sessions(store, "2030-01-04") == 1


def test_oldest_sessions_end_beyond_the_most_that_are_kept(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("first"))
    for number in range(MAX_SESSIONS):
        log_in_storage.add_session(store, ANN, session(f"{number}", used=f"2030-02-01T00:00:{number:02}+00:00"))
    assert len(account_storage.sessions_of(store, ANN.id)) == MAX_SESSIONS and account_storage.session(store, "first") is None


def test_recovery_code_is_good_once_and_ends_all_sessions(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    browsers.remember_seats(store, "browser", "abc", [0])
    assert not log_in_storage.recover(store, ANN, "no code", "new hash", session("2"), "browser")
    assert account_storage.session(store, "1") is not None and seats(store, "browser")
    assert log_in_storage.recover(store, ANN, CODES[0], "new hash", session("2"), "browser")
    assert not log_in_storage.recover(store, ANN, CODES[0], "another hash", session("3"))
    assert [each.token for each in account_storage.sessions_of(store, ANN.id)] == ["2"] and seats(store, ANN.owner_id) == {"abc": {0}}
    account = account_storage.find(store, "ann")
    assert account is not None and account.password == "new hash" and account_storage.count_codes(store, ANN.id) == 1
    account_storage.set_codes(store, ANN.id, ["third code"])
    assert not log_in_storage.recover(store, ANN, CODES[1], "hash", session("3")) and log_in_storage.recover(
        store, ANN, "third code", "hash", session("3")
    )


def test_new_password_ends_other_sessions(store: Store) -> None:
    for account in (ANN, BEN):
        log_in_storage.add_account(store, account, CODES, session(f"{account.name} 1", account))
        log_in_storage.add_session(store, account, session(f"{account.name} 2", account))
    log_in_storage.change_password(store, ANN, "new hash", "Ann 2")
    assert [each.token for each in account_storage.sessions_of(store, ANN.id)] == ["Ann 2"] and len(
        account_storage.sessions_of(store, BEN.id)
    ) == 2


def test_nobody_logs_in_to_a_deleted_account(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    log_in_storage.delete_account(store, ANN, "Former player")
    browsers.remember_seats(store, "browser", "abc", [0])
    assert not log_in_storage.add_session(store, ANN, session("2"), "browser") and not log_in_storage.recover(
        store, ANN, CODES[0], "hash", session("2"), "browser"
    )
    assert account_storage.session(store, "1") is None and seats(store, "browser") == {"abc": {0}}
    assert log_in_storage.delete_account(store, ANN, "Former player") == []
    free_names(store)
    assert log_in_storage.add_account(store, ANN, CODES, session("1"))


def test_deleted_account_leaves_tables_without_its_name(store: Store) -> None:
    new = new_game("ghi")
    header = "groundfloor record 1\nruleset second 1\nseat 1 human red Ann\nseat 2 pei blue Pei\n\n"
    transactions.add_game(store, WholeClub(), replace(new, table=replace(new.table, name="Ann, Pei"), header=header))
    for game_id in ("abc", "ghi"):
        browsers.remember_seats(store, "browser", game_id, [0], is_host=True)
    browsers.remember_seats(store, "other browser", "abc", [0])
    results.add_of_browser(store, "browser", [RESULT], "player", "2030-01-01")
    log_in_storage.add_account(store, ANN, CODES, session("1"), "browser")
    assert sorted(log_in_storage.delete_account(store, ANN, "Former player")) == ["abc", "ghi"]
    game, named = stored_games.find(store, "ghi"), stored_games.find(store, "abc")
    assert game is not None and named is not None
    assert game.header == header.replace("Ann", "Former player") and game.name == "Former player, Pei" and game.changes == 1
    assert [seat.name for seat in game.seats] == ["Former player", "Pei"] and game.entries == new.entries
    assert named.seats[0].name == "Former player" and named.name == "Tuesday" and named.seats[0].token == "secret-ann-abc"
    assert seats(store, ANN.owner_id) == {} and seats(store, "other browser") == {"abc": {0}}
    assert results.results_of(store, ANN.owner_id) == [] and browsers.held_seats(store, ANN.owner_id, "abc") == HeldSeats()


def test_seats_of_one_table_get_different_names(store: Store) -> None:
    browsers.remember_seats(store, "browser", "abc", [0, 1])
    log_in_storage.add_account(store, ANN, CODES, session("1"), "browser")
    log_in_storage.delete_account(store, ANN, "Former player")
    game = game_row(store, "abc")
    assert [seat.name for seat in game.seats] == ["Former player", "Former player 2"]


def test_seat_that_another_account_holds_too_keeps_its_name(store: Store) -> None:
    for account, number in ((ANN, "1"), (BEN, "2")):
        log_in_storage.add_account(store, account, CODES, session(number, account))
        browsers.remember_seats(store, account.owner_id, "abc", [0])
    log_in_storage.delete_account(store, ANN, "Former player")
    game = game_row(store, "abc")
    assert game.seats[0].name == "Ann" and seats(store, BEN.owner_id) == {"abc": {0}}


def test_many_games_are_left_in_pieces(store: Store) -> None:
    game_ids = [f"game{number:02}" for number in range(LEFT_AT_ONCE + 1)]
    for game_id in game_ids:
        transactions.add_game(store, WholeClub(), new_game(game_id))
        browsers.remember_seats(store, "browser", game_id, [0])
    log_in_storage.add_account(store, ANN, CODES, session("1"), "browser")
    assert [len(log_in_storage.leave_games(store, ANN, "Former player")) for _ in range(3)] == [LEFT_AT_ONCE, 1, 0]
    games = [stored_games.find(store, game_id) for game_id in game_ids]
    assert {game.seats[0].name for game in games if game is not None} == {"Former player"} and account_storage.find(store, "ann") == ANN


def test_results_of_accounts_do_not_expire(store: Store) -> None:
    results.add_of_browser(store, "browser", [RESULT], "player-1", "2030-01-01")
    results.add_of_browser(store, "guest", [RESULT], "player-2", "2030-01-01")
    log_in_storage.add_account(store, ANN, CODES, session("1"), "browser")
    usage.record_usage(store, 3 * DAY, [])
    assert results.delete_expired(store, RetentionDays(0, 0, 0, results=1)) == 1
    assert results.results_of(store, ANN.owner_id) == [RESULT] and results.results_of(store, "guest") == []


def test_account_has_chosen_nothing_at_first(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    assert account_storage.settings_of(store, ANN.id) is None and account_storage.settings_of_owners(store, {ANN.owner_id, "browser"}) == {}


def test_changes_of_settings_add_up(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    first = account_storage.change_settings(store, ANN.id, AccountSettings(language="de"), {"sound": True})
    assert first == AccountSettings(language="de", sound=True)
    second = account_storage.change_settings(store, ANN.id, AccountSettings(), {"theme": "dark", "skips_firing": True})
    assert second == AccountSettings("de", "dark", sound=True, skips_firing=True) == account_storage.settings_of(store, ANN.id)
    assert account_storage.settings_of_owners(store, {ANN.owner_id, "browser"}) == {ANN.owner_id: second}


def test_settings_go_with_the_account(store: Store) -> None:
    log_in_storage.add_account(store, ANN, CODES, session("1"))
    account_storage.change_settings(store, ANN.id, AccountSettings(), {"sound": True})
    log_in_storage.delete_account(store, ANN, "Former player")
    assert account_storage.settings_of(store, ANN.id) is None
    assert (
        account_storage.change_settings(store, ANN.id, AccountSettings(), {"sound": True}) is None
        and account_storage.settings_of(store, ANN.id) is None
    )
