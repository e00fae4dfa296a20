"""Rows of the database as values: friends and blocks."""

from __future__ import annotations

from dataclasses import dataclass

from ...database.rows import AccountRow


@dataclass(frozen=True)
class Friends:
    """The friends of an account; the names of those who have asked it, and those whom it has asked as it knows them."""

    friends: tuple[AccountRow, ...]
    received: tuple[str, ...]
    sent: tuple[str, ...]


@dataclass(frozen=True)
class BlockedPerson:
    """Somebody who was blocked, under the ``name`` that they had then."""

    id: str
    name: str
    at: str
