"""Blocks: by guests and accounts, hidden from whoever is blocked, moved to an account, and deleted with one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.people import block_storage as blocks
from groundfloor.server.database.rows import AccountRow, OpenTablePlayer, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import OPEN_TABLE

AT, LATER = "2030-01-01T00:00:00+00:00", "2030-03-01T00:00:00+00:00"
ANN, BEN = (AccountRow(name.lower(), name, name.lower(), "hash", AT) for name in ("Ann", "Ben"))
TABLE = replace(
    OPEN_TABLE,
    host=ANN.owner_id,
    players=(
        OpenTablePlayer(ANN.owner_id, "Ann", "red", 0),
        OpenTablePlayer(BEN.owner_id, "Ben", "blue", 1),
        OpenTablePlayer("cleo", "Cleo", "green", 2),
    ),
)


@pytest.fixture
def store(store: Store) -> Store:
    for account in (ANN, BEN):
        store.add_account(account, ["code"], SessionRow(account.id, account.id, "", AT, AT))
    return store


def block(store: Store, owner_id: str, *keys: str, id: str = "1", name: str = "Somebody", at: str = AT) -> bool:
    return store.block(owner_id, keys, name, id, at)


def names(store: Store, owner_id: str) -> list[str]:
    return [each.name for each in store.blocked_by(owner_id)]


def listed(store: Store, key: str) -> list[str]:
    return [table.game_id for table in store.listed_open_tables("", "", 0, 60, key)]


def test_those_of_one_click_are_one_person_until_they_are_unblocked(store: Store) -> None:
    assert block(store, "guest", "one", "two", "guest", name="Ben") and block(store, "guest", "two", id="2", name="Red")
    assert names(store, "guest") == ["Ben", "Red"] and store.keys_blocked_by("guest") == {"one", "two"}
    assert store.owners_who_blocked("two") == {"guest"} and names(store, "one") == []
    assert store.is_blocked_pair("guest", "one") and store.is_blocked_pair("one", "guest") and not store.is_blocked_pair("one", "two")
    store.unblock("one", "1")
    store.unblock("guest", "1")
    assert names(store, "guest") == ["Red"] and store.keys_blocked_by("guest") == {"two"}


def test_second_click_blocks_nobody_again(store: Store) -> None:
    """So that one click unblocks them; under another name, which may be somebody else's, they are on the list again."""
    for id in ("1", "2"):
        assert block(store, "guest", "one", id=id, name="Ben")
    assert names(store, "guest") == ["Ben"]
    store.unblock("guest", store.blocked_by("guest")[0].id)
    assert not store.keys_blocked_by("guest")


def test_their_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKED", 2)
    assert block(store, "guest", "one", "two") and not block(store, "guest", "three", id="2") and block(store, "other", "three", id="3")


def test_friendship_ends_and_new_requests_are_as_if_never_answered(store: Store) -> None:
    store.ask_friend(ANN, "ben", "Ben", AT)
    store.accept_friend(BEN, "ann")
    block(store, ANN.owner_id, BEN.owner_id)
    assert store.friends_of(ANN).friends == store.friends_of(BEN).friends == ()
    store.ask_friend(BEN, "ann", "Ann", AT)
    assert store.friends_of(BEN).sent == ("Ann",)
    assert store.friends_of(ANN).received == () and store.count_friend_requests(ANN) == 0 and not store.accept_friend(ANN, "ben")
    store.unblock(ANN.owner_id, "1")
    assert store.friends_of(ANN).received == ("Ben",) and store.count_friend_requests(ANN) == 1


def test_own_request_is_withdrawn(store: Store) -> None:
    store.ask_friend(ANN, "ben", "Ben", AT)
    block(store, ANN.owner_id, BEN.owner_id)
    assert store.friends_of(ANN).sent == store.friends_of(BEN).received == () and not store.accept_friend(BEN, "ann")


@pytest.mark.parametrize(("holder", "other"), [(ANN, BEN), (BEN, ANN)])
def test_open_tables_of_both_are_hidden_from_each_other(store: Store, holder: AccountRow, other: AccountRow) -> None:
    store.add_open_table(TABLE)
    store.add_open_table(replace(TABLE, game_id="begun", game="abc"))
    block(store, holder.owner_id, other.owner_id)
    assert listed(store, BEN.owner_id) == [] and listed(store, ANN.owner_id) == listed(store, "cleo") == ["open"]
    assert store.open_tables_of(BEN.owner_id) == []
    at_table, begun = store.open_table("open"), store.open_table("begun")
    assert at_table is not None and [each.name for each in at_table.players] == ["Ann", "Cleo"] and at_table.changes == 1
    assert begun is not None and len(begun.players) == 3


def test_invitations_by_them_and_to_tables_of_them_are_not_shown(store: Store) -> None:
    for game_id, host in (("by", "host"), ("of", BEN.owner_id), ("other", "host")):
        players = (OpenTablePlayer("host", "Host", "red", 0), OpenTablePlayer(BEN.owner_id, "Ben", "blue", 1))
        store.add_open_table(replace(TABLE, game_id=game_id, host=host, players=players))
        store.invite(game_id, BEN.owner_id if game_id == "by" else "host", [ANN.owner_id])
    block(store, ANN.owner_id, BEN.owner_id)
    assert [each.table.game_id for each in store.invitations_of(ANN.owner_id)] == ["other"]
    assert store.invited_to("by") == {ANN.owner_id: False}, "as if it was never answered"


def test_account_takes_over_both_sides_of_a_browser(store: Store) -> None:
    block(store, "browser", "one", "two", BEN.owner_id)
    block(store, "one", "browser", id="2")
    block(store, BEN.owner_id, "browser", id="3")
    store.add_session(BEN, SessionRow("new", BEN.id, "", AT, AT), "browser")
    assert store.keys_blocked_by(BEN.owner_id) == {"one", "two"} and store.keys_blocked_by("one") == {BEN.owner_id}
    assert store.keys_blocked_by("browser") == frozenset()


def test_deleted_account_leaves_none(store: Store) -> None:
    block(store, ANN.owner_id, BEN.owner_id)
    block(store, BEN.owner_id, ANN.owner_id, id="2")
    store.delete_account(BEN, "Former player")
    assert names(store, ANN.owner_id) == names(store, BEN.owner_id) == []


def test_blocks_of_guests_who_sit_nowhere_are_deleted(store: Store) -> None:
    store.add_open_table(TABLE)
    for owner_id in ("cleo", "guest", ANN.owner_id):
        block(store, owner_id, "somebody")
    block(store, "guest", "another", id="2", at=LATER)
    assert store.delete_unused_blocks(AT) == 0 and store.delete_unused_blocks(LATER) == 1
    assert [len(store.blocked_by(owner_id)) for owner_id in ("cleo", "guest", ANN.owner_id)] == [1, 1, 1]
