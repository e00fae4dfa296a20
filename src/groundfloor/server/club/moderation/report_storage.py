"""Reports of people about tables and players, for administrators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, select, update

from groundfloor.engine.errors import GroundfloorError
from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import change_feed
from ...database import schema as s
from ...database.database import column_values, reads, reads_once, writes
from ...database.requests import changes
from ...database.shares import NETWORK, Shares, is_held_by
from ..identity import storage as accounts
from ..notifications import storage as notices
from .rows import ReportRow

if TYPE_CHECKING:
    from sqlalchemy import Connection

REPORT = s.reports.c
AUTHORS, ACCUSED, CLOSERS = s.accounts.alias(), s.accounts.alias(), s.accounts.alias()
ALL = (
    select(s.reports, func.coalesce(AUTHORS.c.name, ""), func.coalesce(ACCUSED.c.name, ""), func.coalesce(CLOSERS.c.name, ""))
    .outerjoin(AUTHORS, AUTHORS.c.id == func.substr(REPORT.author, len(ACCOUNT_PREFIX) + 1))
    .outerjoin(ACCUSED, ACCUSED.c.id == REPORT.accused)
    .outerjoin(CLOSERS, CLOSERS.c.id == REPORT.closed_by)
)
OPEN_REPORTS = Shares(total=1_000, most=1_000, few=5)
"""Open reports that a server keeps, by client; the last quarter is for clients that have few: those who report without end can't keep others from it."""


class TooManyReports(GroundfloorError):
    """Somebody has reported too much lately, or too many reports are open."""


@changes
def add(connection: Connection, new: ReportRow, since: str, most: int, people: float = 1) -> None:
    """Stores a report and tells administrators, unless the same one is open already.

    TooManyReports if its author has made ``most`` since that time, or its client ``people`` times as many, with accounts or as guests, and its network ``NETWORK`` times as many as that.
    """
    values = column_values(s.reports, new)
    same = [REPORT[name] == values[name] for name in ("author", "game", "open_table", "seat", "message", "text", "closed")]
    if connection.execute(select(REPORT.id).where(*same).limit(1)).one_or_none() is not None:
        return
    is_new = REPORT.created >= since
    is_guest = ~REPORT.author.startswith(ACCOUNT_PREFIX)
    is_alike = and_(is_new, REPORT.client != "", ~is_guest if new.author.startswith(ACCOUNT_PREFIX) else is_guest)
    most_there, is_open, taken = (most * people if new.author else most), REPORT.closed == "", count_open(connection)
    is_own = is_held_by(REPORT.client, new.client, is_short=OPEN_REPORTS.is_short(taken))
    of_author = _count(connection, is_new, REPORT.author == new.author, REPORT.author != "")
    if (
        of_author >= most
        or _count(connection, is_alike, REPORT.client == new.client) >= most_there
        or _count(connection, is_alike, is_held_by(REPORT.client, new.client, is_short=True)) >= NETWORK * most_there
        or OPEN_REPORTS.refusal(taken, _count(connection, is_open, is_own) if new.client else 0)
    ):
        raise TooManyReports("Too many reports.")
    if new.accused is not None and not accounts.lock(connection, new.accused):
        values["accused"] = None
    connection.execute(insert(s.reports), values)
    told = administrators(connection)
    change_feed.note_owners(connection, told)
    for owner_id in told:
        notices.tell_owner(connection, owner_id, notices.OF_REPORTS)


@reads_once
def administrators(connection: Connection) -> list[str]:
    """Returns the administrators, as owners of what they hold."""
    return list(connection.execute(select(s.owner_id_of(s.administrators.c.account))).scalars())


@reads
def count_for(connection: Connection, owner_id: str) -> int:
    """Returns how many reports wait for somebody: none unless they are an administrator."""
    return count_open(connection) if owner_id in administrators(connection) else 0


def note_game(connection: Connection, open_table: str, game: str) -> None:
    """Links reports on an open table to its game."""
    connection.execute(update(s.reports).where(REPORT.open_table == open_table).values(game=game))


@reads_once
def account_at_seat(connection: Connection, game: str, seat: int) -> str | None:
    """Returns the account that holds a seat of a game, the first one of several; None if none does."""
    held = s.browsers.c
    joined = select(held.browser).join(s.games, s.games.c.id == held.game).where(s.games.c.game_id == game, held.seat == seat)
    chosen = joined.where(held.browser.startswith(ACCOUNT_PREFIX)).order_by(held.number).limit(1)
    owner_id = connection.execute(chosen).scalar_one_or_none()
    return None if owner_id is None else str(owner_id).removeprefix(ACCOUNT_PREFIX)


@reads
def listed(connection: Connection, is_open: bool, first: int, most: int) -> list[ReportRow]:
    """Returns the open reports, the oldest first, or the closed ones, those closed last first."""
    chosen = ALL.where(REPORT.closed == "").order_by(REPORT.created, REPORT.id)
    if not is_open:
        chosen = ALL.where(REPORT.closed != "").order_by(REPORT.closed.desc(), REPORT.id)
    return [ReportRow(*row) for row in connection.execute(chosen.offset(first).limit(most))]


@reads
def find(connection: Connection, id: str) -> ReportRow | None:
    row = connection.execute(ALL.where(REPORT.id == id)).one_or_none()
    return None if row is None else ReportRow(*row)


@reads
def of_author(connection: Connection, author: str) -> list[ReportRow]:
    """Returns what a browser or account has reported, the newest first."""
    return [ReportRow(*row) for row in connection.execute(ALL.where(REPORT.author == author).order_by(REPORT.created.desc(), REPORT.id))]


@reads_once
def count_open(connection: Connection) -> int:
    return _count(connection, REPORT.closed == "")


@changes
def close(connection: Connection, id: str, by: str, note: str, at: str) -> bool:
    """Closes an open report and tells the pages of administrators at all processes; returns False if there is none."""
    change_feed.note_owners(connection, administrators(connection))
    closer = by if accounts.lock(connection, by) else None
    changed = update(s.reports).where(REPORT.id == id, REPORT.closed == "").values(closed=at, closed_by=closer, note=note)
    return connection.execute(changed).rowcount > 0


@writes
def delete_old(connection: Connection, before: str) -> int:
    """Deletes the reports that were closed before this time; returns how many."""
    return connection.execute(delete(s.reports).where(REPORT.closed != "", REPORT.closed < before)).rowcount


def _count(connection: Connection, *those: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(s.reports).where(*those)).scalar_one())
