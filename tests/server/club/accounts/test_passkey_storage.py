"""Passkeys: what is known of them, their challenges, and that one way into an account is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage, passkey_storage
from groundfloor.server.club.accounts.passkey_storage import MAX_PASSKEYS
from groundfloor.server.club.accounts.rows import ChallengeRow, PasskeyRow
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "", AT)
KEY = PasskeyRow("id", "a1", "public", 4_000_000_000, "Chrome, Linux", AT, AT)
SESSION = SessionRow("1", "a1", "Firefox", AT, AT)


@pytest.fixture
def store(store: Store) -> Store:
    log_in_storage.add_account(store, ANN, ["code"], SESSION, "", KEY)
    return store


def test_passkey_of_a_new_account_is_known(store: Store) -> None:
    assert (
        passkey_storage.find(store, "id") == (ANN, KEY)
        and passkey_storage.of_account(store, "a1") == [KEY]
        and passkey_storage.find(store, "other") is None
    )


def test_account_whose_passkey_is_known_is_not_made(store: Store) -> None:
    ben = AccountRow("b2", "Ben", "ben", "", AT)
    assert not log_in_storage.add_account(store, ben, ["code"], replace(SESSION, account="b2", token="2"), "", replace(KEY, account="b2"))
    assert account_storage.find(store, "ben") is None and not passkey_storage.add(store, KEY)


def test_use_of_a_passkey_counts_once(store: Store) -> None:
    assert passkey_storage.use(store, KEY, KEY.sign_count + 1, "later") and not passkey_storage.use(store, KEY, KEY.sign_count + 1, "later")
    assert passkey_storage.of_account(store, "a1") == [replace(KEY, sign_count=KEY.sign_count + 1, used="later")]


def test_last_passkey_without_a_password_stays(store: Store) -> None:
    assert not passkey_storage.remove(store, "a1", "id")
    passkey_storage.add(store, replace(KEY, id="second"))
    assert passkey_storage.remove(store, "a1", "id") and not passkey_storage.remove(store, "a1", "second")
    account_storage.set_password(store, "a1", "hash")
    assert passkey_storage.remove(store, "a1", "second") and passkey_storage.of_account(store, "a1") == []


def test_passkeys_of_others_are_neither_renamed_nor_removed(store: Store) -> None:
    passkey_storage.rename(store, "b2", "id", "Mine")
    passkey_storage.remove(store, "b2", "id")
    assert passkey_storage.of_account(store, "a1") == [KEY]
    passkey_storage.rename(store, "a1", "id", "Key ring")
    assert passkey_storage.of_account(store, "a1") == [replace(KEY, label="Key ring")]


def test_account_has_so_many_passkeys_at_most(store: Store) -> None:
    added = [passkey_storage.add(store, replace(KEY, id=f"{number}")) for number in range(MAX_PASSKEYS)]
    assert added == [True] * (MAX_PASSKEYS - 1) + [False] and not passkey_storage.add(store, replace(KEY, id="x", account="nobody"))


def test_challenge_is_used_once_and_expires(store: Store) -> None:
    asked = ChallengeRow("hash", "create", "browser", "b2", "Ben", AT)
    passkey_storage.add_challenge(store, asked)
    passkey_storage.add_challenge(store, replace(asked, challenge="later", created="2030-01-02"))
    assert passkey_storage.use_challenge(store, "hash") == asked and passkey_storage.use_challenge(store, "hash") is None
    assert (
        passkey_storage.delete_challenges(store, "2030-01-01") == 0
        and passkey_storage.delete_challenges(store, "2031-01-01") == 1
        and passkey_storage.use_challenge(store, "later") is None
    )


def test_passkeys_go_with_their_account(store: Store) -> None:
    log_in_storage.delete_account(store, ANN, "Former player")
    assert passkey_storage.find(store, "id") is None
