"""Invitations to open tables: for whoever is invited, until they sit there, decline, or the table ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.lobby import invitation_storage as invitations
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.open_tables import joined, without_number
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
from tests.support.stores import OPEN_TABLE

AT = "2030-01-01T00:00:00+00:00"
BEN = AccountRow("b2", "Ben", "ben", "hash", AT)
TABLE = replace(OPEN_TABLE, is_private=True)


@pytest.fixture
def store(store: Store) -> Store:
    lobby_storage.add(store, TABLE)
    lobby_storage.add(store, replace(TABLE, game_id="later", created="2030-01-02T00:00:00+00:00"))
    return store


def invited(store: Store, key: str) -> list[tuple[str, str]]:
    return [(each.table.game_id, each.name) for each in invitations.of_owner(store, key)]


def test_invitation_stands_until_it_is_answered(store: Store) -> None:
    assert invitations.invite(store, "open", "ann", ["ben", "cleo", "ann"]) and invitations.invite(store, "later", "ann", ["ben"])
    assert invited(store, "ben") == [("later", "Ann"), ("open", "Ann")] and invited(store, "ann") == [] == invited(store, "dora")
    invitations.decline(store, "later", "ben")
    invitations.invite(store, "later", "ann", ["ben"])
    assert invited(store, "ben") == [("open", "Ann")] and invitations.invited(store, "later") == {"ben": True}
    lobby_storage.change(store, "open", lambda table: joined(table, "ben", "Ben"))
    assert invited(store, "ben") == []
    lobby_storage.change(store, "open", lambda table: without_number(table, "ann", 1))
    assert invited(store, "ben") == [], "who is sent away can't come back"
    lobby_storage.change(store, "open", lambda _table: None)
    assert invited(store, "cleo") == [] and invitations.invited(store, "open") == {}


def test_only_players_invite(store: Store) -> None:
    assert invitations.invite(store, "open", "stranger", ["ben"]) and invitations.invite(store, "unknown", "ann", ["ben"])
    assert invited(store, "ben") == []


def test_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_INVITED", 2)
    assert invitations.invite(store, "open", "ann", ["ben", "cleo"]) and invitations.invite(store, "open", "ann", ["ben"])
    assert not invitations.invite(store, "open", "ann", ["dora"]) and invited(store, "dora") == []


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    invitations.invite(store, "open", "ann", ["browser", "other"])
    log_in_storage.add_account(store, BEN, ["code"], SessionRow("1", BEN.id, "", AT, AT), "browser")
    log_in_storage.add_session(store, BEN, SessionRow("2", BEN.id, "", AT, AT), "other")
    assert invited(store, BEN.owner_id) == [("open", "Ann")] and invited(store, "browser") == [] == invited(store, "other")
    log_in_storage.delete_account(store, BEN, "Former player")
    assert invitations.invited(store, "open") == {}
