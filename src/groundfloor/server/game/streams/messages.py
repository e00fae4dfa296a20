"""What the open pages of a game are told, as events of streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...http.sse import Message

if TYPE_CHECKING:
    from ...database.rows import Channel, TableChange


def version_message(change: TableChange) -> Message:
    return Message(f"g:{change.game_id}", "version", {"game": change.game_id, "version": change.version}, change.sequence)


def draft_message(token: str, request: str = "") -> Message:
    """Returns the event for the other pages of a seat whose draft has changed; ``request`` is the idempotency key of the cause."""
    return Message(f"s:{token}", "draft", {"seat": token, "request": request})


def chat_message(topic: str, game_id: str, channel: Channel, changed: int) -> Message:
    """Returns the event for pages that may read a channel of a game: which of its changes is the last one (``MessageRow.changed``)."""
    return Message(topic, "chat", {"game": game_id, "channel": channel, "changed": changed})
