"""Friends of accounts: both agree, and a request says nothing about who has the name."""

from __future__ import annotations

import pytest

from groundfloor.server.club.people import friend_storage as friends
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
ANN, BEN, CLEO = (AccountRow(name.lower(), name, name.lower(), "hash", AT) for name in ("Ann", "Ben", "Cleo"))


@pytest.fixture
def store(store: Store) -> Store:
    for account in (ANN, BEN, CLEO):
        store.add_account(account, ["code"], SessionRow(account.id, account.id, "", AT, AT))
    return store


def told(store: Store, account: AccountRow) -> tuple[list[str], list[str], list[str]]:
    """Returns the friends of an account, who has asked it, and whom it has asked."""
    found = store.friends_of(account)
    return [each.name for each in found.friends], list(found.received), list(found.sent)


def test_friendship_needs_both(store: Store) -> None:
    assert store.ask_friend(ANN, "ben", "ben", AT) and store.ask_friend(ANN, "ben", "Ben", AT)
    assert told(store, ANN) == ([], [], ["ben"]) and told(store, BEN) == ([], ["Ann"], []) and store.count_friend_requests(BEN) == 1
    assert not store.accept_friend(CLEO, "ann") and not store.accept_friend(ANN, "ben")
    assert store.accept_friend(BEN, "ann") and not store.accept_friend(BEN, "ann")
    assert told(store, ANN) == (["Ben"], [], []) and told(store, BEN) == (["Ann"], [], [])
    assert store.ask_friend(ANN, "ben", "Ben", AT) and told(store, ANN) == (["Ben"], [], [])
    store.remove_friend(BEN, "ann")
    assert told(store, ANN) == ([], [], []) == told(store, BEN)


def test_who_ask_each_other_are_friends(store: Store) -> None:
    store.ask_friend(ANN, "ben", "Ben", AT)
    store.ask_friend(BEN, "ann", "Ann", AT)
    assert told(store, ANN) == (["Ben"], [], []) and told(store, BEN) == (["Ann"], [], [])


def test_asker_sees_the_same_of_an_unknown_name_a_declined_request_and_a_deleted_account(store: Store) -> None:
    for name in ("Nobody", "Ben", "Cleo"):
        store.ask_friend(ANN, name.lower(), name, AT)
    store.decline_friend(BEN, "ann")
    store.delete_account(CLEO, "Former player")
    assert told(store, ANN) == ([], [], ["Ben", "Cleo", "Nobody"]) and told(store, BEN) == ([], [], [])
    store.ask_friend(ANN, "ben", "Ben", AT)
    assert told(store, BEN) == ([], [], []), "who has declined is not asked again"
    for name in ("Nobody", "Ben"):
        store.withdraw_friend_request(ANN, name)
    assert told(store, ANN) == ([], [], ["Cleo"])
    store.ask_friend(ANN, "ben", "Benny", AT)
    assert told(store, ANN) == ([], [], ["Benny", "Cleo"]) and told(store, BEN) == ([], [], []), "nor after it was withdrawn"
    store.ask_friend(BEN, "ann", "Ann", AT)
    assert store.accept_friend(ANN, "ben") and told(store, ANN) == (["Ben"], [], ["Cleo"])


def test_numbers_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_SENT", 1)
    assert (
        store.ask_friend(ANN, "nobody", "Nobody", AT)
        and not store.ask_friend(ANN, "ben", "Ben", AT)
        and store.ask_friend(ANN, "nobody", "x", AT)
    )
    store.ask_friend(BEN, "cleo", "Cleo", AT)
    assert store.accept_friend(CLEO, "ben")
    monkeypatch.setattr(friends, "MAX_FRIENDS", 1)
    store.withdraw_friend_request(ANN, "Nobody")
    store.ask_friend(ANN, "ben", "Ben", AT)
    assert not store.accept_friend(BEN, "ann") and told(store, BEN)[1] == ["Ann"]


def test_deleted_account_is_nobodys_friend(store: Store) -> None:
    store.ask_friend(ANN, "ben", "Ben", AT)
    store.accept_friend(BEN, "ann")
    store.ask_friend(BEN, "cleo", "Cleo", AT)
    store.delete_account(BEN, "Former player")
    assert told(store, ANN) == ([], [], []) == told(store, CLEO)


def test_accounts_at_a_seat_are_found(store: Store) -> None:
    store.add(new_game())
    store.remember_seats(BEN.owner_id, "abc", [0])
    store.remember_seats("guest", "abc", [0, 1])
    assert store.keys_at_seat("abc", 0) == ["ben"] and store.keys_at_seat("abc", 1) == []
