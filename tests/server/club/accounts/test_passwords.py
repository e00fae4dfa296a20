"""Hashes of passwords."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from groundfloor.server.club.accounts import passwords
from groundfloor.server.club.accounts.passwords import NOBODYS_HASH, hash_password, hasher, is_outdated, is_password


@pytest.fixture(autouse=True)
def slow_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes as a server does, also while a world of another test file, which hashes quickly, is still open."""
    monkeypatch.setattr(passwords, "hasher", hasher)


def test_password_is_recognised_by_its_hash() -> None:
    hash = hash_password("correct horse battery")
    assert hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$") and "horse" not in hash and hash != hash_password("correct horse battery")
    assert is_password(hash, "correct horse battery") and not is_password(hash, "correct horse batterY")
    assert not is_outdated(hash) and is_outdated(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("x"))


def test_nobodys_hash_takes_the_same_work_and_has_no_password() -> None:
    assert not is_outdated(NOBODYS_HASH) and not is_password(NOBODYS_HASH, "") and not is_password("no hash", "password")


def test_no_password_is_cut_off() -> None:
    longest = "x" * 200
    assert is_password(hash_password(longest), longest) and not is_password(hash_password(longest), f"{longest}x")
