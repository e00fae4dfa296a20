"""Games that spectators follow: stored for browsers and accounts, gone with either side."""

from __future__ import annotations

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.lobby import followed_storage as followed_games
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def", "ghi"):
        transactions.add_game(store, WholeClub(), new_game(game_id))
    return store


def followed(store: Store, browser: str) -> list[str]:
    return [each.game.game_id for each in followed_games.of_browser(store, browser)]


def test_game_is_followed_once_and_gives_no_right(store: Store) -> None:
    for game_id in ("abc", "def", "abc", "unknown"):
        assert followed_games.follow(store, "browser", game_id)
    assert (
        followed(store, "browser") == ["def", "abc"]
        and followed_games.is_followed(store, "browser", "abc")
        and not followed_games.is_followed(store, "other", "abc")
    )
    assert (
        not browsers.held_seats(store, "browser", "abc")
        and not browsers.games_of(store, "browser")
        and not browsers.waiting(store, "browser")
    )
    followed_games.unfollow(store, "browser", "abc")
    transactions.delete_game(store, WholeClub(), "def")
    assert followed(store, "browser") == []


def test_number_of_followed_games_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MAX_FOLLOWED", 2)
    assert [followed_games.follow(store, "browser", game_id) for game_id in ("abc", "def", "ghi", "abc")] == [True, True, False, True]


def test_account_takes_over_no_more_than_it_can_follow(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MAX_FOLLOWED", 2)
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT))
    for game_id in ("abc", "def"):
        followed_games.follow(store, ANN.owner_id, game_id)
    followed_games.follow(store, "browser", "ghi")
    log_in_storage.add_session(store, ANN, SessionRow("2", ANN.id, "", AT, AT), "browser")
    assert followed(store, ANN.owner_id) == ["def", "abc"] and not followed(store, "browser")


def test_own_game_is_not_listed_twice(store: Store) -> None:
    followed_games.follow(store, "browser", "abc")
    browsers.remember_seats(store, "browser", "abc", [0])
    assert followed(store, "browser") == [] and len(browsers.games_of(store, "browser")) == 1


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    followed_games.follow(store, "browser", "abc")
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "browser")
    followed_games.follow(store, "other", "abc")
    followed_games.follow(store, "other", "def")
    log_in_storage.add_session(store, ANN, SessionRow("2", ANN.id, "", AT, AT), "other")
    assert followed(store, ANN.owner_id) == ["def", "abc"] and not followed(store, "browser") and not followed(store, "other")
    log_in_storage.delete_account(store, ANN, "Former player")
    assert followed(store, ANN.owner_id) == []
