"""What people with an account have chosen: stored once, changed by one device at a time, deleted with the account."""

from __future__ import annotations

import pytest

from groundfloor.store import AccountRow, AccountSettings, SessionRow, Store

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)


@pytest.fixture
def store(store: Store) -> Store:
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "Firefox, Linux", AT, AT))
    return store


def test_account_has_chosen_nothing_at_first(store: Store) -> None:
    assert store.settings_of_account(ANN.id) is None and store.settings_of_holders({ANN.holder, "browser"}) == {}


def test_changes_add_up(store: Store) -> None:
    first = store.change_account_settings(ANN.id, AccountSettings(language="de"), {"sound": True})
    assert first == AccountSettings(language="de", sound=True)
    second = store.change_account_settings(ANN.id, AccountSettings(), {"theme": "dark", "skips_firing": True})
    assert second == AccountSettings("de", "dark", sound=True, skips_firing=True) == store.settings_of_account(ANN.id)
    assert store.settings_of_holders({ANN.holder, "browser"}) == {ANN.holder: second}


def test_settings_go_with_the_account(store: Store) -> None:
    store.change_account_settings(ANN.id, AccountSettings(), {"sound": True})
    store.delete_account(ANN, "Former player")
    assert store.settings_of_account(ANN.id) is None
    assert store.change_account_settings(ANN.id, AccountSettings(), {"sound": True}) is None and store.settings_of_account(ANN.id) is None
