"""Blocks: by guests and accounts, hidden from whoever is blocked, moved to an account, and deleted with one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.contacts import block_storage as blocks
from groundfloor.server.club.contacts import friend_storage
from groundfloor.server.club.lobby import invitation_storage
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.rows import OpenTablePlayer
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
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
        log_in_storage.add_account(store, account, ["code"], SessionRow(account.id, account.id, "", AT, AT))
    return store


def block(store: Store, owner_id: str, *blocked: str, id: str = "1", name: str = "Somebody", at: str = AT) -> bool:
    return blocks.add(store, owner_id, blocked, name, id, at)


def names(store: Store, owner_id: str) -> list[str]:
    return [each.name for each in blocks.of_owner(store, owner_id)]


def listed(store: Store, key: str) -> list[str]:
    return [table.game_id for table in lobby_storage.listed(store, "", "", 0, 60, key)]


def test_those_of_one_click_are_one_person_until_they_are_unblocked(store: Store) -> None:
    assert block(store, "guest", "one", "two", "guest", name="Ben") and block(store, "guest", "two", id="2", name="Red")
    assert names(store, "guest") == ["Ben", "Red"] and blocks.blocked_by(store, "guest") == {"one", "two"}
    assert names(store, "one") == []
    assert (
        blocks.is_blocked_pair(store, "guest", "one")
        and blocks.is_blocked_pair(store, "one", "guest")
        and not blocks.is_blocked_pair(store, "one", "two")
    )
    blocks.remove(store, "one", "1")
    blocks.remove(store, "guest", "1")
    assert names(store, "guest") == ["Red"] and blocks.blocked_by(store, "guest") == {"two"}


def test_second_click_blocks_nobody_again(store: Store) -> None:
    """So that one click unblocks them; under another name, which may be somebody else's, they are on the list again."""
    for id in ("1", "2"):
        assert block(store, "guest", "one", id=id, name="Ben")
    assert names(store, "guest") == ["Ben"]
    blocks.remove(store, "guest", blocks.of_owner(store, "guest")[0].id)
    assert not blocks.blocked_by(store, "guest")


def test_their_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKED", 2)
    assert block(store, "guest", "one", "two") and not block(store, "guest", "three", id="2") and block(store, "other", "three", id="3")


def test_friendship_ends_and_new_requests_are_as_if_never_answered(store: Store) -> None:
    friend_storage.ask(store, ANN, "ben", "Ben", AT)
    friend_storage.accept(store, BEN, "ann")
    block(store, ANN.owner_id, BEN.owner_id)
    assert friend_storage.of_account(store, ANN).friends == friend_storage.of_account(store, BEN).friends == ()
    friend_storage.ask(store, BEN, "ann", "Ann", AT)
    assert friend_storage.of_account(store, BEN).sent == ("Ann",)
    assert (
        friend_storage.of_account(store, ANN).received == ()
        and friend_storage.count_received(store, ANN) == 0
        and not friend_storage.accept(store, ANN, "ben")
    )
    blocks.remove(store, ANN.owner_id, "1")
    assert friend_storage.of_account(store, ANN).received == ("Ben",) and friend_storage.count_received(store, ANN) == 1


def test_own_request_is_withdrawn(store: Store) -> None:
    friend_storage.ask(store, ANN, "ben", "Ben", AT)
    block(store, ANN.owner_id, BEN.owner_id)
    assert friend_storage.of_account(store, ANN).sent == friend_storage.of_account(store, BEN).received == () and not friend_storage.accept(
        store, BEN, "ann"
    )


@pytest.mark.parametrize(("holder", "other"), [(ANN, BEN), (BEN, ANN)])
def test_open_tables_of_both_are_hidden_from_each_other(store: Store, holder: AccountRow, other: AccountRow) -> None:
    lobby_storage.add(store, TABLE)
    lobby_storage.add(store, replace(TABLE, game_id="begun", game="abc"))
    block(store, holder.owner_id, other.owner_id)
    assert listed(store, BEN.owner_id) == [] and listed(store, ANN.owner_id) == listed(store, "cleo") == ["open"]
    assert lobby_storage.of_owner(store, BEN.owner_id) == []
    at_table, begun = lobby_storage.find(store, "open"), lobby_storage.find(store, "begun")
    assert at_table is not None and [each.name for each in at_table.players] == ["Ann", "Cleo"] and at_table.changes == 1
    assert begun is not None and len(begun.players) == 3


def test_invitations_by_them_and_to_tables_of_them_are_not_shown(store: Store) -> None:
    for game_id, host in (("by", "host"), ("of", BEN.owner_id), ("other", "host")):
        players = (OpenTablePlayer("host", "Host", "red", 0), OpenTablePlayer(BEN.owner_id, "Ben", "blue", 1))
        lobby_storage.add(store, replace(TABLE, game_id=game_id, host=host, players=players))
        invitation_storage.invite(store, game_id, BEN.owner_id if game_id == "by" else "host", [ANN.owner_id])
    block(store, ANN.owner_id, BEN.owner_id)
    assert [each.table.game_id for each in invitation_storage.of_owner(store, ANN.owner_id)] == ["other"]
    assert invitation_storage.invited(store, "by") == {ANN.owner_id: False}, "as if it was never answered"


def test_account_takes_over_both_sides_of_a_browser(store: Store) -> None:
    block(store, "browser", "one", "two", BEN.owner_id)
    block(store, "one", "browser", id="2")
    block(store, BEN.owner_id, "browser", id="3")
    log_in_storage.add_session(store, BEN, SessionRow("new", BEN.id, "", AT, AT), "browser")
    assert blocks.blocked_by(store, BEN.owner_id) == {"one", "two"} and blocks.blocked_by(store, "one") == {BEN.owner_id}
    assert blocks.blocked_by(store, "browser") == frozenset()


def test_deleted_account_leaves_none(store: Store) -> None:
    block(store, ANN.owner_id, BEN.owner_id)
    block(store, BEN.owner_id, ANN.owner_id, id="2")
    log_in_storage.delete_account(store, BEN, "Former player")
    assert names(store, ANN.owner_id) == names(store, BEN.owner_id) == []


def test_blocks_of_guests_who_sit_nowhere_are_deleted(store: Store) -> None:
    lobby_storage.add(store, TABLE)
    for owner_id in ("cleo", "guest", ANN.owner_id):
        block(store, owner_id, "somebody")
    block(store, "guest", "another", id="2", at=LATER)
    assert blocks.delete_unused(store, AT) == 0 and blocks.delete_unused(store, LATER) == 1
    assert [len(blocks.of_owner(store, owner_id)) for owner_id in ("cleo", "guest", ANN.owner_id)] == [1, 1, 1]


def test_account_takes_over_no_more_blocks_than_it_can_have(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKED", 3)
    assert block(store, "guest", "dora", "emil", "fay") and block(store, BEN.owner_id, "cleo") and block(store, "dora", "guest", id="2")
    log_in_storage.add_session(store, BEN, SessionRow("s3", BEN.id, "", AT, AT), "guest")
    assert blocks.blocked_by(store, BEN.owner_id) == {"cleo", "dora", "emil"} and blocks.blocked_by(store, "dora") == {BEN.owner_id}
