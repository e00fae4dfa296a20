"""What a notice says to somebody, and what a transport does with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ...database.rows import Outcome, TryLater

if TYPE_CHECKING:
    from .rows import NotificationAddress

__all__ = ["MessageLine", "Message", "Outcome", "TryLater", "Transport"]


@dataclass(frozen=True)
class MessageLine:
    """A sentence about a table, and the public address where it can be seen."""

    text: str
    url: str


@dataclass(frozen=True)
class Message:
    """A message in one ``language``, about one table or several.

    ``server`` is the name under which people reach the server, such as "games.example". ``id`` is the same for one message only. ``url`` is where all of it can be seen, ``unsubscribe_url`` the page that switches the address off ("": a test).
    """

    server: str
    id: str
    language: str
    title: str
    lines: tuple[MessageLine, ...]
    url: str
    unsubscribe_url: str = ""


class Transport(Protocol):
    """Sends messages in one way."""

    def check(self, address: str) -> None:
        """Raises BadUrl, with the reason, for an address to which nothing would be sent. Blocks for at most some seconds."""

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        """Sends a message, and returns when that is done or has failed. Blocks for at most some seconds; raises no error of the network.

        ``TryLater`` only if it is certain that nothing was accepted.
        """
