"""Administrators and bans on disk, and people as administrators see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.census import count_rows
from groundfloor.server.database.rows import AccountRow, BanRow, Rights, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, results, transactions
from groundfloor.server.game.storage.rows import ResultRow
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
    log_in_storage.add_account(store, ANN, ["code"], session("ann", ANN))
    log_in_storage.add_account(store, BEN, ["code"], session("ben", BEN))
    return store


def rights(store: Store, token: str) -> Rights:
    found = account_storage.session(store, token)
    assert found is not None
    return found[2]


def names(store: Store) -> list[str]:
    return [account.name for account, _since in moderation_storage.administrators(store)]


def test_known_and_new_accounts_become_administrators(store: Store) -> None:
    new = AccountRow("c3", "Cleo", "cleo", "no password", NOW)
    assert moderation_storage.appoint(store, replace(new, name_key="ann"), ["hash"], NOW) == (ANN, False)
    assert moderation_storage.appoint(store, new, ["hash"], "2030-01-02") == (new, True) and moderation_storage.appoint(
        store, new, ["hash"], "2030-01-03"
    ) == (new, False)
    assert names(store) == ["Ann", "Cleo"] and account_storage.count_codes(store, new.id) == 1
    assert rights(store, "ann").is_administrator and not rights(store, "ben").is_administrator
    assert moderation_storage.dismiss(store, ANN.id) and not moderation_storage.dismiss(store, ANN.id)
    assert not rights(store, "ann").is_administrator and names(store) == ["Cleo"]
    assert moderation_storage.add_administrator(store, ANN.id, NOW) and not moderation_storage.add_administrator(store, "nobody", NOW)


def test_ban_is_found_with_the_session_and_lifted(store: Store) -> None:
    assert administration_storage.ban(store, OF_BEN) and rights(store, "ben").ban == OF_BEN and rights(store, "ann").ban is None
    later = replace(OF_BEN, id="ban-3", reason="Again", until="2030-03-01")
    assert administration_storage.ban(store, later) and moderation_storage.ban_of_account(store, BEN.id) == later
    assert [(ban.name, ban.author_name, ban.reason) for ban in moderation_storage.bans(store, 0, 10)] == [("Ben", "Ann", "Again")]
    moderation_storage.lift_of_account(store, BEN.id)
    assert rights(store, "ben") == Rights() and moderation_storage.bans(store, 0, 10) == []


def test_administrators_and_deleted_accounts_are_not_banned(store: Store) -> None:
    administration_storage.ban(store, OF_BEN)
    moderation_storage.add_administrator(store, BEN.id, NOW)
    assert rights(store, "ben") == Rights(is_administrator=True)
    assert not administration_storage.ban(store, OF_BEN) and not administration_storage.ban(store, replace(OF_BEN, account="nobody"))


def test_ban_of_an_address_stays_when_its_author_goes(store: Store) -> None:
    administration_storage.ban(store, OF_BEN)
    assert (
        administration_storage.ban(store, OF_CLIENT)
        and moderation_storage.ban_of_client(store, "mark") == OF_CLIENT
        and moderation_storage.ban_of_client(store, "other") is None
    )
    for account in (BEN, ANN):
        log_in_storage.delete_account(store, account, "Former player")
    left = replace(OF_CLIENT, author=None)
    assert (
        moderation_storage.bans(store, 0, 10) == [left]
        and administration_storage.ban(store, replace(OF_CLIENT, id="ban-4"))
        and len(moderation_storage.bans(store, 0, 10)) == 1
    )
    moderation_storage.lift(store, "ban-4")
    assert moderation_storage.ban_of_client(store, "mark") is None


def test_bans_that_are_over_for_long_are_deleted(store: Store) -> None:
    administration_storage.ban(store, OF_BEN)
    administration_storage.ban(store, OF_CLIENT)
    assert OF_CLIENT.is_over("2030-02-01T00:00:00+00:00") and not OF_CLIENT.is_over(NOW) and not OF_BEN.is_over("9999")
    assert moderation_storage.delete_old_bans(store, "2030-01-31") == 0 and moderation_storage.delete_old_bans(store, "2030-02-02") == 1
    assert [ban.id for ban in moderation_storage.bans(store, 0, 10)] == ["ban-1"]


def test_people_are_listed_with_what_they_have(store: Store) -> None:
    transactions.add_game(store, WholeClub(), new_game("abc"))
    browsers.remember_seats(store, BEN.owner_id, "abc", [0], is_host=True)
    results.add_of_browser(store, BEN.owner_id, [ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ben", False, "{}")], "player", NOW)
    log_in_storage.add_session(store, ANN, session("phone", ANN, "2030-01-05T00:00:00+00:00"))
    moderation_storage.add_administrator(store, ANN.id, NOW)
    administration_storage.ban(store, OF_BEN)
    ben, ann = administration_storage.list_accounts(store, "", "new", 0, 10)
    assert (ben.account, ben.games, ben.results, ben.sessions, ben.rights) == (BEN, 1, 1, 1, Rights(ban=OF_BEN))
    assert (ann.account, ann.games, ann.sessions, ann.used[:10], ann.rights.is_administrator) == (ANN, 0, 2, "2030-01-05", True)
    assert administration_storage.list_accounts(store, "", "used", 0, 10) == [ann, ben] and administration_storage.list_accounts(
        store, "", "used", 1, 10
    ) == [ben]
    assert (
        administration_storage.list_accounts(store, "en", "new", 0, 10) == [ben]
        and administration_storage.list_accounts(store, "%", "new", 0, 10) == []
        and administration_storage.count_people(store, "n") == 2
    )
    assert administration_storage.person(store, ANN.id) == ann and administration_storage.person(store, "nobody") is None
    log_in_storage.log_out_everywhere(store, ANN)
    used = administration_storage.list_accounts(store, "", "used", 0, 10)
    assert [person.account for person in used] == [BEN, ANN] and used[1].used == ""
    counts = count_rows(store)
    assert counts["accounts"] == 2 and counts["sessions"] == 1 and counts["entries"] == 1
