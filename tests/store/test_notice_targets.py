"""Where notices are sent: each address once, at most so many, and nothing that belongs to somebody who is deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.store import AccountRow, NoticeSettings, NoticeTarget, SessionRow, Store, notice_targets
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
BEN = AccountRow("b2", "Ben", "ben", "hash", AT)
MAIL = NoticeTarget("one", "ann", "mail", "ann@example.com", "", "Ann", "en", AT)


@pytest.fixture
def store(store: Store) -> Store:
    store.add(new_game())
    return store


def test_each_address_is_there_once(store: Store) -> None:
    assert store.add_notice_target(MAIL) == MAIL == store.notice_target("one")
    again = store.add_notice_target(replace(MAIL, id="two", label="Ann again", language="de"))
    assert again == replace(MAIL, label="Ann again", language="de") and store.notice_targets_of("ann") == [again]
    of_table = replace(MAIL, id="three", game="abc")
    assert store.add_notice_target(of_table) == of_table and store.notice_targets_of_game("abc") == [of_table]
    assert store.add_notice_target(replace(of_table, id="four")) == of_table
    assert store.add_notice_target(replace(MAIL, id="five", holder="ben")) is not None
    assert store.add_notice_target(replace(MAIL, id="six", game="unknown")) is None
    assert [each.id for each in store.notice_targets_of("ann")] == ["one", "three"]


def test_number_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_targets, "MAX_OF_HOLDER", 1)
    monkeypatch.setattr(notice_targets, "MAX_OF_GAME", 1)
    assert store.add_notice_target(MAIL) and store.add_notice_target(replace(MAIL, id="two"))
    assert store.add_notice_target(replace(MAIL, id="two", address="other")) is None
    assert store.add_notice_target(replace(MAIL, id="two", game="abc"))
    assert store.add_notice_target(replace(MAIL, id="three", holder="ben", address="other", game="abc")) is None


def test_target_is_confirmed_switched_and_removed(store: Store) -> None:
    store.add_notice_target(MAIL)
    assert store.confirm_notice_target("one", AT) and not store.confirm_notice_target("two", AT)
    assert store.switch_notice_target("one", is_off=True)
    assert store.notice_target("one") == replace(MAIL, confirmed=AT, is_off=True)
    assert store.add_notice_target(replace(MAIL, id="two")) == replace(MAIL, confirmed=AT)
    assert not store.remove_notice_target("one", "ben") and store.remove_notice_target("one", "ann")
    assert store.notice_target("one") is None and not store.remove_notice_target("one")


def test_unconfirmed_and_unused_targets_are_deleted(store: Store) -> None:
    account = replace(MAIL, id="account", holder=BEN.holder, confirmed=AT)
    for each in (
        replace(MAIL, confirmed=""),
        replace(MAIL, id="two", holder="ben", confirmed=AT),
        account,
        replace(account, id="table", game="abc"),
    ):
        store.add_notice_target(each)
    before, after = "2000-01-01T00:00:00+00:00", "2100-01-01T00:00:00+00:00"
    assert store.delete_unused_notice_targets(before, before) == 0
    assert store.delete_unused_notice_targets(after, before) == 1 and store.notice_target("one") is None
    assert store.delete_unused_notice_targets(after, after) == 1 and store.notice_target("two") is None
    assert store.notice_target("account") and store.notice_target("table")


def test_targets_of_a_table_end_with_it(store: Store) -> None:
    store.add_notice_target(replace(MAIL, game="abc"))
    store.delete("abc")
    assert store.notice_targets_of("ann") == []


def test_account_takes_them_over_and_leaves_none(store: Store) -> None:
    assert store.notice_settings_of("browser") == NoticeSettings()
    chosen = NoticeSettings(15, 8)
    store.change_notice_settings("browser", chosen)
    for id, holder, address in (("one", "browser", "first"), ("two", "browser", "second"), ("three", BEN.holder, "second")):
        store.add_notice_target(replace(MAIL, id=id, holder=holder, address=address))
    store.add_account(BEN, ["code"], SessionRow("1", BEN.id, "", AT, AT), "browser")
    assert [each.id for each in store.notice_targets_of(BEN.holder)] == ["one", "three"] and store.notice_targets_of("browser") == []
    assert store.notice_settings_of(BEN.holder) == chosen and store.notice_settings_of("browser") == NoticeSettings()
    store.delete_account(BEN, "Former player")
    assert store.notice_targets_of(BEN.holder) == [] and store.notice_settings_of(BEN.holder) == NoticeSettings()


def test_settings_of_guests_who_have_nothing_else_are_deleted(store: Store) -> None:
    store.add_notice_target(MAIL)
    store.remember_seats("sits", "abc", [0])
    for holder in ("ann", "sits", "nobody", BEN.holder):
        store.change_notice_settings(holder, NoticeSettings(15))
    store.delete_unused_notice_targets(AT, AT)
    kept = [holder for holder in ("ann", "sits", "nobody", BEN.holder) if store.notice_settings_of(holder) == NoticeSettings(15)]
    assert kept == ["ann", "sits", BEN.holder]
