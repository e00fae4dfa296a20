"""Players, their results, the table of a day, and the exercises that they have solved."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, tuple_, update

from groundfloor.results import MAX_RESULTS
from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database import usage
from ...database.database import insert_new, insert_rows, reads, reads_once, upsert, writes
from ...database.requests import changes, changing
from ...database.rows import RetentionDays
from . import browsers
from .rows import DayRow, ParRow, ResultRow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import Connection, Select

    from ...database.rows import KnownGame
    from ...database.store import Store


COLUMNS = tuple(each.name for each in fields(ResultRow))
MAX_EXPIRED = 2_000
"""Unused results that are deleted in one go, at least those of a single player."""
IMPORTS = 1
"""The kind of the lock of ``hold_imports``."""
ORDER = (s.results.c.finished, s.results.c.game, s.results.c.seat)
"""Of the results of a player."""
TOUCH = update(s.players).where(s.players.c.id == bindparam("player")).values(last_seen=usage.SERVED_MINUTES)


def player_of(connection: Connection, owner_id: str) -> str | None:
    return connection.execute(select(s.player_browsers.c.player).where(s.player_browsers.c.browser == owner_id)).scalar_one_or_none()


def ensure_player(connection: Connection, owner_id: str, new: str, at: str) -> str:
    """Returns the id of the browser's player; if it has none, a player with the id ``new`` is made."""
    player = player_of(connection, owner_id)
    if player is not None:
        return player
    connection.execute(insert(s.players).values(id=new, created=at, last_seen=usage.SERVED_MINUTES))
    row = insert_new(connection.dialect.name, s.player_browsers).values(browser=owner_id, player=new)
    if connection.execute(row.returning(s.player_browsers.c.player)).one_or_none() is not None:
        return new
    connection.execute(delete(s.players).where(s.players.c.id == new))  # another process has just made one
    return str(connection.execute(select(s.player_browsers.c.player).where(s.player_browsers.c.browser == owner_id)).scalar_one())


@reads
def count_of_browser(connection: Connection, owner_id: str) -> int:
    """Returns how many results the browser's player has."""
    joined = s.results.join(s.player_browsers, s.player_browsers.c.player == s.results.c.player)
    return int(connection.execute(select(func.count()).select_from(joined).where(s.player_browsers.c.browser == owner_id)).scalar_one())


def start_attempt(connection: Connection, player: str, game: str, day: str, opponent: str) -> None:
    columns = s.attempts.c
    same = (columns.player == player, columns.day == day, columns.opponent == opponent)
    number = connection.execute(select(func.count()).select_from(s.attempts).where(*same)).scalar_one() + 1
    connection.execute(insert(s.attempts).values(game=game, player=player, day=day, opponent=opponent, number=number))


@changes
def void_attempt(connection: Connection, game: str) -> None:
    """Makes a game no longer count as an attempt at the city of its day; those after it keep their numbers."""
    connection.execute(update(s.attempts).where(s.attempts.c.game == game).values(number=0))


@reads
def attempt_of(connection: Connection, owner_id: str, game: str) -> int:
    """Returns which attempt of the browser's player a game is; 0 if it is none, or another player's."""
    columns = s.attempts.c
    chosen = select(columns.number).where(columns.game == game, columns.player == player_of(connection, owner_id))
    return connection.execute(chosen).scalar_one_or_none() or 0


def add_solved(connection: Connection, player: str, exercise: str) -> None:
    """Stores that a player has solved an exercise; no error if it is known already."""
    connection.execute(insert_new(connection.dialect.name, s.solved_exercises), {"player": player, "exercise": exercise})


@reads_once
def solved_exercises(connection: Connection, owner_id: str) -> set[str]:
    """Returns the ids of the exercises that the browser's player has solved."""
    columns = s.solved_exercises.c
    joined = select(columns.exercise).join(s.player_browsers, s.player_browsers.c.player == columns.player)
    return set(connection.execute(joined.where(s.player_browsers.c.browser == owner_id)).scalars())


def add(connection: Connection, player: str, rows: Iterable[ResultRow]) -> int:
    """Adds results that the player does not have yet, by game and seat; returns how many that were."""
    before = count(connection, player)
    values = [(player, *(getattr(row, name) for name in COLUMNS)) for row in rows]
    insert_rows(connection, "results", ("player", *COLUMNS), values, is_new_only=True)
    return count(connection, player) - before


@changes
def add_of_browser(connection: Connection, owner_id: str, rows: Collection[ResultRow], new_player: str, at: str, client: str = "") -> int:
    """Adds results for the browser's player, which is made with the id ``new_player`` if need be; returns how many were new.

    ``client`` is the hash of the client that imports them ("": they are of games played here).
    """
    if not rows:
        return 0
    player = ensure_player(connection, owner_id, new_player, at)
    touch(connection, player)
    if client:
        mark_import(connection, player, client)
    return add(connection, player, rows)


@reads
def games_without_result(connection: Connection, owner_id: str) -> list[KnownGame]:
    """Returns the finished games in a browser's list of which its player keeps no result."""
    return browsers.games_of(connection, owner_id, "over", player_of(connection, owner_id))


@writes
def touch_player_of(connection: Connection, owner_id: str) -> None:
    """Stores that the browser's player is used now: its results do not expire."""
    touch(connection, player_of(connection, owner_id))


@writes
def note_solved(connection: Connection, owner_id: str, exercise: str, new_player: str, at: str) -> None:
    """Stores that the browser's player, which is made with the id ``new_player`` if need be, has solved an exercise."""
    player = ensure_player(connection, owner_id, new_player, at)
    touch(connection, player)
    add_solved(connection, player, exercise)


def touch(connection: Connection, player: str | None) -> None:
    connection.execute(TOUCH, {"player": player})


@reads
def is_idle(connection: Connection, owner_id: str) -> bool:
    last_seen = connection.execute(
        select(s.players.c.last_seen).where(s.players.c.id == player_of(connection, owner_id))
    ).scalar_one_or_none()
    return last_seen is not None and last_seen < usage.served_minutes(connection) - usage.DAY


def mark_import(connection: Connection, player: str, client: str) -> None:
    connection.execute(update(s.players).where(s.players.c.id == player).values(client=client))


def hold_imports(connection: Connection, client: str) -> None:
    """Holds other imports of a client until the transaction ends, so that each counts those before it. SQLite has one transaction that writes at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(IMPORTS, func.hashtext(client))))


@reads
def count_imported(connection: Connection, client: str) -> int:
    joined = select(func.count()).select_from(s.players).join(s.results, s.results.c.player == s.players.c.id)
    return int(connection.execute(joined.where(s.players.c.client == client, s.results.c.is_imported)).scalar_one())


@writes
def delete_expired(connection: Connection, keeping: RetentionDays) -> int:
    """Deletes players without an account whose retention time is over, with all that is kept for them, the longest unused first; returns how many."""
    now, players = usage.served_minutes(connection), s.players.c
    own = select(s.results.c.player).where(s.results.c.player == players.id, ~s.results.c.is_imported).exists()
    account = s.player_browsers.c
    solved = select(s.solved_exercises.c.player).where(s.solved_exercises.c.player == players.id).exists()
    has_account = select(account.player).where(account.player == players.id, account.browser.startswith(ACCOUNT_PREFIX)).exists()
    started = select(s.attempts.c.player).where(s.attempts.c.player == players.id).exists()
    if not keeping.results:
        return 0
    old = [players.last_seen < now - keeping.results * usage.DAY]
    if keeping.many:
        early = players.last_seen < now - usage.EARLY_DAYS * usage.DAY
        old.append(and_(early, ~own, ~started, ~solved, usage.is_of_large_network(players.client, keeping.many)))
    kept = select(func.count()).where(s.results.c.player == players.id).scalar_subquery()
    deleted = results = 0
    for player, count in connection.execute(
        select(players.id, kept).where(~has_account, or_(*old)).order_by(players.last_seen).limit(100)
    ).all():
        results += count
        if deleted and results > MAX_EXPIRED:
            break
        connection.execute(delete(s.players).where(players.id == player))
        deleted += 1
    return deleted


def count(connection: Connection, player: str) -> int:
    return int(connection.execute(select(func.count()).select_from(s.results).where(s.results.c.player == player)).scalar_one())


@reads
def results_of(connection: Connection, owner_id: str, last: ResultRow | None = None, most: int | None = None) -> list[ResultRow]:
    """Returns the results of a browser's player, the oldest first: up to ``most`` (None: all) behind the ``last`` one that is known (None: from the first on)."""
    chosen = _of_player(connection, owner_id)
    if last is not None:
        chosen = chosen.where(tuple_(*ORDER) > (last.finished, last.game, last.seat))
    return [ResultRow(*row) for row in connection.execute(chosen.order_by(*ORDER).limit(most))]


@reads
def newest_of(connection: Connection, owner_id: str, most: int) -> list[ResultRow]:
    """Returns the newest results of a browser's player, at most ``most``, the oldest of them first."""
    newest = _of_player(connection, owner_id).order_by(*(column.desc() for column in ORDER)).limit(most)
    return [ResultRow(*row) for row in connection.execute(newest)][::-1]


def _of_player(connection: Connection, owner_id: str) -> Select[Any]:
    columns = (column for column in s.results.c if column.name != "player")
    return select(*columns).where(s.results.c.player == player_of(connection, owner_id))


@reads
def seats_of(connection: Connection, owner_id: str) -> set[tuple[str, int]]:
    columns = s.results.c
    chosen = select(columns.game, columns.seat).where(columns.player == player_of(connection, owner_id))
    return {(row.game, row.seat) for row in connection.execute(chosen)}


@reads
def day_ranking(connection: Connection, owner_id: str, day: str, revision: int, most: int) -> list[DayRow]:
    """Returns the first attempts at the city of a day, by prestige; among equals the one that was finished earlier is first."""
    columns = s.results.c
    first = (columns.day == day, columns.revision == revision, columns.attempt == 1, ~columns.is_imported)
    known = s.player_browsers.c
    account = select(func.min(known.browser)).where(known.player == columns.player, known.browser.startswith(ACCOUNT_PREFIX))
    facts = (columns.opponent, columns.name, columns.total, columns.finished, columns.player)
    chosen = select(*facts, func.coalesce(account.scalar_subquery(), "").label("account")).where(*first)
    ordered = chosen.order_by(columns.total.desc(), columns.finished, columns.game).limit(most)
    own = player_of(connection, owner_id)
    return [DayRow(row.opponent, row.name, row.total, row.finished, row.player == own, row.account) for row in connection.execute(ordered)]


@reads
def day_pars(connection: Connection, day: str, revision: int) -> list[ParRow]:
    """Returns what levels of the bots have reached in the city of a day, the most prestige first."""
    columns = s.day_pars.c
    chosen = select(columns.opponent, columns.level, columns.total).where(columns.day == day, columns.revision == revision)
    return [ParRow(*row) for row in connection.execute(chosen.order_by(columns.total.desc(), columns.level))]


@writes
def add_pars(connection: Connection, day: str, revision: int, opponent: str, totals: dict[str, int]) -> None:
    """Keeps what levels have reached in the city of a day."""
    for level, total in totals.items():
        values = {"day": day, "revision": revision, "opponent": opponent, "level": level, "total": total}
        connection.execute(upsert(connection.dialect.name, s.day_pars), values)


@reads
def count_left_out(connection: Connection, guest_id: str, owner_id: str) -> int:
    """Returns how many imported results of a browser an account could not keep if it took them over."""
    old, new = player_of(connection, guest_id), player_of(connection, owner_id)
    return 0 if old is None or new is None else len(connection.execute(_without_room(connection, old, new)).all())


def _without_room(connection: Connection, old: str, new: str) -> Select[tuple[str, int]]:
    """Returns the statement for the imported results of a player, by game and seat, for which another one has no room: the oldest ones."""
    kept, there = s.results.c, s.results.alias().c
    is_known = select(there.game).where(there.player == new, there.game == kept.game, there.seat == kept.seat).exists()
    added = select(func.count()).where(kept.player == old, ~is_known)
    surplus = count(connection, new) + connection.execute(added).scalar_one() - MAX_RESULTS
    chosen = select(kept.game, kept.seat).where(kept.player == old, kept.is_imported, ~is_known)
    return chosen.order_by(kept.finished, kept.game, kept.seat).limit(max(surplus, 0))


def merge(connection: Connection, old: str, new: str) -> None:
    """Gives everything of a player to another one. Of a result that both have, one is kept: rather that of a game played here than an imported one.

    Imported results for which there is no room (``MAX_RESULTS``) are deleted. All imported ones then count to the client that has imported more of them: with the last one to import any,
    two clients could free each other of what they have imported.

    Attempts at the city of a day are numbered after those that the other player has made there.
    """
    tried, kept, there = s.attempts.c, s.results.c, s.results.alias()
    counted = select(tried.day, tried.opponent, func.count()).where(tried.player == new).group_by(tried.day, tried.opponent)
    counts = {(day, opponent): number for day, opponent, number in connection.execute(counted)}
    for row in connection.execute(select(s.attempts).where(tried.player == old).order_by(tried.number)).all():
        counts[row.day, row.opponent] = counts.get((row.day, row.opponent), 0) + 1
        number = counts[row.day, row.opponent] if row.number else 0
        connection.execute(update(s.attempts).where(tried.game == row.game).values(player=new, number=number))
        if number != row.number:
            _set_attempt(connection, old, row.game, number)
    imported = {player: _count_imported(connection, player) for player in (old, new)}
    same = (there.c.game == kept.game, there.c.seat == kept.seat)
    is_played = select(there.c.game).where(there.c.player == old, ~there.c.is_imported, *same).exists()
    connection.execute(delete(s.results).where(kept.player == new, kept.is_imported, is_played))
    without_room = tuple_(kept.game, kept.seat).in_(_without_room(connection, old, new))
    connection.execute(delete(s.results).where(kept.player == old, without_room))
    is_known = select(there.c.game).where(there.c.player == new, *same).exists()
    connection.execute(update(s.results).where(kept.player == old, ~is_known).values(player=new))
    solved = select(s.solved_exercises.c.exercise).where(s.solved_exercises.c.player == old)
    for exercise in connection.execute(solved).scalars().all():
        add_solved(connection, new, exercise)
    client = connection.execute(select(s.players.c.client).where(s.players.c.id == old)).scalar_one()
    if client and imported[old] > imported[new]:
        mark_import(connection, new, client)
    touch(connection, new)
    connection.execute(delete(s.players).where(s.players.c.id == old))


def _count_imported(connection: Connection, player: str) -> int:
    return int(connection.execute(select(func.count()).where(s.results.c.player == player, s.results.c.is_imported)).scalar_one())


def _set_attempt(connection: Connection, player: str, game: str, number: int) -> None:
    """Stores which attempt of the player a game was, in its result too."""
    kept = s.results.c
    own = (kept.player == player, kept.game == game, ~kept.is_imported)
    for seat, data in connection.execute(select(kept.seat, kept.data).where(*own)).all():
        changed = msgspec.json.encode({**msgspec.json.decode(data), "attempt": number}).decode()
        connection.execute(update(s.results).where(*own, kept.seat == seat).values(attempt=number, data=changed))


def delete_player(store: Store, owner_id: str) -> None:
    """Deletes the browser's player with all results, attempts and solved exercises, and the finished games from the browser's list."""
    with changing(store.engine) as connection:
        connection.execute(delete(s.players).where(s.players.c.id == player_of(connection, owner_id)))
        over = select(s.games.c.id).where(s.games.c.status == "over")
        for table in (s.browsers, s.hosts):
            connection.execute(delete(table).where(table.c.browser == owner_id, table.c.game.in_(over)))
    store.held_seats.forget(owner_id)
