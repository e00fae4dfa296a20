"""Boards that come through the streams: what the page would fetch, to those who may see it, and never instead of the version."""

from __future__ import annotations

import asyncio
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import anyio
import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.server.app import create_app
from groundfloor.server.database.rows import TableChange
from groundfloor.server.database.store import Store
from groundfloor.server.game.board.pushed_boards import PushedBoards
from groundfloor.server.game.viewer import BoardSubscription
from groundfloor.server.http.deadlines import RequestDeadline, current_deadline
from tests.server.conftest import NewGame
from tests.support import board_page
from tests.support.html import all_of, board_of, digests_of
from tests.support.table_of_two import TableOfTwo

WAIT = 60
"""Seconds after which something should have happened, however busy the machine is."""
Event = tuple[str, dict[str, Any]]


@pytest.fixture
def game(browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> TableOfTwo:
    return TableOfTwo(browse, new_game("here", "link").game_id, store)


def query(game: TableOfTwo, *seats: int | None, language: str = "en") -> str:
    return f"/events?g={game.game_id}" + "".join(f"&w={language}:{game.base(seat)}" for seat in seats)


@contextmanager
def stream(client: httpx.Client, address: str, **headers: str) -> Iterator[queue.Queue[Event]]:
    """Yields the events of a stream after the first one, which names the current version."""
    found: queue.Queue[Event] = queue.Queue()
    opened: queue.Queue[socket.socket] = queue.Queue()
    ready = threading.Event()

    def listen() -> None:
        with suppress(httpx.TransportError), client.stream("GET", address, headers=headers) as response:  # it is ended while it is read
            opened.put(response.extensions["network_stream"].get_extra_info("socket"))
            name = ""
            for line in response.iter_lines():
                field, _, value = line.partition(": ")
                name = value if field == "event" else name
                if field == "data" and ready.is_set():
                    found.put((name, json.loads(value)))
                elif field == "data":
                    ready.set()

    thread = threading.Thread(target=listen)
    thread.start()
    connection = opened.get(timeout=WAIT)
    try:
        assert ready.wait(WAIT)
        yield found
    finally:
        connection.shutdown(socket.SHUT_RDWR)
        thread.join(WAIT)
    assert not thread.is_alive()


@pytest.mark.parametrize("language", ["en", "de"])
def test_pushed_board_is_what_the_page_would_fetch(game: TableOfTwo, browse: Callable[[], httpx.Client], language: str) -> None:
    shown = game.board(None, language)
    with stream(browse(), query(game, None, language=language)) as heard:
        for _ in range(4):
            game.move()
            name, data = heard.get(timeout=WAIT)
            assert (name, data["from"], data["view"]) == ("board", board_of(shown), f"{language}:/g/{game.game_id}")
            assert (data["game"], data["version"]) == (game.game_id, game.version)
            assert data["html"] == game.board(None, language, digests_of(shown))
            shown = game.board(None, language)


def test_seat_is_pushed_its_own_board_with_its_controls(game: TableOfTwo) -> None:
    other = 1 - game.asked
    shown = board_of(game.board(other))
    with stream(game.clients[other], query(game, other)) as heard:
        while game.asked != other:
            game.move()
            name, data = heard.get(timeout=WAIT)
            assert name == "board" and data["from"] == shown
            shown = board_of(data["html"])
    assert 'name="pick"' in data["html"] and f'data-seat="{other}"' in data["html"]
    assert not all_of(data["html"], "[name=csrf]"), "a token belongs to one browser, the board to all that show this seat"


def test_page_with_a_seat_whose_link_was_renewed_is_not_pushed_its_board(game: TableOfTwo, client: httpx.Client) -> None:
    """Its stream ends at once, also where its address is that of another seat, which it still holds."""
    asked = game.asked
    other = 1 - asked
    guest, base = game.clients[other], game.bases[other]
    guest.post(game.bases[asked], data={"set": "skips_hiring:off"})
    shown = guest.get(f"{base}/board", headers={"X-Partial": "true"}).text
    assert 'name="pick"' in shown, "the seat that is asked, of the two that the page holds"
    with stream(guest, query(game, other)) as heard:
        renewed = client.post(f"{game.bases[0]}/table", data={"do": "renew", "seat": str(asked + 1)})
        assert renewed.status_code == 303, renewed.text
        told = [heard.get(timeout=WAIT)]
        with suppress(queue.Empty):
            while True:
                told.append(heard.get(timeout=0.5))
        assert [name for name, _ in told] == ["version"]
    assert 'name="pick"' not in guest.get(f"{base}/board", headers={"X-Partial": "true"}).text


def test_mover_is_told_of_the_version_only(game: TableOfTwo) -> None:
    """Its page gets the board in the answer to its move."""
    seat = game.asked
    with stream(game.clients[seat], query(game, seat)) as heard:
        assert game.move() == seat
        assert heard.get(timeout=WAIT)[0] == "version"


def test_board_of_a_seat_is_sent_to_nobody_without_its_address(game: TableOfTwo, browse: Callable[[], httpx.Client]) -> None:
    other = 1 - game.asked
    for seat in (None, other):
        game.board(seat)
    wrong = [
        f"w=en:/s/{game.bases[other][3:-1]}x",
        "w=en:/s/",
        "w=en:",
        "w=en:/g/nothing",
        f"w=fr:{game.base(None)}",
        f"w=en:x{game.bases[other]}",
    ]
    with stream(browse(), f"{query(game, None)}&{'&'.join(wrong)}") as heard, stream(game.clients[other], query(game, other)) as own:
        game.move()
        assert own.get(timeout=WAIT)[1]["view"] == f"en:{game.bases[other]}"
        game.move()
        for _ in range(2):
            name, data = heard.get(timeout=WAIT)
            assert (name, data["view"]) == ("board", f"en:/g/{game.game_id}") and 'name="pick"' not in data["html"]


def test_stream_with_a_view_that_was_not_pushed_is_told_of_the_version_too(game: TableOfTwo) -> None:
    seat = game.asked
    game.board(None)
    with stream(game.clients[seat], query(game, None, seat)) as heard:
        game.move()
        assert [heard.get(timeout=WAIT)[0] for _ in range(2)] == ["board", "version"]


def test_streams_without_views_are_told_of_the_version_at_once(
    game: TableOfTwo, browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    push = PushedBoards.push
    monkeypatch.setattr(PushedBoards, "push", lambda *given: (go_on.wait(WAIT), push(*given)))
    game.board(None)
    with stream(browse(), f"/events?g={game.game_id}") as plain, stream(browse(), query(game, None)) as viewing:
        game.move()
        assert plain.get(timeout=WAIT)[0] == "version" and viewing.empty()
        go_on.set()
        assert viewing.get(timeout=WAIT)[0] == "board"


def test_board_that_cannot_be_drawn_holds_up_no_version(
    game: TableOfTwo, browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: object) -> None:
        raise ValueError

    monkeypatch.setattr(PushedBoards, "push", fail)
    with stream(browse(), query(game, None)) as heard:
        game.move()
        assert heard.get(timeout=WAIT)[0] == "version"
    assert "could not be pushed: ValueError" in caplog.text


def test_boards_that_are_pushed_count_to_whoever_has_moved(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """They counted to nobody: somebody who moved without end, at tables with many open pages, kept two threads busy."""
    context = create_app(store).state.context
    done = anyio.Event()

    def compute(*_: object) -> None:
        ends = time.thread_time() + 0.1
        while time.thread_time() < ends:
            pass
        context.hub.call(done.set)

    async def go() -> None:
        context.hub.open()
        token = current_deadline.set(RequestDeadline("ann", time.monotonic() + WAIT, time.monotonic))
        context.pushed_boards.publish(TableChange(1, "abc", 2, 2))
        current_deadline.reset(token)
        with anyio.fail_after(WAIT):
            await done.wait()
            while context.pushed_boards._tasks:
                await anyio.sleep(0.01)

    context.hub.add(["g:abc"], "ben", [BoardSubscription("abc", "en", "/g/abc", None, (), ())])
    monkeypatch.setattr(context.pushed_boards, "push", compute)
    monkeypatch.setattr(context.work.use, "_clock", lambda: 0.0)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, go()).result()
    assert context.work.use.seconds("ann") - context.work.use.seconds("ben") > 0.09


def test_view_that_nobody_has_opened_is_not_pushed(game: TableOfTwo, browse: Callable[[], httpx.Client]) -> None:
    with stream(browse(), query(game, None)) as heard:
        game.move()
        assert heard.get(timeout=WAIT)[0] == "version"


def test_page_shows_pushed_boards_without_asking_for_them(game: TableOfTwo, browser: Browser, server: str) -> None:
    tab = browser.new_page(viewport={"width": 1366, "height": 768})
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url) if "/board" in request.url else None)
    tab.add_init_script("localStorage.setItem('groundfloor-pace', 'off')")
    tab.goto(f"{server}{game.base(None)}")
    for number in range(4):
        game.move()
        board_page.table(tab, version=game.version).wait_for(state="attached")
        if not number:
            asked.clear()  # the stream may have opened only after the first move
    assert asked == []
    words = """[...document.querySelectorAll("time")].forEach((time) => { time.textContent = time.dateTime; }) // the page says how long ago
        ?? [...document.querySelectorAll("#table [data-digest]")].map((region) => region.id + region.textContent.replace(/\\s+/g, " "))"""
    shown = tab.evaluate(words)
    fresh = tab.evaluate(
        """async () => {
            const text = await (await fetch(location.pathname + "/board", { headers: { "X-Partial": "true" } })).text();
            const document = new DOMParser().parseFromString(text, "text/html");
            return WORDS;
        }""".replace("WORDS", words)
    )
    assert shown == fresh
