"""Passkeys: what is known of them, their challenges, and that one way into an account is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts.passkey_storage import MAX_PASSKEYS
from groundfloor.server.database.rows import AccountRow, ChallengeRow, PasskeyRow, SessionRow
from groundfloor.server.store import Store

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "", AT)
KEY = PasskeyRow("id", "a1", "public", 4_000_000_000, "Chrome, Linux", AT, AT)
SESSION = SessionRow("1", "a1", "Firefox", AT, AT)


@pytest.fixture
def store(store: Store) -> Store:
    store.add_account(ANN, ["code"], SESSION, "", KEY)
    return store


def test_passkey_of_a_new_account_is_known(store: Store) -> None:
    assert store.passkey("id") == (ANN, KEY) and store.passkeys_of("a1") == [KEY] and store.passkey("other") is None


def test_account_whose_passkey_is_known_is_not_made(store: Store) -> None:
    ben = AccountRow("b2", "Ben", "ben", "", AT)
    assert not store.add_account(ben, ["code"], replace(SESSION, account="b2", token="2"), "", replace(KEY, account="b2"))
    assert store.account("ben") is None and not store.add_passkey(KEY)


def test_use_of_a_passkey_counts_once(store: Store) -> None:
    assert store.use_passkey(KEY, KEY.sign_count + 1, "later") and not store.use_passkey(KEY, KEY.sign_count + 1, "later")
    assert store.passkeys_of("a1") == [replace(KEY, sign_count=KEY.sign_count + 1, used="later")]


def test_last_passkey_without_a_password_stays(store: Store) -> None:
    assert not store.remove_passkey("a1", "id")
    store.add_passkey(replace(KEY, id="second"))
    assert store.remove_passkey("a1", "id") and not store.remove_passkey("a1", "second")
    store.set_password_hash("a1", "hash")
    assert store.remove_passkey("a1", "second") and store.passkeys_of("a1") == []


def test_passkeys_of_others_are_neither_renamed_nor_removed(store: Store) -> None:
    store.rename_passkey("b2", "id", "Mine")
    store.remove_passkey("b2", "id")
    assert store.passkeys_of("a1") == [KEY]
    store.rename_passkey("a1", "id", "Key ring")
    assert store.passkeys_of("a1") == [replace(KEY, label="Key ring")]


def test_account_has_so_many_passkeys_at_most(store: Store) -> None:
    added = [store.add_passkey(replace(KEY, id=f"{number}")) for number in range(MAX_PASSKEYS)]
    assert added == [True] * (MAX_PASSKEYS - 1) + [False] and not store.add_passkey(replace(KEY, id="x", account="nobody"))


def test_challenge_is_used_once_and_expires(store: Store) -> None:
    asked = ChallengeRow("hash", "create", "browser", "b2", "Ben", AT)
    store.add_challenge(asked)
    store.add_challenge(replace(asked, challenge="later", created="2030-01-02"))
    assert store.use_challenge("hash") == asked and store.use_challenge("hash") is None
    assert (
        store.delete_challenges("2030-01-01") == 0 and store.delete_challenges("2031-01-01") == 1 and store.use_challenge("later") is None
    )


def test_passkeys_go_with_their_account(store: Store) -> None:
    store.delete_account(ANN, "Former player")
    assert store.passkey("id") is None
