"""Where notices are sent: each address once, at most so many, and nothing that belongs to somebody who is deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.notifications import address_storage as notification_addresses
from groundfloor.server.club.notifications.rows import NotificationAddress, NotificationSettings
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
BEN = AccountRow("b2", "Ben", "ben", "hash", AT)
MAIL = NotificationAddress("one", "ann", "mail", "ann@example.com", "", "Ann", "en", AT)


@pytest.fixture
def store(store: Store) -> Store:
    transactions.add_game(store, WholeClub(), new_game())
    return store


def test_each_address_is_there_once(store: Store) -> None:
    assert notification_addresses.add(store, MAIL) == MAIL == notification_addresses.find(store, "one")
    again = notification_addresses.add(store, replace(MAIL, id="two", label="Ann again", language="de"))
    assert again == replace(MAIL, label="Ann again", language="de") and notification_addresses.of_owner(store, "ann") == [again]
    of_table = replace(MAIL, id="three", game="abc")
    assert notification_addresses.add(store, of_table) == of_table and notification_addresses.of_game(store, "abc") == [of_table]
    assert notification_addresses.add(store, replace(of_table, id="four")) == of_table
    assert notification_addresses.add(store, replace(MAIL, id="five", owner_id="ben")) is not None
    assert notification_addresses.add(store, replace(MAIL, id="six", game="unknown")) is None
    assert [each.id for each in notification_addresses.of_owner(store, "ann")] == ["one", "three"]


def test_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notification_addresses, "MAX_OF_HOLDER", 1)
    monkeypatch.setattr(notification_addresses, "MAX_OF_GAME", 1)
    assert notification_addresses.add(store, MAIL) and notification_addresses.add(store, replace(MAIL, id="two"))
    assert notification_addresses.add(store, replace(MAIL, id="two", address="other")) is None
    assert notification_addresses.add(store, replace(MAIL, id="two", game="abc"))
    assert notification_addresses.add(store, replace(MAIL, id="three", owner_id="ben", address="other", game="abc")) is None


def test_account_takes_over_no_more_than_it_can_have(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guest after guest it had thousands, to all of which each move of others wrote a delivery."""
    monkeypatch.setattr(notification_addresses, "MAX_OF_HOLDER", 3)
    for guest in ("one", "two"):
        for number in range(2):
            new = replace(MAIL, id=f"{guest} {number}", owner_id=guest, address=f"{guest}{number}@example.com")
            assert notification_addresses.add(store, new)
        of_table = replace(MAIL, id=f"{guest} of table", owner_id=guest, address=f"{guest}@example.com", game="abc")
        assert notification_addresses.add(store, of_table)
    log_in_storage.add_account(store, BEN, ["code"], SessionRow("s1", BEN.id, "", AT, AT), "one")
    log_in_storage.add_session(store, BEN, SessionRow("s2", BEN.id, "", AT, AT), "two")
    kept = {each.id for each in notification_addresses.of_owner(store, BEN.owner_id)}
    assert kept == {"one 0", "one 1", "two 0", "one of table", "two of table"}
    assert not notification_addresses.of_owner(store, "two")


def test_target_is_confirmed_switched_and_removed(store: Store) -> None:
    notification_addresses.add(store, MAIL)
    assert notification_addresses.confirm(store, "one", AT) and not notification_addresses.confirm(store, "two", AT)
    assert notification_addresses.switch(store, "one", is_off=True)
    assert notification_addresses.find(store, "one") == replace(MAIL, confirmed=AT, is_off=True)
    assert notification_addresses.add(store, replace(MAIL, id="two")) == replace(MAIL, confirmed=AT)
    assert not notification_addresses.remove(store, "one", "ben") and notification_addresses.remove(store, "one", "ann")
    assert notification_addresses.find(store, "one") is None and not notification_addresses.remove(store, "one")


def test_unconfirmed_and_unused_targets_are_deleted(store: Store) -> None:
    account = replace(MAIL, id="account", owner_id=BEN.owner_id, confirmed=AT)
    for each in (
        replace(MAIL, confirmed=""),
        replace(MAIL, id="two", owner_id="ben", confirmed=AT),
        account,
        replace(account, id="table", game="abc"),
    ):
        notification_addresses.add(store, each)
    before, after = "2000-01-01T00:00:00+00:00", "2100-01-01T00:00:00+00:00"
    assert notification_addresses.delete_unused(store, before, before) == 0
    assert notification_addresses.delete_unused(store, after, before) == 1 and notification_addresses.find(store, "one") is None
    assert notification_addresses.delete_unused(store, after, after) == 1 and notification_addresses.find(store, "two") is None
    assert notification_addresses.find(store, "account") and notification_addresses.find(store, "table")


def test_targets_of_a_table_end_with_it(store: Store) -> None:
    notification_addresses.add(store, replace(MAIL, game="abc"))
    transactions.delete_game(store, WholeClub(), "abc")
    assert notification_addresses.of_owner(store, "ann") == []


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    assert notification_addresses.settings_of(store, "browser") == NotificationSettings()
    chosen = NotificationSettings(15, 8)
    notification_addresses.change_settings(store, "browser", chosen)
    for id, owner_id, address in (("one", "browser", "first"), ("two", "browser", "second"), ("three", BEN.owner_id, "second")):
        notification_addresses.add(store, replace(MAIL, id=id, owner_id=owner_id, address=address))
    log_in_storage.add_account(store, BEN, ["code"], SessionRow("1", BEN.id, "", AT, AT), "browser")
    assert [each.id for each in notification_addresses.of_owner(store, BEN.owner_id)] == [
        "one",
        "three",
    ] and notification_addresses.of_owner(store, "browser") == []
    assert (
        notification_addresses.settings_of(store, BEN.owner_id) == chosen
        and notification_addresses.settings_of(store, "browser") == NotificationSettings()
    )
    log_in_storage.delete_account(store, BEN, "Former player")
    assert (
        notification_addresses.of_owner(store, BEN.owner_id) == []
        and notification_addresses.settings_of(store, BEN.owner_id) == NotificationSettings()
    )


def test_settings_of_guests_who_have_nothing_else_are_deleted(store: Store) -> None:
    notification_addresses.add(store, MAIL)
    browsers.remember_seats(store, "sits", "abc", [0])
    for owner_id in ("ann", "sits", "nobody", BEN.owner_id):
        notification_addresses.change_settings(store, owner_id, NotificationSettings(15))
    notification_addresses.delete_unused(store, AT, AT)
    kept = [
        owner_id
        for owner_id in ("ann", "sits", "nobody", BEN.owner_id)
        if notification_addresses.settings_of(store, owner_id) == NotificationSettings(15)
    ]
    assert kept == ["ann", "sits", BEN.owner_id]
