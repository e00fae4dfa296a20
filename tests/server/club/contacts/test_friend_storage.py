"""Friends of accounts: both agree, and a request says nothing about who has the name."""

from __future__ import annotations

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.contacts import friend_storage as friends
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
ANN, BEN, CLEO = (AccountRow(name.lower(), name, name.lower(), "hash", AT) for name in ("Ann", "Ben", "Cleo"))


@pytest.fixture
def store(store: Store) -> Store:
    for account in (ANN, BEN, CLEO):
        log_in_storage.add_account(store, account, ["code"], SessionRow(account.id, account.id, "", AT, AT))
    return store


def told(store: Store, account: AccountRow) -> tuple[list[str], list[str], list[str]]:
    """Returns the friends of an account, who has asked it, and whom it has asked."""
    found = friends.of_account(store, account)
    return [each.name for each in found.friends], list(found.received), list(found.sent)


def test_friendship_needs_both(store: Store) -> None:
    assert friends.ask(store, ANN, "ben", "ben", AT) and friends.ask(store, ANN, "ben", "Ben", AT)
    assert told(store, ANN) == ([], [], ["ben"]) and told(store, BEN) == ([], ["Ann"], []) and friends.count_received(store, BEN) == 1
    assert not friends.accept(store, CLEO, "ann") and not friends.accept(store, ANN, "ben")
    assert friends.accept(store, BEN, "ann") and not friends.accept(store, BEN, "ann")
    assert told(store, ANN) == (["Ben"], [], []) and told(store, BEN) == (["Ann"], [], [])
    assert friends.ask(store, ANN, "ben", "Ben", AT) and told(store, ANN) == (["Ben"], [], [])
    friends.remove(store, BEN, "ann")
    assert told(store, ANN) == ([], [], []) == told(store, BEN)


def test_who_ask_each_other_are_friends(store: Store) -> None:
    friends.ask(store, ANN, "ben", "Ben", AT)
    friends.ask(store, BEN, "ann", "Ann", AT)
    assert told(store, ANN) == (["Ben"], [], []) and told(store, BEN) == (["Ann"], [], [])


def test_asker_sees_the_same_of_an_unknown_name_a_declined_request_and_a_deleted_account(store: Store) -> None:
    for name in ("Nobody", "Ben", "Cleo"):
        friends.ask(store, ANN, name.lower(), name, AT)
    friends.decline(store, BEN, "ann")
    log_in_storage.delete_account(store, CLEO, "Former player")
    assert told(store, ANN) == ([], [], ["Ben", "Cleo", "Nobody"]) and told(store, BEN) == ([], [], [])
    friends.ask(store, ANN, "ben", "Ben", AT)
    assert told(store, BEN) == ([], [], []), "who has declined is not asked again"
    for name in ("Nobody", "Ben"):
        friends.withdraw(store, ANN, name)
    assert told(store, ANN) == ([], [], ["Cleo"])
    friends.ask(store, ANN, "ben", "Benny", AT)
    assert told(store, ANN) == ([], [], ["Benny", "Cleo"]) and told(store, BEN) == ([], [], []), "nor after it was withdrawn"
    friends.ask(store, BEN, "ann", "Ann", AT)
    assert friends.accept(store, ANN, "ben") and told(store, ANN) == (["Ben"], [], ["Cleo"])


def test_numbers_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_SENT", 1)
    assert (
        friends.ask(store, ANN, "nobody", "Nobody", AT)
        and not friends.ask(store, ANN, "ben", "Ben", AT)
        and friends.ask(store, ANN, "nobody", "x", AT)
    )
    friends.ask(store, BEN, "cleo", "Cleo", AT)
    assert friends.accept(store, CLEO, "ben")
    monkeypatch.setattr(friends, "MAX_FRIENDS", 1)
    friends.withdraw(store, ANN, "Nobody")
    friends.ask(store, ANN, "ben", "Ben", AT)
    assert not friends.accept(store, BEN, "ann") and told(store, BEN)[1] == ["Ann"]


def test_deleted_account_is_nobodys_friend(store: Store) -> None:
    friends.ask(store, ANN, "ben", "Ben", AT)
    friends.accept(store, BEN, "ann")
    friends.ask(store, BEN, "cleo", "Cleo", AT)
    log_in_storage.delete_account(store, BEN, "Former player")
    assert told(store, ANN) == ([], [], []) == told(store, CLEO)


def test_accounts_at_a_seat_are_found(store: Store) -> None:
    transactions.add_game(store, WholeClub(), new_game())
    browsers.remember_seats(store, BEN.owner_id, "abc", [0])
    browsers.remember_seats(store, "guest", "abc", [0, 1])
    assert friends.keys_at_seat(store, "abc", 0) == ["ben"] and friends.keys_at_seat(store, "abc", 1) == []
