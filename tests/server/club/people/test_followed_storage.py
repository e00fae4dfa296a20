"""Games that spectators follow: stored for browsers and accounts, gone with either side."""

from __future__ import annotations

import pytest

from groundfloor.server.club.people import followed_storage as followed_games
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def", "ghi"):
        store.add(new_game(game_id))
    return store


def followed(store: Store, browser: str) -> list[str]:
    return [each.game.game_id for each in store.followed_games_of(browser)]


def test_game_is_followed_once_and_gives_no_right(store: Store) -> None:
    for game_id in ("abc", "def", "abc", "unknown"):
        assert store.follow_game("browser", game_id)
    assert followed(store, "browser") == ["def", "abc"] and store.is_followed("browser", "abc") and not store.is_followed("other", "abc")
    assert not store.seats_of_browser("browser", "abc") and not store.games_of_browser("browser") and not store.waiting_tables("browser")
    store.unfollow_game("browser", "abc")
    store.delete("def")
    assert followed(store, "browser") == []


def test_number_of_followed_games_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MAX_FOLLOWED", 2)
    assert [store.follow_game("browser", game_id) for game_id in ("abc", "def", "ghi", "abc")] == [True, True, False, True]


def test_account_takes_over_no_more_than_it_can_follow(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MAX_FOLLOWED", 2)
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT))
    for game_id in ("abc", "def"):
        store.follow_game(ANN.owner_id, game_id)
    store.follow_game("browser", "ghi")
    store.add_session(ANN, SessionRow("2", ANN.id, "", AT, AT), "browser")
    assert followed(store, ANN.owner_id) == ["def", "abc"] and not followed(store, "browser")


def test_own_game_is_not_listed_twice(store: Store) -> None:
    store.follow_game("browser", "abc")
    store.remember_seats("browser", "abc", [0])
    assert followed(store, "browser") == [] and len(store.games_of_browser("browser")) == 1


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    store.follow_game("browser", "abc")
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "browser")
    store.follow_game("other", "abc")
    store.follow_game("other", "def")
    store.add_session(ANN, SessionRow("2", ANN.id, "", AT, AT), "other")
    assert followed(store, ANN.owner_id) == ["def", "abc"] and not followed(store, "browser") and not followed(store, "other")
    store.delete_account(ANN, "Former player")
    assert followed(store, ANN.owner_id) == []
