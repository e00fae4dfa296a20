"""Streams: everybody hears of a confirmed move at once, catches up after a pause, and nobody is kept waiting at the end."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import ref

import httpx
import pytest

from groundfloor.server.http.sse import QUEUE_CHARACTERS, QUEUE_SIZE, Hub, Message, gzip_stream
from tests.server.conftest import NewGame, Page
from tests.support.page_states import move, two_people

T = TypeVar("T")


def apart(wanted: Coroutine[object, object, T]) -> T:
    """Runs in a thread of its own, for a browser may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, wanted).result()


def events(lines: Iterator[str], wanted: int) -> list[tuple[int, str, dict[str, int | str]]]:
    """Returns the next events of a stream: id, name, data."""
    found: list[tuple[int, str, dict[str, int | str]]] = []
    id, name = 0, ""
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "id":
            id = int(value)
        elif field == "event":
            name = value
        elif field == "data":
            found.append((id, name, json.loads(value)))
            if len(found) == wanted:
                return found
    return found


def test_a_reader_who_comes_back_is_told_where_all_its_games_stand(client: httpx.Client, new_game: NewGame) -> None:
    """Also those that have changed before the last event that it has read: their boards may have been on their way."""
    games = [new_game("here", "pei") for _ in range(2)]
    for game in games:
        game.send(pick="done")
        game.send(do="confirm")
    address = f"/events?g={games[0].game_id}&g={games[1].game_id}"
    with client.stream("GET", address) as stream:
        last = max(event[0] for event in events(stream.iter_lines(), 2))
    with client.stream("GET", address, headers={"Last-Event-ID": str(last)}) as stream:
        found = {event[2]["game"]: event[2]["version"] for event in events(stream.iter_lines(), 2)}
    assert found == {game.game_id: game.version for game in games}


def test_one_stream_serves_several_games(client: httpx.Client, new_game: NewGame) -> None:
    games = [new_game("here", "pei") for _ in range(3)]
    query = "&".join(f"g={game.game_id}" for game in games)
    with client.stream("GET", f"/events?{query}") as stream:
        found = events(stream.iter_lines(), 3)
    assert {event[2]["game"] for event in found} == {game.game_id for game in games}


def test_a_draft_is_announced_to_its_own_seat_only(browse: Callable[[], httpx.Client], solo: Page) -> None:
    token = solo.address.removeprefix("/s/")
    with (
        browse().stream("GET", f"/events?g={solo.game_id}") as others,
        browse().stream("GET", f"/events?g={solo.game_id}&s={token}") as own,
    ):
        lines, other_lines = own.iter_lines(), others.iter_lines()
        events(lines, 1)
        events(other_lines, 1)
        solo.send(pick="done")
        assert events(lines, 1)[0][1] == "draft"
        solo.send(do="confirm")
        assert events(other_lines, 1)[0][1] == "version"


def test_a_plan_is_announced_to_nobody_else(client: httpx.Client, browse: Callable[[], httpx.Client]) -> None:
    """Neither that there is one, nor that the table makes its moves: the next that others hear of is a move."""
    asked, waiting = two_people(client, "Ben")
    game_id = client.get(f"/api/seats/{asked}").json()["game"]
    with browse().stream("GET", f"/events?g={game_id}&s={asked}") as others:
        lines = others.iter_lines()
        events(lines, 1)
        for change in ("add price 16", "add consulting", "if 2 at most 3", "start"):
            assert client.post(f"/s/{waiting}", data={"plan": change}).status_code == 303
        move(client, asked, "agency 1")
        assert [event[1] for event in events(lines, 1)] == ["version"]


def test_a_slow_watcher_is_ended_and_not_waited_for() -> None:
    async def run() -> list[str]:
        hub = Hub()
        hub.open()
        with hub.watching(["g:x"]) as watcher:
            for number in range(QUEUE_SIZE + 5):
                hub.deliver(Message("g:x", "version", {"version": number}, number))
            assert watcher.queue.qsize() <= QUEUE_SIZE
            return [text async for text in hub.stream(watcher, [])]

    assert len(apart(run())) < 10


def test_a_watcher_of_long_boards_is_ended_before_they_fill_the_memory() -> None:
    async def run() -> int:
        hub = Hub()
        hub.open()
        with hub.watching(["g:x"]) as watcher:
            for number in range(QUEUE_SIZE - 1):
                hub.deliver(Message("g:x", "board", {"html": "x" * (QUEUE_CHARACTERS // 4)}, number))
                assert watcher.waiting_characters <= QUEUE_CHARACTERS
            return len([text async for text in hub.stream(watcher, [])])

    assert apart(run()) < 10


def test_a_board_longer_than_the_queue_is_sent() -> None:
    async def run() -> list[str]:
        hub = Hub()
        hub.open()
        with hub.watching(["g:x"]) as watcher:
            for _ in range(3):
                hub.deliver(Message("g:x", "board", {"html": "x" * (2 * QUEUE_CHARACTERS)}))
                stream = hub.stream(watcher, [], seconds=60)
                found = [await anext(stream), await anext(stream)]
                assert len(found[1]) > 2 * QUEUE_CHARACTERS and watcher.waiting_characters == 0
            return found

    assert len(apart(run())) == 2


def test_a_waiting_stream_keeps_no_message_in_memory() -> None:
    async def run() -> bool:
        hub = Hub()
        hub.open()
        with hub.watching(["g:x"]) as watcher:
            stream = gzip_stream(hub.stream(watcher, []))
            await anext(stream)
            await anext(stream)
            message = Message("g:x", "board", {"html": "x"})
            hub.deliver(message)
            await anext(stream)
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            kept = ref(message)
            del message
            gc.collect()
            waiting.cancel()
            return kept() is None

    assert apart(run())


def test_a_closed_hub_ends_its_streams() -> None:
    async def run() -> bool:
        hub = Hub()
        hub.open()
        with hub.watching(["g:x"]) as watcher:
            stream = hub.stream(watcher, [])
            await anext(stream)
            hub.close()
            with pytest.raises(StopAsyncIteration):
                await anext(stream)
        return hub.count == 0

    assert apart(run())
