"""Deadlines of requests, cancelling after a disconnect, fair shares of clients, pages that give way to moves, and tables that do not wait for each other."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import anyio
import pytest

from groundfloor.engine.cancellation import raise_if_cancelled
from groundfloor.server.app import create_app
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.table_cache import NotInMemory
from groundfloor.server.http import compression, threads
from groundfloor.server.http.compression import Compression
from groundfloor.server.http.deadlines import DeadlineMiddleware, RequestDeadline, current_deadline
from groundfloor.server.http.errors import ClientDisconnected, DeadlinePassed, TooManyWaiting
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.request_turns import RequestTurns
from groundfloor.server.http.settings import Settings
from groundfloor.server.http.threads import (
    ASKING_SECONDS,
    FIRST_USE,
    HALF_LIFE,
    HEAVY_PART,
    LONGEST_COOLDOWN,
    NEW_SECONDS,
    URGENT_MOVE,
    USUAL_PAGE,
    ClientLimiter,
    ClientUse,
    MovePriority,
    yield_to_moves,
)

WAIT = 60.0
Messages = list["MutableMapping[str, Any]"]


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs it in a thread, as the browser of other tests keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def http(method: str = "GET", path: str = "/g/abc", client: str = "192.0.2.1") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "headers": [], "client": (client, 1), "query_string": b""}


def seconds(now: list[float]) -> Callable[[], float]:
    return lambda: now[0]


def run_until_gone(app: Callable[[Any, Any, Any], Awaitable[None]], method: str) -> None:

    async def go() -> None:
        gone: Messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> MutableMapping[str, Any]:
            return gone.pop(0)

        async def send(message: MutableMapping[str, Any]) -> None:
            pass

        await DeadlineMiddleware(app, time.monotonic, 30.0)(http(method), receive, send)

    run(go())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_thread_stops_when_client_has_gone(method: str) -> None:
    said: list[str] = []

    def replay() -> None:
        for _ in range(1000):
            time.sleep(0.01)
            raise_if_cancelled()
        said.append("done")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        try:
            await anyio.to_thread.run_sync(replay)
        except ClientDisconnected:
            said.append("stopped")

    run_until_gone(app, method)
    assert said in (["stopped"], [])  # what only looks is cancelled as a whole


def test_change_is_made_though_client_has_gone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its table has to be read from the disk before."""
    context, done = create_app(store).state.context, []

    def read(game_id: str) -> None:
        raise_if_cancelled()
        done.append("read")

    def change() -> None:
        if not done:
            raise NotInMemory("abc")
        raise_if_cancelled()
        done.append("changed")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await receive()
        await context.work.write(change)

    monkeypatch.setattr(context.table_service, "table", read)

    run_until_gone(app, "POST")
    assert done == ["read", "changed"]


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
        shares, running, most = ClientLimiter(2, 1, 3), [], []
        may_end = anyio.Event()

        async def work(client: str) -> None:
            async with shares.turn(client):
                running.append(client)
                most.append((len(running), running.count("greedy")))
                await may_end.wait()
                running.remove(client)

        async with anyio.create_task_group() as group:
            for client in ("greedy", "greedy", "greedy", "greedy", "ann", "ben"):
                group.start_soon(work, client)
            with anyio.fail_after(WAIT):
                while len(running) < 2:
                    await anyio.sleep(0)
            assert running == ["greedy", "ann"]
            with pytest.raises(TooManyWaiting):
                await work("greedy")
            may_end.set()
        assert [max(each) for each in zip(*most, strict=True)] == [2, 1] and len(most) == 6
        assert not shares._running and not shares._waiting

    run(go())


def test_moves_of_one_client_do_not_all_come_before_those_of_another(store: Store) -> None:
    context = create_app(store).state.context
    done: list[str] = []

    async def write(client: str) -> None:
        current_deadline.set(RequestDeadline(client, time.monotonic() + WAIT, time.monotonic))
        await context.work.write(done.append, client)

    async def go() -> None:
        async with anyio.create_task_group() as group:
            for client in ("greedy", "greedy", "greedy", "greedy", "ann"):
                group.start_soon(write, client)
        assert done.index("ann") <= 1 and len(done) == 5

    run(go())


def test_turn_that_does_not_come_in_time_is_refused() -> None:
    async def go() -> None:
        shares = ClientLimiter(1, 1)
        async with shares.turn("first"):
            current_deadline.set(RequestDeadline("late", time.monotonic() + 0.05, time.monotonic))
            with pytest.raises(DeadlinePassed):
                async with shares.turn("late"):
                    pass

    run(go())


def test_request_that_takes_too_long_is_answered_503(store: Store) -> None:
    """The clock jumps beyond the deadline while a table is made."""
    now = [0.0]
    app = create_app(store, settings=Settings(limits=Limits(work_seconds=5.0)), seconds=seconds(now))
    context = app.state.context
    work = RequestDeadline("192.0.2.1", 5.0, seconds(now))

    async def go() -> None:
        current_deadline.set(work)
        now[0] = 6.0
        with pytest.raises(DeadlinePassed):
            await context.work.heavy(lambda: None)

    run(go())


def test_answer_to_a_move_does_not_wait_for_pages(store: Store) -> None:
    """A flood of pages kept every thread that renders, and the answers to moves waited behind all of them."""
    context = create_app(store).state.context
    may_go_on = threading.Event()

    async def request(work: RequestDeadline, done: list[str]) -> None:
        current_deadline.set(work)
        await context.work.read(may_go_on.wait if work.is_read_only else lambda: None)
        done.append(work.client)

    async def go() -> None:
        done: list[str] = []
        async with anyio.create_task_group() as group:
            for number in range(40):
                group.start_soon(request, RequestDeadline(f"192.0.2.{number % 8}", time.monotonic() + WAIT, time.monotonic), done)
            await anyio.sleep(0.05)
            await request(RequestDeadline("198.51.100.1", time.monotonic() + WAIT, time.monotonic, is_read_only=False), done)
            assert done == ["198.51.100.1"]
            may_go_on.set()
        assert len(done) == 41

    run(go())


def test_one_client_leaves_a_thread_for_the_pages_of_others(store: Store) -> None:
    context = create_app(store).state.context
    may_go_on = threading.Event()

    async def look(client: str, work: Callable[[], object]) -> None:
        current_deadline.set(RequestDeadline(client, time.monotonic() + WAIT, time.monotonic))
        await context.work.read(work)

    async def go() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(40):
                group.start_soon(look, "192.0.2.1", may_go_on.wait)
            await anyio.sleep(0.05)
            with anyio.fail_after(WAIT):
                await look("198.51.100.1", lambda: None)
            may_go_on.set()

    run(go())


def test_page_that_pauses_keeps_nobody_waiting_for_its_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of those who had used much took all threads, and paused there for a page that waited for one."""
    monkeypatch.setattr(threads, "MOST_PAUSE_OF_HEAVY", 2 * WAIT)
    context = create_app(store, settings=Settings(limits=Limits(readers=1))).state.context
    context.work.use.add("192.0.2.1", 10.0)
    has_begun, may_go_on = Event(), Event()

    def regions() -> None:
        has_begun.set()
        assert may_go_on.wait(WAIT)
        yield_to_moves()

    async def look(client: str, work: Callable[[], object]) -> None:
        current_deadline.set(RequestDeadline(client, time.monotonic() + 2 * WAIT, time.monotonic))
        await context.work.read(work)

    async def go() -> None:
        with anyio.fail_after(WAIT):
            async with anyio.create_task_group() as group:
                group.start_soon(look, "192.0.2.1", regions)
                await anyio.to_thread.run_sync(has_begun.wait, WAIT)
                group.start_soon(look, "198.51.100.1", lambda: None)
                await anyio.wait_all_tasks_blocked()
                may_go_on.set()

    run(go())


def test_page_pauses_by_what_its_client_has_used_when_it_begins(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE_OF_HEAVY", 2 * WAIT)
    context, now = create_app(store, settings=Settings(limits=Limits(readers=1))).state.context, [0.0]
    monkeypatch.setattr(context.work.use, "_clock", seconds(now))
    context.work.use.add("192.0.2.1", 5.0)
    may_end = Event()

    async def look(client: str, work: Callable[[], object]) -> None:
        current_deadline.set(RequestDeadline(client, time.monotonic() + 2 * WAIT, time.monotonic))
        await context.work.read(work)

    async def go() -> None:
        with context.work.move_priority.counting(URGENT_MOVE), anyio.fail_after(WAIT):
            async with anyio.create_task_group() as group:
                group.start_soon(look, "198.51.100.1", lambda: may_end.wait(WAIT))
                await anyio.wait_all_tasks_blocked()
                group.start_soon(look, "192.0.2.1", yield_to_moves)
                await anyio.wait_all_tasks_blocked()
                now[0] = 10 * HALF_LIFE
                may_end.set()

    run(go())


@pytest.fixture
def page() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread


def test_page_pauses_until_no_move_is_under_way(page: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE", 60.0)
    moves, has_begun, may_go_on, order = MovePriority(), Event(), Event(), list[str]()

    def regions() -> None:
        has_begun.set()
        assert may_go_on.wait(60)
        yield_to_moves()
        order.append("region")

    made = page.submit(moves.after(USUAL_PAGE, regions))
    assert has_begun.wait(60)
    with moves.counting(URGENT_MOVE):
        with moves.counting(URGENT_MOVE):
            may_go_on.set()
        order.append("first move")
    order.append("second move")
    made.result(60)
    assert order.index("region") > order.index("first move")


def test_page_is_made_even_if_moves_never_end(page: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE", 0.01)
    moves = MovePriority()

    def regions() -> None:
        for _ in range(1_000):
            yield_to_moves()

    with moves.counting(URGENT_MOVE):
        page.submit(moves.after(USUAL_PAGE, regions)).result(60)


def test_moves_do_not_give_way(page: ThreadPoolExecutor) -> None:
    with MovePriority().counting(URGENT_MOVE):
        page.submit(yield_to_moves).result(60)


def test_page_of_who_asks_for_little_waits_for_no_move_of_who_has_used_much(
    page: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE", 60.0)
    monkeypatch.setattr(threads, "MOST_PAUSE_OF_HEAVY", 60.0)
    moves, order = MovePriority(), list[str]()
    moves.use.add("greedy", 5.0)
    with moves.counting(moves.urgency("greedy", is_page=False)):
        page.submit(moves.after(moves.urgency("ann", is_page=True), lambda: order.append("page of Ann"))).result(60)
        with moves.counting(moves.urgency("ann", is_page=True)):
            made = page.submit(moves.after(moves.urgency("greedy", is_page=True), lambda: order.append("page of Greedy")))
            order.append("other page of Ann")
        order.append("move of Greedy")
    made.result(60)
    assert order == ["page of Ann", "other page of Ann", "move of Greedy", "page of Greedy"]


def test_those_who_have_used_much_come_last_and_share_a_third_of_the_threads() -> None:
    async def go() -> None:
        shares, began, may_end = ClientLimiter(3, 2), list[str](), anyio.Event()
        shares.use.add("greedy", 5.0)
        shares.use.add("greedier", 9.0)

        async def work(client: str) -> None:
            async with shares.turn(client):
                began.append(client)
                await may_end.wait()

        async with anyio.create_task_group() as group:
            for client in ("greedier", "greedier", "greedy", "greedy", "ann", "ben", "cleo"):
                group.start_soon(work, client)
            await anyio.wait_all_tasks_blocked()
            assert began == ["greedier", "ann", "ben"]
            may_end.set()
        assert began[3:] == ["cleo", "greedy", "greedy", "greedier"]

    run(go())


def test_what_a_client_has_used_is_forgotten() -> None:
    now = [0.0]
    use = ClientUse(lambda: now[0])
    use.add("ann", 4.0)
    use.add("", 4.0)
    assert use.is_heavy("ann") and not use.is_heavy("ben") and not use.is_heavy("")
    now[0] = HALF_LIFE
    assert use.seconds("ann") == (4.0 + FIRST_USE) / 2
    now[0] = 4 * HALF_LIFE
    assert not use.is_heavy("ann")


def crowd(use: ClientUse, count: int, seconds: float = 0.05) -> list[str]:
    """Returns new addresses, each of which has asked for something that took so long."""
    addresses = [f"192.0.2.{number}" for number in range(count)]
    for address in addresses:
        use.note_request(address)
        use.add(address, seconds)
    return addresses


def test_many_new_addresses_have_a_third_together_while_somebody_plays() -> None:
    """Each of 72 new addresses had the same share as a player, who waited for all of them at every move."""
    now = [0.0]
    use = ClientUse(seconds(now))
    use.note_request("ann")
    now[0] = 100.0
    new = crowd(use, 72)
    assert not any(use.is_heavy(address) for address in new), "nobody else asks for anything"
    use.note_request("ann")
    assert all(use.is_heavy(address) for address in (*new, "192.0.2.99")) and not use.is_heavy("ann")
    use.add(new[0], 0.1)
    assert use.cooldown_left == pytest.approx((HEAVY_PART - 1) * 0.1)
    moves = MovePriority(use)
    assert moves.urgency("ann", is_page=True) < moves.urgency(new[0], is_page=False)
    now[0] += ASKING_SECONDS
    assert not use.is_heavy(new[0])


def test_player_does_not_wait_for_all_new_addresses() -> None:
    async def go() -> None:
        now = [0.0]
        use, began = ClientUse(seconds(now)), list[str]()
        use.note_request("ann")
        now[0] = 3 * HALF_LIFE
        addresses = crowd(use, 72, 0.1)
        now[0] += HALF_LIFE
        use.add("ann", use.seconds(addresses[0]))
        shares, may_end = ClientLimiter(1, 1, use=use), anyio.Event()

        async def work(client: str) -> None:
            use.note_request(client)
            async with shares.turn(client):
                began.append(client)
                use.add(client, 0.05)
                await may_end.wait()

        async with anyio.create_task_group() as group:
            for client in (*addresses, "ann"):
                group.start_soon(work, client)
            await anyio.wait_all_tasks_blocked()
            may_end.set()
            await anyio.wait_all_tasks_blocked()
            assert began[1] == "ann"
            assert len(began) == 3, "after one of them the new ones pause"
            group.cancel_scope.cancel()

    run(go())


def test_new_client_is_known_after_a_while_but_not_while_new_ones_use_much() -> None:
    now = [0.0]
    use = ClientUse(seconds(now))
    use.note_request("ann")
    now[0] = 100.0
    use.note_request("ben")
    now[0] += NEW_SECONDS
    use.note_request("ben")
    new = crowd(use, 72)
    for _ in range(4):
        now[0] += NEW_SECONDS / 4
        for address in new:
            use.add(address, 0.02)
        use.note_request("ben")
        use.note_request(new[0])
        assert use.is_heavy(new[0]) and not use.is_heavy("ben")
    now[0] += 4 * HALF_LIFE
    use.note_request("ann")
    use.note_request(new[0])
    crowd(use, 200)
    use.note_request("ann")
    assert use.is_heavy("192.0.2.150") and not use.is_heavy(new[0])


def test_all_who_come_soon_after_a_start_are_known() -> None:
    now = [50.0]
    use = ClientUse(seconds(now))
    players = crowd(use, 60, 0.1)
    use.note_request(players[0])
    assert not any(use.is_heavy(player) for player in players)


def test_twenty_people_behind_one_new_address_have_what_one_client_has() -> None:
    now = [0.0]
    use = ClientUse(seconds(now))
    use.note_request("ann")
    now[0] = 100.0
    crowd(use, 1, 0.4)
    use.note_request("ann")
    assert not use.is_heavy("192.0.2.0")


def test_processor_time_of_pictures_counts_to_who_asks_for_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process makes them, for a second or two of each film: who asks for many comes after others."""
    context = create_app(store).state.context

    def compute(svgs: Sequence[str], scale: int) -> list[bytes]:
        subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.4: pass"], check=True)
        return [b"" for _ in svgs]

    async def go() -> None:
        token = current_deadline.set(RequestDeadline("ann", time.monotonic() + 60, time.monotonic))
        assert await context.pictures.png("<svg/>") == b""
        current_deadline.reset(token)

    monkeypatch.setattr("groundfloor.server.game.pictures.pngs", compute)
    run(go())
    assert context.work.use.seconds("ann") > FIRST_USE + 0.2


def test_new_client_comes_after_those_who_have_used_little_and_leaves_a_thread_free_once_it_has_used_more() -> None:
    async def go() -> None:
        shares, began, may_end = ClientLimiter(2, 2), list[str](), anyio.Event()
        shares.use.add("ann", 0.1 - FIRST_USE)
        shares.use.add("busy", 0.1)

        async def work(client: str) -> None:
            async with shares.turn(client):
                began.append(client)
                await may_end.wait()

        async with anyio.create_task_group() as group:
            for client in ("busy", "busy", "new", "new", "ann"):
                group.start_soon(work, client)
            await anyio.wait_all_tasks_blocked()
            assert began == ["busy", "new"]
            may_end.set()
        assert began[2] == "ann"

    run(go())


def test_those_who_have_used_much_pause_while_others_ask_for_something() -> None:
    now = [100.0]
    use = ClientUse(seconds(now))
    use.add("greedy", 5.0)
    assert use.cooldown_left == 0.0, "nobody else asks for anything"
    use.note_request("greedy")
    assert use.cooldown_left == 0.0
    use.note_request("ann")
    assert use.cooldown_left == ASKING_SECONDS < LONGEST_COOLDOWN
    use.note_request("ann")
    now[0] += LONGEST_COOLDOWN
    use.note_request("ann")
    assert use.cooldown_left == 0.0
    use.add("ann", 0.1)
    assert use.cooldown_left == 0.0
    use.add("greedy", 0.1)
    assert use.cooldown_left == pytest.approx((HEAVY_PART - 1) * 0.1)


def test_work_begins_after_the_cooldown() -> None:
    async def go() -> None:
        shares = ClientLimiter(2, 1)
        shares.use.add("greedy", 5.0)
        shares.use.note_request("ann")
        async with shares.turn("ann"):
            pass
        began = time.monotonic()
        with anyio.fail_after(WAIT):
            async with shares.turn("greedy"):
                assert time.monotonic() - began > ASKING_SECONDS / 2

    run(go())


def test_cooldown_that_ends_just_now_is_no_reason_to_wait_for_ever() -> None:
    class Use(ClientUse):
        """A cooldown that is over at the second look."""

        looks = 0

        @property
        def cooldown_left(self) -> float:
            self.looks += 1
            return 0.01 if self.looks == 1 else 0.0

    async def go() -> None:
        shares = ClientLimiter(1, 1, use=Use())
        shares.use.add("greedy", 5.0)
        with anyio.fail_after(WAIT):
            async with shares.turn("greedy"):
                pass

    run(go())


def test_requests_of_one_client_do_not_all_begin_before_that_of_another(store: Store) -> None:
    """A client that sent much at once kept the event loop to itself until all of it had begun."""
    app, began = create_app(store), list[str]()

    async def route(scope: Any, receive: Any, send: Any) -> None:
        began.append(scope["client"][0])
        await anyio.sleep(0)

    async def request(client: str) -> None:
        current_deadline.set(RequestDeadline(client, time.monotonic() + WAIT, time.monotonic))
        await RequestTurns(route)({**http(client=client), "app": app}, None, None)  # type: ignore[arg-type]

    async def go() -> None:
        async with anyio.create_task_group() as group:
            for client in (*["192.0.2.9"] * 20, "192.0.2.1"):
                group.start_soon(request, client)
        assert len(began) == 21 and began.index("192.0.2.1") <= 3

    run(go())


def test_processor_time_in_the_event_loop_is_counted_to_who_asks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(store)
    use = app.state.context.work.use
    monkeypatch.setattr(use, "_clock", lambda: 0.0)  # else a busy machine forgets some of it meanwhile

    async def route(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(2):
            ends = time.thread_time() + 0.02
            while time.thread_time() < ends:
                pass
            await anyio.sleep(0.01)
        raise KeyError

    async def go() -> None:
        current_deadline.set(RequestDeadline("192.0.2.1", time.monotonic() + WAIT, time.monotonic))
        with pytest.raises(KeyError):
            await RequestTurns(route)({**http(), "app": app}, None, None)  # type: ignore[arg-type]

    before = use.seconds("192.0.2.1")
    run(go())
    assert use.seconds("192.0.2.1") - before > 0.035


def test_processor_time_of_pages_is_counted_to_who_asks_for_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    context = create_app(store).state.context
    monkeypatch.setattr(context.work.use, "_clock", lambda: 0.0)

    def page() -> None:
        ends = time.thread_time() + 0.02
        while time.thread_time() < ends:
            pass

    async def go() -> None:
        current_deadline.set(RequestDeadline("192.0.2.1", time.monotonic() + WAIT, time.monotonic))
        await context.work.read(page)

    run(go())
    assert context.work.use.seconds("192.0.2.1") > FIRST_USE + 0.01


def test_processor_time_of_what_is_compressed_is_counted_to_who_asks_for_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer than most pages, and counted to nobody, as did pages of errors and reading long forms."""
    app = create_app(store)
    use = app.state.context.work.use
    monkeypatch.setattr(use, "_clock", lambda: 0.0)

    def compress(body: bytes) -> bytes:
        ends = time.thread_time() + 0.02
        while time.thread_time() < ends:
            pass
        return body

    async def route(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": b"x" * compression.LONG})

    async def send(message: Any) -> None:
        """Takes what is sent."""

    async def go() -> None:
        current_deadline.set(RequestDeadline("192.0.2.1", time.monotonic() + WAIT, time.monotonic))
        await Compression(route)({**http(), "headers": [(b"accept-encoding", b"gzip")], "app": app}, None, send)  # type: ignore[arg-type]

    monkeypatch.setattr(compression, "compress", compress)
    run(go())
    assert use.seconds("192.0.2.1") > FIRST_USE + 0.01
