"""Accounts, where they are logged in, what they take over from a browser, and what their owners have chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select, union, update

from ....engine.display_names import comparison_key
from ....engine.record import with_seat_name
from ....table.value import ACCOUNT_PREFIX
from ...database import schema as s
from ...database.database import insert_new, move_rows, reads, reads_once, upsert, writes
from ...database.requests import changes
from ...database.rows import AccountRow, AccountSettings, BanRow, Rights, SessionRow
from ...game.storage import finished_games, results
from ..chat import storage as messages
from ..lobby import message_storage as lobby_messages
from ..lobby import storage as lobby
from ..notifications import address_storage as notification_addresses
from ..notifications import storage as notices
from ..people import block_storage as blocks
from ..people import followed_storage as followed_games
from . import known_devices

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import ColumnElement, Connection

MAX_SESSIONS = 50
"""Places where an account is logged in; one more takes the place of the first one."""
LEFT_AT_ONCE = 10
"""Games that an account leaves in one transaction, as moves wait meanwhile."""
ACCOUNT, SESSION, CODE, HELD = s.accounts.c, s.sessions.c, s.recovery_codes.c, s.browsers.c

MOVED = (HELD.browser, s.hosts.c.browser, s.invitations.c.key, s.availability.c.owner_id, s.notices.c.owner_id)
"""Where an account takes the place of a browser, unless it has the same already."""
DELETED = (
    s.followed_games.c.browser,
    s.notification_addresses.c.owner_id,
    s.notification_settings.c.owner_id,
    s.blocks.c.owner_id,
    s.blocks.c.blocked,
)
"""What else goes with an account."""
GUESTS = (
    HELD.browser,
    s.hosts.c.browser,
    s.player_browsers.c.browser,
    s.open_table_players.c.key,
    s.open_tables.c.host,
    s.followed_games.c.browser,
    s.notification_addresses.c.owner_id,
    s.blocks.c.owner_id,
    s.availability.c.owner_id,
)
"""Where a browser stands that holds anything."""
SETTINGS = [column for column in s.account_settings.c if column.name != "account"]
SETTINGS_OF = select(*SETTINGS).where(s.account_settings.c.account == bindparam("of_account"))
SESSION_OF_TOKEN = (
    select(s.accounts, s.sessions, s.administrators.c.account, s.bans)
    .join(s.sessions, SESSION.account == ACCOUNT.id)
    .outerjoin(s.administrators, s.administrators.c.account == ACCOUNT.id)
    .outerjoin(s.bans, s.bans.c.account == ACCOUNT.id)
    .where(SESSION.token == bindparam("of_token"))
)


def add(connection: Connection, row: AccountRow, codes: Collection[str]) -> bool:
    """Adds an account with its recovery codes (hashes); returns False if another one has the name."""
    new = insert_new(connection.dialect.name, s.accounts).returning(ACCOUNT.id)
    if connection.execute(new, vars(row)).one_or_none() is None:
        return False
    set_codes(connection, row.id, codes)
    return True


@reads_once
def find(connection: Connection, key: str) -> AccountRow | None:
    row = connection.execute(select(s.accounts).where(ACCOUNT.key == key)).one_or_none()
    return None if row is None else AccountRow(*row)


def lock(connection: Connection, account: str) -> bool:
    """Keeps an account from other changes until the transaction ends; returns False if it was deleted."""
    return connection.execute(select(ACCOUNT.id).where(ACCOUNT.id == account).with_for_update()).one_or_none() is not None


def delete_account(connection: Connection, row: AccountRow, former: str) -> list[str]:
    """Deletes an account with its results and its list of games; returns the games at whose seats it may now be called ``former``."""
    if not lock(connection, row.id):
        return []
    left: list[str] = []
    while more := leave_games(connection, row.owner_id, former):
        left += more
    connection.execute(delete(s.players).where(s.players.c.id == results.player_of(connection, row.owner_id)))
    lobby.leave_all(connection, row.owner_id)
    connection.execute(delete(s.open_table_blocks).where(s.open_table_blocks.c.key == row.owner_id))
    for column in (*MOVED, *DELETED):
        connection.execute(delete(column.table).where(column == row.owner_id))
    messages.forget(connection, row.owner_id, former)
    lobby_messages.forget(connection, row.owner_id, former)
    notices.forget(connection, row.id)
    connection.execute(update(s.reports).where(s.reports.c.author == row.owner_id).values(author=""))
    known_devices.forget_failures(connection, known_devices.name_hash(row.key))
    connection.execute(delete(s.accounts).where(ACCOUNT.id == row.id))
    return left


def leave_games(connection: Connection, owner_id: str, name: str) -> list[str]:
    """Takes games off the list of an account, ``LEFT_AT_ONCE`` at most, and gives its seats there another name; returns their ids.

    A seat that another account holds as well keeps its name, unless it is known as the account's among the finished games. Of several seats at a table the second is called ``NAME 2``, as no two seats of a record
    have the same name.
    """
    others = s.browsers.alias()
    is_shared = (
        select(others.c.seat)
        .where(others.c.game == HELD.game, others.c.seat == HELD.seat)
        .where(others.c.browser != owner_id, others.c.browser.startswith(ACCOUNT_PREFIX))
        .exists()
    )
    listed = s.finished_seats.c
    is_own = listed.account == owner_id.removeprefix(ACCOUNT_PREFIX)
    known = s.listed_games.c
    games = union(select(known.game).where(known.browser == owner_id), select(listed.game).where(is_own)).subquery()
    first = select(games.c.game).order_by(games.c.game).limit(LEFT_AT_ONCE)
    seats: dict[int, set[int]] = {game: set() for game in connection.execute(first).scalars()}
    chosen = select(HELD.game, HELD.seat).where(HELD.browser == owner_id, ~is_shared, HELD.game.in_(list(seats)))
    finished = select(listed.game, listed.seat).where(is_own, listed.game.in_(list(seats)))
    for game, seat in (*connection.execute(chosen), *connection.execute(finished)):
        seats[game].add(seat)
    for game, own in seats.items():
        if own:
            messages.forget_notes(connection, game, own)
            _rename(connection, game, sorted(own), name)
    for table in (s.browsers, s.hosts):
        connection.execute(delete(table).where(table.c.browser == owner_id, table.c.game.in_(list(seats))))
    return list(connection.execute(select(s.games.c.game_id).where(s.games.c.id.in_(list(seats)))).scalars())


def _rename(connection: Connection, game: int, own: Collection[int], name: str) -> None:
    """Gives another name to seats of a game, in its record too, and in the name of the table if that was made of theirs."""
    columns = s.games.c
    row = connection.execute(select(columns.name, columns.header).where(columns.id == game).with_for_update()).one()
    seats = connection.execute(select(s.seats.c.seat, s.seats.c.name).where(s.seats.c.game == game).order_by(s.seats.c.seat))
    before = {row.seat: row.name for row in seats}
    now, header, number = dict(before), row.header, 1
    for seat in own:
        taken = {comparison_key(other_name) for other, other_name in now.items() if other != seat}
        given = name
        while comparison_key(given) in taken:
            number += 1
            given = f"{name} {number}"
        now[seat] = given
        header = with_seat_name(header, seat, given)
        connection.execute(update(s.seats).where(s.seats.c.game == game, s.seats.c.seat == seat).values(name=given))
    finished_games.rename(connection, game, {seat: now[seat] for seat in own})
    table = ", ".join(now.values()) if row.name == ", ".join(before.values()) else row.name
    connection.execute(update(s.games).where(columns.id == game).values(header=header, name=table, changes=columns.changes + 1))


@writes
def set_password(connection: Connection, account: str, password: str) -> None:
    connection.execute(update(s.accounts).where(ACCOUNT.id == account).values(password=password))


@changes
def set_codes(connection: Connection, account: str, codes: Collection[str]) -> None:
    """Replaces the recovery codes of an account (hashes), and that of an administrator."""
    connection.execute(delete(s.recovery_codes).where(CODE.account == account))
    connection.execute(insert(s.recovery_codes), [{"account": account, "code": code} for code in codes])


@changes
def add_log_in_code(connection: Connection, account: str, code: str, until: str, author: str | None = None) -> bool:
    """Adds a code (a hash) of an administrator (None: of the command), which counts once and until a time, in place of an earlier one; returns False if one of the accounts was deleted."""
    if not lock(connection, account) or (author is not None and not lock(connection, author)):
        return False
    connection.execute(delete(s.recovery_codes).where(CODE.account == account, CODE.until != ""))
    connection.execute(insert(s.recovery_codes).values(account=account, code=code, until=until, author=author))
    return True


def use_code(connection: Connection, account: str, code: str, now: str) -> bool:
    """Uses up a recovery code; returns whether the account had it."""
    return connection.execute(delete(s.recovery_codes).where(*_is_code(account, code, now))).rowcount > 0


@reads_once
def has_code(connection: Connection, account: str, code: str, now: str) -> bool:
    return connection.execute(select(CODE.code).where(*_is_code(account, code, now))).first() is not None


@reads
def count_codes(connection: Connection, account: str) -> int:
    """Returns how many recovery codes an account has, without one of an administrator."""
    return int(connection.execute(select(func.count()).where(CODE.account == account, CODE.until == "")).scalar_one())


def _is_code(account: str, code: str, now: str) -> tuple[ColumnElement[bool], ...]:
    return CODE.account == account, CODE.code == code, (CODE.until == "") | (CODE.until >= now)


def add_session(connection: Connection, row: SessionRow) -> None:
    """Adds a session; beyond ``MAX_SESSIONS`` of an account the oldest end."""
    connection.execute(insert(s.sessions).values(vars(row)))
    newest = select(SESSION.token).where(SESSION.account == row.account).order_by(SESSION.created.desc(), SESSION.token).limit(MAX_SESSIONS)
    connection.execute(delete(s.sessions).where(SESSION.account == row.account, SESSION.token.not_in(newest)))


@reads_once
def session(connection: Connection, token: str) -> tuple[AccountRow, SessionRow, Rights] | None:
    """Returns who is logged in by a token (its hash), and with which rights."""
    row = connection.execute(SESSION_OF_TOKEN, {"of_token": token}).one_or_none()
    if row is None:
        return None
    rights = Rights(row[11] is not None, None if row[12] is None else BanRow(*row[12:]))
    return AccountRow(*row[:5]), SessionRow(*row[5:11]), rights


@reads
def sessions_of(connection: Connection, account: str) -> list[SessionRow]:
    """Returns where an account is logged in, the last used first."""
    chosen = select(s.sessions).where(SESSION.account == account).order_by(SESSION.used.desc(), SESSION.created.desc(), SESSION.token)
    return [SessionRow(*row) for row in connection.execute(chosen)]


@writes
def touch_session(connection: Connection, token: str, at: str) -> None:
    connection.execute(update(s.sessions).where(SESSION.token == token).values(used=at))


@changes
def end_session(connection: Connection, account: str, token: str) -> None:
    connection.execute(delete(s.sessions).where(SESSION.account == account, SESSION.token == token))


def end_other_sessions(connection: Connection, account: str, kept: str = "", device: str = "") -> None:
    """Ends all sessions of an account but the ``kept`` one, and has no device be known to it but the one of that."""
    connection.execute(delete(s.sessions).where(SESSION.account == account, SESSION.token != kept))
    known_devices.forget(connection, account, device)


@writes
def end_unused_sessions(connection: Connection, before: str) -> int:
    """Ends the sessions that were last used before this time; returns how many."""
    return connection.execute(delete(s.sessions).where(SESSION.used < before)).rowcount


@reads
def holds_anything(connection: Connection, browser: str) -> bool:
    """Returns whether a browser holds anything that an account could take over."""
    return any(connection.execute(select(column).where(column == browser).limit(1)).first() for column in GUESTS)


def answer_guest(connection: Connection, account: AccountRow, token: str, *, is_taken: bool) -> str:
    """Notes that the question of a session is answered, about what its browser held before; returns the id of the browser, "" if nothing was asked.

    If it ``is_taken``, the account takes that over.
    """
    lock(connection, account.id)
    own = (SESSION.account == account.id, SESSION.token == token)
    guest = str(connection.execute(select(SESSION.guest).where(*own)).scalar_one_or_none() or "")
    connection.execute(update(s.sessions).where(*own).values(guest=""))
    if guest and is_taken:
        take_over(connection, guest, account.owner_id)
    return guest


def take_over(connection: Connection, browser: str, owner_id: str) -> None:
    """Gives all that a browser holds to an account: games, seats, results, places at open tables and games that it follows. What the account has already stays as it is."""
    lobby.take_over(connection, browser, owner_id)
    followed_games.take_over(connection, browser, owner_id)
    notification_addresses.take_over(connection, browser, owner_id)
    blocks.take_over(connection, browser, owner_id)
    messages.take_over(connection, browser, owner_id)
    lobby_messages.take_over(connection, browser, owner_id)
    connection.execute(update(s.reports).where(s.reports.c.author == browser).values(author=owner_id))
    connection.execute(update(s.invitations).where(s.invitations.c.inviter == browser).values(inviter=owner_id))
    for column in MOVED:
        move_rows(connection, column, browser, owner_id)
    own, taken = results.player_of(connection, owner_id), results.player_of(connection, browser)
    if taken is None:
        return
    if own is None:
        connection.execute(update(s.player_browsers).where(s.player_browsers.c.browser == browser).values(browser=owner_id))
    else:
        results.merge(connection, taken, own)


@reads_once
def settings_of(connection: Connection, account: str) -> AccountSettings | None:
    """Returns what an account has chosen, None if nothing yet."""
    row = connection.execute(SETTINGS_OF, {"of_account": account}).one_or_none()
    return None if row is None else AccountSettings(*row)


@reads_once
def settings_of_owners(connection: Connection, owners: Collection[str]) -> dict[str, AccountSettings]:
    """Returns what those of these owners of seats have chosen who are accounts, and have chosen something."""
    ids = [owner_id.removeprefix(ACCOUNT_PREFIX) for owner_id in owners if owner_id.startswith(ACCOUNT_PREFIX)]
    if not ids:
        return {}
    rows = connection.execute(select(s.account_settings.c.account, *SETTINGS).where(s.account_settings.c.account.in_(ids)))
    return {ACCOUNT_PREFIX + row[0]: AccountSettings(*row[1:]) for row in rows}


@changes
def change_settings(
    connection: Connection, account: str, before: AccountSettings, changed: Mapping[str, str | bool]
) -> AccountSettings | None:
    """Changes what an account has chosen, or, if it has chosen nothing yet, ``before``; returns what it has chosen now, None if it was deleted."""
    if not lock(connection, account):
        return None
    chosen = replace(settings_of(connection, account) or before, **changed)  # type: ignore[arg-type]
    connection.execute(upsert(connection.dialect.name, s.account_settings), {"account": account, **vars(chosen)})
    return chosen
