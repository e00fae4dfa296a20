"""Open tables, at which people come together before their game begins.

Each change is a transaction whose first statement locks the table: two processes can't give away the last seat twice.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update

from ...database import schema as s
from ...database import usage
from ...database.database import column_values, from_row, insert_new, reads, reads_once, writes
from ...database.errors import StorageDamaged
from ...database.requests import changes
from ...database.rows import PersonalNotice
from ...database.shares import network_of_column
from ..contacts import block_storage as blocks
from ..notifications import storage as notices
from .rows import OpenTablePlayer, OpenTableRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from sqlalchemy import Connection, Row

TABLE, PLAYER, BLOCK = s.open_tables.c, s.open_table_players.c, s.open_table_blocks.c
KEPT_MINUTES = {"live": 30, "days": 7 * usage.DAY}
"""After how many minutes of running time a table is deleted if its host has not looked at it, live or over days; others lose their places in the same way."""
BEGUN_MINUTES = usage.DAY
"""For how long an open table leads its players to the game that has begun."""
FIND = select(s.open_tables).where(TABLE.game_id == bindparam("of_game_id"))
LOCK = update(s.open_tables).where(TABLE.game_id == bindparam("of_game_id")).values(changes=TABLE.changes + 1).returning(*s.open_tables.c)
SEAT = (
    select(s.seats.c.token)
    .join(s.games, s.games.c.id == s.seats.c.game)
    .join(s.browsers, and_(s.browsers.c.game == s.seats.c.game, s.browsers.c.seat == s.seats.c.seat))
    .where(s.games.c.game_id == bindparam("of_game"), s.browsers.c.browser == bindparam("of_owner"))
    .order_by(s.seats.c.seat)
    .limit(1)
)
PLAYERS = (
    select(s.open_table_players, s.bot_accounts.c.account.label("bot"))
    .outerjoin(s.bot_accounts, PLAYER.owner_id == s.owner_id_of(s.bot_accounts.c.account))
    .order_by(PLAYER.number)
)
PLAYER_WAS_SEEN = update(s.open_table_players).where(PLAYER.open_table == bindparam("of_game_id"), PLAYER.owner_id == bindparam("of_owner"))
HOST_WAS_SEEN = update(s.open_tables).where(TABLE.game_id == bindparam("of_game_id"), TABLE.host == bindparam("of_owner"))


@changes
def add(connection: Connection, table: OpenTableRow) -> None:
    """Stores a new table, unless there is one with its game id: a repeated request makes no second one."""
    now = usage.served_minutes(connection)
    texts = {"others": json.dumps(table.others), "options": json.dumps(table.options), "house": json.dumps(table.house)}
    values = column_values(s.open_tables, table, last_seen=now, **texts)
    is_new = insert_new(connection.dialect.name, s.open_tables).returning(TABLE.game_id)
    if connection.execute(is_new, values).one_or_none() is not None:
        connection.execute(insert(s.open_table_players), _player_values(table, now))


@reads
def find(connection: Connection, game_id: str) -> OpenTableRow | None:
    row = connection.execute(FIND, {"of_game_id": game_id}).one_or_none()
    return None if row is None else _table(row, _players(connection, [game_id]).get(game_id, ()))


@reads
def ids_among(connection: Connection, game_ids: Collection[str]) -> set[str]:
    """Returns those ids that open tables have."""
    return set(connection.execute(select(TABLE.game_id).where(TABLE.game_id.in_(list(game_ids)))).scalars())


@reads
def listed(connection: Connection, pace: str, ruleset: str, seats: int, most: int, owner_id: str = "") -> list[OpenTableRow]:
    """Returns the newest public tables whose game has not begun, as somebody sees them: without those of hosts whom they have blocked or who have blocked them (``contacts``).

    Where there are more than ``most``, the networks of their clients take turns, so that nobody's many tables hide those of others.

    "" and 0 mean any pace, ruleset or number of seats, ``live`` and ``days`` all such paces.
    """
    chosen = select(s.open_tables).where(TABLE.is_private.is_(False), TABLE.game == "", blocks.is_no_blocked_pair(TABLE.host, owner_id))
    if pace:
        chosen = chosen.where(or_(TABLE.pace == pace, TABLE.pace.startswith(f"{pace}-", autoescape=True)))
    for column, wanted in ((TABLE.ruleset, ruleset), (TABLE.seats, seats)):
        if wanted:
            chosen = chosen.where(column == wanted)
    newest = TABLE.created.desc(), TABLE.game_id
    rank = func.row_number().over(partition_by=network_of_column(TABLE.client), order_by=newest)
    found = tables_of(connection, connection.execute(chosen.order_by(rank, *newest).limit(most)).all())
    return sorted(found, key=lambda table: table.created, reverse=True)


@reads_once
def is_sent_away(connection: Connection, game_id: str, owner_ids: Collection[str]) -> bool:
    """Returns whether the host of a table has sent one of these away."""
    return (
        connection.execute(select(BLOCK.owner_id).where(BLOCK.open_table == game_id, BLOCK.owner_id.in_(list(owner_ids))).limit(1)).first()
        is not None
    )


@reads
def of_owner(connection: Connection, owner_id: str) -> list[OpenTableRow]:
    """Returns the tables that somebody has joined and whose game has not begun, the newest first."""
    joined = select(PLAYER.open_table).where(PLAYER.owner_id == owner_id)
    chosen = select(s.open_tables).where(TABLE.game_id.in_(joined), TABLE.game == "").order_by(TABLE.created.desc(), TABLE.game_id)
    return tables_of(connection, connection.execute(chosen).all())


@reads
def count_by_client(connection: Connection) -> dict[str, int]:
    """Returns how many tables each client has opened whose game has not begun, by its hash."""
    chosen = select(TABLE.client, func.count()).where(TABLE.game == "").group_by(TABLE.client)
    return {row[0]: row[1] for row in connection.execute(chosen)}


@reads
def count_by_network(connection: Connection) -> dict[str, int]:
    """Returns the same by the networks of the clients (``network_of_hash``)."""
    network = network_of_column(TABLE.client)
    return {row[0]: row[1] for row in connection.execute(select(network, func.count()).where(TABLE.game == "").group_by(network))}


@reads
def of_network(connection: Connection, network: str) -> list[str]:
    """Returns the ids of the tables that the clients of a network have opened and whose game has not begun, those that their hosts have not looked at for longest first."""
    is_there = network_of_column(TABLE.client) == network
    chosen = select(TABLE.game_id).where(is_there, TABLE.game == "").order_by(TABLE.last_seen, TABLE.created, TABLE.game_id)
    return list(connection.execute(chosen).scalars())


@changes
def change(
    connection: Connection, game_id: str, decide: Callable[[OpenTableRow], OpenTableRow | None], at: str = ""
) -> OpenTableRow | None:
    """Locks a table, and replaces it by what ``decide`` makes of it (None: it is deleted); returns that. Nothing is stored if ``decide`` raises an error.

    None if there is no such table. Only the players, their order and those who are sent away can change. The host is told who has joined, at the time ``at`` ("": is told nothing).
    """
    row = connection.execute(LOCK, {"of_game_id": game_id}).one_or_none()
    blocked = frozenset(connection.execute(select(BLOCK.owner_id).where(BLOCK.open_table == game_id)).scalars())
    after = None if row is None else decide(replace(_table(row, _players(connection, [game_id]).get(game_id, ())), blocked=blocked))
    if after is None:
        connection.execute(delete(s.open_tables).where(TABLE.game_id == game_id))
    else:
        connection.execute(update(s.open_tables).where(TABLE.game_id == game_id).values(seat_order=after.seat_order))
        before = set(connection.execute(select(PLAYER.owner_id).where(PLAYER.open_table == game_id)).scalars())
        connection.execute(delete(s.open_table_players).where(PLAYER.open_table == game_id))
        connection.execute(insert(s.open_table_players), _player_values(after, usage.served_minutes(connection)))
        came = [player for player in after.players if player.owner_id not in before]
        for player in came:
            notices.drop(connection, player.owner_id, game_id)
        if at:
            told = [
                PersonalNotice(after.host, "joined", game_id, player.owner_id, player.name, player.number, after.is_live) for player in came
            ]
            notices.tell(connection, told, at)
        if new := after.blocked - blocked:
            connection.execute(insert(s.open_table_blocks), [{"open_table": game_id, "owner_id": owner_id} for owner_id in sorted(new)])
    return after


def begin(connection: Connection, game_id: str, changes: int, game: str) -> bool:
    """Notes the game that begins at a table; returns False if there is none that is as it was after so many ``changes``, or its game has begun."""
    as_it_was = (TABLE.game_id == game_id, TABLE.changes == changes, TABLE.game == "")
    return connection.execute(update(s.open_tables).where(*as_it_was).values(game=game, changes=changes + 1)).rowcount == 1


def is_game_private(connection: Connection, table: OpenTableRow) -> bool:
    """Returns whether the game of a table counts as private: a rematch, to which only its people are invited, as much as the game before it."""
    before = select(s.games.c.is_private).where(s.games.c.game_id == table.rematch_of)
    found = connection.execute(before).scalar_one_or_none() if table.rematch_of else None
    return table.is_private if found is None else bool(found)


@reads_once
def seat_token(connection: Connection, game: str, owner_id: str) -> str | None:
    """Returns the token of the seat that somebody holds in a game, None if there is none."""
    return connection.execute(SEAT, {"of_game": game, "of_owner": owner_id}).scalar_one_or_none()


@writes
def record_last_seen(connection: Connection, seen: Collection[tuple[str, str]]) -> None:
    """Stores that these people have looked at these tables, each a pair of game id and owner id."""
    if seen:
        now = usage.served_minutes(connection)
        rows = [{"of_game_id": game_id, "of_owner": owner_id} for game_id, owner_id in sorted(seen)]
        connection.execute(HOST_WAS_SEEN.values(last_seen=now), rows)  # first, as every change locks a table before its players
        connection.execute(PLAYER_WAS_SEEN.values(last_seen=now), rows)


@writes
def delete_expired(connection: Connection) -> int:
    """Deletes the tables that their host has not looked at for long, and takes the places of others who have not; returns how many tables it has deleted."""
    now = usage.served_minutes(connection)
    is_old = [and_(TABLE.pace.startswith(pace), TABLE.last_seen < now - minutes) for pace, minutes in KEPT_MINUTES.items()]
    is_begun = and_(TABLE.game != "", TABLE.last_seen < now - BEGUN_MINUTES)
    deleted = connection.execute(delete(s.open_tables).where(or_(is_begun, and_(TABLE.game == "", or_(*is_old))))).rowcount
    for pace, minutes in KEPT_MINUTES.items():
        waiting = select(TABLE.game_id).where(TABLE.pace.startswith(pace), TABLE.game == "")
        is_gone = and_(PLAYER.open_table.in_(waiting), PLAYER.last_seen < now - minutes)
        left = select(PLAYER.open_table).where(is_gone)
        connection.execute(update(s.open_tables).where(TABLE.game_id.in_(left)).values(changes=TABLE.changes + 1))
        connection.execute(delete(s.open_table_players).where(is_gone))
    return deleted


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives the open tables and places of a browser to an account; at a table where both sit the account's place stays.

    A guest whom a host has sent away is sent away with an account, too.
    """
    carry_blocks(connection, guest_id, owner_id)
    at = select(PLAYER.open_table).where(PLAYER.owner_id == guest_id)
    connection.execute(update(s.open_tables).where(TABLE.game_id.in_(at)).values(changes=TABLE.changes + 1))
    others = s.open_table_players.alias()
    own = select(others.c.open_table).where(others.c.owner_id == owner_id)
    connection.execute(delete(s.open_table_players).where(PLAYER.owner_id == guest_id, PLAYER.open_table.in_(own)))
    connection.execute(update(s.open_table_players).where(PLAYER.owner_id == guest_id).values(owner_id=owner_id, known_as=""))
    connection.execute(update(s.open_tables).where(TABLE.host == guest_id).values(host=owner_id))


@changes
def note_log_in(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Notes that an account has logged in at a browser: it is blocked wherever the browser was, and does not sit where a guest of that browser does."""
    carry_blocks(connection, guest_id, owner_id)
    connection.execute(update(s.open_table_players).where(PLAYER.owner_id == guest_id).values(known_as=owner_id))


def carry_blocks(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Blocks an account at the tables from which a browser was sent away."""
    chosen = select(BLOCK.open_table).where(BLOCK.owner_id == guest_id)
    blocked = [{"open_table": game_id, "owner_id": owner_id} for game_id in connection.execute(chosen).scalars()]
    if blocked:
        connection.execute(insert_new(connection.dialect.name, s.open_table_blocks), blocked)


def leave_all(connection: Connection, owner_id: str) -> None:
    """Closes the open tables of somebody, takes their places at others, and with both what they are invited to or have invited others to."""
    at = select(PLAYER.open_table).where(PLAYER.owner_id == owner_id)
    connection.execute(update(s.open_tables).where(TABLE.game_id.in_(at)).values(changes=TABLE.changes + 1))
    connection.execute(delete(s.open_tables).where(TABLE.host == owner_id))
    connection.execute(delete(s.open_table_players).where(PLAYER.owner_id == owner_id))
    connection.execute(delete(s.invitations).where(or_(s.invitations.c.owner_id == owner_id, s.invitations.c.inviter == owner_id)))


def close_of_client(connection: Connection, client: str) -> None:
    """Closes the open tables that a client has opened, except those of administrators."""
    hosts = select(s.owner_id_of(s.administrators.c.account))
    connection.execute(delete(s.open_tables).where(TABLE.client == client, TABLE.game == "", TABLE.host.not_in(hosts)))


def _players(connection: Connection, game_ids: Collection[str]) -> dict[str, tuple[OpenTablePlayer, ...]]:
    found: dict[str, list[OpenTablePlayer]] = {}
    for row in connection.execute(PLAYERS.where(PLAYER.open_table.in_(game_ids))):
        found.setdefault(row.open_table, []).append(from_row(OpenTablePlayer, row, is_bot=row.bot is not None))
    return {game_id: tuple(players) for game_id, players in found.items()}


def _player_values(table: OpenTableRow, now: int) -> list[dict[str, object]]:
    players = s.open_table_players
    return [
        column_values(players, each, open_table=table.game_id, last_seen=now if each.last_seen < 0 else each.last_seen)
        for each in table.players
    ]


def tables_of(connection: Connection, rows: Iterable[Row[Any]]) -> list[OpenTableRow]:
    """Returns tables with their players, without damaged ones."""
    rows = list(rows)
    players = _players(connection, [row.game_id for row in rows])
    tables = []
    for row in rows:
        try:
            tables.append(_table(row, players.get(row.game_id, ())))
        except StorageDamaged:
            continue
    return tables


def _table(row: Row[Any], players: tuple[OpenTablePlayer, ...]) -> OpenTableRow:
    try:
        others = msgspec.json.decode(row.others, type=tuple[tuple[str, str], ...])
        options, house = (msgspec.json.decode(text, type=dict) for text in (row.options, row.house))
    except (TypeError, msgspec.MsgspecError) as error:
        raise StorageDamaged(str(error)) from error
    return from_row(OpenTableRow, row, others=others, options=options, house=house, players=players)
