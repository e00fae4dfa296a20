"""Jobs: bots' moves, clocks, hints, analyses, notices, housekeeping. A row is claimed for a short time by a process, which asks for more while it works.

What a job does to a table is an ordinary change, which compares the table's version: it happens once, or not at all if the table has moved on, however
often the job is done. So a claim need not be on the disk.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, delete, func, or_, select, update

from groundfloor.engine.errors import GroundfloorError
from groundfloor.request_id import request_id

from . import change_feed
from . import schema as s
from .database import INSERTS, database_seconds, insert_new, reading, upsert, writing
from .requests import changing
from .rows import Job, NewJob
from .shares import NETWORK, is_held_by, network_of_column, network_of_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from sqlalchemy import Connection, Engine

    from .rows import JobKind
    from .shares import Shares

    JobChooser = Callable[[Iterable[Job], Callable[[str], float]], Job | None]
    """Chooses the next job, from those that are due and the seconds that clients have had lately: ``server/database/job_runner.py: next_job``."""

CLAIM_SECONDS = 15.0
"""How long a claim holds without being extended: then another process takes the job."""
MAX_DELAY = 600.0
"""A job that is due later than this was written before the clock was set back: it is due now."""
MAX_READ = 200
"""Jobs among which a process chooses: the one of each client (or IPv6 network) that is due first, then the second of each, and so on: nobody's many jobs hide those of others."""
KEPT_SECONDS = 600.0
"""How long the result of a hint is kept."""
HALF_LIFE = 60.0
"""Seconds after which half of a client's use is forgotten."""
LEVEL = "level"
"""In place of a client: the usage of the client served last. A new client starts with it: nobody has to wait until newcomers have caught up;
this is start-time fair queueing (Goyal, Vin and Cheng, 1996).
"""
COLUMNS = s.jobs.c
FIELDS = [
    COLUMNS[name] for name in ("id", "kind", "game", "version", "client", "due", "seconds", "tries", "data", "result", "is_done", "request")
]
NOW = select(database_seconds())
FREE_AT = case((COLUMNS.claimed_until > COLUMNS.due, COLUMNS.claimed_until), else_=COLUMNS.due)
OPEN = (
    select(*FIELDS, FREE_AT.label("free_at"), database_seconds().label("now"))
    .where(COLUMNS.kind.in_(bindparam("kinds", expanding=True)), ~COLUMNS.is_done)
    .order_by(func.row_number().over(partition_by=network_of_column(COLUMNS.client), order_by=FREE_AT), FREE_AT)
    .limit(MAX_READ)
)
IS_FREE = or_(COLUMNS.claimed_until <= database_seconds(), COLUMNS.claimed_until > database_seconds() + MAX_DELAY)
SAME = (COLUMNS.id == bindparam("job"), COLUMNS.game == bindparam("of_game"), COLUMNS.version == bindparam("of_version"))
"""The row of a job: SQLite gives the number of a row that is gone to the next one, which another job may have by now."""
LOCK_FREE = select(COLUMNS.id).where(*SAME, ~COLUMNS.is_done, IS_FREE).with_for_update(skip_locked=True)
MINE = (*SAME, COLUMNS.worker == bindparam("by"))
CLAIM = (
    update(s.jobs).where(*SAME).values(worker=bindparam("by"), claimed_until=database_seconds() + CLAIM_SECONDS, tries=COLUMNS.tries + 1)
)
EXTEND = update(s.jobs).where(*MINE).values(claimed_until=database_seconds() + CLAIM_SECONDS)
RELEASE = (
    update(s.jobs).where(*MINE).values(worker="", claimed_until=0, due=database_seconds() + bindparam("delay"), result=bindparam("found"))
)
KEEP = update(s.jobs).where(*MINE).values(is_done=True, data="", result=bindparam("found"), due=database_seconds())
USED = select(s.client_use).where(s.client_use.c.client.in_(bindparam("clients", expanding=True)))
REMOVE_MINE = delete(s.jobs).where(*MINE)
REMOVE = delete(s.jobs).where(COLUMNS.kind == bindparam("of_kind"), COLUMNS.game == bindparam("of_game"))
REMOVE_OLD = delete(s.jobs).where(COLUMNS.is_done, COLUMNS.due < database_seconds() - KEPT_SECONDS)


class TooManyJobs(GroundfloorError):
    """Too many jobs of a kind wait; ``is_own``: of this client."""

    def __init__(self, is_own: bool) -> None:
        super().__init__("Too many jobs wait.")
        self.is_own = is_own


def add(connection: Connection, new: NewJob) -> None:
    """Adds a job unless it is there, and wakes other processes when the transaction is committed."""
    values = {**vars(new), "due": connection.execute(NOW).scalar_one() + new.delay, "request": request_id.get()}
    del values["delay"]
    connection.execute(insert_new(connection.dialect.name, s.jobs), values)
    change_feed.wake(connection, change_feed.JOBS)


def hasten(connection: Connection, new: NewJob) -> None:
    """Adds a job, or makes an existing one begin no later than this, as if nobody had tried it; if a process is doing it now, it is done again."""
    values = {**vars(new), "due": connection.execute(NOW).scalar_one() + new.delay, "request": request_id.get()}
    del values["delay"]
    statement = INSERTS[connection.dialect.name](s.jobs)
    sooner = case((COLUMNS.due < statement.excluded.due, COLUMNS.due), else_=statement.excluded.due)
    changed = {"due": sooner, "worker": "", "claimed_until": 0, "tries": 0, "result": ""}
    connection.execute(statement.on_conflict_do_update(index_elements=["kind", "game", "version"], set_=changed), values)
    change_feed.wake(connection, change_feed.JOBS)


def replace_job(connection: Connection, kind: JobKind, game_id: str, new: NewJob | None) -> None:
    """Replaces a game's jobs of a kind, which are no longer needed, by a job."""
    connection.execute(REMOVE, {"of_kind": kind, "of_game": game_id})
    if new is not None:
        add(connection, new)


def make_room(connection: Connection, kind: JobKind, own: int, is_watched: Callable[[str], bool]) -> bool:
    """Removes a job of others for a network that has ``own`` of its kind; returns False if none may go.

    It is one that nobody looks at, of the network that has most; or else one of a network with at least two more. Of several the last one goes, of which the least is done.
    """
    chosen = select(COLUMNS.id, COLUMNS.game, network_of_column(COLUMNS.client).label("network"))
    waiting = connection.execute(chosen.where(COLUMNS.kind == kind, ~COLUMNS.is_done)).all()
    held = Counter(row.network for row in waiting)
    ranked = [(not is_watched(row.game), held[row.network], row.id) for row in waiting if held[row.network] > own]
    is_unwatched, most, id = max(ranked, default=(False, 0, 0))
    if not is_unwatched and most <= own + 1:
        return False
    connection.execute(delete(s.jobs).where(COLUMNS.id == id))
    return True


def row_of(job: Job) -> dict[str, object]:
    return {"job": job.id, "of_game": job.game, "of_version": job.version}


class Jobs:
    """The jobs of a database, for the process ``worker``."""

    def __init__(self, engine: Engine, worker: str) -> None:
        self._engine = engine
        self._worker = worker

    def add(self, new: NewJob, shares: Shares | None = None, is_watched: Callable[[str], bool] | None = None) -> None:
        """Adds a job unless it is there; TooManyJobs if so many of its kind wait already that there is no room for the client (None: there always is).

        ``is_watched`` says of a game whether somebody looks at its job: another job makes room for a client that has few (None: none does).
        """
        with writing(self._engine, is_durable=False) as connection:
            connection.execute(REMOVE_OLD)
            if self._find(connection, new.kind, new.game, new.version) is None:
                if shares is not None:
                    count = select(func.count()).select_from(s.jobs).where(COLUMNS.kind == new.kind, ~COLUMNS.is_done)
                    taken = connection.execute(count).scalar_one()
                    is_own = is_held_by(COLUMNS.client, new.client, is_short=shares.is_short(taken))
                    own = connection.execute(count.where(is_own)).scalar_one()
                    refusal = shares.refusal(taken, own)
                    has_few = refusal == "all" and own < shares.few
                    if refusal and not (has_few and is_watched is not None and make_room(connection, new.kind, own, is_watched)):
                        raise TooManyJobs(is_own=refusal == "own")
                add(connection, new)

    def find(self, kind: JobKind, game: str, version: int = 0) -> Job | None:
        with reading(self._engine) as connection:
            return self._find(connection, kind, game, version)

    def _find(self, connection: Connection, kind: JobKind, game: str, version: int) -> Job | None:
        chosen = select(*FIELDS).where(COLUMNS.kind == kind, COLUMNS.game == game, COLUMNS.version == version)
        row = connection.execute(chosen).one_or_none()
        return Job(*row) if row is not None else None

    def find_results(self, kind: JobKind, wanted: Collection[tuple[str, int]]) -> dict[tuple[str, int], Job]:
        """Returns, of jobs of these games and versions, those that are there."""
        chosen = select(*FIELDS).where(COLUMNS.kind == kind, COLUMNS.game.in_({game for game, _version in wanted}))
        with reading(self._engine) as connection:
            jobs = [Job(*row) for row in connection.execute(chosen)]
        return {(job.game, job.version): job for job in jobs if (job.game, job.version) in wanted}

    def remove(self, kind: JobKind, game: str) -> None:
        """Removes the jobs of a kind at a game, including those that are being done."""
        with writing(self._engine, is_durable=False) as connection:
            connection.execute(REMOVE, {"of_kind": kind, "of_game": game})

    def claim(self, kinds: tuple[JobKind, ...], choose: JobChooser) -> tuple[Job | None, float | None]:
        """Returns the job that this process is to do now, or None and the seconds until one may be free (None: none is there)."""
        with reading(self._engine, is_single=True) as connection:
            rows = connection.execute(OPEN, {"kinds": list(kinds)}).all()
            if not rows:
                return None, None
            now = rows[0].now
            used = self._used(connection, {row.client for row in rows}, now)
        level = used[LEVEL]
        free = {row.id: Job(*row[:-2]) for row in rows if not now < row.free_at <= now + MAX_DELAY}
        while (job := choose(free.values(), used.__getitem__)) is not None:
            del free[job.id]
            with writing(self._engine, is_durable=False) as connection:
                if connection.execute(LOCK_FREE, row_of(job)).one_or_none() is not None:
                    connection.execute(CLAIM, self._mine(job))
                    if used[job.client] > level:
                        self._set_use(connection, LEVEL, used[job.client], now)
                    return job, None
        return None, min((row.free_at - now for row in rows if row.free_at > now), default=None)

    def waiting(self) -> dict[str, tuple[int, float]]:
        """Returns how many jobs of each kind are not done, and for how many seconds the first of them has been due."""
        chosen = select(COLUMNS.kind, func.count(), func.min(COLUMNS.due)).where(~COLUMNS.is_done).group_by(COLUMNS.kind)
        with reading(self._engine) as connection:
            now = connection.execute(NOW).scalar_one()
            return {kind: (count, max(now - due, 0.0)) for kind, count, due in connection.execute(chosen)}

    def unfinished(self, most: int) -> list[tuple[Job, str, float]]:
        """Returns the jobs that are not done, those due first, each with the process that has claimed it ("": none) and the seconds for which it has been due."""
        chosen = select(*FIELDS, COLUMNS.worker, COLUMNS.claimed_until).where(~COLUMNS.is_done).order_by(COLUMNS.due, COLUMNS.id)
        with reading(self._engine) as connection:
            now = connection.execute(NOW).scalar_one()
            jobs = [(Job(*row[:-2]), row) for row in connection.execute(chosen.limit(most))]
        return [(job, row.worker if row.claimed_until > now else "", now - job.due) for job, row in jobs]

    def remove_one(self, id: int) -> bool:
        """Removes a job, even one that is being done; returns False if it is gone, or if nothing would begin it again."""
        with changing(self._engine) as connection:
            return connection.execute(delete(s.jobs).where(COLUMNS.id == id, COLUMNS.kind.not_in(("housekeeping", "clock")))).rowcount > 0

    def extend(self, jobs: Iterable[Job]) -> None:
        """Extends the claims of jobs that this process does."""
        rows = [self._mine(job) for job in jobs]
        if rows:
            with writing(self._engine, is_durable=False) as connection:
                connection.execute(EXTEND, rows)

    def release(self, job: Job, delay: float, result: str = "") -> bool:
        """Gives a job back, to be continued after ``delay`` seconds; returns whether it was still this process's."""
        with writing(self._engine, is_durable=False) as connection:
            found = connection.execute(RELEASE, {**self._mine(job), "delay": delay, "found": result})
            return found.rowcount > 0

    def finish(self, job: Job, result: str | None = None) -> None:
        """Removes a job that is done, or keeps it for a while with its result, of which other processes are told."""
        with writing(self._engine, is_durable=False) as connection:
            if result is None:
                connection.execute(REMOVE_MINE, self._mine(job))
            else:
                connection.execute(KEEP, {**self._mine(job), "found": result})
                change_feed.wake(connection, change_feed.JOBS)

    def add_use(self, client: str, seconds: float) -> None:
        """Counts seconds of work to a client, and to its network."""
        network = network_of_hash(client)
        with writing(self._engine, is_durable=False) as connection:
            now = connection.execute(NOW).scalar_one()
            self._set_use(connection, client, self._used(connection, {client}, now)[client] + seconds, now)
            if network != client:
                self._set_use(connection, network, self._seconds(connection, {network}, now).get(network, 0.0) + seconds, now)
            connection.execute(delete(s.client_use).where(s.client_use.c.at < now - 20 * HALF_LIFE))

    def is_turn(self, kind: JobKind, seconds: float) -> bool:
        """Returns whether something that one process does every so many seconds is due, and makes it due again after as many."""
        with writing(self._engine, is_durable=False) as connection:
            now = connection.execute(NOW).scalar_one()
            connection.execute(insert_new(connection.dialect.name, s.jobs), {**vars(NewJob(kind, "")), "due": now})
            is_due = or_(COLUMNS.due <= now, COLUMNS.due > now + seconds)
            return connection.execute(update(s.jobs).where(COLUMNS.kind == kind, is_due).values(due=now + seconds)).rowcount > 0

    def release_all(self) -> None:
        """Gives back what processes that are gone have claimed, as there can be no other process."""
        with writing(self._engine, is_durable=False) as connection:
            connection.execute(update(s.jobs).values(worker="", claimed_until=0))

    def _mine(self, job: Job) -> dict[str, object]:
        return {**row_of(job), "by": self._worker}

    def _used(self, connection: Connection, clients: Collection[str], now: float) -> dict[str, float]:
        """Returns the seconds of work charged to clients, to an IPv6 client at least its share of what its network has had (``NETWORK``), and ``LEVEL``."""
        used = self._seconds(connection, {LEVEL, *clients, *map(network_of_hash, clients)}, now)
        level = used.get(LEVEL, 0.0)
        return {client: max(used.get(client, 0.0), used.get(network_of_hash(client), 0.0) / NETWORK, level) for client in (LEVEL, *clients)}

    def _seconds(self, connection: Connection, clients: Collection[str], now: float) -> dict[str, float]:
        """Returns the seconds of work that were counted to clients and networks; each counts as half after ``HALF_LIFE``."""
        rows = connection.execute(USED, {"clients": list(clients)})
        return {row.client: float(row.seconds * 0.5 ** (max(now - row.at, 0.0) / HALF_LIFE)) for row in rows}

    def _set_use(self, connection: Connection, client: str, seconds: float, now: float) -> None:
        connection.execute(upsert(connection.dialect.name, s.client_use), {"client": client, "seconds": seconds, "at": now})
