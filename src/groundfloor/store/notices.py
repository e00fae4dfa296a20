"""Notices: written with the change that they tell of, taken once to be sent, and those that people have not read yet.

A delivery is ``waiting`` until it is due, ``sending`` from before it is sent, then ``sent`` or ``failed``; or ``waiting`` again, as long as it is true, if the
other side can't be reached or has no time (``TryLater``). What was being sent when its process ended stays ``sending``, and so does what may have been
accepted though no answer came: nobody knows whether it has arrived, and it is not sent again. A table that waits for somebody needs no row to be shown to them (browsers.py).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from sqlalchemy import Integer, bindparam, delete, false, func, literal, select, union_all, update

from . import availability, jobs, notification_addresses
from . import schema as s
from .database import INSERTS, column_values, database_seconds, from_row, insert_new
from .rows import EVERYBODY, HOST, Delivery, NewJob, NoticeRow, TryLater

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Row

    from .rows import Notification, NotificationAddress, NotificationKind, Outcome, ProposalOutcome

LIVE_SECONDS = 15.0
"""How long a notice waits at most at a table at which everybody stays."""
STEP_SECONDS = 500.0
"""The longest delay of a job (``jobs.MAX_DELAY``); what is due later is looked at again."""
SENDING_SECONDS = 60.0
"""After which sending was interrupted."""
FIRST_PAUSE, LONGEST_PAUSE = 15.0, 3600.0
"""Seconds until something that was not accepted is sent again; each pause is twice the one before."""
LONGEST_WISH = 24 * 3600.0
"""The longest pause that the other side can ask for."""
GIVE_UP_SECONDS = 3 * 24 * 3600.0
"""After which something that was never accepted has failed."""
HERE_SECONDS = 15.0
"""After which it is looked again whether somebody who has a page of the table open is still there."""
OF_ACCOUNT = 1
"""The version of a job that tells a target of its account, and not of tables."""
MAX_SHOWN = 50
"""Notices that an owner is shown."""
OF_TABLE: tuple[NotificationKind, ...] = ("turn", "reminder", "over")
"""What targets of a table are told."""
IN_BELL: tuple[NotificationKind, ...] = ("proposal", "over", "mention")
"""What people find in their list of notices beside the tables that wait for them."""
TARGET, SETTINGS, HELD, DELIVERY, NOTICE = s.notification_addresses.c, s.notification_settings.c, s.browsers.c, s.deliveries.c, s.notices.c
IS_ON = (TARGET.confirmed != "", TARGET.is_off == false())
OF_SEAT = bindparam("of_seat", type_=Integer)
HOLDERS = (
    select(HELD.browser)
    .where(HELD.game == bindparam("of_game"), HELD.seat >= 0)
    .where((HELD.seat == OF_SEAT) | (literal(EVERYBODY) == OF_SEAT))
    .where(HELD.browser != bindparam("without"))
    .where(HELD.browser.not_in(select(s.blocks.c.owner_id).where(s.blocks.c.blocked == bindparam("by_writer"))))
)
MOVERS = select(HELD.browser).where(HELD.game == bindparam("of_game"), HELD.seat == bindparam("by_seat"))
CHOSEN = [TARGET.id, TARGET.owner_id, TARGET.transport, SETTINGS.delay_minutes, SETTINGS.digest_hour]
WITH_SETTINGS = s.notification_addresses.outerjoin(s.notification_settings, SETTINGS.owner_id == TARGET.owner_id)
OF_HOLDERS = (
    select(*CHOSEN)
    .select_from(WITH_SETTINGS)
    .where(*IS_ON, TARGET.game.is_(None), TARGET.owner_id.in_(HOLDERS), TARGET.owner_id.not_in(MOVERS))
)
OF_HOLDERS_AND_TABLE = union_all(OF_HOLDERS, select(*CHOSEN).select_from(WITH_SETTINGS).where(*IS_ON, TARGET.game == bindparam("of_game")))
NOW = select(database_seconds())


@dataclass(frozen=True)
class Batch:
    """What is to be sent to a ``target`` now; ``seconds`` until it has to be looked at again (None: nothing waits). ``tries`` were not accepted before."""

    target: NotificationAddress
    deliveries: tuple[Delivery, ...] = ()
    seconds: float | None = None
    tries: int = 0


def add(connection: Connection, game: int, new: Iterable[Notification], at: str, without: str = "") -> None:
    """Writes notices for the targets of those who hold the seats, and of the table, in the transaction of the change; nothing for the holder ``without``.

    A message that names somebody (``mention``) tells nothing to those who have blocked whoever has written it.

    For people without targets a turn costs one query.
    """
    for notice in new:
        parameters = {
            "of_game": game,
            "of_seat": notice.seat,
            "by_seat": notice.by if notice.by >= 0 else None,
            "without": without,
            "by_writer": without if notice.kind == "mention" else "",
        }
        if notice.kind in IN_BELL:
            _ring(connection, parameters, notice, at)
        targets = connection.execute(OF_HOLDERS_AND_TABLE if notice.kind in OF_TABLE else OF_HOLDERS, parameters).all()
        if targets:
            _deliver(connection, game, notice, at, targets)


def tell_owner(connection: Connection, owner_id: str) -> None:
    """Has each target of an owner, but not those of single tables, be told of the attempts to log in to the account."""
    for target in connection.execute(select(TARGET.id).where(*IS_ON, TARGET.game.is_(None), TARGET.owner_id == owner_id)).scalars():
        jobs.hasten(connection, NewJob("notice", target, OF_ACCOUNT, owner_id[-16:]))


def _ring(connection: Connection, parameters: Mapping[str, object], notice: Notification, at: str) -> None:
    holders = connection.execute(HOLDERS.where(HELD.browser.not_in(MOVERS)).distinct(), parameters).scalars().all()
    values = {"game": parameters["of_game"], "at": at, "is_read": False, "outcome": ""}
    rows = [column_values(s.notices, notice, owner_id=owner_id, **values) for owner_id in sorted(holders)]
    if rows:
        new = INSERTS[connection.dialect.name](s.notices)
        changed = {name: new.excluded[name] for name in ("seat", "version", "at", "is_read", "proposed", "outcome")}
        connection.execute(new.on_conflict_do_update(index_elements=["owner_id", "game", "kind"], set_=changed), rows)


def _deliver(connection: Connection, game: int, notice: Notification, at: str, targets: Sequence[Row[Any]]) -> None:
    now = connection.execute(NOW).scalar_one()
    there = select(TARGET.id).where(TARGET.id.in_([row.id for row in targets])).order_by(TARGET.id)
    kept = set(connection.execute(there.with_for_update(read=True, key_share=True)).scalars())  # another transaction may have removed one
    for target in sorted((row for row in targets if row.id in kept), key=lambda row: str(row.id)):
        minutes, hour = (5, -1) if target.delay_minutes is None else (target.delay_minutes, target.digest_hour)
        if target.transport == "mail" and hour >= 0:
            hours = availability.of_owner(connection, target.owner_id)
            first = next_hour(now, hour, hours.hours_at(at).time_zone)
            then = datetime.fromtimestamp(first, UTC).isoformat(timespec="seconds")
            due = next_hour(now, hour, hours.hours_at(then).time_zone)
        else:
            delay = 0.0 if notice.kind == "reminder" else minutes * 60.0
            due = now + (min(delay, LIVE_SECONDS) if notice.is_live else delay)
        values = {"target": target.id, "game": game, "seat": notice.seat, "version": notice.version, "kind": notice.kind}
        new = {**values, "at": at, "due": due, "state": "waiting", "changed": at}
        connection.execute(insert_new(connection.dialect.name, s.deliveries), new)
        jobs.hasten(connection, NewJob("notice", target.id, 0, target.owner_id[-16:], min(due - now, STEP_SECONDS)))


def next_hour(now: float, hour: int, zone: str) -> float:
    """Returns the next time, in seconds since 1970, at which a full hour of the day begins in a time zone."""
    here = datetime.fromtimestamp(now, ZoneInfo(zone))
    wanted = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    while wanted.timestamp() <= now:
        wanted = (wanted + timedelta(days=1)).replace(hour=hour)
    return wanted.astimezone(UTC).timestamp()


def take(connection: Connection, target: str, here: Collection[tuple[str, int]], at: str) -> Batch | None:
    """Returns what is to be sent to a target now, which is ``sending`` from here on; None if there is no such target.

    As soon as something is due, all that waits goes with it. What is not true any more is dropped. What somebody sees who has a page of the seat open, at this
    process, by ``here``, or at another one, waits until nobody is there.
    """
    locked = connection.execute(
        select(TARGET.tries, TARGET.not_before).where(TARGET.id == target).with_for_update(key_share=True)
    ).one_or_none()
    address = notification_addresses.find(connection, target) if locked is not None else None
    if locked is None or address is None:
        return None
    rows = _waiting(connection, target)
    if not rows:
        return Batch(address)
    now = connection.execute(NOW).scalar_one()
    first = max(min(row.due for row in rows), locked.not_before)
    if first > now and not address.is_off:
        return Batch(address, (), first - now)
    if late := [row.id for row in rows if row.due < now - GIVE_UP_SECONDS]:
        connection.execute(update(s.deliveries).where(DELIVERY.id.in_(late)).values(state="failed", changed=at))
    games, game_ids = {row.game for row in rows}, {row.game_id for row in rows}
    held = {
        (row.game, row.seat)
        for row in connection.execute(select(HELD.game, HELD.seat).where(HELD.browser == address.owner_id, HELD.game.in_(games)))
    }
    present = s.presence.c
    there = select(present.game_id, present.seat).where(present.game_id.in_(game_ids), present.until >= database_seconds())
    seen = {*here, *((row.game_id, row.seat) for row in connection.execute(there))}
    true = [row for row in rows if not address.is_off and row.id not in late and is_true(row) and seats_told(address, row, held)]
    if dropped := {row.id for row in rows} - {row.id for row in true} - set(late):
        connection.execute(delete(s.deliveries).where(DELIVERY.id.in_(dropped)))
    unseen = [row for row in true if not any((row.game_id, seat) in seen for seat in seats_told(address, row, held))]
    again = min([HERE_SECONDS] * (len(unseen) < len(true)) + [row.due - now for row in unseen if row.due > now], default=None)
    if all(row.due > now for row in unseen):
        return Batch(address, (), again)
    ids = [row.id for row in unseen]
    connection.execute(update(s.deliveries).where(DELIVERY.id.in_(ids)).values(state="sending", changed=at))
    return Batch(address, tuple(_delivery(row) for row in unseen), HERE_SECONDS if len(unseen) < len(true) else None, locked.tries)


def is_true(row: Row[Any]) -> bool:
    """Returns whether what a delivery says is still so."""
    match row.kind:
        case "turn" | "reminder":
            is_paused = row.paused_by is not None and row.paused_by >= 0
            is_asked = row.status == "running" and row.asked == row.seat and row.entries == row.version
            return is_asked and not is_paused and not row.automa
        case "proposal":
            is_open = row.status == "running" and row.what and not row.what.startswith("transferred") and not row.outcome
            if not is_open or row.proposed != row.version or (row.what.startswith("undo") and row.entries != row.version):
                return False
            return row.seat not in (*json.loads(row.agreed), *json.loads(row.refused))
        case "mention":
            return bool(row.removed == "")
        case _:
            return bool(row.status == "over")


def seats_told(target: NotificationAddress, row: Row[Any], held: Collection[tuple[int, int]]) -> list[int]:
    """Returns the seats of whom a delivery tells a target: those whose pages would show it; none if the target no longer belongs to whoever it is for."""
    if target.game:
        return [row.seat] if (row.game, HOST) in held else []
    return [seat for game, seat in held if game == row.game and seat >= 0 and row.seat in (seat, EVERYBODY)]


def finish(connection: Connection, batch: Batch, result: Outcome | TryLater, at: str, day_ago: str) -> float | None:
    """Stores what has come of sending; returns the seconds until the batch may be sent again (None: never).

    A target is switched off if it is gone, or has failed since ``day_ago``; a push subscription that is gone is removed.
    """
    ids = [each.id for each in batch.deliveries]
    pause, which = None, DELIVERY.id.in_(ids)
    if isinstance(result, TryLater):
        pause = pause_after(batch.tries, result.seconds)
        connection.execute(update(s.deliveries).where(which).values(state="waiting", changed=at))
    elif result != "unknown":
        connection.execute(update(s.deliveries).where(which).values(state="sent" if result == "sent" else "failed", changed=at))
    delay = {"tries": 0, "not_before": 0} if pause is None else {"tries": batch.tries + 1, "not_before": database_seconds() + pause}
    connection.execute(update(s.notification_addresses).where(TARGET.id == batch.target.id).values(delay))
    note_outcome(connection, batch.target.id, result, at, day_ago)
    return pause


def pause_after(tries: int, wish: float) -> float:
    """Returns for how many seconds nothing is sent to a target that has accepted nothing so often before, and has asked for a pause (0: it has not)."""
    if wish > 0:
        return max(min(wish, LONGEST_WISH), min(2.0 ** min(tries, 30), LONGEST_PAUSE))
    return min(FIRST_PAUSE * 2.0 ** min(tries, 30), LONGEST_PAUSE)


def note_outcome(connection: Connection, target: str, result: Outcome | TryLater, at: str, day_ago: str) -> None:
    """Stores with a target whether it can be reached (``finish``). That the server's own mail server can't be switches nobody's address off."""
    address = notification_addresses.find(connection, target)
    if address is None:
        return
    which = TARGET.id == target
    if result == "gone" and address.transport == "push":
        connection.execute(delete(s.notification_addresses).where(which))
    elif result == "sent":
        if address.failing_since:
            connection.execute(update(s.notification_addresses).where(which).values(failing_since=""))
    else:
        since = address.failing_since or at
        is_off = result == "gone" or (since <= day_ago and not (address.transport == "mail" and isinstance(result, TryLater)))
        connection.execute(update(s.notification_addresses).where(which).values(failing_since=since, is_off=is_off))
        if is_off:
            lost = (DELIVERY.target == target, DELIVERY.state == "waiting")
            connection.execute(update(s.deliveries).where(*lost).values(state="failed", changed=at))


def deliveries_of(connection: Connection, owner_id: str) -> list[Delivery]:
    """Returns what was sent last to the targets of an owner, or is to be sent, the newest first."""
    mine = select(TARGET.id).where(TARGET.owner_id == owner_id)
    rows = connection.execute(DELIVERIES.where(DELIVERY.target.in_(mine)).order_by(DELIVERY.id.desc()).limit(MAX_SHOWN))
    return [_delivery(row) for row in rows]


def delete_old_deliveries(connection: Connection, before: str) -> int:
    """Deletes the deliveries that have not changed since a time, but those that wait; returns how many."""
    return connection.execute(delete(s.deliveries).where(DELIVERY.state != "waiting", DELIVERY.changed < before)).rowcount


def of_owner(connection: Connection, owner_id: str) -> list[NoticeRow]:
    """Returns the last notices of an owner, the newest first."""
    columns = [NOTICE[name] for name in ("kind", "seat", "version", "at", "is_read", "proposed", "outcome", "game")]
    chosen = (
        select(s.games.c.game_id, s.games.c.name, *columns)
        .join(s.games, s.games.c.id == NOTICE.game)
        .where(NOTICE.owner_id == owner_id)
        .order_by(NOTICE.at.desc(), NOTICE.game.desc(), NOTICE.kind)
    )
    rows = connection.execute(chosen.limit(MAX_SHOWN)).all()
    people: dict[int, tuple[str, ...]] = {}
    of_games = s.seats.c.game.in_([row.game for row in rows if row.proposed])
    for game, name in connection.execute(select(s.seats.c.game, s.seats.c.name).where(of_games).order_by(s.seats.c.game, s.seats.c.seat)):
        people[game] = (*people.get(game, ()), name)
    return [replace(NoticeRow(*row[:-1]), people=people.get(row.game, ()) if row.proposed else ()) for row in rows]


def settle_proposal(connection: Connection, game: int, outcome: ProposalOutcome) -> None:
    """Notes how the open proposal of a game has ended: nobody is asked to answer it any more."""
    is_open = (NOTICE.game == game, NOTICE.kind == "proposal", NOTICE.outcome == "")
    connection.execute(update(s.notices).where(*is_open).values(outcome=outcome, is_read=True))


def count_unread(connection: Connection, owner_id: str) -> int:
    return int(connection.execute(select(func.count()).where(NOTICE.owner_id == owner_id, NOTICE.is_read == false())).scalar_one())


def mark_read(connection: Connection, owner_id: str, until: str) -> None:
    """Marks the notices of an owner up to a time as read."""
    connection.execute(
        update(s.notices).where(NOTICE.owner_id == owner_id, NOTICE.is_read == false(), NOTICE.at <= until).values(is_read=True)
    )


def drop_mentions(connection: Connection, owner_id: str, game: int) -> None:
    """Marks what tells somebody of messages at a game as read, and drops what waits to be sent, as they have read them."""
    mention = (NOTICE.owner_id == owner_id, NOTICE.game == game, NOTICE.kind == "mention", NOTICE.is_read == false())
    connection.execute(update(s.notices).where(*mention).values(is_read=True))
    targets = select(TARGET.id).where(TARGET.owner_id == owner_id)
    waiting = (DELIVERY.game == game, DELIVERY.kind == "mention", DELIVERY.state == "waiting")
    connection.execute(delete(s.deliveries).where(*waiting, DELIVERY.target.in_(targets)))


def owners_at(connection: Connection, game_ids: Collection[str]) -> set[str]:
    """Returns who holds a seat of one of these games."""
    joined = select(HELD.browser).join(s.games, s.games.c.id == HELD.game)
    return set(connection.execute(joined.where(s.games.c.game_id.in_(list(game_ids)), HELD.seat >= 0)).scalars())


DELIVERIES = (
    select(
        s.deliveries,
        s.games.c.game_id,
        s.games.c.name,
        s.games.c.status,
        s.games.c.entries,
        s.games.c.asked,
        func.coalesce(s.seats.c.name, "").label("seat_name"),
        func.coalesce(s.seats.c.automa, "").label("automa"),
        s.proposals.c.what,
        s.proposals.c.version.label("proposed"),
        s.proposals.c.agreed,
        s.proposals.c.refused,
        s.proposals.c.outcome,
        s.proposals.c.paused_by,
        s.messages.c.removed,
    )
    .join(s.games, s.games.c.id == DELIVERY.game)
    .outerjoin(s.seats, (s.seats.c.game == DELIVERY.game) & (s.seats.c.seat == DELIVERY.seat))
    .outerjoin(s.proposals, s.proposals.c.game == DELIVERY.game)
    .outerjoin(s.messages, (s.messages.c.id == DELIVERY.version) & (DELIVERY.kind == "mention"))
)


def _waiting(connection: Connection, target: str) -> Sequence[Row[Any]]:
    return connection.execute(DELIVERIES.where(DELIVERY.target == target, DELIVERY.state == "waiting").order_by(DELIVERY.id)).all()


def _delivery(row: Row[Any]) -> Delivery:
    return from_row(Delivery, row, game=row.game_id)
