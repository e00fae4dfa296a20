"""The work that requests cause: a deadline, an end when the client has gone, a fair share for each client, and no table that waits for another."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING

import anyio
import pytest

from groundfloor.engine.work import checkpoint
from groundfloor.store import GameRow, Notice, Store
from groundfloor.store.rows import Change
from groundfloor.web.app import create_app
from groundfloor.web.errors import Abandoned, TookTooLong, TooMuchAtOnce
from groundfloor.web.house import House
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from groundfloor.web.work import FairShare, RequestWork, Work, current

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping
    from pathlib import Path
    from typing import Any

    import httpx

    from .conftest import NewGame

WAIT = 20.0
Messages = list["MutableMapping[str, Any]"]


def http(method: str = "GET", path: str = "/g/abc", client: str = "192.0.2.1") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "headers": [], "client": (client, 1), "query_string": b""}


def seconds(now: list[float]) -> Callable[[], float]:
    return lambda: now[0]


def test_work_ends_at_its_deadline() -> None:
    now = [0.0]
    work = Work("192.0.2.1", 10.0, seconds(now))
    work.check()
    now[0] = 10.1
    with pytest.raises(TookTooLong):
        work.check()


def run_until_gone(app: Callable[[Any, Any, Any], Awaitable[None]], method: str) -> None:
    """Sends a request to the application whose client goes at once."""

    async def go() -> None:
        gone: Messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> MutableMapping[str, Any]:
            return gone.pop(0)

        async def send(message: MutableMapping[str, Any]) -> None:
            pass

        await RequestWork(app, time.monotonic, 30.0)(http(method), receive, send)

    asyncio.run(go())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_thread_stops_when_client_has_gone(method: str) -> None:
    said: list[str] = []

    def replay() -> None:
        for _ in range(1000):
            time.sleep(0.01)
            checkpoint()
        said.append("done")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        try:
            await anyio.to_thread.run_sync(replay)
        except Abandoned:
            said.append("stopped")

    run_until_gone(app, method)
    assert said in (["stopped"], [])  # what only looks is cancelled as a whole


def test_what_waits_for_its_turn_is_cancelled_when_client_has_gone() -> None:
    said: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await anyio.sleep(60)
        said.append("done")

    began = time.monotonic()
    run_until_gone(app, "GET")
    assert said == [] and time.monotonic() - began < 30


def test_one_client_gets_one_turn_and_leaves_the_others_theirs() -> None:
    async def go() -> None:
        shares, running, most = FairShare(2, 1, 3), [], []

        async def work(client: str) -> None:
            async with shares.turn(client):
                running.append(client)
                most.append((len(running), running.count("greedy")))
                await anyio.sleep(0.01)
                running.remove(client)

        async with anyio.create_task_group() as group:
            for client in ("greedy", "greedy", "greedy", "greedy", "ann", "ben"):
                group.start_soon(work, client)
            await anyio.sleep(0)
            await anyio.sleep(0)
            with pytest.raises(TooMuchAtOnce):
                await work("greedy")
        assert max(most) <= (2, 1) and len(most) == 6
        assert not shares._counts and not shares._limiters

    asyncio.run(go())


def test_turn_that_does_not_come_in_time_is_refused() -> None:
    async def go() -> None:
        shares = FairShare(1, 1)
        token = current.set(Work("late", time.monotonic() + 0.05, time.monotonic))
        try:
            async with shares.turn("first"):
                with pytest.raises(TookTooLong):
                    async with shares.turn("late"):
                        pass
        finally:
            current.reset(token)

    asyncio.run(go())


class SlowStore(Store):
    """A store whose commits, or reads of games, wait until they may go on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.may_commit, self.may_read, self.has_begun = threading.Event(), threading.Event(), threading.Event()
        self.may_commit.set()
        self.may_read.set()

    def save(self, row: GameRow, change: Change) -> Notice | None:
        self.has_begun.set()
        assert self.may_commit.wait(WAIT)
        return super().save(row, change)

    def game(self, public: str) -> GameRow | None:
        if not self.may_read.is_set():
            self.has_begun.set()
        assert self.may_read.wait(WAIT)
        return super().game(public)


class TestSlowDisk:
    """A server whose disk is slow at times."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SlowStore]:
        found = SlowStore(tmp_path)
        yield found
        found.may_commit.set()
        found.may_read.set()
        found.close()

    def test_other_tables_are_shown_while_one_is_written(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore
    ) -> None:
        """Reading another table waited 9.8 s for a commit, and more readers than there are threads stopped the whole site."""
        one, other = new_game("here", "pei"), new_game("here", "pei")
        one.send(pick="done")
        store.has_begun.clear()
        store.may_commit.clear()
        threads = [threading.Thread(target=lambda: browse().get(f"/g/{one.public}")) for _ in range(20)]
        confirm = threading.Thread(target=lambda: one.send(do="confirm"))
        confirm.start()
        assert store.has_begun.wait(WAIT)
        for thread in threads:
            thread.start()
        try:
            for address in (other.address, f"/g/{other.public}", f"/g/{other.public}/at/0", "/", "/rules"):
                assert browse().get(address).status_code == 200
            assert confirm.is_alive()
        finally:
            store.may_commit.set()
            for thread in (confirm, *threads):
                thread.join(WAIT)

    def test_tables_in_memory_are_shown_and_played_while_others_are_read(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore, server: str
    ) -> None:
        awake = new_game("here", "pei")
        sleeping = [new_game("here", "pei").public for _ in range(4)]
        store.may_read.clear()
        house = self.house
        for public in sleeping:
            house.host.memory.forget(public)
        threads = [threading.Thread(target=lambda public=public: browse().get(f"/g/{public}")) for public in sleeping for _ in range(5)]
        for thread in threads:
            thread.start()
        assert store.has_begun.wait(WAIT)
        try:
            assert awake.send(pick="done").status_code == 200
            assert awake.send(do="confirm").status_code == 200
            assert browse().get(f"/g/{awake.public}").status_code == 200
        finally:
            store.may_read.set()
            for thread in threads:
                thread.join(WAIT)

    house: House

    @pytest.fixture(autouse=True)
    def kept_house(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = House.__post_init__

        def keep(house: House) -> None:
            type(self).house = house
            made(house)

        monkeypatch.setattr(House, "__post_init__", keep)


def test_request_that_takes_too_long_is_answered_503(store: Store) -> None:
    """The clock jumps beyond the deadline while a table is made."""
    now = [0.0]
    app = create_app(store, settings=Settings(limits=Limits(work_seconds=5.0)), seconds=seconds(now))
    house = app.state.house
    work = Work("192.0.2.1", 5.0, seconds(now))

    async def go() -> None:
        token = current.set(work)
        try:
            now[0] = 6.0
            with pytest.raises(TookTooLong):
                await house.heavy(lambda: None)
        finally:
            current.reset(token)

    asyncio.run(go())


def test_answer_to_a_move_does_not_wait_for_pages(store: Store) -> None:
    """A flood of pages kept every thread that draws, and the answers to moves waited behind all of them."""
    house = create_app(store).state.house
    may_go_on = threading.Event()

    async def request(work: Work, done: list[str]) -> None:
        token = current.set(work)
        try:
            await house.read(may_go_on.wait if work.is_looking else lambda: None)
            done.append(work.client)
        finally:
            current.reset(token)

    async def go() -> None:
        done: list[str] = []
        async with anyio.create_task_group() as group:
            for number in range(40):
                group.start_soon(request, Work(f"192.0.2.{number % 8}", time.monotonic() + WAIT, time.monotonic), done)
            await anyio.sleep(0.05)
            await request(Work("198.51.100.1", time.monotonic() + WAIT, time.monotonic, is_looking=False), done)
            assert done == ["198.51.100.1"]
            may_go_on.set()
        assert len(done) == 41

    asyncio.run(go())


def test_one_client_leaves_a_thread_for_the_pages_of_others(store: Store) -> None:
    house = create_app(store).state.house
    may_go_on = threading.Event()

    async def look(client: str, work: Callable[[], object]) -> None:
        token = current.set(Work(client, time.monotonic() + WAIT, time.monotonic))
        try:
            await house.read(work)
        finally:
            current.reset(token)

    async def go() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(40):
                group.start_soon(look, "192.0.2.1", may_go_on.wait)
            await anyio.sleep(0.05)
            with anyio.fail_after(WAIT):
                await look("198.51.100.1", lambda: None)
            may_go_on.set()

    asyncio.run(go())
