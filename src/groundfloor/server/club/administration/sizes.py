"""How large the data is, and what the server has to do: jobs and processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

from groundfloor.numbers import parse_int

from ...database import rate_limits
from ...database.census import MOST_COUNTED, count_rows
from ...game.storage import presence
from ...http.errors import NotAppropriate
from ...http.json_types import ApiStruct
from ...http.limits import MEGABYTE
from ...http.request_context import get_context
from .sections import PAGE, Done, Fields, unknown

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext


class CacheSize(ApiStruct, frozen=True):
    name: str
    bytes: int
    most_bytes: int


class StreamCount(ApiStruct, frozen=True):
    count: int
    most: int


class Sizes(ApiStruct, frozen=True):
    """How large the data is, and what the process that answers has in memory. At most `most_counted` rows of a table are counted."""

    bytes: int
    most_bytes: int
    free_bytes: int
    rows: dict[str, int]
    most_counted: int
    memory: list[CacheSize]
    streams: StreamCount
    limits: dict[str, int]


class JobCount(ApiStruct, frozen=True):
    kind: str
    count: int
    seconds: int


class WaitingJob(ApiStruct, frozen=True):
    """A job that is not done, the process that has claimed it, and for how many seconds it has been due."""

    job: int
    kind: str
    game: str
    version: int
    tries: int
    process: str
    seconds: int


class ServerProcess(ApiStruct, frozen=True):
    process: str
    seats: int
    is_own: bool


class Jobs(ApiStruct, frozen=True):
    kinds: list[JobCount]
    jobs: list[WaitingJob]
    processes: list[ServerProcess]


class RemoveJob(TypedDict):
    do: Literal["remove"]
    job: int


def sizes(context: AppContext, query: Mapping[str, str]) -> Sizes:
    """Returns how large the data is, and what this process has in memory."""
    boards, tables, rates = context.boards, context.table_service.cache, context.rates
    shared, regions = boards.shared, boards.rendered.texts
    limited = ("requests", "changes", "files", "tables", "log_ins", "names", "accounts", "messages", "addresses", "stored")
    limits = {name: getattr(rates, name) for name in limited}
    counted = rate_limits.clients(context.store)
    return Sizes(
        bytes=context.store.all_bytes(),
        most_bytes=context.settings.limits.data_megabytes * MEGABYTE,
        free_bytes=context.store.room_bytes(),
        rows=count_rows(context.store),
        most_counted=MOST_COUNTED,
        memory=[
            CacheSize(name="tables", bytes=tables.bytes, most_bytes=tables.most_bytes),
            CacheSize(name="shared", bytes=shared.bytes, most_bytes=shared.most_bytes),
            CacheSize(name="regions", bytes=regions.bytes, most_bytes=regions.most_bytes),
        ],
        streams=StreamCount(count=context.hub.count, most=context.settings.limits.streams),
        limits={name: getattr(limit, "clients", counted.get(name, 0)) for name, limit in limits.items()},
    )


def jobs(context: AppContext, query: Mapping[str, str]) -> Jobs:
    """Returns the jobs that are not done, those due first, and the processes at which somebody is."""
    unfinished = context.store.jobs.unfinished(PAGE)
    own = context.store.process
    here = {own: 0, **presence.processes(context.store)}
    return Jobs(
        kinds=[JobCount(kind=kind, count=count, seconds=round(seconds)) for kind, (count, seconds) in context.store.jobs.waiting().items()],
        jobs=[
            WaitingJob(
                job=job.id,
                kind=job.kind,
                game=job.game,
                version=job.version,
                tries=job.tries,
                process=process,
                seconds=round(seconds),
            )
            for job, process, seconds in unfinished
        ],
        processes=[ServerProcess(process=process, seats=seats, is_own=process == own) for process, seats in here.items()],
    )


async def change_jobs(request: Request, fields: Fields) -> Done:
    """Removes a job."""
    context, job = get_context(request), parse_int(fields.get("job", "")) or 0
    if fields.get("do") != "remove":
        raise unknown(("remove",))
    if not await context.work.write(context.store.jobs.remove_one, job):
        raise NotAppropriate("This job is done, or gone.")
    return Done(f"{job}")
