"""What belongs to somebody in all parts of the club: what an account takes over from a browser, what it leaves, and what is deleted with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, union, update

from groundfloor.engine.display_names import comparison_key
from groundfloor.engine.record import with_seat_name
from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import move_rows, reads
from ...game.storage import availability, finished_games, results
from ..chat import storage as messages
from ..contacts import block_storage as blocks
from ..contacts import friend_storage
from ..identity import known_devices, token_storage
from ..identity.storage import free_name, lock
from ..lobby import followed_storage as followed_games
from ..lobby import message_storage as lobby_messages
from ..lobby import storage as lobby
from ..notifications import address_storage as notification_addresses
from ..notifications import storage as notices

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

    from ...database.rows import AccountRow

ACCOUNT, SESSION, HELD = s.accounts.c, s.sessions.c, s.browsers.c
LEFT_AT_ONCE = 10
"""Games that an account leaves in one transaction; moves wait meanwhile."""
MOVED = (HELD.browser, s.hosts.c.browser, s.invitations.c.owner_id, s.availability.c.owner_id, s.notices.c.owner_id)
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
    s.open_table_players.c.owner_id,
    s.open_tables.c.host,
    s.followed_games.c.browser,
    s.notification_addresses.c.owner_id,
    s.blocks.c.owner_id,
    s.availability.c.owner_id,
)
"""Where a browser stands that holds anything."""


def delete_account(connection: Connection, row: AccountRow, former: str) -> list[str]:
    """Deletes an account with its results and its list of games; returns the games at whose seats it may now be called ``former``."""
    if not lock(connection, row.id):
        return []
    is_bot = token_storage.is_bot(connection, row.id)
    left: list[str] = []
    while more := leave_games(connection, row.owner_id, former):
        left += more
    connection.execute(delete(s.players).where(s.players.c.id == results.player_of(connection, row.owner_id)))
    lobby.leave_all(connection, row.owner_id)
    connection.execute(delete(s.open_table_blocks).where(s.open_table_blocks.c.owner_id == row.owner_id))
    for column in (*MOVED, *DELETED):
        connection.execute(delete(column.table).where(column == row.owner_id))
    messages.forget(connection, row.owner_id, former)
    lobby_messages.forget(connection, row.owner_id, former)
    notices.forget(connection, row.id)
    friend_storage.forget_account(connection, row)
    connection.execute(update(s.reports).where(s.reports.c.author == row.owner_id).values(author=""))
    known_devices.forget_failures(connection, known_devices.name_hash(row.name_key))
    connection.execute(delete(s.accounts).where(ACCOUNT.id == row.id))
    if not is_bot:
        free_name(connection, row.name_key)
    return left


def leave_games(connection: Connection, owner_id: str, name: str) -> list[str]:
    """Takes games off the list of an account, ``LEFT_AT_ONCE`` at most, and gives its seats there another name, even where the game was no longer on the list; returns their ids.

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
    listed, owned, seat_names = s.finished_seats.c, s.seat_accounts.c, s.seats.c
    is_own = listed.account == owner_id.removeprefix(ACCOUNT_PREFIX)
    known = s.owned_games.c
    named = select(owned.game, owned.seat).join(s.seats, (seat_names.game == owned.game) & (seat_names.seat == owned.seat))
    named = named.where(owned.account == owner_id.removeprefix(ACCOUNT_PREFIX), ~seat_names.name.startswith(name))
    games = union(
        select(known.game).where(known.browser == owner_id), select(listed.game).where(is_own), named.with_only_columns(owned.game)
    ).subquery()
    first = select(games.c.game).order_by(games.c.game).limit(LEFT_AT_ONCE)
    seats: dict[int, set[int]] = {game: set() for game in connection.execute(first).scalars()}
    chosen = select(HELD.game, HELD.seat).where(HELD.browser == owner_id, ~is_shared, HELD.game.in_(list(seats)))
    finished = select(listed.game, listed.seat).where(is_own, listed.game.in_(list(seats)))
    unlisted = named.where(owned.game.in_(list(seats)))
    for game, seat in (*connection.execute(chosen), *connection.execute(finished), *connection.execute(unlisted)):
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


@reads
def holds_anything(connection: Connection, owner_id: str) -> bool:
    """Returns whether a browser holds anything that an account could take over."""
    return any(connection.execute(select(column).where(column == owner_id).limit(1)).first() for column in GUESTS)


@reads
def is_question(connection: Connection, guest_id: str, owner_id: str, choice: str) -> bool:
    """Returns whether the owner of an account is to say, after a log-in with a ``choice``, whether it takes over what a browser holds.

    Also with ``take`` if results would be left out: they are told before.
    """
    return (choice == "ask" and holds_anything(connection, guest_id)) or (
        choice == "take" and results.count_left_out(connection, guest_id, owner_id) > 0
    )


def answer_guest(connection: Connection, account: AccountRow, token: str, *, is_taken: bool) -> str:
    """Notes that the question of a session is answered, about what its browser held before; returns the id of the browser, "" if nothing was asked.

    If it ``is_taken``, the account takes that over.
    """
    lock(connection, account.id)
    own = (SESSION.account == account.id, SESSION.token == token)
    guest = str(connection.execute(select(SESSION.guest).where(*own)).scalar_one_or_none() or "")
    connection.execute(update(s.sessions).where(*own).values(guest=""))
    if guest and is_taken:
        merge_guest(connection, guest, account.owner_id)
    return guest


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives all that a browser holds to an account: games, seats, results, places at open tables and games that it follows. What the account has already stays as it is.

    So do its hours and holidays while one of its clocks runs: new ones would count for that clock from when they were said.
    """
    if availability.runs_clock(connection, owner_id):
        connection.execute(delete(s.availability).where(s.availability.c.owner_id == guest_id))
    lobby.merge_guest(connection, guest_id, owner_id)
    followed_games.merge_guest(connection, guest_id, owner_id)
    notification_addresses.merge_guest(connection, guest_id, owner_id)
    blocks.merge_guest(connection, guest_id, owner_id)
    messages.merge_guest(connection, guest_id, owner_id)
    lobby_messages.merge_guest(connection, guest_id, owner_id)
    connection.execute(update(s.reports).where(s.reports.c.author == guest_id).values(author=owner_id))
    connection.execute(update(s.invitations).where(s.invitations.c.inviter == guest_id).values(inviter=owner_id))
    for column in MOVED:
        move_rows(connection, column, guest_id, owner_id)
    own, taken = results.player_of(connection, owner_id), results.player_of(connection, guest_id)
    if taken is None:
        return
    if own is None:
        connection.execute(update(s.player_browsers).where(s.player_browsers.c.browser == guest_id).values(browser=owner_id))
    else:
        results.merge(connection, taken, own)
