"""Accounts: who is logged in, what they take over from browsers, and what is left when they are deleted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from groundfloor.server.club.accounts.storage import LEFT_AT_ONCE, MAX_SESSIONS
from groundfloor.server.database.rows import AccountRow, AccountSettings, HeldSeats, ResultRow, RetentionDays, Rights, SessionRow
from groundfloor.server.database.usage import DAY
from groundfloor.server.store import Store
from tests.support.stores import game_row, new_game

ANN = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01T00:00:00+00:00")
BEN = AccountRow("b2", "Ben", "ben", "hash", "2030-01-01T00:00:00+00:00")
CODES = ["first code", "second code"]
RESULT = ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ann", False, "{}")


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def"):
        store.add(new_game(game_id))
    return store


def session(token: str, account: AccountRow = ANN, used: str = "2030-01-01T00:00:00+00:00") -> SessionRow:
    return SessionRow(token, account.id, "Firefox, Linux", used, used)


def seats(store: Store, owner_id: str) -> dict[str, set[int]]:
    """Returns the seats that a browser or account has in its list, by game."""
    return {known.game.game_id: {seat.seat for seat in known.seats} for known in store.games_of_browser(owner_id)}


def test_names_that_look_alike_are_one_account(store: Store) -> None:
    assert store.add_account(ANN, CODES, session("1"))
    assert not store.add_account(replace(BEN, name="ANN", key="ann"), CODES, session("2", BEN))
    assert store.account("ann") == ANN and store.account("ben") is None and store.session("2") is None


def test_new_account_has_what_its_browser_held(store: Store) -> None:
    store.remember_seats("browser", "abc", [0], is_host=True)
    store.add_results("browser", [RESULT], "player", "2030-01-01")
    assert store.seats_of_browser("browser", "abc") == HeldSeats(frozenset({0}), is_host=True)
    store.add_account(ANN, CODES, session("1"), "browser")
    assert store.seats_of_browser(ANN.owner_id, "abc") == HeldSeats(frozenset({0}), is_host=True) and not store.seats_of_browser(
        "browser", "abc"
    )
    assert store.results_of_browser(ANN.owner_id) == [RESULT] and store.results_of_browser("browser") == []


def test_second_browser_is_merged_without_loss(store: Store) -> None:
    other = replace(RESULT, game="def")
    store.remember_seats("one", "abc", [0])
    store.add_results("one", [RESULT], "player-1", "2030-01-01")
    store.remember_seats("two", "abc", [0, 1])
    store.remember_seats("two", "def", [0], is_host=True)
    store.add_results("two", [RESULT, other], "player-2", "2030-01-01")
    store.add_account(ANN, CODES, session("1"), "one")
    assert store.add_session(ANN, session("2"), "two")
    assert seats(store, ANN.owner_id) == {"abc": {0, 1}, "def": {0}} and store.seats_of_browser(ANN.owner_id, "def") == HeldSeats(
        frozenset({0}), is_host=True
    )
    assert seats(store, "one") == seats(store, "two") == {}
    assert store.results_of_browser(ANN.owner_id) == [RESULT, other]


def test_played_result_takes_the_place_of_an_imported_one(store: Store) -> None:
    store.add_results(ANN.owner_id, [replace(RESULT, is_imported=True)], "player-1", "2030-01-01", "client")
    store.add_results("two", [RESULT], "player-2", "2030-01-01")
    store.add_account(ANN, CODES, session("1"), "two")
    assert store.results_of_browser(ANN.owner_id) == [RESULT]


def test_imports_count_to_their_client_after_a_merge(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    for number in (1, 2):
        row = replace(RESULT, game=f"imported-{number}", is_imported=True)
        store.add_results(f"browser-{number}", [row], f"player-{number}", "2030-01-01", "client")
        store.add_session(ANN, session(f"session-{number}"), f"browser-{number}")
    assert store.count_imported("client") == 2


def test_attempts_of_two_browsers_are_counted_on(store: Store) -> None:
    for number, browser in enumerate(("one", "two")):
        game_id = f"day-{number}"
        new = replace(new_game(game_id), browser=browser, day="2030-01-01", opponent="pei", player=f"player-{number}")
        store.add(new)
        assert store.attempt(browser, game_id) == 1
        data = json.dumps({"attempt": 1, "name": "Ann"})
        row = replace(RESULT, game=game_id, day="2030-01-01", attempt=1, data=data, total=number)
        store.add_results(browser, [row], f"player-{number}", "2030-01-01")
    store.add_account(ANN, CODES, session("1"), "one")
    store.add_session(ANN, session("2"), "two")
    assert [store.attempt(ANN.owner_id, f"day-{number}") for number in (0, 1)] == [1, 2]
    found = store.results_of_browser(ANN.owner_id)
    assert [(row.attempt, json.loads(row.data)["attempt"]) for row in found] == [(1, 1), (2, 2)]
    assert [row.total for row in store.day_table(ANN.owner_id, "2030-01-01", 1, 10)] == [0]


def test_sessions_are_found_listed_touched_and_ended(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    store.add_session(ANN, session("2", used="2030-01-02T00:00:00+00:00"))
    found = store.session("1")
    assert found == (ANN, session("1"), Rights()) and store.session("unknown") is None
    assert [each.token for each in store.sessions_of(ANN.id)] == ["2", "1"]
    store.touch_session("1", "2030-01-03T00:00:00+00:00")
    assert [(each.token, each.used[:10]) for each in store.sessions_of(ANN.id)] == [("1", "2030-01-03"), ("2", "2030-01-02")]
    store.end_session(BEN.id, "1")
    store.end_session(ANN.id, "2")
    assert store.session("1") is not None and store.session("2") is None
    assert store.end_unused_sessions("2030-01-03") == 0 and store.end_unused_sessions("2030-01-04") == 1


def test_oldest_sessions_end_beyond_the_most_that_are_kept(store: Store) -> None:
    store.add_account(ANN, CODES, session("first"))
    for number in range(MAX_SESSIONS):
        store.add_session(ANN, session(f"{number}", used=f"2030-02-01T00:00:{number:02}+00:00"))
    assert len(store.sessions_of(ANN.id)) == MAX_SESSIONS and store.session("first") is None


def test_recovery_code_is_good_once_and_ends_all_sessions(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    store.remember_seats("browser", "abc", [0])
    assert not store.recover(ANN, "no code", "new hash", session("2"), "browser")
    assert store.session("1") is not None and seats(store, "browser")
    assert store.recover(ANN, CODES[0], "new hash", session("2"), "browser")
    assert not store.recover(ANN, CODES[0], "another hash", session("3"))
    assert [each.token for each in store.sessions_of(ANN.id)] == ["2"] and seats(store, ANN.owner_id) == {"abc": {0}}
    account = store.account("ann")
    assert account is not None and account.password == "new hash" and store.count_recovery_codes(ANN.id) == 1
    store.set_recovery_codes(ANN.id, ["third code"])
    assert not store.recover(ANN, CODES[1], "hash", session("3")) and store.recover(ANN, "third code", "hash", session("3"))


def test_new_password_ends_other_sessions(store: Store) -> None:
    for account in (ANN, BEN):
        store.add_account(account, CODES, session(f"{account.name} 1", account))
        store.add_session(account, session(f"{account.name} 2", account))
    store.change_password(ANN, "new hash", "Ann 2")
    assert [each.token for each in store.sessions_of(ANN.id)] == ["Ann 2"] and len(store.sessions_of(BEN.id)) == 2


def test_nobody_logs_in_to_a_deleted_account(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    store.delete_account(ANN, "Former player")
    store.remember_seats("browser", "abc", [0])
    assert not store.add_session(ANN, session("2"), "browser") and not store.recover(ANN, CODES[0], "hash", session("2"), "browser")
    assert store.session("1") is None and seats(store, "browser") == {"abc": {0}}
    assert store.delete_account(ANN, "Former player") == [] and store.add_account(ANN, CODES, session("1"))


def test_deleted_account_leaves_tables_without_its_name(store: Store) -> None:
    new = new_game("ghi")
    header = "groundfloor record 1\nruleset second 1\nseat 1 human red Ann\nseat 2 pei blue Pei\n\n"
    store.add(replace(new, table=replace(new.table, name="Ann, Pei"), header=header))
    for game_id in ("abc", "ghi"):
        store.remember_seats("browser", game_id, [0], is_host=True)
    store.remember_seats("other browser", "abc", [0])
    store.add_results("browser", [RESULT], "player", "2030-01-01")
    store.add_account(ANN, CODES, session("1"), "browser")
    assert sorted(store.delete_account(ANN, "Former player")) == ["abc", "ghi"]
    game, named = store.game("ghi"), store.game("abc")
    assert game is not None and named is not None
    assert game.header == header.replace("Ann", "Former player") and game.name == "Former player, Pei" and game.changes == 1
    assert [seat.name for seat in game.seats] == ["Former player", "Pei"] and game.entries == new.entries
    assert named.seats[0].name == "Former player" and named.name == "Tuesday" and named.seats[0].token == "secret-ann-abc"
    assert seats(store, ANN.owner_id) == {} and seats(store, "other browser") == {"abc": {0}}
    assert store.results_of_browser(ANN.owner_id) == [] and store.seats_of_browser(ANN.owner_id, "abc") == HeldSeats()


def test_seats_of_one_table_get_different_names(store: Store) -> None:
    store.remember_seats("browser", "abc", [0, 1])
    store.add_account(ANN, CODES, session("1"), "browser")
    store.delete_account(ANN, "Former player")
    game = game_row(store, "abc")
    assert [seat.name for seat in game.seats] == ["Former player", "Former player 2"]


def test_seat_that_another_account_holds_too_keeps_its_name(store: Store) -> None:
    for account, number in ((ANN, "1"), (BEN, "2")):
        store.add_account(account, CODES, session(number, account))
        store.remember_seats(account.owner_id, "abc", [0])
    store.delete_account(ANN, "Former player")
    game = game_row(store, "abc")
    assert game.seats[0].name == "Ann" and seats(store, BEN.owner_id) == {"abc": {0}}


def test_many_games_are_left_in_pieces(store: Store) -> None:
    game_ids = [f"game{number:02}" for number in range(LEFT_AT_ONCE + 1)]
    for game_id in game_ids:
        store.add(new_game(game_id))
        store.remember_seats("browser", game_id, [0])
    store.add_account(ANN, CODES, session("1"), "browser")
    assert [len(store.leave_games(ANN, "Former player")) for _ in range(3)] == [LEFT_AT_ONCE, 1, 0]
    games = [store.game(game_id) for game_id in game_ids]
    assert {game.seats[0].name for game in games if game is not None} == {"Former player"} and store.account("ann") == ANN


def test_results_of_accounts_do_not_expire(store: Store) -> None:
    store.add_results("browser", [RESULT], "player-1", "2030-01-01")
    store.add_results("guest", [RESULT], "player-2", "2030-01-01")
    store.add_account(ANN, CODES, session("1"), "browser")
    store.record_usage(3 * DAY, [])
    assert store.delete_expired_players(RetentionDays(0, 0, 0, results=1)) == 1
    assert store.results_of_browser(ANN.owner_id) == [RESULT] and store.results_of_browser("guest") == []


def test_account_has_chosen_nothing_at_first(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    assert store.settings_of_account(ANN.id) is None and store.settings_of_owners({ANN.owner_id, "browser"}) == {}


def test_changes_of_settings_add_up(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    first = store.change_account_settings(ANN.id, AccountSettings(language="de"), {"sound": True})
    assert first == AccountSettings(language="de", sound=True)
    second = store.change_account_settings(ANN.id, AccountSettings(), {"theme": "dark", "skips_firing": True})
    assert second == AccountSettings("de", "dark", sound=True, skips_firing=True) == store.settings_of_account(ANN.id)
    assert store.settings_of_owners({ANN.owner_id, "browser"}) == {ANN.owner_id: second}


def test_settings_go_with_the_account(store: Store) -> None:
    store.add_account(ANN, CODES, session("1"))
    store.change_account_settings(ANN.id, AccountSettings(), {"sound": True})
    store.delete_account(ANN, "Former player")
    assert store.settings_of_account(ANN.id) is None
    assert store.change_account_settings(ANN.id, AccountSettings(), {"sound": True}) is None and store.settings_of_account(ANN.id) is None
