"""``/healthz`` tells whether the store can be read and written, and can't be used to keep the disk busy."""

from __future__ import annotations

import asyncio
import threading
import time

import httpx
import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.http import health
from groundfloor.server.http.executor import ThreadExecutor
from groundfloor.server.http.health import CACHE_SECONDS, Health
from tests.server.game.streams.test_events import apart
from tests.support import http
from tests.support.postgresql import postgresql_server
from tests.support.server_process import NO_FOLDER, PATIENCE, Process


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_running_server_is_healthy(client: httpx.Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert client.head("/healthz").status_code == 200


def test_failing_store_is_reported(
    client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise OSError("no space left")

    monkeypatch.setattr(store, "check", broken)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "failing"})
    assert "no space left" in caplog.text


@pytest.mark.slow
@pytest.mark.thorough
def test_stopped_database_is_reported_until_it_runs_again() -> None:
    """By each server around it; none of them ends."""
    with postgresql_server() as database:
        settings = f"database = '{database.create()}'\nworkers = 2\n"
        with Process(NO_FOLDER, settings=settings) as server:
            address = f"{server.address}/healthz"
            assert http.get(address).status_code == 200
            for status in (503, 200):
                (database.stop if status == 503 else database.start)()
                ends = time.monotonic() + PATIENCE
                while {http.get(address, timeout=30).status_code for _ in range(4)} != {status}:
                    assert time.monotonic() < ends
                    time.sleep(0.2)
            assert server.process.poll() is None


def test_answer_holds_for_a_moment() -> None:
    calls: list[int] = []
    clock = Clock()

    async def ask() -> list[bool]:
        health = Health(clock)
        found = [await health.is_healthy(lambda: calls.append(1), ThreadExecutor()) for _ in range(3)]
        clock.now += CACHE_SECONDS
        return [*found, await health.is_healthy(lambda: calls.append(1), ThreadExecutor())]

    assert apart(ask()) == [True] * 4 and len(calls) == 2


def test_store_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TIMEOUT_SECONDS", 0.1)

    async def ask() -> tuple[list[bool], float]:
        asked, may_answer = Health(), threading.Event()

        def check() -> None:
            may_answer.wait(60)

        began = time.monotonic()
        found = await asyncio.gather(*(asked.is_healthy(check, ThreadExecutor()) for _ in range(5)))
        seconds = time.monotonic() - began
        may_answer.set()
        return found, seconds

    found, seconds = apart(ask())
    assert found == [False] * 5 and seconds < 30


@pytest.mark.sqlite("looks at the files of a folder")
def test_check_writes_to_the_disk(store: Store) -> None:
    before = (store.folder / "groundfloor.db-wal").stat().st_mtime_ns
    time.sleep(0.02)
    store.check()
    assert (store.folder / "groundfloor.db-wal").stat().st_mtime_ns > before
