"""Invitations to open tables: for whoever is invited, until they sit there, decline, or the table ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.lobby import invitation_storage as invitations
from groundfloor.server.club.lobby.open_tables import joined, without_number
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import OPEN_TABLE

AT = "2030-01-01T00:00:00+00:00"
BEN = AccountRow("b2", "Ben", "ben", "hash", AT)
TABLE = replace(OPEN_TABLE, is_private=True)


@pytest.fixture
def store(store: Store) -> Store:
    store.add_open_table(TABLE)
    store.add_open_table(replace(TABLE, game_id="later", created="2030-01-02T00:00:00+00:00"))
    return store


def invited(store: Store, key: str) -> list[tuple[str, str]]:
    return [(each.table.game_id, each.name) for each in store.invitations_of(key)]


def test_invitation_stands_until_it_is_answered(store: Store) -> None:
    assert store.invite("open", "ann", ["ben", "cleo", "ann"]) and store.invite("later", "ann", ["ben"])
    assert invited(store, "ben") == [("later", "Ann"), ("open", "Ann")] and invited(store, "ann") == [] == invited(store, "dora")
    store.decline_invitation("later", "ben")
    store.invite("later", "ann", ["ben"])
    assert invited(store, "ben") == [("open", "Ann")] and store.invited_to("later") == {"ben": True}
    store.change_open_table("open", lambda table: joined(table, "ben", "Ben"))
    assert invited(store, "ben") == []
    store.change_open_table("open", lambda table: without_number(table, "ann", 1))
    assert invited(store, "ben") == [], "who is sent away can't come back"
    store.change_open_table("open", lambda _table: None)
    assert invited(store, "cleo") == [] and store.invited_to("open") == {}


def test_only_players_invite(store: Store) -> None:
    assert store.invite("open", "stranger", ["ben"]) and store.invite("unknown", "ann", ["ben"])
    assert invited(store, "ben") == []


def test_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_INVITED", 2)
    assert store.invite("open", "ann", ["ben", "cleo"]) and store.invite("open", "ann", ["ben"])
    assert not store.invite("open", "ann", ["dora"]) and invited(store, "dora") == []


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    store.invite("open", "ann", ["browser", "other"])
    store.add_account(BEN, ["code"], SessionRow("1", BEN.id, "", AT, AT), "browser")
    store.add_session(BEN, SessionRow("2", BEN.id, "", AT, AT), "other")
    assert invited(store, BEN.owner_id) == [("open", "Ann")] and invited(store, "browser") == [] == invited(store, "other")
    store.delete_account(BEN, "Former player")
    assert store.invited_to("open") == {}
