"""What works beside the requests: it starts with the server, and ends when the server stops."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from anyio import sleep

from .database.errors import NewerData, StorageError
from .game.storage import downtimes
from .game.storage.downtimes import NOTE_SECONDS
from .game.streams.presence import share_presence
from .housekeeping import run_housekeeping
from .http.request_context import context_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette

    from .context import AppContext

VERSION_SECONDS = 2.0
"""Between two looks whether a newer version works on the same database."""
SITE_SECONDS = 5.0
"""Between two looks at what administrators have chosen for the server."""


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Starts what works beside the requests, and ends it when the server stops."""
    context = context_of(app)
    context.hub.open()
    context.work.open()
    context.presence.start()
    await resume(context)
    tasks = [run_housekeeping(context), note_alive_at_intervals(context), context.bell.run()]
    if context.store.is_shared:
        tasks += [
            share_presence(context.presence, context.store, context.executor),
            end_when_outdated(context),
            follow_site_settings(context),
        ]
    running = [asyncio.create_task(task) for task in tasks]
    with context.metrics.counting_errors():
        yield
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    context.hub.close()
    await stop_jobs(context)


async def resume(context: AppContext) -> None:
    """Resumes games whose Automas or chance have to go on, looks for jobs, and follows other processes."""
    if context.store.is_shared:
        context.store.watch.start(context.publisher.publish_from_others, partial(look_for_jobs, context))
    await note_alive(context)
    await context.executor.run(context.table_service.start, context.work.writer.threads)
    look_for_jobs(context)


def look_for_jobs(context: AppContext) -> None:
    context.bots.wake()
    context.clocks.wake()
    context.advice.wake()
    context.notices.wake()


async def stop_jobs(context: AppContext) -> None:
    """Ends the processes; a bot that was on turn is asked again after the next start."""
    for end in (context.store.watch.close, context.bots.close, context.clocks.close, context.advice.close, context.notices.close):
        await context.executor.run(end)


async def note_alive_at_intervals(context: AppContext) -> None:
    while True:
        await sleep(NOTE_SECONDS)
        await note_alive(context)


async def note_alive(context: AppContext) -> None:
    """Notes that the server answers: clocks don't count the time when none does."""
    if context.is_serving:
        with suppress(StorageError):
            await context.executor.run(partial(downtimes.note_alive, context.store, context.table_service.now()))


async def follow_site_settings(context: AppContext) -> None:
    """Reads at intervals what administrators have chosen at another process."""
    while True:
        await sleep(SITE_SECONDS)
        with suppress(StorageError):
            context.site = await context.executor.run(partial(context.club.site_settings, context.store))


async def end_when_outdated(context: AppContext) -> None:
    """Ends the server when a newer version has changed the database and this one can't work on it."""
    while context.failure is None:
        await sleep(VERSION_SECONDS)
        with suppress(StorageError):
            try:
                await context.executor.run(context.store.check_version)
            except NewerData as error:
                context.failure = error
                context.end()
