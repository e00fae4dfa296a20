"""What people write to each other at a table, and for themselves alone.

Writing or removing a message locks the row of the channel in ``chats``: messages have the order in which they are committed, and a reader who
knows all up to a number misses none. None of that is a change of the game.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, true, tuple_, update

from groundfloor.engine.errors import GroundfloorError
from groundfloor.request_id import request_id

from ...database import change_feed, requests
from ...database import schema as s
from ...database.database import INSERTS, insert_new, reads, reads_once, writes
from ...database.requests import changes, changing
from ...database.rows import Notification, PersonalNotice, PrivateNotes, TableChange
from ...database.shares import Shares
from ..identity.person_kinds import mark_now
from ..notifications import storage as notices
from .rows import MessageRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy import Connection

    from ...database.rows import Channel, Remover
    from ...database.store import Store
    from .rows import NewMessage

CHANNEL = Shares(total=2_000, most=2_000, few=100)
"""Messages of a channel of a game; the last quarter is for those who have written few: nobody can fill it for others. Spectators at one client, who can pose as many, count together.

Those that administrators have removed do not count, and those that their authors have deleted for a day only.
"""
RECENT = 4
"""Times as many changes of a channel as it may have messages: older messages are not counted, which would take longer and longer."""
MAX_AROUND = 5
"""Messages before and after a reported one, as its context."""
REMOVED_AT_ONCE = 50
"""Messages of a person that are removed in one transaction; moves wait meanwhile."""
MESSAGE, READ, NOTE = s.messages.c, s.chat_reads.c, s.private_notes.c
COLUMNS = [MESSAGE[name] for name in MessageRow.__dataclass_fields__]
GAME = select(s.games.c.id).where(s.games.c.game_id == bindparam("of_game_id"))
OF_CHANNEL = (
    select(*COLUMNS)
    .join(s.games, s.games.c.id == MESSAGE.game)
    .where(s.games.c.game_id == bindparam("of_game_id"), MESSAGE.channel == bindparam("of_channel"))
)
CHANGED = OF_CHANNEL.where(MESSAGE.changed > bindparam("after")).order_by(MESSAGE.number.desc()).limit(bindparam("most"))
BEFORE = OF_CHANNEL.where(MESSAGE.number < bindparam("before")).order_by(MESSAGE.number.desc()).limit(bindparam("most"))
READ_UNTIL = (
    select(READ.changed)
    .join(s.games, s.games.c.id == READ.game)
    .where(READ.owner_id == bindparam("of_owner"), s.games.c.game_id == bindparam("of_game_id"), READ.channel == bindparam("of_channel"))
)
NOTES = (
    select(NOTE.text, NOTE.hides_chat)
    .join(s.games, s.games.c.id == NOTE.game)
    .where(s.games.c.game_id == bindparam("of_game_id"), NOTE.seat == bindparam("of_seat"))
)


class TooManyMessages(GroundfloorError):
    """A channel of a game has as many messages as it may have (``CHANNEL``)."""


def add(connection: Connection, new: NewMessage) -> MessageRow | None:
    """Stores a message, with the notices for those whom it names, except for seats whose pages hide the chat. TooManyMessages if there are too many (``CHANNEL``).

    Returns None, and stores nothing, if the game no longer exists.
    """
    game = connection.execute(GAME, {"of_game_id": new.game}).scalar_one_or_none()
    if game is None:
        return None
    changed = _next_change(connection, game, new.channel)
    day_ago = (datetime.fromisoformat(new.at) - timedelta(days=1)).isoformat(timespec="seconds")
    is_counted = or_(MESSAGE.removed == "", and_(MESSAGE.removed == "author", MESSAGE.at > day_ago))
    of_channel = (MESSAGE.game == game, MESSAGE.channel == new.channel, MESSAGE.changed > changed - RECENT * CHANNEL.total)
    count = select(func.count()).where(*of_channel, is_counted)
    is_own = MESSAGE.client == new.client if new.channel == "spectators" and new.client else MESSAGE.owner_id == new.owner_id
    if CHANNEL.refusal(connection.execute(count).scalar_one(), connection.execute(count.where(is_own)).scalar_one()):
        raise TooManyMessages("Too many messages.")
    values = {name: getattr(new, name) for name in ("channel", "owner_id", "seat", "name", "text", "at", "moment", "client", "reply_to")}
    values |= {"number": changed, "removed": "", "changed": changed, "mark": mark_now(connection, new.owner_id, new.name)}
    result = connection.execute(insert(s.messages).values(game=game, **values))
    message = MessageRow(id=int(result.inserted_primary_key[0]), **values)  # type: ignore[index]
    requests.note_game(game, changed)
    told = [Notification("mention", seat, message.id, new.seat, new.is_live, person=new.name) for seat in new.mentioned]
    answered = _answered(connection, game, new)
    if answered is not None and new.channel == "players":
        told = [notice for notice in told if notice.seat != answered.seat]
        told.append(Notification("reply", answered.seat, message.id, new.seat, new.is_live, person=new.name))
    elif answered is not None:
        plays = select(s.browsers.c.seat).where(s.browsers.c.game == game, s.browsers.c.browser == answered.owner_id)
        is_told = answered.owner_id and connection.execute(plays).first() is None  # players are told nothing of what spectators write
        reply = PersonalNotice(answered.owner_id, "reply", new.game, new.owner_id, new.name, message.id, new.is_live)
        notices.tell(connection, [reply] if is_told else [], new.at)
    hiding = set(connection.execute(select(NOTE.seat).where(NOTE.game == game, NOTE.hides_chat == true())).scalars()) if told else ()
    notices.add(connection, game, [notice for notice in told if notice.seat not in hiding], new.at, new.owner_id)
    return message


def _answered(connection: Connection, game: int, new: NewMessage) -> MessageRow | None:
    """Returns the message that a new one answers; None if it answers none, or that was removed."""
    if not new.reply_to:
        return None
    which = (MESSAGE.game == game, MESSAGE.channel == new.channel, MESSAGE.number == new.reply_to, MESSAGE.removed == "")
    row = connection.execute(select(*COLUMNS).where(*which)).one_or_none()
    return None if row is None else MessageRow(*row)


def remove(connection: Connection, id: int, by: Remover) -> tuple[str, MessageRow] | None:
    """Replaces the text of a message by who has removed it; returns the id of its game and the message, None if there is none, or it was removed before."""
    place = connection.execute(select(MESSAGE.game, MESSAGE.channel).where(MESSAGE.id == id)).one_or_none()
    if place is None:
        return None
    game, channel = place
    changed = _next_change(connection, game, channel)
    gone = (
        update(s.messages).where(MESSAGE.id == id, MESSAGE.removed == "").values(text="", moment=-1, removed=by, changed=changed, client="")
    )
    if not connection.execute(gone).rowcount:
        return None
    game_id = connection.execute(select(s.games.c.game_id).where(s.games.c.id == game)).scalar_one()
    return game_id, MessageRow(*connection.execute(select(*COLUMNS).where(MESSAGE.id == id)).one())


def remove_some_of(connection: Connection, owner_id: str, by: Remover) -> list[tuple[str, MessageRow]]:
    """Deletes the texts of the next ``REMOVED_AT_ONCE`` messages of somebody; returns them as ``remove`` does, none if there are none left."""
    chosen = select(MESSAGE.id).where(MESSAGE.owner_id == owner_id, MESSAGE.removed == "").order_by(MESSAGE.id).limit(REMOVED_AT_ONCE)
    removed = [remove(connection, id, by) for id in connection.execute(chosen).scalars().all()]
    return [each for each in removed if each is not None]


def add_message(store: Store, new: NewMessage) -> tuple[MessageRow, TableChange] | None:
    """Stores a message; returns it with the change for the pages of its table, None if the game no longer exists. TooManyMessages."""
    with changing(store.engine) as connection:
        message = add(connection, new)
        return None if message is None else (message, _told(store, connection, new.game, message))


def remove_message(store: Store, id: int, by: Remover) -> TableChange | None:
    """Deletes the text of a message; returns the change for the pages of its table, None if there is none, or it was removed before."""
    with changing(store.engine) as connection:
        removed = remove(connection, id, by)
        return None if removed is None else _told(store, connection, *removed)


def remove_messages_of(store: Store, owner_id: str, by: Remover) -> list[TableChange]:
    """Deletes the texts of up to ``REMOVED_AT_ONCE`` messages of somebody; returns the changes for the pages of their tables, none at the end."""
    with changing(store.engine) as connection:
        return [_told(store, connection, *removed) for removed in remove_some_of(connection, owner_id, by)]


def _told(store: Store, connection: Connection, game_id: str, message: MessageRow) -> TableChange:
    change = TableChange(0, game_id, 0, message.changed, change_feed.CHATS[message.channel], request_id.get())
    store.tell_others(connection, [change])
    return change


@reads_once
def find(connection: Connection, id: int) -> tuple[str, MessageRow] | None:
    """Returns the id of the game of a message, and the message."""
    row = connection.execute(
        select(s.games.c.game_id, *COLUMNS).join(s.games, s.games.c.id == MESSAGE.game).where(MESSAGE.id == id)
    ).one_or_none()
    return None if row is None else (row[0], MessageRow(*row[1:]))


@reads_once
def numbered(connection: Connection, game_id: str, channel: Channel, number: int) -> MessageRow | None:
    which = {"of_game_id": game_id, "of_channel": channel}
    row = connection.execute(OF_CHANNEL.where(MESSAGE.number == number), which).one_or_none()
    return None if row is None else MessageRow(*row)


@reads_once
def of_channel(connection: Connection, game_id: str, channel: Channel, after: int = 0, most: int = CHANNEL.total) -> list[MessageRow]:
    """Returns the messages that were written or removed after a change (``MessageRow.changed``), the last ``most`` of them, the newest last."""
    found = connection.execute(CHANGED, {"of_game_id": game_id, "of_channel": channel, "after": after, "most": most})
    return [MessageRow(*row) for row in found][::-1]


@reads_once
def before(connection: Connection, game_id: str, channel: Channel, number: int, most: int) -> list[MessageRow]:
    """Returns the ``most`` messages before the one with a number, the newest last."""
    found = connection.execute(BEFORE, {"of_game_id": game_id, "of_channel": channel, "before": number, "most": most})
    return [MessageRow(*row) for row in found][::-1]


@reads
def around(connection: Connection, id: int) -> list[MessageRow]:
    """Returns a message with the ``MAX_AROUND`` before and after it in its channel."""
    reported = find(connection, id)
    if reported is None:
        return []
    game_id, message = reported
    later = OF_CHANNEL.where(MESSAGE.number >= message.number).order_by(MESSAGE.number).limit(MAX_AROUND + 1)
    rows = connection.execute(later, {"of_game_id": game_id, "of_channel": message.channel})
    return [*before(connection, game_id, message.channel, message.number, MAX_AROUND), *(MessageRow(*row) for row in rows)]


@reads_once
def last_change(connection: Connection, game_id: str, channel: Channel) -> int:
    """Returns how often the messages of a channel have changed."""
    chosen = select(s.chats.c.changes).join(s.games, s.games.c.id == s.chats.c.game)
    chosen = chosen.where(s.games.c.game_id == game_id, s.chats.c.channel == channel)
    return int(connection.execute(chosen).scalar_one_or_none() or 0)


@reads_once
def read_until(connection: Connection, owner_id: str, game_id: str, channel: Channel) -> int:
    """Returns up to which change somebody has read a channel."""
    which = {"of_owner": owner_id, "of_game_id": game_id, "of_channel": channel}
    return int(connection.execute(READ_UNTIL, which).scalar_one_or_none() or 0)


@changes
def mark_read(connection: Connection, owner_id: str, game_id: str, channel: Channel, changed: int) -> None:
    """Stores up to which change somebody has read a channel: the notices of messages there are then read, and those that wait need no longer be sent."""
    game = connection.execute(GAME, {"of_game_id": game_id}).scalar_one_or_none()
    if game is None:
        return
    _note_read(connection, {"owner_id": owner_id, "game": game, "channel": channel, "changed": changed})
    notices.drop_mentions(connection, owner_id, game)


@reads_once
def of_owner(connection: Connection, owner_id: str, after: int, most: int) -> list[tuple[str, MessageRow]]:
    """Returns the next messages of somebody after the one with an id, in their order, each with the id of its game."""
    chosen = select(s.games.c.game_id, *COLUMNS).join(s.games, s.games.c.id == MESSAGE.game)
    next_ones = chosen.where(MESSAGE.owner_id == owner_id, MESSAGE.id > after).order_by(MESSAGE.id).limit(most)
    return [(row[0], MessageRow(*row[1:])) for row in connection.execute(next_ones)]


@writes
def delete_unused_reads(connection: Connection, before: str) -> int:
    """Deletes what guests who hold no seat and wait at no open table have read, of games whose last move was before a time; returns how many rows."""
    old = READ.game.in_(select(s.games.c.id).where(s.games.c.moved < before))
    return connection.execute(delete(s.chat_reads).where(old, s.without_seats(READ.owner_id))).rowcount


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives the messages of a browser to an account, and what it has read."""
    connection.execute(update(s.messages).where(MESSAGE.owner_id == guest_id).values(owner_id=owner_id))
    for row in connection.execute(select(READ.game, READ.channel, READ.changed).where(READ.owner_id == guest_id)).all():
        _note_read(connection, {"owner_id": owner_id, **row._asdict()})
    connection.execute(delete(s.chat_reads).where(READ.owner_id == guest_id))


def forget(connection: Connection, owner_id: str, former: str) -> None:
    """Deletes the texts of somebody who is deleted; the messages stay, without text, under the name ``former``."""
    mine, chat = MESSAGE.owner_id == owner_id, s.chats.c
    is_theirs = select(MESSAGE.id).where(mine, MESSAGE.game == chat.game, MESSAGE.channel == chat.channel).exists()
    connection.execute(update(s.chats).where(is_theirs).values(changes=chat.changes + 1))
    changed = select(chat.changes).where(chat.game == MESSAGE.game, chat.channel == MESSAGE.channel).scalar_subquery()
    connection.execute(update(s.messages).where(mine, MESSAGE.removed == "").values(text="", moment=-1, removed="author"))
    connection.execute(update(s.messages).where(mine).values(owner_id="", name=former, mark="", client="", changed=changed))
    connection.execute(delete(s.chat_reads).where(READ.owner_id == owner_id))


@reads_once
def notes(connection: Connection, game_id: str, seat: int) -> PrivateNotes:
    """Returns what the person at a seat has written for themselves."""
    row = connection.execute(NOTES, {"of_game_id": game_id, "of_seat": seat}).one_or_none()
    return PrivateNotes() if row is None else PrivateNotes(*row)


@changes
def change_notes(connection: Connection, game_id: str, seat: int, decide: Callable[[PrivateNotes], PrivateNotes]) -> PrivateNotes:
    """Replaces what the person at a seat has written by what ``decide`` makes of it; returns that. Nothing is stored if it raises an error."""
    game = connection.execute(GAME, {"of_game_id": game_id}).scalar_one_or_none()
    if game is None:
        return decide(PrivateNotes())
    connection.execute(insert_new(connection.dialect.name, s.private_notes), {"game": game, "seat": seat, **vars(PrivateNotes())})
    mine = NOTE.game == game, NOTE.seat == seat
    after = decide(PrivateNotes(*connection.execute(select(NOTE.text, NOTE.hides_chat).where(*mine).with_for_update()).one()))
    connection.execute(update(s.private_notes).where(*mine).values(**vars(after)))
    return after


def forget_notes(connection: Connection, game: int, seats: Collection[int]) -> None:
    """Deletes what those who have left seats of a game have written for themselves."""
    connection.execute(delete(s.private_notes).where(NOTE.game == game, NOTE.seat.in_(seats)))


@reads_once
def notes_of_owner(connection: Connection, owner_id: str, after: tuple[int, int], most: int) -> list[tuple[int, str, int, PrivateNotes]]:
    """Returns the next notes of seats that somebody holds, each with the number of the game's row, its id and the seat; ``after`` a number and a seat."""
    held = s.browsers.c
    chosen = (
        select(held.game, s.games.c.game_id, NOTE.seat, NOTE.text, NOTE.hides_chat)
        .join(s.games, s.games.c.id == NOTE.game)
        .join(s.browsers, (held.game == NOTE.game) & (held.seat == NOTE.seat))
        .where(held.browser == owner_id, tuple_(held.game, held.seat) > after)
        .order_by(held.game, held.seat)
        .limit(most)
    )
    return [(row.game, row.game_id, row.seat, PrivateNotes(row.text, row.hides_chat)) for row in connection.execute(chosen)]


def _note_read(connection: Connection, row: dict[str, Any]) -> None:
    """Stores a row of ``chat_reads``, unless more is known to be read."""
    new = INSERTS[connection.dialect.name](s.chat_reads)
    kept = new.on_conflict_do_update(
        index_elements=["owner_id", "game", "channel"], set_={"changed": new.excluded.changed}, where=READ.changed < new.excluded.changed
    )
    connection.execute(kept, row)


def _next_change(connection: Connection, game: int, channel: Channel) -> int:
    """Locks the messages of a channel until the transaction ends; returns the number of the next change of them."""
    new = INSERTS[connection.dialect.name](s.chats)
    changes = s.chats.c.changes
    counted = new.on_conflict_do_update(index_elements=["game", "channel"], set_={"changes": changes + 1}).returning(changes)
    return int(connection.execute(counted, {"game": game, "channel": channel, "changes": 1}).scalar_one())
