"""Finished games that are public: written when a game ends, searched, and read in the order in which they were added, as the archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Integer, Text, cast, exists, func, insert, literal, or_, select, tuple_, update

from groundfloor.engine.record import with_seat_name
from groundfloor.results.archive import ArchivedGame, ArchivedSeat, archive_member, archived_game
from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import INSERTS, column_values, from_row, reads, reads_once
from . import games
from .rows import FinishedSeatRow, FoundGame, FoundGames, FoundSeat

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Row, Select

    from ...database.rows import FinishedGame
    from .rows import GameSearch

COUNTER = "finished_games"
"""The setting with the number of the last game that was added; raising it keeps others from doing so until the transaction ends."""
SCANNED = 2_000
"""Games that one search looks at."""
AT_ONCE = 500
"""Games that are read by one statement."""
GAME, SEAT = s.finished_games.c, s.finished_seats.c
IS_PUBLIC = or_(
    exists().where(SEAT.account == s.accounts.c.id),
    exists().where(s.ratings.c.account == s.accounts.c.id),
    exists().where(s.seat_accounts.c.account == s.accounts.c.id, s.games.c.id == s.seat_accounts.c.game, s.games.c.rating == "void"),
)
"""Whether an account has a page that others see."""
DEPARTURE = func.coalesce(s.seat_accounts.c.departure, "").label("departure")
IS_RATED_SEAT = (s.seat_accounts.c.game == SEAT.game) & (s.seat_accounts.c.seat == SEAT.seat)
COLUMNS = [column for column in GAME if column.name != "record"]


def add(connection: Connection, game: int, game_id: str, finished: FinishedGame) -> None:
    """Adds a finished game if it is listed and nobody took a hint; a seat belongs to an account that holds just this one seat of the game, under the account's name."""
    is_listed = select(s.games.c.id).where(s.games.c.id == game, s.games.c.is_listed, ~s.games.c.hints)
    if connection.execute(is_listed).one_or_none() is None:
        return
    accounts = _accounts(connection, game) | (_seat_accounts(connection, game) if finished.is_rated else {})
    bots = _bots(connection, game)
    archived, rows = [], []
    for seat in finished.seats:
        account = accounts.get((seat.seat, seat.name_key), "") if seat.is_own else ""
        kind = "bot" if seat.kind == "person" and (account in bots.get(seat.seat, ()) if account else seat.seat in bots) else seat.kind
        archived.append(ArchivedSeat(seat.name, kind, seat.total, seat.rank, seat.automa, bool(account), seat.departure))
        rows.append(column_values(s.finished_seats, seat, game=game, finished=finished.finished, kind=kind, account=account))
    number = _next_number(connection)
    line = ArchivedGame(
        number=number,
        game=game_id,
        finished=finished.finished,
        ruleset=finished.ruleset,
        revision=finished.revision,
        seats=tuple(archived),
        is_ended_early=finished.is_ended_early,
        is_rated=finished.is_rated,
        record=finished.record,
    )
    values = column_values(
        s.finished_games,
        finished,
        game=game,
        number=number,
        seats=len(archived),
        people=sum(seat.kind == "person" for seat in archived),
        top=max(seat.total for seat in archived),
        has_bots=finished.has_bots or any(seat.kind == "bot" for seat in archived),
        record=archive_member(line),
    )
    connection.execute(insert(s.finished_games).values(values))
    connection.execute(insert(s.finished_seats), rows)


def rename(connection: Connection, game: int, names: Mapping[int, str]) -> None:
    """Gives seats of a finished game names under which nobody finds them, in its record too; nothing if the game is not listed."""
    member = connection.execute(select(GAME.record).where(GAME.game == game).with_for_update()).scalar_one_or_none()
    if member is None:
        return
    line = archived_game(member)
    seats, record = list(line.seats), line.record
    for seat, name in names.items():
        seats[seat] = msgspec.structs.replace(seats[seat], name=name, has_account=False)
        record = with_seat_name(record, seat, name)
        columns = {"name": name, "name_key": "", "account": ""}
        connection.execute(update(s.finished_seats).where(SEAT.game == game, SEAT.seat == seat).values(columns))
    renamed = archive_member(msgspec.structs.replace(line, seats=tuple(seats), record=record))
    connection.execute(update(s.finished_games).where(GAME.game == game).values(record=renamed))


def _accounts(connection: Connection, game: int) -> dict[tuple[int, str], str]:
    """Returns the accounts that hold exactly one seat of a game, by that seat and the key of their name."""
    held = s.browsers.c
    joined = select(s.accounts.c.id, s.accounts.c.name_key, func.min(held.seat).label("seat")).join(
        s.accounts, held.browser == s.owner_id_of(s.accounts.c.id)
    )
    own = joined.where(held.game == game).group_by(s.accounts.c.id, s.accounts.c.name_key).having(func.count() == 1)
    return {(row.seat, row.name_key): row.id for row in connection.execute(own)}


def _seat_accounts(connection: Connection, game: int) -> dict[tuple[int, str], str]:
    """Returns the accounts between which a game is rated, by seat and the key of their name, even if one of them has removed it from their list."""
    rated = s.seat_accounts.c
    joined = select(s.accounts.c.id, s.accounts.c.name_key, rated.seat).join(s.accounts, s.accounts.c.id == rated.account)
    return {(row.seat, row.name_key): row.id for row in connection.execute(joined.where(rated.game == game))}


def _bots(connection: Connection, game: int) -> dict[int, set[str]]:
    """Returns the bots with accounts that hold seats of a game, by seat, under whatever name they play."""
    held, bot = s.browsers.c, s.bot_accounts.c.account
    joined = select(held.seat, bot).join(s.bot_accounts, held.browser == s.owner_id_of(bot))
    bots_by_seat: dict[int, set[str]] = {}
    for seat, account in connection.execute(joined.where(held.game == game)):
        bots_by_seat.setdefault(seat, set()).add(account)
    return bots_by_seat


def _next_number(connection: Connection) -> int:
    """Returns the number of the next game, which no other transaction gets, and which no lower one follows later."""
    stored = s.settings.c.value
    counted = cast(cast(stored, Integer) + 1, Text)
    new = INSERTS[connection.dialect.name](s.settings).values(name=COUNTER, value="1")
    raised = new.on_conflict_do_update(index_elements=[s.settings.c.name], set_={"value": counted}).returning(stored)
    return int(connection.execute(raised).scalar_one())


@reads
def count_unlisted(connection: Connection) -> int:
    """Returns how many games there are without those that stay as public records."""
    return games.count(connection) - count(connection)


@reads
def search(connection: Connection, wanted: GameSearch, most: int) -> FoundGames:
    """Returns up to ``most`` finished games that fit.

    At most ``SCANNED`` games are looked at, in their order: a search with hardly any matches can be continued. For a person it is their last
    ``SCANNED`` games.
    """
    order = GAME.top if wanted.by_total else GAME.finished
    people = [*wanted.people, *([wanted.winner] if wanted.winner and not wanted.people else [])]
    after = _cursor(wanted)
    if people:
        candidates = select(SEAT.game).where(SEAT.name_key == people[0], *_within(SEAT.finished, wanted))
        if after is not None and not wanted.by_total:
            candidates = candidates.where(tuple_(SEAT.finished, SEAT.game) < after)
        candidates = candidates.order_by(SEAT.finished.desc(), SEAT.game.desc()).limit(SCANNED)
    else:
        candidates = select(GAME.game)
        if not wanted.by_total:
            candidates = candidates.where(*_within(GAME.finished, wanted))
        if after is not None:
            candidates = candidates.where(tuple_(order, GAME.game) < after)
        candidates = candidates.order_by(order.desc(), GAME.game.desc()).limit(SCANNED)
    scanned = candidates.subquery()
    chosen: Select[Any] = (
        select(*COLUMNS, s.games.c.game_id).join(scanned, scanned.c.game == GAME.game).join(s.games, s.games.c.id == GAME.game)
    )
    chosen = chosen.where(*_conditions(wanted), *_within(GAME.finished, wanted))
    if after is not None and people and wanted.by_total:
        chosen = chosen.where(tuple_(order, GAME.game) < after)
    rows = connection.execute(chosen.order_by(order.desc(), GAME.game.desc()).limit(most + 1)).all()
    games = _with_seats(connection, rows[:most])
    name = "top" if wanted.by_total else "finished"
    if len(rows) > most:
        return FoundGames(games, f"{getattr(rows[most - 1], name)},{rows[most - 1].game}")
    if people and wanted.by_total:
        return FoundGames(games)
    last = connection.execute(select(order, GAME.game).where(GAME.game.in_(candidates.offset(SCANNED - 1).limit(1)))).one_or_none()
    return FoundGames(games, f"{last[0]},{last[1]}", is_cut=True) if last is not None else FoundGames(games)


@reads
def of_account(connection: Connection, account: str, most: int) -> list[FoundGame]:
    """Returns the last finished games of an account, the newest first."""
    return _games(connection, _last_of(connection, account, most))


@reads
def in_common(connection: Connection, account: str, other: str, most: int) -> list[FoundGame]:
    """Returns the finished games that are among the last ``SCANNED`` of both accounts, the newest first."""
    others = set(_last_of(connection, other, SCANNED))
    return _games(connection, [game for game in _last_of(connection, account, SCANNED) if game in others][:most])


@reads_once
def seats_of(connection: Connection, account: str, last: FinishedSeatRow | None, most: int) -> list[FinishedSeatRow]:
    """Returns the seats of finished games that belong to an account after one of them (None: the first ones), the oldest first."""
    columns = (s.games.c.game_id, SEAT.seat, SEAT.name, SEAT.finished, SEAT.total, SEAT.rank, DEPARTURE)
    chosen = select(*columns).join(s.games, s.games.c.id == SEAT.game).outerjoin(s.seat_accounts, IS_RATED_SEAT)
    chosen, order = chosen.where(SEAT.account == account), (SEAT.finished, SEAT.game, SEAT.seat)
    if last is not None:
        game = select(s.games.c.id).where(s.games.c.game_id == last.game).scalar_subquery()
        chosen = chosen.where(tuple_(*order) > tuple_(literal(last.finished), game, literal(last.seat)))
    return [FinishedSeatRow(*row) for row in connection.execute(chosen.order_by(*order).limit(most))]


@reads_once
def has_page(connection: Connection, account: str) -> bool:
    """Returns whether others see a page of an account: it has a seat at a finished game, a rating, or a cancelled rated game."""
    return connection.execute(select(s.accounts.c.id).where(s.accounts.c.id == account, IS_PUBLIC)).one_or_none() is not None


@reads_once
def seats_of_accounts(connection: Connection, game_id: str) -> frozenset[int]:
    """Returns the seats of a finished game that belong to accounts, under whose names they were played."""
    joined = select(SEAT.seat).join(s.games, s.games.c.id == SEAT.game)
    return frozenset(connection.execute(joined.where(s.games.c.game_id == game_id, SEAT.account != "")).scalars())


@reads_once
def people_with_page(connection: Connection, owners: Collection[str]) -> dict[str, str]:
    """Returns those of some owners (as in ``browsers``) that are accounts with a page (``has_page``), each with the key of its name."""
    ids = [owner_id.removeprefix(ACCOUNT_PREFIX) for owner_id in owners if owner_id.startswith(ACCOUNT_PREFIX)]
    chosen = select(s.accounts.c.id, s.accounts.c.name_key).where(s.accounts.c.id.in_(ids), IS_PUBLIC)
    return {f"{ACCOUNT_PREFIX}{row.id}": row.name_key for row in connection.execute(chosen)}


@reads_once
def people_at(connection: Connection, game_id: str) -> int:
    """Returns how many people have played a finished game; 0 for another table."""
    joined = select(GAME.people).join(s.games, s.games.c.id == GAME.game).where(s.games.c.game_id == game_id)
    return connection.execute(joined).scalar_one_or_none() or 0


@reads_once
def archive(connection: Connection, after: int, most: int) -> list[tuple[int, bytes]]:
    """Returns the numbers and lines of up to ``most`` games of the archive, those after a number."""
    chosen = select(GAME.number, GAME.record).where(GAME.number > after).order_by(GAME.number).limit(most)
    return [(row.number, row.record) for row in connection.execute(chosen)]


def count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(s.finished_games)).scalar_one())


def _last_of(connection: Connection, account: str, most: int) -> list[int]:
    chosen = select(SEAT.game).where(SEAT.account == account).order_by(SEAT.finished.desc(), SEAT.game.desc()).limit(most)
    return list(connection.execute(chosen).scalars())


def _within(finished: ColumnElement[str], wanted: GameSearch) -> list[ColumnElement[bool]]:
    return [*([finished >= wanted.since] if wanted.since else []), *([finished < wanted.until] if wanted.until else [])]


def _conditions(wanted: GameSearch) -> Iterator[ColumnElement[bool]]:
    """Yields what finished games must be like, besides the person whose games are looked at."""

    def sits(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return exists().where(SEAT.game == GAME.game, *conditions)

    if len(wanted.people) > 1:
        yield sits(SEAT.name_key == wanted.people[1])
    if wanted.winner:
        yield sits(SEAT.name_key == wanted.winner, SEAT.rank == 1)
    if wanted.ruleset:
        yield GAME.ruleset == wanted.ruleset
    if wanted.seats:
        yield GAME.seats == wanted.seats
    if wanted.company == "people":
        yield GAME.people == GAME.seats
        yield ~GAME.has_bots
    elif wanted.company == "automas":
        yield sits(SEAT.kind == "automa")
    elif wanted.company == "bots":
        yield GAME.has_bots
    if wanted.is_rated is not None:
        yield GAME.is_rated == wanted.is_rated


def _cursor(wanted: GameSearch) -> ColumnElement[Any] | None:
    """Returns after what a list goes on; None at its beginning, and for any other text."""
    value, _, game = wanted.after.rpartition(",")
    if not (value and game.isascii() and game.isdigit() and len(game) < 10):
        return None
    if not wanted.by_total:
        return tuple_(literal(value), literal(int(game)))
    digits = value.removeprefix("-")
    return tuple_(literal(int(value)), literal(int(game))) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None


def _games(connection: Connection, ids: Sequence[int]) -> list[FoundGame]:
    """Returns games by their ids, in the order of these."""
    row_by_game: dict[int, Row[Any]] = {}
    for first in range(0, len(ids), AT_ONCE):
        joined = select(*COLUMNS, s.games.c.game_id).join(s.games, s.games.c.id == GAME.game)
        row_by_game |= {row.game: row for row in connection.execute(joined.where(GAME.game.in_(ids[first : first + AT_ONCE])))}
    return list(_with_seats(connection, [row_by_game[game] for game in ids if game in row_by_game]))


def _with_seats(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[FoundGame, ...]:
    seats: dict[int, list[FoundSeat]] = {row.game: [] for row in rows}
    games = list(seats)
    for first in range(0, len(games), AT_ONCE):
        joined = (
            select(s.finished_seats, s.seats.c.colour, DEPARTURE)
            .join(s.seats, (s.seats.c.game == SEAT.game) & (s.seats.c.seat == SEAT.seat))
            .outerjoin(s.seat_accounts, IS_RATED_SEAT)
        )
        for row in connection.execute(joined.where(SEAT.game.in_(games[first : first + AT_ONCE])).order_by(SEAT.game, SEAT.seat)):
            seats[row.game].append(from_row(FoundSeat, row))
    return tuple(from_row(FoundGame, row, seats=tuple(seats[row.game])) for row in rows)
