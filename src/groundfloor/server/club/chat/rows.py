"""Rows of the database as values: messages at tables and in the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundfloor.table.value import ACCOUNT_PREFIX, PersonMark  # for the schemas of the API

from ...database.rows import Channel, Remover


@dataclass(frozen=True)
class NewMessage:
    """A message to be stored: of a game (its game id), by ``owner_id``, as in ``browsers``, who writes for a ``seat`` (-1: a spectator) under a ``name``.

    ``moment`` is the number of entries that lead to the position that it is about (-1: none); ``mentioned`` are the seats that it names, ``reply_to`` is the number of the message that it answers (0: none). ``is_live`` is as in ``Notification``,
    and ``client`` is the hash of the client that has sent it, by which its address can be banned.
    """

    game: str
    channel: Channel
    owner_id: str
    seat: int
    name: str
    text: str
    at: str
    moment: int = -1
    mentioned: tuple[int, ...] = ()
    is_live: bool = False
    client: str = ""
    reply_to: int = 0


@dataclass(frozen=True)
class MessageRow:
    """A message as it is stored (``NewMessage``); one that was ``removed`` no longer has a text. ``owner_id`` is "" when its account was deleted.

    In its channel it has a ``number``, which says nothing of what is written elsewhere, as the ``id`` does. ``changed`` orders the messages of a channel by when they were
    written or removed, and grows by 1 with each change. ``mark`` is what its author was when they wrote it.
    """

    id: int
    channel: Channel
    number: int
    owner_id: str
    seat: int
    name: str
    text: str
    at: str
    moment: int
    removed: Remover | Literal[""]
    changed: int
    client: str = ""
    reply_to: int = 0
    mark: PersonMark = ""

    @property
    def account(self) -> str:
        """The id of the account that has written it; "" for a guest."""
        return self.owner_id.removeprefix(ACCOUNT_PREFIX) if self.owner_id.startswith(ACCOUNT_PREFIX) else ""


@dataclass(frozen=True)
class LobbyMessage:
    """A message in the lobby (``open_table`` is None), or at an open table; the other fields are as in ``MessageRow``."""

    id: int
    open_table: str | None
    owner_id: str
    name: str
    text: str
    at: str
    removed: Remover | Literal[""]
    client: str
    mark: PersonMark = ""
