"""Finished games that are public: written when a game ends, searched, and read in the order in which they were added, as the archive."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Integer, Text, cast, func, insert, literal, select, update

from ..engine.display_names import comparison_key
from ..engine.record import with_seat_name
from . import schema as s
from .database import INSERTS
from .rows import ACCOUNT_PREFIX, ArchivedGame, ArchivedSeat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from .rows import FinishedGame

COUNTER = "finished_games"
"""The setting with the number of the last game that was added; whoever raises it keeps others from doing so until the transaction ends."""
GAME, SEAT = s.finished_games.c, s.finished_seats.c


def add(connection: Connection, game: int, public: str, finished: FinishedGame) -> None:
    """Adds a finished game if it is listed and nobody took a hint; a seat belongs to an account that holds just this one seat of the game, under the account's name."""
    is_listed = select(s.games.c.id).where(s.games.c.id == game, s.games.c.is_listed, ~s.games.c.hints)
    if connection.execute(is_listed).one_or_none() is None:
        return
    accounts = _accounts(connection, game)
    bots = set(connection.execute(select(s.bot_accounts.c.account).where(s.bot_accounts.c.account.in_(accounts.values()))).scalars())
    archived, rows = [], []
    for seat in finished.seats:
        key = comparison_key(seat.name)
        account = accounts.get((seat.seat, key), "") if seat.is_own else ""
        kind = "bot" if account in bots else seat.kind
        archived.append(ArchivedSeat(seat.name, kind, seat.automa, bool(account), seat.total, seat.rank))
        columns = {"kind": kind, "automa": seat.automa, "account": account, "total": seat.total, "rank": seat.rank}
        rows.append({"game": game, "seat": seat.seat, "finished": finished.finished, "key": key, "name": seat.name, **columns})
    number = _next_number(connection)
    line = ArchivedGame(
        number=number,
        game=public,
        finished=finished.finished,
        ruleset=finished.ruleset,
        revision=finished.revision,
        seats=tuple(archived),
        is_ended_early=finished.is_ended_early,
        is_rated=finished.is_rated,
        record=finished.record,
    )
    values = {
        "game": game,
        "number": number,
        "finished": finished.finished,
        "ruleset": finished.ruleset,
        "revision": finished.revision,
        "seats": len(archived),
        "people": sum(seat.kind == "person" for seat in archived),
        "top": max(seat.total for seat in archived),
        "has_house_values": finished.has_house_values,
        "is_ended_early": finished.is_ended_early,
        "has_bots": finished.has_bots or any(seat.kind == "bot" for seat in archived),
        "is_rated": finished.is_rated,
        "record": archive_member(line),
    }
    connection.execute(insert(s.finished_games).values(values))
    connection.execute(insert(s.finished_seats), rows)


def archive_member(game: ArchivedGame) -> bytes:
    """Returns a game as one line of the archive: a gzip member of its own, so that the archive is these members one after another."""
    return gzip.compress(msgspec.json.encode(game) + b"\n", mtime=0)


def archived_game(member: bytes) -> ArchivedGame:
    """Returns the game of a line of the archive."""
    return msgspec.json.decode(gzip.decompress(member), type=ArchivedGame)


def rename(connection: Connection, game: int, names: Mapping[int, str]) -> None:
    """Gives seats of a finished game other names, which belong to no account, also in its record; nothing if the game is not listed."""
    member = connection.execute(select(GAME.record).where(GAME.game == game).with_for_update()).scalar_one_or_none()
    if member is None:
        return
    line = archived_game(member)
    seats, record = list(line.seats), line.record
    for seat, name in names.items():
        seats[seat] = msgspec.structs.replace(seats[seat], name=name, has_account=False)
        record = with_seat_name(record, seat, name)
        columns = {"name": name, "key": comparison_key(name), "account": ""}
        connection.execute(update(s.finished_seats).where(SEAT.game == game, SEAT.seat == seat).values(columns))
    renamed = archive_member(msgspec.structs.replace(line, seats=tuple(seats), record=record))
    connection.execute(update(s.finished_games).where(GAME.game == game).values(record=renamed))


def _accounts(connection: Connection, game: int) -> dict[tuple[int, str], str]:
    """Returns the accounts that hold exactly one seat of a game, by that seat and the key of their name."""
    held = s.browsers.c
    joined = select(s.accounts.c.id, s.accounts.c.key, func.min(held.seat).label("seat")).join(
        s.accounts, held.browser == literal(ACCOUNT_PREFIX) + s.accounts.c.id
    )
    own = joined.where(held.game == game, held.seat >= 0).group_by(s.accounts.c.id, s.accounts.c.key).having(func.count() == 1)
    return {(row.seat, row.key): row.id for row in connection.execute(own)}


def _next_number(connection: Connection) -> int:
    """Returns the number of the next game, which no other transaction gets, and which no lower one follows later."""
    stored = s.settings.c.value
    counted = cast(cast(stored, Integer) + 1, Text)
    new = INSERTS[connection.dialect.name](s.settings).values(name=COUNTER, value="1")
    raised = new.on_conflict_do_update(index_elements=[s.settings.c.name], set_={"value": counted}).returning(stored)
    return int(connection.execute(raised).scalar_one())
