"""The web server with real watchers: many tables, a stream for each page, and a new board fetched by every page that is told of a move.

``python benchmarks/web.py`` measures this revision at 50 moves a second; ``--against REVISION`` measures another one in the same run, before and after it.
``.venv-compiled/bin/python benchmarks/web.py`` measures it with the compiled engine, as ``scripts/play`` serves it where there is a compiler.

``--rates 20,25,30,…`` raises the moves a second until the aims are missed twice: confirm answered in 30 ms (median) and 150 ms (99 %), the new board on every watcher's page in 100 ms and 400 ms.
``--processes 1,2 --databases sqlite,postgresql`` measures servers of so many processes on these databases. A page keeps to one process of several around PostgreSQL, as behind a proxy that balances by a cookie.
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
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from web_client import Connections, events, head
from web_server import Server, database_server, seconds_of, serving, sources

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
CONFIRM_SECONDS, BOARD_SECONDS = (0.03, 0.15), (0.1, 0.4)
"""What a confirm and a new board may take: the median, and 99 % of them."""
TOLERATED = 2
"""Rates one after the other that miss the aims before no higher one is tried."""
WARM_SECONDS = 20.0
"""Moves before the measurement: tables that have not moved yet are read first."""


@dataclass
class Measures:
    """Seconds and bytes at a rate of moves. ``pushed`` counts boards that came through the
    stream, ``late`` moves that could not begin in their time, as no seat of the table was ready.

    ``server``, ``database`` and ``own`` are the computing time of the server's processes, of the database's, and of this benchmark.
    """

    rate: float = 0.0
    confirms: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    drafts: list[float] = field(default_factory=list)
    draft_bytes: list[int] = field(default_factory=list)
    board_bytes: list[int] = field(default_factory=list)
    pushed: int = 0
    late: int = 0
    server: float = 0.0
    database: float = 0.0
    own: float = 0.0

    @property
    def keeps_aims(self) -> bool:
        found = (*part(self.confirms), *part(self.boards))
        return all(seconds <= most for seconds, most in zip(found, (*CONFIRM_SECONDS, *BOARD_SECONDS), strict=True))


def part(values: list[float]) -> tuple[float, float]:
    """Returns the median, and what 99 % are below."""
    ordered = sorted(values) or [0.0]
    return statistics.median(ordered), ordered[int(len(ordered) * 0.99)]


@dataclass
class Page:
    """An open page: of a seat, or a spectator's."""

    base: str
    port: int
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
            self.translations = tuple(unescape(word) for word in OPTIONS.findall(words[1]))

    @property
    def headers(self) -> dict[str, str]:
        """Returns the headers of a script's request; older revisions are told which parts the page has, and know a partial answer as HX-Request."""
        if self.regions:
            shown = {"X-Regions": "".join(self.regions.values())}
        else:
            shown = {"X-Drawing": self.drawing} if self.drawing else {"X-Known-Parts": " ".join(self.known.values())}
        return {"X-Partial": "true", "HX-Request": "true", "Cookie": self.cookie, **shown}


class Game:
    """A table with its pages, and when its last move was sent."""

    def __init__(self, game_id: str, tokens: Sequence[str], watchers: int, ports: Sequence[int], first: int) -> None:
        self.game_id = game_id
        bases = [f"/s/{token}" for token in tokens]
        bases += [f"/g/{game_id}"] * (watchers - len(bases))
        self.pages = [Page(base, ports[number % len(ports)]) for number, base in enumerate(bases, first)]
        self.sent_at = 0.0
        self.is_busy = False

    def asked(self) -> Page | None:
        return next((page for page in self.pages if page.words), None)


class Load:
    """All tables of one server, their streams, and the moves."""

    def __init__(self, ports: Sequence[int], watchers: int, dice: random.Random) -> None:
        self.ports = ports
        self.web = {port: Connections(port) for port in ports}
        self.watchers = watchers
        self.dice = dice
        self.games: list[Game] = []
        self.measures = Measures()

    async def open(self, tables: Sequence[Sequence[str]]) -> None:
        """Opens all pages of these tables, those of several tables at a time."""
        self.games = [Game(game_id, tokens, self.watchers, self.ports, number // 2) for number, (game_id, *tokens) in enumerate(tables)]
        waiting = iter(self.games)

        async def open_some() -> None:
            for game in waiting:
                for page in game.pages:
                    await self.fetch(page)

        await asyncio.gather(*(open_some() for _ in range(OPENED_AT_ONCE)))

    async def fetch(self, page: Page) -> int:
        """Fetches the table of a page; returns how many bytes it had."""
        status, text, size, _ = await self.web[page.port].request("GET", f"{page.base}/board", page.headers)
        assert status == 200, text[:200]
        page.take(text)
        return size

    async def follow(self, game: Game, page: Page) -> None:
        """Follows the stream of a page: it brings new boards, or only the version, whose board the page then fetches."""
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port, limit=2**20)
        address = f"/events?g={game.game_id}&w=en:{page.base}"
        writer.write(head("GET", address, page.port, {"Accept": "text/event-stream", "Cookie": page.cookie}))
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
            status, text, size, cookie = await self.web[page.port].request("POST", page.base, headers, body)
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


async def measure(server: Server, given: argparse.Namespace) -> AsyncIterator[Measures]:
    """Yields what is measured at each rate, until the aims are missed."""
    load, began = Load(server.ports, given.watchers, random.Random(7)), time.perf_counter()
    await load.open(server.tables)
    async with load.following():
        print(
            f"{len(load.games)} tables and {len(load.games) * given.watchers} streams opened in {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        await load.play(given.rates[0], given.warm)
        missed = 0
        for rate in given.rates:
            found = load.measures = Measures(rate)
            before = seconds_of(server.processes), seconds_of(server.database), time.process_time()
            await load.play(rate, given.seconds)
            after = seconds_of(server.processes), seconds_of(server.database), time.process_time()
            found.server, found.database, found.own = (end - begin for begin, end in zip(before, after, strict=True))
            yield found
            missed = 0 if found.keeps_aims else missed + 1
            if missed == TOLERATED:
                break


def tell(name: str, measures: Measures) -> None:
    """Prints the figures of one server."""

    def times(values: list[float]) -> str:
        return "median {:.0f} ms, 99 % {:.0f} ms".format(*(seconds * 1000 for seconds in part(values)))

    def size(values: list[int]) -> str:
        return f"{statistics.median(values or [0]) / 1000:.1f} kB"

    moves = max(1, len(measures.confirms))
    server, database, own = (seconds * 1000 / moves for seconds in (measures.server, measures.database, measures.own))
    print(
        f"{name}, {measures.rate:g} moves a second{'' if measures.keeps_aims else ' (aims missed)'}: {len(measures.confirms)} moves, "
        f"{len(measures.boards)} new boards, {measures.pushed} of them by stream, {measures.late} moves without a ready table"
    )
    print(f"  pencilled move answered: {times(measures.drafts)}, {size(measures.draft_bytes)}")
    print(f"  confirm answered:        {times(measures.confirms)}")
    print(f"  new board on a page:     {times(measures.boards)}, {size(measures.board_bytes)}")
    print(
        f"  computing a move, with all boards that it brings: server {server:.1f} ms, database {database:.1f} ms, benchmark {own:.1f} ms",
        flush=True,
    )


def numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--watchers", type=int, default=4, help="pages open at each table, the two seats among them")
    parser.add_argument("--rates", type=numbers, default=[50.0], help="moves a second, several separated by commas")
    parser.add_argument("--seconds", type=float, default=30, help="of each rate")
    parser.add_argument("--warm", type=float, default=WARM_SECONDS, help="seconds of moves at the first rate before the measurement")
    parser.add_argument("--processes", type=numbers, default=[1.0], help="processes of the server, several separated by commas")
    parser.add_argument("--databases", default="sqlite", help="sqlite, postgresql, or both separated by a comma")
    parser.add_argument(
        "--against",
        default="",
        help="other revisions, separated by commas, measured in the same run before and after: one process on SQLite",
    )
    given = parser.parse_args()
    others = [revision for revision in given.against.split(",") if revision]
    most: dict[str, list[float]] = {}

    async def run(name: str, server: Server) -> None:
        kept = 0.0
        async for measures in measure(server, given):
            tell(name, measures)
            kept = measures.rate if measures.keeps_aims else kept
        most.setdefault(name, []).append(kept)

    with ExitStack() as stack:
        database = stack.enter_context(database_server()) if "postgresql" in given.databases else None
        places = {revision: stack.enter_context(sources(revision)) for revision in others}

        def run_others() -> None:
            for revision, place in places.items():
                with serving(place, int(max(given.processes)), given.tables) as server:
                    asyncio.run(run(revision, server))

        run_others()
        for kind in given.databases.split(","):
            for processes in map(int, given.processes):
                with serving(THIS, processes, given.tables, database if kind == "postgresql" else None) as server:
                    asyncio.run(run(f"{kind}, {processes} process{'es' if processes > 1 else ''}", server))
        run_others()
    for name, rates in most.items():
        print(f"{name}: aims kept up to {' and '.join(f'{rate:g}' for rate in rates)} moves a second")


if __name__ == "__main__":
    main()
