"""The web server with real watchers: many tables, a stream for each page, and a new board fetched by every page that is told of a move.

``python benchmarks/web.py`` measures this revision; ``--against REVISION`` measures another one in the same run, before and after it.
``.venv-compiled/bin/python benchmarks/web.py`` measures it with the compiled engine, as ``scripts/play`` serves it where there is a compiler.
Aims with 500 tables, 2,000 streams and 50 moves a second on two cores: confirm answered in 30 ms (median) and 150 ms (99 %), the new board
on every watcher's page in 100 ms and 400 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from web_client import Connections, events, head
from web_server import Server, measure_in_turns, seconds_of, serving

import groundfloor

DRAWING = re.compile(r' data-(?:drawing|board)="([\w-]+)"')
REGION = re.compile(r'<\w+[^>]* id="([\w-]+)" data-digest="([\w-]+)"')
"""A region of the board."""
LISTED = re.compile(r' data-regions="([^"]*)"')
PARTS = re.compile(r'id="([^"]+)" data-part="([\w-]+)"')
WORDS = re.compile(r'<datalist id="command-words">(.*?)</datalist>', re.DOTALL)
OPENED_AT_ONCE, STREAMS_AT_ONCE = 4, 40
"""Tables whose pages are opened, and streams that are waited for, at the same time."""
THIS = Path(groundfloor.__file__).parents[1]
"""What is measured: the package of the Python that runs this, so that of ``.venv-compiled`` has the compiled engine."""
OPTIONS = re.compile(r'<option value="([^"]+)">')


@dataclass
class Measures:
    """Seconds and bytes. ``pushed`` counts boards that came through the
    stream, ``late`` moves that could not begin in their time, as no seat of the table was ready."""

    confirms: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    drafts: list[float] = field(default_factory=list)
    draft_bytes: list[int] = field(default_factory=list)
    board_bytes: list[int] = field(default_factory=list)
    pushed: int = 0
    late: int = 0


@dataclass
class Page:
    """An open page: of a seat, or a spectator's."""

    base: str
    cookie: str = ""
    drawing: str = ""
    regions: dict[str, str] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    version: int = -1
    words: tuple[str, ...] = ()
    is_sending: bool = False
    is_followed: bool = False

    def take(self, text: str) -> None:
        """Reads a new table that has arrived."""
        if drawing := DRAWING.search(text):
            self.drawing = drawing[1]
        if listed := LISTED.search(text):
            self.regions = dict(item.split("=") for item in listed[1].split() if "=" in item)
        elif regions := REGION.findall(text):
            self.regions = dict(regions)
        if not drawing:
            self.known.update(PARTS.findall(text))
        found = re.search(r'data-version="(\d+)"', text)
        self.version = int(found[1]) if found else self.version
        if words := WORDS.search(text):
            self.words = tuple(unescape(word) for word in OPTIONS.findall(words[1]))

    @property
    def headers(self) -> dict[str, str]:
        """Returns the headers of a script's request; older revisions are told which parts the page has."""
        if self.regions:
            shown = {"X-Regions": "".join(self.regions.values())}
        else:
            shown = {"X-Drawing": self.drawing} if self.drawing else {"X-Known-Parts": " ".join(self.known.values())}
        return {"HX-Request": "true", "Cookie": self.cookie, **shown}


class Game:
    """A table with its pages, and when its last move was sent."""

    def __init__(self, public: str, tokens: Sequence[str], watchers: int) -> None:
        self.public = public
        self.pages = [Page(f"/s/{token}") for token in tokens]
        self.pages += [Page(f"/g/{self.public}") for _ in range(watchers - len(self.pages))]
        self.sent_at = 0.0
        self.is_busy = False

    def asked(self) -> Page | None:
        return next((page for page in self.pages if page.words), None)


class Load:
    """All tables of one server, their streams, and the moves."""

    def __init__(self, port: int, watchers: int, dice: random.Random) -> None:
        self.port = port
        self.web = Connections(port)
        self.watchers = watchers
        self.dice = dice
        self.games: list[Game] = []
        self.measures = Measures()

    async def open(self, tables: Sequence[Sequence[str]]) -> None:
        """Opens all pages of these tables, those of several tables at a time."""
        self.games = [Game(public, tokens, self.watchers) for public, *tokens in tables]
        waiting = iter(self.games)

        async def open_some() -> None:
            for game in waiting:
                for page in game.pages:
                    await self.fetch(page)

        await asyncio.gather(*(open_some() for _ in range(OPENED_AT_ONCE)))

    async def fetch(self, page: Page) -> int:
        """Fetches the table of a page; returns how many bytes it had."""
        status, text, size, _ = await self.web.request("GET", f"{page.base}/board", page.headers)
        assert status == 200, text[:200]
        page.take(text)
        return size

    async def follow(self, game: Game, page: Page) -> None:
        """Follows the stream of a page: it brings new boards, or only the version, whose board the page then fetches."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        address = f"/events?g={game.public}&w=en:{page.base}"
        writer.write(head("GET", address, self.port, {"Accept": "text/event-stream", "Cookie": page.cookie}))
        try:
            async for name, data, size in events(reader):
                page.is_followed = True
                if page.is_sending:  # the answer to what it sends has the new table
                    continue
                found = json.loads(data)
                if name == "board" and found["from"] == page.drawing:
                    page.take(found["html"])
                    self.measures.pushed += 1
                elif name in ("board", "version") and found["version"] > page.version:
                    size = await self.fetch(page)
                else:
                    continue
                if game.sent_at:
                    self.measures.boards.append(time.perf_counter() - game.sent_at)
                    self.measures.board_bytes.append(size)
        finally:
            writer.close()

    async def move(self, game: Game) -> None:
        """Makes one move: pencils it in, then confirms it."""
        page = game.asked()
        if page is None or game.is_busy:
            self.measures.late += 1
            return
        game.is_busy = True
        try:
            began = time.perf_counter()
            size = await self.send(page, {"command": self.dice.choice(page.words)})
            self.measures.drafts.append(time.perf_counter() - began)
            self.measures.draft_bytes.append(size)
            game.sent_at = began = time.perf_counter()
            await self.send(page, {"do": "confirm"})
            self.measures.confirms.append(time.perf_counter() - began)
        finally:
            game.is_busy = False

    async def send(self, page: Page, fields: dict[str, str]) -> int:
        """Sends a page's form with a key, as its script does; returns how many bytes the answer had."""
        body = urlencode({"version": page.version, "idempotency_key": self.dice.randbytes(12).hex(), **fields}).encode()
        headers = {**page.headers, "Content-Type": "application/x-www-form-urlencoded"}
        page.is_sending = True
        try:
            status, text, size, cookie = await self.web.request("POST", page.base, headers, body)
            page.cookie = cookie or page.cookie
        finally:
            page.is_sending = False
        assert status in (200, 409, 422), text[:200]
        page.take(text)
        return size

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Keeps all streams open within the block."""
        streams: list[asyncio.Task[None]] = []
        waiting: list[Page] = []
        for game in self.games:
            streams += [asyncio.create_task(self.follow(game, page)) for page in game.pages]
            waiting += game.pages
            while len(waiting) >= STREAMS_AT_ONCE or (waiting and game is self.games[-1]):
                await asyncio.sleep(0.02)
                waiting = [page for page in waiting if not page.is_followed]
        yield
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def play(self, rate: float, seconds: float) -> None:
        """Makes so many moves a second, at tables drawn by lot, whether the server keeps up or not; all streams are open already."""
        moves: set[asyncio.Task[None]] = set()
        began = time.perf_counter()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            task = asyncio.create_task(self.move(self.dice.choice(self.games)))
            moves.add(task)
            task.add_done_callback(moves.discard)
        await asyncio.gather(*moves)
        await asyncio.sleep(2)


async def measure(server: Server, given: argparse.Namespace) -> tuple[Measures, float, float]:
    """Returns what was measured, and the computing time of the server and of this benchmark for a move with all that follows from it."""
    load, process, began = Load(server.port, given.watchers, random.Random(7)), server.process, time.perf_counter()
    await load.open(server.tables)
    async with load.following():
        print(
            f"{len(load.games)} tables and {len(load.games) * given.watchers} streams opened in {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        before, own = seconds_of(process), time.process_time()
        await load.play(given.rate, given.seconds)
        moves = max(1, len(load.measures.confirms))
        return load.measures, (seconds_of(process) - before) / moves, (time.process_time() - own) / moves


def tell(name: str, measures: Measures, cost: float, own: float) -> None:
    """Prints the figures of one server."""

    def times(values: list[float]) -> str:
        ordered = sorted(values) or [0.0]
        return f"median {statistics.median(ordered) * 1000:.0f} ms, 99 % {ordered[int(len(ordered) * 0.99)] * 1000:.0f} ms"

    def size(values: list[int]) -> str:
        return f"{statistics.median(values or [0]) / 1000:.1f} kB"

    print(
        f"{name}: {len(measures.confirms)} moves, {len(measures.boards)} new boards, {measures.pushed} of them by stream, {measures.late} moves without a ready table"
    )
    print(f"  pencilled move answered: {times(measures.drafts)}, {size(measures.draft_bytes)}")
    print(f"  confirm answered:        {times(measures.confirms)}")
    print(f"  new board on a page:     {times(measures.boards)}, {size(measures.board_bytes)}")
    print(
        f"  computing of the server: {cost * 1000:.1f} ms a move, with all boards that it brings; of the benchmark {own * 1000:.1f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--watchers", type=int, default=4, help="pages open at each table, the two seats among them")
    parser.add_argument("--rate", type=float, default=50, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument(
        "--processes", type=int, default=2, help="processes that draw from the start on; a server starts 2 when 24 pages are open"
    )
    parser.add_argument("--against", metavar="REVISION", help="another revision to be measured in the same run")
    given = parser.parse_args()

    def run(name: str, source: Path) -> None:
        with serving(source, given.processes, given.tables) as server:
            tell(name, *asyncio.run(measure(server, given)))

    measure_in_turns(run, THIS, given.against)


if __name__ == "__main__":
    main()
