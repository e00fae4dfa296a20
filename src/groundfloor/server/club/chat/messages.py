"""What people write to each other at a table, as the person who asks may read it, and the notes of a seat.

Players write and read among themselves. Spectators have a channel of their own, which nobody who holds a seat reads until the game is over.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from groundfloor.numbers import parse_int, parse_seat
from groundfloor.presentation.message_text import MessagePart, mentions, message_parts
from groundfloor.presentation.names import round_and_phase
from groundfloor.table.errors import CannotWrite
from groundfloor.table.messages import MAX_NOTES, MAX_TEXT, message_text, notes_text, people_of
from groundfloor.table.rights import DELETE_MESSAGE, READ_PLAYERS, READ_SPECTATORS, WRITE_TO_PLAYERS, WRITE_TO_SPECTATORS, Situation

from ...database.errors import StorageError
from ...database.rows import PrivateNotes
from ...game.quotas import check_room
from ...game.situations import chat_situation
from ...game.storage import browsers
from ...game.viewer import get_viewer
from ...http.errors import NotesChanged, TooManyAttempts
from ...http.request_checks import client_hash, limited_client, limited_user
from ...http.security import account_of, owner_of
from ..contacts import block_storage
from . import storage as chat_storage
from .rows import NewMessage
from .storage import TooManyMessages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.rights import Right

    from ...context import AppContext
    from ...database.rows import Channel
    from ...game.viewer import Viewer
    from .rows import LobbyMessage, MessageRow

__all__ = ["MAX_NOTES", "MAX_TEXT", "ChatAccess", "ShownMessage", "access_of", "shown_messages", "visible", "write_message"]
MOST_SHOWN = 100
"""Messages of a page."""
MOST_COUNTED = 99
"""Unread messages that are counted."""
DELETABLE_MINUTES = 5
"""For how long somebody can delete what they have written."""
SPECTATOR = -1
"""In place of a seat."""


@dataclass(frozen=True)
class ChatAccess:
    """Who reads and writes at a table: ``owner_id`` (as in the table ``browsers``) as ``name`` at a ``seat``, -1 for a spectator.

    ``situation`` is theirs; ``reads`` are the channels that they may read, ``writes`` is the one in which they may write (None: none).
    """

    viewer: Viewer
    owner_id: str
    situation: Situation
    reads: tuple[Channel, ...]
    writes: Channel | None
    seat: int = SPECTATOR
    name: str = ""

    @property
    def table(self) -> Table:
        return self.viewer.table

    @property
    def is_playing(self) -> bool:
        """Whether they hold a seat of a game that goes on, but look at it as a spectator."""
        return self.seat == SPECTATOR and self.situation.is_player and self.situation.has_spectators_chat and self.situation.stage != "over"


@dataclass(frozen=True)
class ShownMessage:
    """A message as a reader sees it; ``moment`` is the link to the position that it is about (None: none), ``answered`` the message that it answers (None: none, or one that they don't see). ``can_delete``: it is their own, and new."""

    row: MessageRow
    parts: Sequence[MessagePart]
    moment: MessagePart | None
    is_own: bool
    can_delete: bool
    answered: MessageRow | None


def access_of(context: AppContext, request: Request) -> ChatAccess:
    """Returns what the person who asks may read and write at the table in the address; UnknownGame."""
    viewer = get_viewer(context, request, owner_of(request))
    if viewer.address_seat is not None:
        assert viewer.seat is not None
        return access_at(context, request, viewer, viewer.seat)
    account = account_of(request)
    return access_at(context, request, viewer, None, account.name if account is not None else "")


def access_at(context: AppContext, request: Request, viewer: Viewer, seat: int | None, name: str = "") -> ChatAccess:
    """Returns what the person who asks may read and write at a seat, or by their ``name`` as a spectator (None)."""
    situation = chat_situation(context, request, viewer, seat)
    rights: list[tuple[Channel, Right]] = [("players", READ_PLAYERS), ("spectators", READ_SPECTATORS)]
    reads = tuple(channel for channel, right in rights if right.allows(situation))
    if seat is None:
        writes: Channel | None = "spectators" if WRITE_TO_SPECTATORS.allows(situation) else None
        return ChatAccess(viewer, owner_of(request), situation, reads, writes, name=name)
    writes = "players" if WRITE_TO_PLAYERS.allows(situation) else None
    return ChatAccess(viewer, owner_of(request), situation, reads, writes, seat, viewer.table.value.seats[seat].name)


# Reading


def visible(context: AppContext, messages: Iterable[MessageRow], owner_id: str) -> list[MessageRow]:
    """Returns those messages that are shown to a reader: without those by people whom they have blocked."""
    blocked = block_storage.blocked_by(context.store, owner_id) if owner_id else frozenset()
    return [each for each in messages if each.owner_id not in blocked]


def shown_messages(
    context: AppContext, access: ChatAccess, channel: Channel, translations: NullTranslations, after: int = 0, before: int = 0
) -> tuple[list[ShownMessage], int]:
    """Returns the last messages of a channel that have changed ``after`` a change, or those ``before`` the one with a number, the newest last.

    With the number before which there may be earlier ones (0: there are none).
    """
    store, game_id = context.store, access.table.game_id
    if before:
        stored = chat_storage.before(store, game_id, channel, before, MOST_SHOWN)
    else:
        stored = chat_storage.of_channel(store, game_id, channel, after, MOST_SHOWN)
    rows = visible(context, stored, access.owner_id)
    answered = answered_messages(context, access, channel, rows)
    phases = list(access.table.history.phases_after)
    names, now = [seat_value.name for seat_value in access.table.value.seats], context.table_service.now()

    def moment_label(entry: int) -> str:
        return round_and_phase(*phases[entry], translations) if 0 <= entry < len(phases) else ""

    shown = [
        ShownMessage(
            row,
            message_parts(row.text, names, moment_label),
            MessagePart("moment", label, row.moment) if (label := moment_label(row.moment)) else None,
            is_own(access, row),
            can_delete(access, row, now),
            answered.get(row.reply_to),
        )
        for row in rows
    ]
    return shown, stored[0].number if len(stored) == MOST_SHOWN and not after else 0


def answered_messages(context: AppContext, access: ChatAccess, channel: Channel, rows: Sequence[MessageRow]) -> dict[int, MessageRow]:
    """Returns the messages that these answer, by their numbers, except those that the reader does not see."""
    wanted = {row.reply_to for row in rows if row.reply_to and not row.removed}
    known = {row.number: row for row in rows}
    others = [chat_storage.numbered(context.store, access.table.game_id, channel, number) for number in sorted(wanted - set(known))]
    answered = visible(
        context, [*(known[number] for number in wanted & set(known)), *(row for row in others if row is not None)], access.owner_id
    )
    return {row.number: row for row in answered if not row.removed}


def is_own(access: ChatAccess, row: MessageRow) -> bool:
    """Returns whether a reader has written a message: the same person, or for a seat of their page."""
    is_of_seat = row.channel == "players" and row.seat in access.viewer.own_seats
    return is_of_seat or (row.owner_id != "" and row.owner_id == access.owner_id)


def can_delete(access: ChatAccess, row: MessageRow, now: str) -> bool:
    """Returns whether a reader can delete a message on its page; administrators have theirs for it."""
    return DELETE_MESSAGE.allows(Situation(is_own=is_own(access, row), is_fresh=is_deletable(row, now)))


def is_deletable(row: MessageRow | LobbyMessage, now: str) -> bool:
    """Returns whether a message was written so lately that its author can delete it."""
    return not row.removed and datetime.fromisoformat(now) - datetime.fromisoformat(row.at) <= timedelta(minutes=DELETABLE_MINUTES)


def count_unread(context: AppContext, access: ChatAccess) -> int:
    """Returns how many messages of others a reader has not read, at most ``MOST_COUNTED``."""
    store, game_id, unread = context.store, access.table.game_id, 0
    for channel in access.reads:
        read = chat_storage.read_until(store, access.owner_id, game_id, channel) if access.owner_id else 0
        rows = chat_storage.of_channel(store, game_id, channel, read, MOST_COUNTED)
        unread += sum(not row.removed and not is_own(access, row) for row in visible(context, rows, access.owner_id))
    return min(unread, MOST_COUNTED)


# Writing


def write_message(context: AppContext, request: Request, text: str, moment: str = "", seat: str = "", reply_to: str = "") -> ChatAccess:
    """Stores a message by the person who asks, and tells the open pages. For the thread that writes.

    ``seat`` is the number of the seat, from 1, for which a browser writes that has several of them ("": the one that is shown); ``moment`` is the number of entries of the
    position that the message is about, ``reply_to`` the number of the message in the same channel that it answers ("": none). Raises CannotWrite, SeatOfAccount, BadMessage, TooManyAttempts, DataFull, TooMuchStored and UnknownGame.
    """
    access = access_of(context, request)
    wanted = parse_seat(seat)
    if wanted is not None and access.seat != SPECTATOR:
        viewer = access.viewer.showing(wanted)
        access = access_at(context, request, viewer, viewer.seat)
    check_may_write(access)
    assert access.writes is not None
    table = access.table
    given = message_text(text, table)
    entry = parse_int(moment)
    about = entry if entry is not None and entry <= table.version else -1
    people = people_of(table) if access.writes == "players" else ()
    names = [seat_value.name if seat_value.seat in people else "" for seat_value in table.value.seats]
    mentioned = dict.fromkeys(number for _, _, number in mentions(given, names))
    check_rates(context, request)
    new = NewMessage(
        table.game_id,
        access.writes,
        access.owner_id,
        access.seat,
        access.name,
        given,
        context.table_service.now(),
        about,
        tuple(mentioned),
        table.value.is_live,
        client_hash(context.secret, request),
        parse_int(reply_to) or 0,
    )
    try:
        stored = chat_storage.add_message(context.store, new)
    except TooManyMessages:
        raise CannotWrite("This chat has as many messages as it can have.") from None
    if stored is not None:
        context.publisher.publish_message(stored[1])
    if access.seat != SPECTATOR and not access.viewer.is_remembered:
        with suppress(StorageError):  # the message is stored
            browsers.remember_seats(context.store, access.owner_id, table.game_id, [access.seat])
    return access


def check_may_write(access: ChatAccess) -> None:
    """Raises CannotWrite if the person who asks may not write at the table in the address."""
    (WRITE_TO_SPECTATORS if access.seat == SPECTATOR else WRITE_TO_PLAYERS).check(access.situation)


def check_rates(context: AppContext, request: Request) -> None:
    """Counts a message towards its author's limit; TooManyAttempts if they write too much, DataFull or TooMuchStored if there is no room."""
    check_room(context, limited_client(request))
    user = limited_user(request)
    if context.rates.chat.take(user):
        raise TooManyAttempts("You are sending messages too quickly. Please wait a moment.")
    if context.rates.chat_by_hour.take(user):
        raise TooManyAttempts("Too many messages were written lately, by you or from your address. Please try again in a few minutes.")


def mark_read(context: AppContext, request: Request, channel: Channel, changed: int) -> None:
    """Stores that the person who asks has read a channel up to a change; DataFull or TooMuchStored if there is no room. For the thread that writes."""
    access, store = access_of(context, request), context.store
    if channel in access.reads and access.owner_id:
        game_id = access.table.game_id
        known = min(changed, chat_storage.last_change(store, game_id, channel))
        if known > chat_storage.read_until(store, access.owner_id, game_id, channel):
            check_room(context, limited_client(request))
        if known:
            chat_storage.mark_read(store, access.owner_id, game_id, channel, known)
            context.bell.note_owner(access.owner_id)


# The notes of a seat


def notes_of(context: AppContext, access: ChatAccess) -> PrivateNotes:
    """Returns what the person at the seat of the page has written for themselves."""
    return chat_storage.notes(context.store, access.table.game_id, access.seat)


def change_notes(
    context: AppContext, request: Request, text: str | None = None, version: str = "", sent: str = "", *, hides_chat: bool | None = None
) -> PrivateNotes:
    """Changes the notes of the seat of the address, or whether its pages hide the chat (None: as before). For the thread that writes.

    ``version`` is that of the notes with which the new text began, ``sent`` a text that the same page has sent since, perhaps in vain. Raises NotesChanged if they
    have changed since; BadMessage, DataFull, TooMuchStored, and CannotWrite for spectators, and for longer notes once the game is over.
    """
    access = access_of(context, request)
    if access.seat == SPECTATOR:
        raise CannotWrite("Only people who hold a seat have notes.")
    check_room(context, limited_client(request))
    new = None if text is None else notes_text(text)

    def changed(now: PrivateNotes) -> PrivateNotes:
        if new is not None and now.version != version and now.text not in (new, notes_text(sent)):
            raise NotesChanged(now)
        if new is not None and access.table.game.is_over and len(new) > len(now.text):
            raise CannotWrite("The game is over: your notes stay and can be shortened, but they can’t get longer.")
        return PrivateNotes(now.text if new is None else new, now.hides_chat if hides_chat is None else hides_chat)

    return chat_storage.change_notes(context.store, access.table.game_id, access.seat, changed)
