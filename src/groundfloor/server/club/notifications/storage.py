"""Notices: written with the change that they tell of, taken once to be sent, and those that people have not read yet.

A delivery is ``waiting`` until it is due, ``sending`` from before it is sent, then ``sent`` or ``failed``; or ``waiting`` again, as long as it is true, if the
other side can't be reached or has no time (``TryLater``). What was being sent when its process ended stays ``sending``, and so does what may have been
accepted though no answer came: nobody knows whether it has arrived, and it is not sent again. A table that waits for somebody is shown to them without a row (browsers.py).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from sqlalchemy import Integer, bindparam, delete, false, func, literal, select, union_all, update

from groundfloor.table.value import ProposedBy

from ...database import change_feed, jobs, rate_limits
from ...database import schema as s
from ...database.database import INSERTS, database_seconds, from_row, insert_new, reads_once, writes
from ...database.requests import changes
from ...database.rows import EVERYBODY, NewJob, TryLater
from ...game.storage import availability
from ...http.security import hash_of
from ..identity.person_kinds import mark_now, mark_of_seat_now
from . import address_storage as notification_addresses
from .rows import Delivery, NoticeRow, NotificationSettings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Row

    from groundfloor.table.value import PersonMark, ProposalOutcome

    from ...database.rows import Notification, NotificationKind, Outcome, PersonalNotice
    from .rows import NotificationAddress

LIVE_SECONDS = 15.0
"""How long a notice waits at most at a live table, where everybody stays."""
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
"""After which the sender checks again whether somebody who has a page of the table open is still there."""
OF_ACCOUNT, OF_REPORTS = 1, 2
"""The versions of jobs that tell an address of its account, or an administrator of reports, and not of tables."""
MOST_MAILS, MOST_AT_ONCE = 60, 20
"""E-mails that are sent to one address in an hour, and at once; whatever others cause beyond that waits and is sent together."""
FACTOR_OF_OTHERS = 5
"""Times as many messages are sent to an address of another kind: a program may wait for them at each move."""
HOST_PAUSE = 300.0
"""Seconds until an address is looked at again whose host was sent too many messages."""
SHARED_HOSTS = re.compile(
    r"discord\.com|discordapp\.com|hooks\.slack\.com|fcm\.googleapis\.com"
    r"|(?:.+\.)?push\.services\.mozilla\.com|(?:.+\.)?push\.apple\.com|(?:.+\.)?notify\.windows\.com"
)
"""Hosts of services to which many people have notices sent; these services have limits of their own."""
MAX_SHOWN = 50
"""Notices that an owner is shown."""
OF_TABLE: tuple[NotificationKind, ...] = ("turn", "reminder", "over")
"""What addresses of a table are told."""
WAITING: tuple[NotificationKind, ...] = ("turn", "reminder")
"""What people find among the tables that wait for them, and all else in their list of notices."""
MESSAGES: tuple[NotificationKind, ...] = ("mention", "reply")
FIELDS = ("about", "game", "open_table", "person", "mark", "kind", "seat", "version")
"""What the rows of a notice and of its deliveries have in common."""
OF_OPEN_TABLE: tuple[NotificationKind, ...] = ("invitation", "joined", "rematch")
ADDRESS, SETTINGS, HELD, DELIVERY, NOTICE = s.notification_addresses.c, s.notification_settings.c, s.browsers.c, s.deliveries.c, s.notices.c
INVITED, PLACE, SEAT_ACCOUNT = s.invitations.c, s.open_table_players.c, s.seat_accounts.c
NAME = func.coalesce(s.games.c.name, s.open_tables.c.name, "")
IS_ON = (ADDRESS.confirmed != "", ADDRESS.is_off == false())
OF_SEAT = bindparam("of_seat", type_=Integer)
HOLDERS = (
    select(HELD.browser)
    .where(HELD.game == bindparam("of_game"))
    .where((HELD.seat == OF_SEAT) | (literal(EVERYBODY) == OF_SEAT))
    .where(HELD.browser != bindparam("without"))
    .where(HELD.browser.not_in(select(s.blocks.c.owner_id).where(s.blocks.c.blocked == bindparam("by_writer"))))
)
MOVERS = select(HELD.browser).where(HELD.game == bindparam("of_game"), HELD.seat == bindparam("by_seat"))
CHOSEN = [ADDRESS.id, ADDRESS.owner_id, ADDRESS.transport, ADDRESS.game, SETTINGS.delay_minutes, SETTINGS.digest_hour, SETTINGS.muted]
WITH_SETTINGS = s.notification_addresses.outerjoin(s.notification_settings, SETTINGS.owner_id == ADDRESS.owner_id)
OF_HOLDERS = (
    select(*CHOSEN)
    .select_from(WITH_SETTINGS)
    .where(*IS_ON, ADDRESS.game.is_(None), ADDRESS.owner_id.in_(HOLDERS), ADDRESS.owner_id.not_in(MOVERS))
)
OF_OWNER = select(*CHOSEN).select_from(WITH_SETTINGS).where(*IS_ON, ADDRESS.game.is_(None), ADDRESS.owner_id == bindparam("of_owner"))
GAME_ID = select(s.games.c.game_id).where(s.games.c.id == bindparam("of_game"))
OF_HOLDERS_AND_TABLE = union_all(OF_HOLDERS, select(*CHOSEN).select_from(WITH_SETTINGS).where(*IS_ON, ADDRESS.game == bindparam("of_game")))
NOW = select(database_seconds())


@dataclass(frozen=True)
class Batch:
    """What is to be sent to an ``address`` now; ``seconds`` until it has to be looked at again (None: nothing waits). ``tries`` were not accepted before."""

    address: NotificationAddress
    deliveries: tuple[Delivery, ...] = ()
    seconds: float | None = None
    tries: int = 0


def add(connection: Connection, game: int, new: Iterable[Notification], at: str, without: str = "") -> None:
    """Writes notices for the addresses of those who hold the seats, and of the table, in the transaction of the change; nothing for the holder ``without``.

    People who have blocked the author of a message are not told of it. Those who still hold the seat of a ``lost_seat`` are told of that.

    For people without addresses a turn costs one query.
    """
    for notice in new:
        parameters = {
            "of_game": game,
            "of_seat": notice.seat,
            "by_seat": notice.by if notice.by >= 0 else None,
            "without": without,
            "by_writer": without if notice.kind in MESSAGES else "",
        }
        addresses = connection.execute(OF_HOLDERS_AND_TABLE if notice.kind in OF_TABLE else OF_HOLDERS, parameters).all()
        if notice.kind in WAITING and not addresses:
            continue
        about = connection.execute(GAME_ID, {"of_game": game}).scalar_one()
        mark: PersonMark = mark_now(connection, without, notice.person) if notice.person else ""
        if notice.proposed is not None:
            mark = mark_of_seat_now(connection, game, notice.proposed.seat)
        elif notice.kind in WAITING and any(
            address.game is not None for address in addresses
        ):  # addresses of a table are told whose turn it is
            mark = mark_of_seat_now(connection, game, notice.seat)
        values = {"about": about, "game": game, "open_table": None, "mark": mark, **vars(notice)}
        if notice.kind not in WAITING:
            owner_ids = connection.execute(HOLDERS.where(HELD.browser.not_in(MOVERS)).distinct(), parameters).scalars().all()
            _add_notices(connection, sorted(owner_ids), values, at)
        _deliver(connection, values, at, addresses)


@changes
def tell(connection: Connection, new: Iterable[PersonalNotice], at: str) -> None:
    """Writes notices for single owners, in the transaction of the change; nothing for the person who has caused it, or for those who have blocked them."""
    for notice in new:
        has_blocked = select(s.blocks.c.id).where(s.blocks.c.owner_id == notice.owner_id, s.blocks.c.blocked == notice.by)
        if notice.owner_id == notice.by or connection.execute(has_blocked).first() is not None:
            continue
        mark: PersonMark = mark_now(connection, notice.by, notice.person) if notice.person else ""
        values: dict[str, object] = {"game": None, "open_table": None, "seat": EVERYBODY, "mark": mark, **vars(notice)}
        if notice.kind in OF_OPEN_TABLE and not notice.is_of_game:
            values["open_table"] = notice.about
        elif notice.kind != "friend":
            values["game"] = connection.execute(select(s.games.c.id).where(s.games.c.game_id == notice.about)).scalar_one_or_none()
        _add_notices(connection, [notice.owner_id], values, at)
        _deliver(connection, values, at, connection.execute(OF_OWNER, {"of_owner": notice.owner_id}).all())


@writes
def tell_owner(connection: Connection, owner_id: str, about: int = OF_ACCOUNT) -> None:
    """Tells each address of an owner, except those of single tables, of attempts to log in to the account, or of new reports (``OF_REPORTS``)."""
    for address in connection.execute(select(ADDRESS.id).where(*IS_ON, ADDRESS.game.is_(None), ADDRESS.owner_id == owner_id)).scalars():
        jobs.hasten(connection, NewJob("notice", address, about, owner_id[-16:]))


def _add_notices(connection: Connection, owners: Collection[str], values: Mapping[str, object], at: str) -> None:
    """Puts a notice into the list that each owner is shown, in place of an older one of the same kind."""
    shared = {name: values[name] for name in FIELDS}
    proposed = str(values.get("proposed") or "")
    rows = [{**shared, "owner_id": owner_id, "at": at, "is_read": False, "proposed": proposed, "outcome": ""} for owner_id in owners]
    if rows:
        change_feed.note_owners(connection, owners)
        new = INSERTS[connection.dialect.name](s.notices)
        changed = {name: new.excluded[name] for name in ("person", "mark", "seat", "version", "at", "is_read", "proposed", "outcome")}
        connection.execute(new.on_conflict_do_update(index_elements=["owner_id", "about", "kind"], set_=changed), rows)


def _deliver(connection: Connection, notice: Mapping[str, object], at: str, addresses: Iterable[Row[Any]]) -> None:
    """Sends a notice to those addresses that have not muted its kind."""
    addresses = [row for row in addresses if row.game is not None or notice["kind"] not in (row.muted or "").split()]
    if not addresses:
        return
    shared = {name: notice[name] for name in FIELDS}
    now = connection.execute(NOW).scalar_one()
    there = select(ADDRESS.id).where(ADDRESS.id.in_([row.id for row in addresses])).order_by(ADDRESS.id)
    kept = set(connection.execute(there.with_for_update(read=True, key_share=True)).scalars())  # another transaction may have removed one
    for address in sorted((row for row in addresses if row.id in kept), key=lambda row: str(row.id)):
        minutes, hour = (5, -1) if address.delay_minutes is None else (address.delay_minutes, address.digest_hour)
        if address.transport == "mail" and hour >= 0:
            hours = availability.of_owner(connection, address.owner_id)
            first = next_hour(now, hour, hours.hours_at(at).time_zone)
            then = datetime.fromtimestamp(first, UTC).isoformat(timespec="seconds")
            due = next_hour(now, hour, hours.hours_at(then).time_zone)
        else:
            delay = 0.0 if notice["kind"] == "reminder" else minutes * 60.0
            due = now + (min(delay, LIVE_SECONDS) if notice["is_live"] else delay)
        new = {**shared, "address": address.id, "at": at, "due": due, "state": "waiting", "changed": at}
        connection.execute(insert_new(connection.dialect.name, s.deliveries), new)
        jobs.hasten(connection, NewJob("notice", address.id, 0, address.owner_id[-16:], min(due - now, STEP_SECONDS)))


def next_hour(now: float, hour: int, zone: str) -> float:
    """Returns the next time, in seconds since 1970, at which a full hour of the day begins in a time zone."""
    here = datetime.fromtimestamp(now, ZoneInfo(zone))
    wanted = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    while wanted.timestamp() <= now:
        wanted = (wanted + timedelta(days=1)).replace(hour=hour)
    return wanted.astimezone(UTC).timestamp()


@writes
def take(
    connection: Connection,
    address_id: str,
    here: Collection[tuple[str, int]],
    at: str,
    most_of_host: float,
) -> Batch | None:
    """Returns what is to be sent to an address now, which is ``sending`` from here on; None if there is no such address.

    As soon as something is due, all that waits is sent with it. What is no longer true is dropped. What somebody sees on an open page of the seat, at this
    process, by ``here``, or at another one, waits until nobody is there.
    """
    locked = connection.execute(
        select(ADDRESS.tries, ADDRESS.not_before).where(ADDRESS.id == address_id).with_for_update(key_share=True)
    ).one_or_none()
    address = notification_addresses.find(connection, address_id) if locked is not None else None
    if locked is None or address is None:
        return None
    rows = _waiting(connection, address_id)
    if not rows:
        return Batch(address)
    now = connection.execute(NOW).scalar_one()
    first = max(min(row.due for row in rows), locked.not_before, now + quiet_seconds(connection, address, now))
    if first > now and not address.is_off:
        return Batch(address, (), first - now)
    if late := [row.id for row in rows if row.due < now - GIVE_UP_SECONDS]:
        connection.execute(update(s.deliveries).where(DELIVERY.id.in_(late)).values(state="failed", changed=at))
    held = _held(connection, address, rows)
    present = s.presence.c
    there = select(present.game_id, present.seat).where(
        present.game_id.in_({row.about for row in rows}), present.until >= database_seconds()
    )
    seen = {*here, *((row.game_id, row.seat) for row in connection.execute(there))}
    true = [row for row in rows if not address.is_off and row.id not in late and is_true(connection, row, address.owner_id, held)]
    if dropped := {row.id for row in rows} - {row.id for row in true} - set(late):
        connection.execute(delete(s.deliveries).where(DELIVERY.id.in_(dropped)))
    unseen = [row for row in true if not any((row.about, seat) in seen for seat in seats_told(address, row, held))]
    again = min([HERE_SECONDS] * (len(unseen) < len(true)) + [row.due - now for row in unseen if row.due > now], default=None)
    if all(row.due > now for row in unseen):
        return Batch(address, (), again)
    if wait := count_message(connection, address, most_of_host):
        return Batch(address, (), wait)
    ids = [row.id for row in unseen]
    connection.execute(update(s.deliveries).where(DELIVERY.id.in_(ids)).values(state="sending", changed=at))
    return Batch(address, tuple(_delivery(row) for row in unseen), HERE_SECONDS if len(unseen) < len(true) else None, locked.tries)


@writes
def count_message(connection: Connection, address: NotificationAddress, most_of_host: float) -> float:
    """Counts a message to an address, and returns 0.0; if it was sent too many lately, or its host more than ``most_of_host`` in an hour, returns the seconds until the next one may be sent."""
    host = counted_host(address)
    of_host = (hash_of(host), "host", most_of_host / 3600, most_of_host / 5)
    if host and rate_limits.left(connection, *of_host) < 1:
        return HOST_PAUSE
    wait = _count_of_address(connection, address)
    if host and not wait:
        rate_limits.spend(connection, *of_host, 1)
    return wait


def counted_host(address: NotificationAddress) -> str:
    """Returns the host to which messages to an address count, as anybody can name any host; "" for e-mail, and for services that many use."""
    host = "" if address.transport == "mail" else (urlsplit(address.address).hostname or "").rstrip(".")
    return "" if SHARED_HOSTS.fullmatch(host) else host


def _count_of_address(connection: Connection, address: NotificationAddress) -> float:
    factor = 1 if address.transport == "mail" else FACTOR_OF_OTHERS
    rate = factor * MOST_MAILS / 3600
    left = rate_limits.spend(connection, address.id, "sent", rate, factor * MOST_AT_ONCE, 1, 1)
    return max(1 - left, 0.0) / rate


def quiet_seconds(connection: Connection, address: NotificationAddress, now: float) -> float:
    """Returns the seconds until the quiet hours of an address's owner end (0: there are none now); addresses of a table have none."""
    settings = NotificationSettings() if address.game else notification_addresses.settings_of(connection, address.owner_id)
    if not settings.has_quiet_hours:
        return 0.0
    at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    zone = availability.of_owner(connection, address.owner_id).hours_at(at).time_zone
    ends = next_hour(now, settings.quiet_until, zone)
    return ends - now if ends < next_hour(now, settings.quiet_from, zone) else 0.0


def _held(connection: Connection, address: NotificationAddress, rows: Sequence[Row[Any]]) -> set[tuple[str, int]]:
    """Returns the seats of the games, and the numbers of the places at the open tables, of these rows that the owner of an address has now."""
    games, tables = ({row.about for row in rows if getattr(row, column) is not None} for column in ("game", "open_table"))
    seats = select(s.games.c.game_id, HELD.seat).join(s.games, s.games.c.id == HELD.game)
    places = select(PLACE.open_table, PLACE.number).where(PLACE.owner_id == address.owner_id, PLACE.open_table.in_(tables))
    rows_held = [
        *connection.execute(seats.where(HELD.browser == address.owner_id, s.games.c.game_id.in_(games))),
        *connection.execute(places),
    ]
    return {(about, seat) for about, seat in rows_held}


def is_true(connection: Connection, row: Row[Any], owner_id: str, held: Collection[tuple[str, int]]) -> bool:
    """Returns whether what a delivery says is still so, and still concerns the owner of its address, who has these seats and places."""
    is_paused = row.paused_by is not None and row.paused_by >= 0
    match row.kind:
        case "rematch" if row.open_table is None:
            return True
        case "invitation" | "rematch":
            asked = (INVITED.open_table == row.about, INVITED.owner_id == owner_id, INVITED.is_declined == false())
            is_invited = connection.execute(select(INVITED.owner_id).where(*asked)).first() is not None
            return is_invited and not row.begun and not any(about == row.about for about, _place in held)
        case "joined":
            came = select(PLACE.owner_id).where(PLACE.open_table == row.about, PLACE.number == row.version)
            return connection.execute(came).first() is not None
        case "friend":
            own = select(s.accounts.c.name_key).where(s.owner_id_of(s.accounts.c.id) == owner_id).scalar_subquery()
            asked_by = (s.friend_requests.c.account == row.about, s.friend_requests.c.name_key == own)
            waits = select(s.friend_requests.c.at).where(*asked_by, s.friend_requests.c.is_declined == false())
            return connection.execute(waits).first() is not None
        case "lost_seat":
            return True
        case "reply" if row.channel == "spectators":
            return bool(row.removed == "")
    if not (any(about == row.about for about, _seat in held) if row.address_game is None else _is_host(connection, owner_id, row.about)):
        return False
    match row.kind:
        case "turn" | "reminder":
            is_asked = row.status == "running" and row.asked == row.seat and row.entries == row.version
            is_told = is_asked and not is_paused and not row.automa
        case "proposal":
            is_told = _is_proposed(row)
        case "mention" | "reply":
            is_told = row.removed == ""
        case "resumed":
            is_told = row.status == "running" and not is_paused and row.entries == row.version
        case _:
            is_told = row.status == "over"
    return is_told and (row.address_game is not None or row.seat == EVERYBODY or (row.about, row.seat) in held)


def _is_host(connection: Connection, owner_id: str, game_id: str) -> bool:
    hosts = s.hosts.c
    chosen = select(hosts.game).join(s.games).where(hosts.browser == owner_id, s.games.c.game_id == game_id)
    return connection.execute(chosen).first() is not None


def _is_proposed(row: Row[Any]) -> bool:
    """Returns whether the seat of a delivery is still asked to agree to what was proposed."""
    is_open = row.status == "running" and bool(row.what) and not row.what.startswith("offered") and not row.outcome
    if not is_open or row.proposed != row.version or (row.what.startswith("undo") and row.entries != row.version):
        return False
    return row.seat not in (*json.loads(row.agreed), *json.loads(row.refused))


def seats_told(address: NotificationAddress, row: Row[Any], held: Collection[tuple[str, int]]) -> list[int]:
    """Returns the seats, or places at an open table, whose pages would show what a delivery says."""
    if address.game or row.kind == "lost_seat":
        return [row.seat]
    return [seat for about, seat in held if about == row.about and row.seat in (seat, EVERYBODY)]


@writes
def finish(connection: Connection, batch: Batch, result: Outcome | TryLater, at: str, day_ago: str) -> float | None:
    """Stores the outcome of sending; returns the seconds until the batch may be sent again (None: never).

    An address is switched off if it is gone, or has failed since ``day_ago``; a push subscription that is gone is removed.
    """
    ids = [delivery.id for delivery in batch.deliveries]
    pause, which = None, DELIVERY.id.in_(ids)
    if isinstance(result, TryLater):
        pause = pause_after(batch.tries, result.seconds)
        connection.execute(update(s.deliveries).where(which).values(state="waiting", changed=at))
    elif result != "unknown":
        connection.execute(update(s.deliveries).where(which).values(state="sent" if result == "sent" else "failed", changed=at))
    delay = {"tries": 0, "not_before": 0} if pause is None else {"tries": batch.tries + 1, "not_before": database_seconds() + pause}
    connection.execute(update(s.notification_addresses).where(ADDRESS.id == batch.address.id).values(delay))
    note_outcome(connection, batch.address.id, result, at, day_ago)
    return pause


def pause_after(tries: int, wish: float) -> float:
    """Returns for how many seconds nothing is sent to an address that has accepted nothing so often before, and has asked for a pause (0: it has not)."""
    if wish > 0:
        return max(min(wish, LONGEST_WISH), min(2.0 ** min(tries, 30), LONGEST_PAUSE))
    return min(FIRST_PAUSE * 2.0 ** min(tries, 30), LONGEST_PAUSE)


@writes
def note_outcome(connection: Connection, address_id: str, result: Outcome | TryLater, at: str, day_ago: str) -> None:
    """Stores with an address whether it can be reached (``finish``). If the server's own mail server can't be reached, nobody's address is switched off."""
    address = notification_addresses.find(connection, address_id)
    if address is None:
        return
    which = ADDRESS.id == address_id
    if result == "gone" and address.transport == "push":
        connection.execute(delete(s.notification_addresses).where(which))
    elif result == "sent":
        if address.failing_since:
            connection.execute(update(s.notification_addresses).where(which).values(failing_since=""))
    else:
        since = address.failing_since or at
        is_off = result == "gone" or (since <= day_ago and not (address.transport == "mail" and isinstance(result, TryLater)))
        connection.execute(
            update(s.notification_addresses).where(which).values({"failing_since": since} | ({"is_off": True} if is_off else {}))
        )
        if is_off:
            lost = (DELIVERY.address == address_id, DELIVERY.state == "waiting")
            connection.execute(update(s.deliveries).where(*lost).values(state="failed", changed=at))


@reads_once
def deliveries_of(connection: Connection, owner_id: str) -> list[Delivery]:
    """Returns what was sent last to the addresses of an owner, or is to be sent, the newest first."""
    mine = select(ADDRESS.id).where(ADDRESS.owner_id == owner_id)
    rows = connection.execute(DELIVERIES.where(DELIVERY.address.in_(mine)).order_by(DELIVERY.id.desc()).limit(MAX_SHOWN))
    return [_delivery(row) for row in rows]


@writes
def delete_old_deliveries(connection: Connection, before: str) -> int:
    """Deletes the deliveries that have not changed since a time, except those that wait; returns how many."""
    return connection.execute(delete(s.deliveries).where(DELIVERY.state != "waiting", DELIVERY.changed < before)).rowcount


@reads_once
def of_owner(connection: Connection, owner_id: str) -> list[NoticeRow]:
    """Returns the last notices of an owner, the newest first."""
    columns = [NOTICE[name] for name in ("kind", "seat", "version", "at", "is_read", "proposed", "outcome", "game", "open_table")]
    of_seat = (SEAT_ACCOUNT.game == NOTICE.game) & (SEAT_ACCOUNT.seat == NOTICE.seat)
    chosen = (
        select(NOTICE.about, NAME, NOTICE.person, *columns, func.coalesce(SEAT_ACCOUNT.departure, "").label("departure"), NOTICE.mark)
        .outerjoin(s.games, s.games.c.id == NOTICE.game)
        .outerjoin(s.open_tables, s.open_tables.c.game_id == NOTICE.open_table)
        .outerjoin(s.seat_accounts, of_seat)
        .where(NOTICE.owner_id == owner_id)
        .order_by(NOTICE.at.desc(), NOTICE.game.desc(), NOTICE.kind, NOTICE.about)
    )
    rows = connection.execute(chosen.limit(MAX_SHOWN)).all()
    people: dict[int, tuple[str, ...]] = {}
    of_games = s.seats.c.game.in_([row.game for row in rows if row.proposed])
    for game, name in connection.execute(select(s.seats.c.game, s.seats.c.name).where(of_games).order_by(s.seats.c.game, s.seats.c.seat)):
        people[game] = (*people.get(game, ()), name)
    return [
        replace(
            NoticeRow(*row[:-4]),
            proposed=ProposedBy.parse(row.proposed),
            people=people.get(row.game, ()) if row.proposed else (),
            open_table=row.open_table,
            departure=row.departure,
            mark=row.mark,
        )
        for row in rows
    ]


def settle_proposal(connection: Connection, game: int, outcome: ProposalOutcome) -> None:
    """Notes how the open proposal of a game has ended: nobody is asked to answer it any longer."""
    is_open = (NOTICE.game == game, NOTICE.kind == "proposal", NOTICE.outcome == "")
    connection.execute(update(s.notices).where(*is_open).values(outcome=outcome, is_read=True))


@reads_once
def count_unread(connection: Connection, owner_id: str) -> int:
    return int(connection.execute(select(func.count()).where(NOTICE.owner_id == owner_id, NOTICE.is_read == false())).scalar_one())


@changes
def mark_read(connection: Connection, owner_id: str, until: str) -> None:
    """Marks the notices of an owner up to a time as read."""
    change_feed.note_owners(connection, [owner_id])
    connection.execute(
        update(s.notices).where(NOTICE.owner_id == owner_id, NOTICE.is_read == false(), NOTICE.at <= until).values(is_read=True)
    )


def drop_mentions(connection: Connection, owner_id: str, game: int) -> None:
    """Marks what tells somebody of messages at a game as read, and drops what waits to be sent, as they have read them."""
    unread = (NOTICE.owner_id == owner_id, NOTICE.game == game, NOTICE.kind.in_(MESSAGES), NOTICE.is_read == false())
    connection.execute(update(s.notices).where(*unread).values(is_read=True))
    addresses = select(ADDRESS.id).where(ADDRESS.owner_id == owner_id)
    waiting = (DELIVERY.game == game, DELIVERY.kind.in_(MESSAGES), DELIVERY.state == "waiting")
    connection.execute(delete(s.deliveries).where(*waiting, DELIVERY.address.in_(addresses)))


def drop(connection: Connection, owner_id: str, about: str) -> None:
    """Deletes what asks somebody for an answer about an open table or a person, as they have given it; what waits to be sent is dropped when it is due."""
    asks: tuple[NotificationKind, ...] = ("invitation", "rematch", "friend")
    connection.execute(delete(s.notices).where(NOTICE.owner_id == owner_id, NOTICE.about == about, NOTICE.kind.in_(asks)))


def forget(connection: Connection, account: str) -> None:
    """Deletes what people are told of the requests of an account that is deleted."""
    connection.execute(delete(s.notices).where(NOTICE.about == account, NOTICE.kind == "friend"))
    connection.execute(delete(s.deliveries).where(DELIVERY.about == account, DELIVERY.kind == "friend"))


DELIVERIES = (
    select(
        s.deliveries,
        NAME.label("name"),
        ADDRESS.game.label("address_game"),
        s.open_tables.c.game.label("begun"),
        s.games.c.status,
        s.games.c.entries,
        s.games.c.asked,
        func.coalesce(s.seats.c.name, "").label("seat_name"),
        func.coalesce(s.seats.c.automa, "").label("automa"),
        func.coalesce(SEAT_ACCOUNT.departure, "").label("departure"),
        s.proposals.c.what,
        s.proposals.c.version.label("proposed"),
        s.proposals.c.agreed,
        s.proposals.c.refused,
        s.proposals.c.outcome,
        s.proposals.c.paused_by,
        s.messages.c.removed,
        s.messages.c.channel,
    )
    .join(s.notification_addresses, ADDRESS.id == DELIVERY.address)
    .outerjoin(s.games, s.games.c.id == DELIVERY.game)
    .outerjoin(s.open_tables, s.open_tables.c.game_id == DELIVERY.open_table)
    .outerjoin(s.seats, (s.seats.c.game == DELIVERY.game) & (s.seats.c.seat == DELIVERY.seat))
    .outerjoin(s.seat_accounts, (SEAT_ACCOUNT.game == DELIVERY.game) & (SEAT_ACCOUNT.seat == DELIVERY.seat))
    .outerjoin(s.proposals, s.proposals.c.game == DELIVERY.game)
    .outerjoin(s.messages, (s.messages.c.id == DELIVERY.version) & DELIVERY.kind.in_(MESSAGES))
)


def _waiting(connection: Connection, address_id: str) -> Sequence[Row[Any]]:
    return connection.execute(DELIVERIES.where(DELIVERY.address == address_id, DELIVERY.state == "waiting").order_by(DELIVERY.id)).all()


def _delivery(row: Row[Any]) -> Delivery:
    return from_row(Delivery, row)
