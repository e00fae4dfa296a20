"""Administrators and bans on disk, and people as administrators see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.database.rows import AccountRow, BanRow, ResultRow, Rights, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import new_game

NOW = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", NOW)
BEN = AccountRow("b2", "Ben", "ben", "hash", "2030-01-02T00:00:00+00:00")
OF_BEN = BanRow("ban-1", BEN.id, None, "Insults", NOW, "", ANN.id)
OF_CLIENT = BanRow("ban-2", None, "mark", "Spam", NOW, "2030-02-01T00:00:00+00:00", ANN.id)


def session(token: str, account: AccountRow, used: str = NOW) -> SessionRow:
    return SessionRow(token, account.id, "Firefox, Linux", used, used)


@pytest.fixture
def store(store: Store) -> Store:
    store.add_account(ANN, ["code"], session("ann", ANN))
    store.add_account(BEN, ["code"], session("ben", BEN))
    return store


def rights(store: Store, token: str) -> Rights:
    found = store.session(token)
    assert found is not None
    return found[2]


def names(store: Store) -> list[str]:
    return [account.name for account, _since in store.administrators()]


def test_known_and_new_accounts_become_administrators(store: Store) -> None:
    new = AccountRow("c3", "Cleo", "cleo", "no password", NOW)
    assert store.appoint(replace(new, key="ann"), ["hash"], NOW) == (ANN, False)
    assert store.appoint(new, ["hash"], "2030-01-02") == (new, True) and store.appoint(new, ["hash"], "2030-01-03") == (new, False)
    assert names(store) == ["Ann", "Cleo"] and store.count_recovery_codes(new.id) == 1
    assert rights(store, "ann").is_administrator and not rights(store, "ben").is_administrator
    assert store.dismiss(ANN.id) and not store.dismiss(ANN.id)
    assert not rights(store, "ann").is_administrator and names(store) == ["Cleo"]
    assert store.add_administrator(ANN.id, NOW) and not store.add_administrator("nobody", NOW)


def test_ban_is_found_with_the_session_and_lifted(store: Store) -> None:
    assert store.ban(OF_BEN) and rights(store, "ben").ban == OF_BEN and rights(store, "ann").ban is None
    later = replace(OF_BEN, id="ban-3", reason="Again", until="2030-03-01")
    assert store.ban(later) and store.ban_of_account(BEN.id) == later
    assert [(ban.name, ban.author_name, ban.reason) for ban in store.bans(0, 10)] == [("Ben", "Ann", "Again")]
    store.lift_ban_of_account(BEN.id)
    assert rights(store, "ben") == Rights() and store.bans(0, 10) == []


def test_administrators_and_deleted_accounts_are_not_banned(store: Store) -> None:
    store.ban(OF_BEN)
    store.add_administrator(BEN.id, NOW)
    assert rights(store, "ben") == Rights(is_administrator=True)
    assert not store.ban(OF_BEN) and not store.ban(replace(OF_BEN, account="nobody"))


def test_ban_of_an_address_stays_when_its_author_goes(store: Store) -> None:
    store.ban(OF_BEN)
    assert store.ban(OF_CLIENT) and store.ban_of_client("mark") == OF_CLIENT and store.ban_of_client("other") is None
    for account in (BEN, ANN):
        store.delete_account(account, "Former player")
    left = replace(OF_CLIENT, author=None)
    assert store.bans(0, 10) == [left] and store.ban(replace(OF_CLIENT, id="ban-4")) and len(store.bans(0, 10)) == 1
    store.lift_ban("ban-4")
    assert store.ban_of_client("mark") is None


def test_bans_that_are_over_for_long_are_deleted(store: Store) -> None:
    store.ban(OF_BEN)
    store.ban(OF_CLIENT)
    assert OF_CLIENT.is_over("2030-02-01T00:00:00+00:00") and not OF_CLIENT.is_over(NOW) and not OF_BEN.is_over("9999")
    assert store.delete_old_bans("2030-01-31") == 0 and store.delete_old_bans("2030-02-02") == 1
    assert [ban.id for ban in store.bans(0, 10)] == ["ban-1"]


def test_people_are_listed_with_what_they_have(store: Store) -> None:
    store.add(new_game("abc"))
    store.remember_seats(BEN.owner_id, "abc", [0], is_host=True)
    store.add_results(BEN.owner_id, [ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ben", False, "{}")], "player", NOW)
    store.add_session(ANN, session("phone", ANN, "2030-01-05T00:00:00+00:00"))
    store.add_administrator(ANN.id, NOW)
    store.ban(OF_BEN)
    ben, ann = store.list_accounts("", "new", 0, 10)
    assert (ben.account, ben.games, ben.results, ben.sessions, ben.rights) == (BEN, 1, 1, 1, Rights(ban=OF_BEN))
    assert (ann.account, ann.games, ann.sessions, ann.used[:10], ann.rights.is_administrator) == (ANN, 0, 2, "2030-01-05", True)
    assert store.list_accounts("", "used", 0, 10) == [ann, ben] and store.list_accounts("", "used", 1, 10) == [ben]
    assert (
        store.list_accounts("en", "new", 0, 10) == [ben] and store.list_accounts("%", "new", 0, 10) == [] and store.count_people("n") == 2
    )
    assert store.person(ANN.id) == ann and store.person("nobody") is None
    store.log_out_everywhere(ANN)
    used = store.list_accounts("", "used", 0, 10)
    assert [person.account for person in used] == [BEN, ANN] and used[1].used == ""
    counts = store.count_rows()
    assert counts["accounts"] == 2 and counts["sessions"] == 1 and counts["entries"] == 1
