"""The games and seats of each browser, whether it is their host, and the seats whose players have come."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import Integer, Text, and_, bindparam, cast, delete, exists, func, literal, null, or_, select, union, union_all
from sqlalchemy.exc import DBAPIError

from ...database import schema as s
from ...database.database import insert_new, reads, reads_once, writes
from ...database.requests import changing
from ...database.rows import HeldSeats, KnownGame
from . import games
from .rows import WaitingTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import ColumnElement, Connection

    from ...database.rows import GameRow
    from ...database.store import Store

MAX_BROWSERS = 10
"""Browsers that hold the same seat of a game; a further one replaces the first."""
MOST_LISTED = 1_000
"""Games of a browser that pages list: nobody has to wait for somebody who opens more links."""
OF_GAME = s.games.c.game_id == bindparam("game_id")
HELD_SEATS = union_all(
    select(s.browsers.c.seat).join(s.games).where(s.browsers.c.browser == bindparam("browser"), OF_GAME),
    select(cast(null(), Integer)).select_from(s.hosts).join(s.games).where(s.hosts.c.browser == bindparam("browser"), OF_GAME),
)
"""The seats of a browser in a game, and NULL if it is the host."""
WAITING = (
    select(s.games.c.game_id, s.games.c.name, s.seats.c.token, s.games.c.moved)
    .join(s.browsers, s.browsers.c.game == s.games.c.id)
    .join(s.seats, (s.seats.c.game == s.games.c.id) & (s.seats.c.seat == s.games.c.asked))
    .where(
        s.browsers.c.browser == bindparam("browser"),
        s.browsers.c.seat == s.games.c.asked,
        s.games.c.status == "running",
        s.seats.c.automa == "",
    )
    .order_by(s.games.c.moved, s.games.c.id)
    .limit(bindparam("most"))
)


def is_kept_from(owner_id: str) -> ColumnElement[bool]:
    """Returns the condition that a game stays although this browser, its host, wants to delete it.

    Public records of several people stay for everybody, and so do games in which somebody else has moved, and rated games, which nobody can get rid of before losing them.
    """
    held, moved = s.browsers.c, s.entries.c.text
    of_seat = and_(held.game == s.seats.c.game, held.seat == s.seats.c.seat)
    number = cast(s.seats.c.seat + 1, Text)
    is_move = and_(moved.startswith(number + " "), moved != number + " person", ~moved.startswith(number + " bot "))
    others_seat = (
        exists()
        .where(s.seats.c.game == s.games.c.id)
        .where(~exists().where(of_seat, held.browser == owner_id))
        .where(or_(s.seats.c.automa == "", exists().where(of_seat, held.browser != owner_id)))
        .where(exists().where(s.entries.c.game == s.seats.c.game, is_move))
    )
    is_public = exists().where(s.finished_games.c.game == s.games.c.id, s.finished_games.c.people >= 2)
    return or_(s.games.c.rating != "", is_public, others_seat)


def remember(connection: Connection, owner_id: str, game: int, seats: Iterable[int], *, is_host: bool = False) -> bool:
    """Stores that the browser holds these seats, and is the host of the game if it ``is_host``. Returns whether other browsers lost theirs."""
    if is_host:
        connection.execute(insert_new(connection.dialect.name, s.hosts), {"browser": owner_id, "game": game})
    last = connection.execute(select(func.coalesce(func.max(s.browsers.c.number), 0)).where(s.browsers.c.game == game)).scalar_one()
    rows = [{"browser": owner_id, "game": game, "seat": seat, "number": last + 1} for seat in seats]
    if rows:
        connection.execute(insert_new(connection.dialect.name, s.browsers), rows)
    lost = 0
    for row in rows:
        same = (s.browsers.c.game == game, s.browsers.c.seat == row["seat"])
        newest = select(s.browsers.c.browser).where(*same).order_by(s.browsers.c.number.desc()).limit(MAX_BROWSERS)
        lost += connection.execute(delete(s.browsers).where(*same, s.browsers.c.browser.not_in(newest))).rowcount
    return lost > 0


def forget(connection: Connection, owner_id: str, game_id: str) -> None:
    game = select(s.games.c.id).where(s.games.c.game_id == game_id).scalar_subquery()
    for table in (s.browsers, s.hosts):
        connection.execute(delete(table).where(table.c.browser == owner_id, table.c.game == game))


def remember_seats(store: Store, owner_id: str, game_id: str, seats: Iterable[int], *, is_host: bool = False) -> None:
    """Stores that the browser holds these seats of the game, and is its host if it ``is_host``."""
    with changing(store.engine) as connection:
        game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
        others_lost = game is not None and remember(connection, owner_id, game, seats, is_host=is_host)
    store.held_seats.forget("" if others_lost else owner_id, game_id)


def forget_game(store: Store, owner_id: str, game_id: str) -> None:
    """Takes a game off the list of a browser."""
    with changing(store.engine) as connection:
        forget(connection, owner_id, game_id)
    store.held_seats.forget(owner_id, game_id)


def held_seats(store: Store, owner_id: str, game_id: str) -> HeldSeats:
    """Returns the seats that a browser holds in a game, and whether it is the host."""
    if store.is_shared:
        return read_seats(store, owner_id, game_id)
    return store.held_seats.get(owner_id, game_id, lambda: read_seats(store, owner_id, game_id))


@reads_once
def read_seats(connection: Connection, owner_id: str, game_id: str) -> HeldSeats:
    held = set(connection.execute(HELD_SEATS, {"browser": owner_id, "game_id": game_id}).scalars())
    return HeldSeats(frozenset(held - {None}), None in held)


@reads
def count_hosted(connection: Connection, owner_id: str) -> int:
    joined = select(func.count()).select_from(s.hosts).join(s.games)
    return int(connection.execute(joined.where(s.hosts.c.browser == owner_id, s.games.c.status != "over")).scalar_one())


@reads
def games_of(
    connection: Connection,
    owner_id: str,
    status: str = "",
    player: str | None = None,
    most: int | None = MOST_LISTED,
    most_ended: int | None = None,
) -> list[KnownGame]:
    """Returns the games of a browser, the last changed first, without damaged ones; of very many those that are running and the newest (``most``; None: all).

    ``status``: only those with this one. ``player``: only those of which this player keeps no result. ``most_ended``: only so many of those that are not running.
    """
    chosen = select(s.games.c.id).where(is_of_owner(owner_id))
    if status:
        chosen = chosen.where(s.games.c.status == status)
    if player is not None:
        chosen = chosen.where(s.games.c.game_id.not_in(select(s.results.c.game).where(s.results.c.player == player)))
    chosen = chosen.order_by(s.games.c.status == "over", s.games.c.sequence.desc(), s.games.c.id.desc()).limit(most)
    parts = [chosen]
    if most_ended is not None:
        parts = [chosen.where(s.games.c.status == "running"), chosen.where(s.games.c.status != "running").limit(most_ended)]
    return numbered_games(connection, owner_id, [game for part in parts for game in connection.execute(part).scalars()])


@reads_once
def game_numbers(connection: Connection, owner_id: str) -> list[int]:
    """Returns the numbers of the rows of all games of a browser, the last changed first."""
    chosen = select(s.games.c.id).where(is_of_owner(owner_id)).order_by(s.games.c.sequence.desc(), s.games.c.id.desc())
    return list(connection.execute(chosen).scalars())


@reads
def numbered_games(connection: Connection, owner_id: str, numbers: Collection[int]) -> list[KnownGame]:
    """Returns games of a browser by the numbers of their rows, the last changed first, without damaged ones."""
    seats: dict[int, set[int]] = {game: set() for game in numbers}
    held, hosts = s.browsers.c, s.hosts.c
    for game, seat in connection.execute(select(held.game, held.seat).where(held.browser == owner_id, held.game.in_(list(seats)))):
        seats[game].add(seat)
    hosted = set(connection.execute(select(hosts.game).where(hosts.browser == owner_id, hosts.game.in_(list(seats)))).scalars())
    kept = set(connection.execute(select(s.games.c.id).where(s.games.c.id.in_(list(seats)), is_kept_from(owner_id))).scalars())
    known = [
        KnownGame(row, tuple(seat_value for seat_value in row.seats if seat_value.seat in seats[row.id]), row.id in hosted, row.id in kept)
        for row in briefs(connection, seats)
    ]
    return sorted(known, key=lambda one: (one.game.sequence, one.game.id), reverse=True)


@reads
def count_ended(connection: Connection, owner_id: str) -> int:
    """Returns how many games and records of a browser are not running."""
    chosen = select(func.count()).select_from(s.games).where(is_of_owner(owner_id), s.games.c.status != "running")
    return int(connection.execute(chosen).scalar_one())


def is_of_owner(owner_id: str) -> ColumnElement[bool]:
    """Returns the condition that a game is in the list of a browser."""
    return s.games.c.id.in_(select(s.owned_games.c.game).where(s.owned_games.c.browser == owner_id))


@reads_once
def is_kept(connection: Connection, game_id: str, owner_id: str) -> bool:
    """Returns whether a game can't be deleted by this browser, its host."""
    return connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id, is_kept_from(owner_id))).one_or_none() is not None


@reads_once
def waiting(connection: Connection, owner_id: str, most: int = MOST_LISTED) -> list[WaitingTable]:
    """Returns the running tables that wait for a decision of a seat of this browser, the one that has waited longest first, at most so many."""
    return [WaitingTable(*row) for row in connection.execute(WAITING, {"browser": owner_id, "most": most})]


@reads
def owners_of(connection: Connection, game_id: str) -> dict[str, set[int]]:
    """Returns who holds seats of a game, each with those seats."""
    return owners_of_games(connection, [game_id]).get(game_id, {})


@reads
def owners_of_games(connection: Connection, game_ids: Collection[str]) -> dict[str, dict[str, set[int]]]:
    """Returns who holds seats of each of these games, each with those seats; nothing for games that nobody holds.

    The seat of an account is held by it even if the game is not in its list.
    """
    held, own = s.browsers.c, s.seat_accounts.c
    listed = select(s.games.c.game_id, held.browser, held.seat, held.number).join(s.games, s.games.c.id == held.game)
    owned = select(s.games.c.game_id, s.owner_id_of(own.account), own.seat, literal(0)).join(s.games, s.games.c.id == own.game)
    owned = owned.join(s.accounts, s.accounts.c.id == own.account)
    of_games = s.games.c.game_id.in_(list(game_ids))
    holders = union_all(listed.where(of_games), owned.where(of_games)).subquery()
    owners: dict[str, dict[str, set[int]]] = {}
    for row in connection.execute(select(holders).order_by(holders.c.number)):
        owners.setdefault(row.game_id, {}).setdefault(row.browser, set()).add(row.seat)
    return owners


@reads
def game_ids(connection: Connection, owner_id: str) -> set[str]:
    """Returns the ids of the games in a browser's list."""
    owned = s.owned_games.c
    joined = select(s.games.c.game_id).join(s.owned_games, owned.game == s.games.c.id)
    return set(connection.execute(joined.where(owned.browser == owner_id)).scalars())


@writes
def record_arrivals(connection: Connection, tokens: Collection[str]) -> list[str]:
    """Stores that the players of these seats have come; returns the ids of those games whose clocks wait for their players."""
    joined = s.seats.join(s.games).outerjoin(s.clocks, s.clocks.c.game == s.games.c.id)
    chosen = select(s.seats.c.game, s.seats.c.seat, s.games.c.game_id, s.clocks.c.is_waiting).select_from(joined)
    seats = connection.execute(chosen.where(s.seats.c.token.in_(list(tokens)))).all()
    if seats:
        connection.execute(insert_new(connection.dialect.name, s.arrivals), [{"game": row.game, "seat": row.seat} for row in seats])
    return [row.game_id for row in seats if row.is_waiting]


@reads
def arrived_seats(connection: Connection, game_id: str) -> frozenset[int]:
    """Returns the seats of a game whose player has come: opened the link with a page that follows the game, or decided something."""
    game = select(s.games.c.id).where(s.games.c.game_id == game_id).scalar_subquery()
    opened = select(s.arrivals.c.seat).where(s.arrivals.c.game == game)
    held = select(s.browsers.c.seat).where(s.browsers.c.game == game)
    return frozenset(connection.execute(union(opened, held)).scalars())


def briefs(connection: Connection, numbers: Collection[int]) -> list[GameRow]:
    """Returns games with their seats, by the numbers of their rows and in their order, without damaged ones."""
    try:
        rows = games.briefs(connection, numbers)
    except (DBAPIError, sqlite3.Error):
        rows = [row for number in numbers for row in undamaged(connection, number)]
    by_number = {row.id: row for row in rows if games.is_valid(row)}
    return [by_number[number] for number in numbers if number in by_number]


def undamaged(connection: Connection, number: int) -> list[GameRow]:
    """Returns a game as a list, which is empty if it is damaged."""
    try:
        return games.briefs(connection, [number])
    except (DBAPIError, sqlite3.Error):
        return []


@reads_once
def owners_at(connection: Connection, game_ids: Collection[str]) -> set[str]:
    """Returns who holds a seat of one of these games."""
    joined = select(s.browsers.c.browser).join(s.games, s.games.c.id == s.browsers.c.game)
    return set(connection.execute(joined.where(s.games.c.game_id.in_(list(game_ids)))).scalars())
