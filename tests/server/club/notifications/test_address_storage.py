"""Where notices are sent: each address once, at most so many, and nothing that belongs to somebody who is deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.notifications import address_storage as notification_addresses
from groundfloor.server.database.rows import AccountRow, NotificationAddress, NotificationSettings, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
BEN = AccountRow("b2", "Ben", "ben", "hash", AT)
MAIL = NotificationAddress("one", "ann", "mail", "ann@example.com", "", "Ann", "en", AT)


@pytest.fixture
def store(store: Store) -> Store:
    store.add(new_game())
    return store


def test_each_address_is_there_once(store: Store) -> None:
    assert store.add_notification_address(MAIL) == MAIL == store.notification_address("one")
    again = store.add_notification_address(replace(MAIL, id="two", label="Ann again", language="de"))
    assert again == replace(MAIL, label="Ann again", language="de") and store.notification_addresses_of("ann") == [again]
    of_table = replace(MAIL, id="three", game="abc")
    assert store.add_notification_address(of_table) == of_table and store.notification_addresses_of_game("abc") == [of_table]
    assert store.add_notification_address(replace(of_table, id="four")) == of_table
    assert store.add_notification_address(replace(MAIL, id="five", owner_id="ben")) is not None
    assert store.add_notification_address(replace(MAIL, id="six", game="unknown")) is None
    assert [each.id for each in store.notification_addresses_of("ann")] == ["one", "three"]


def test_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notification_addresses, "MAX_OF_HOLDER", 1)
    monkeypatch.setattr(notification_addresses, "MAX_OF_GAME", 1)
    assert store.add_notification_address(MAIL) and store.add_notification_address(replace(MAIL, id="two"))
    assert store.add_notification_address(replace(MAIL, id="two", address="other")) is None
    assert store.add_notification_address(replace(MAIL, id="two", game="abc"))
    assert store.add_notification_address(replace(MAIL, id="three", owner_id="ben", address="other", game="abc")) is None


def test_target_is_confirmed_switched_and_removed(store: Store) -> None:
    store.add_notification_address(MAIL)
    assert store.confirm_notification_address("one", AT) and not store.confirm_notification_address("two", AT)
    assert store.switch_notification_address("one", is_off=True)
    assert store.notification_address("one") == replace(MAIL, confirmed=AT, is_off=True)
    assert store.add_notification_address(replace(MAIL, id="two")) == replace(MAIL, confirmed=AT)
    assert not store.remove_notification_address("one", "ben") and store.remove_notification_address("one", "ann")
    assert store.notification_address("one") is None and not store.remove_notification_address("one")


def test_unconfirmed_and_unused_targets_are_deleted(store: Store) -> None:
    account = replace(MAIL, id="account", owner_id=BEN.owner_id, confirmed=AT)
    for each in (
        replace(MAIL, confirmed=""),
        replace(MAIL, id="two", owner_id="ben", confirmed=AT),
        account,
        replace(account, id="table", game="abc"),
    ):
        store.add_notification_address(each)
    before, after = "2000-01-01T00:00:00+00:00", "2100-01-01T00:00:00+00:00"
    assert store.delete_unused_notification_addresses(before, before) == 0
    assert store.delete_unused_notification_addresses(after, before) == 1 and store.notification_address("one") is None
    assert store.delete_unused_notification_addresses(after, after) == 1 and store.notification_address("two") is None
    assert store.notification_address("account") and store.notification_address("table")


def test_targets_of_a_table_end_with_it(store: Store) -> None:
    store.add_notification_address(replace(MAIL, game="abc"))
    store.delete("abc")
    assert store.notification_addresses_of("ann") == []


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    assert store.notification_settings_of("browser") == NotificationSettings()
    chosen = NotificationSettings(15, 8)
    store.change_notification_settings("browser", chosen)
    for id, owner_id, address in (("one", "browser", "first"), ("two", "browser", "second"), ("three", BEN.owner_id, "second")):
        store.add_notification_address(replace(MAIL, id=id, owner_id=owner_id, address=address))
    store.add_account(BEN, ["code"], SessionRow("1", BEN.id, "", AT, AT), "browser")
    assert [each.id for each in store.notification_addresses_of(BEN.owner_id)] == ["one", "three"] and store.notification_addresses_of(
        "browser"
    ) == []
    assert store.notification_settings_of(BEN.owner_id) == chosen and store.notification_settings_of("browser") == NotificationSettings()
    store.delete_account(BEN, "Former player")
    assert store.notification_addresses_of(BEN.owner_id) == [] and store.notification_settings_of(BEN.owner_id) == NotificationSettings()


def test_settings_of_guests_who_have_nothing_else_are_deleted(store: Store) -> None:
    store.add_notification_address(MAIL)
    store.remember_seats("sits", "abc", [0])
    for owner_id in ("ann", "sits", "nobody", BEN.owner_id):
        store.change_notification_settings(owner_id, NotificationSettings(15))
    store.delete_unused_notification_addresses(AT, AT)
    kept = [
        owner_id
        for owner_id in ("ann", "sits", "nobody", BEN.owner_id)
        if store.notification_settings_of(owner_id) == NotificationSettings(15)
    ]
    assert kept == ["ann", "sits", BEN.owner_id]
