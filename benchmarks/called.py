"""What one pick and one confirm call: files, functions, and constructions of ``Game``, each the median of some moves of a game.

``python benchmarks/called.py`` counts for this revision; ``--against REVISION`` for another one too. Counted is all that the server runs: the request, the board in its answer,
and the board that is pushed to the other player's page. Only sources of the package count; templates and libraries don't.

``--list`` prints the functions of the last pick and the last confirm, with how often each was called.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import NoReturn
from urllib.parse import urlencode

from web_client import events, head

WARM, COUNTED = 6, 16
"""Moves before those that are counted, so that modules are imported and templates compiled, and moves that are counted."""
COOKIE = re.compile(rb"set-cookie: ([^;]+)", re.IGNORECASE)
QUIET_SECONDS = 0.2
"""After an answer, until what it has brought about elsewhere is done."""


class Calls:
    """Counts the calls of functions in all threads that begin after it is made, and in the thread that makes it."""

    def __init__(self) -> None:
        self.counts: Counter[CodeType] = Counter()
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, given: object) -> None:
        if event == "call":
            self.counts[frame.f_code] += 1

    def since(self) -> dict[str, int]:
        """Returns how often each function of the package was called since the last time, by file, line and name."""
        counts, self.counts = self.counts, Counter()
        return {
            f"{code.co_filename.rpartition('/groundfloor/')[2]}:{code.co_firstlineno}:{code.co_qualname}": count
            for code, count in counts.items()
            if "/groundfloor/" in code.co_filename and "/site-packages/" not in code.co_filename and code.co_filename.endswith(".py")
        }


class Table:
    """A game of two people at the server of this process, each in a browser of their own with an open page."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.made = json.loads(self.request("POST", "/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}], "seed": "1"}))
        self.bases = [f"/s/{seat['token']}" for seat in self.made["seats"]]
        self.dice = random.Random(1)
        for base in self.bases:
            self.request("GET", f"{base}/board")

    def request(self, method: str, path: str, body: dict[str, object] | None = None, form: dict[str, object] | None = None) -> str:
        return asyncio.run(self._request(method, path, body, form))

    async def _request(self, method: str, path: str, body: object, form: dict[str, object] | None) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        content = urlencode(form).encode() if form is not None else b"" if body is None else json.dumps(body).encode()
        kind = "application/x-www-form-urlencoded" if form is not None else "application/json"
        headers = {
            "X-Partial": "true",
            "HX-Request": "true",
            "Content-Type": kind,
            "Content-Length": str(len(content)),
            "Connection": "close",
            "Cookie": self.cookies.get(path, ""),
        }
        writer.write(head(method, path, self.port, headers).replace(b"Accept-Encoding: gzip\r\n", b"") + content)
        answer = await reader.read()
        writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        assert first.split()[1][:1] == b"2", answer[:300]
        if cookie := COOKIE.search(first):
            self.cookies[path] = cookie[1].decode()
        return rest.decode()

    def follow(self) -> None:
        """Keeps the streams of both pages open."""

        async def both() -> None:
            await asyncio.gather(*(self._follow(base) for base in self.bases))

        threading.Thread(target=lambda: asyncio.run(both()), daemon=True).start()
        time.sleep(1)

    async def _follow(self, base: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        writer.write(head("GET", f"/events?g={self.made['game']}&w=en:{base}", self.port, {"Accept": "text/event-stream"}))
        async for _ in events(reader):
            pass

    def move(self, calls: Calls) -> list[dict[str, int]]:
        """Pencils a move in and confirms it; returns what each of these has called."""
        for base in self.bases:
            view = json.loads(self.request("GET", f"/api{base.replace('/s/', '/seats/')}"))
            if view["legal"]:
                break
        else:
            return []
        texts = [each["action"] for each in view["legal"]]
        found = []
        for fields in ({"pick": self.dice.choice(texts)}, {"do": "confirm"}):
            time.sleep(QUIET_SECONDS)
            calls.since()
            self.request("POST", base, form={"version": view["version"], "idempotency_key": self.dice.randbytes(12).hex(), **fields})
            time.sleep(QUIET_SECONDS)
            found.append(calls.since())
        return found


def count_here(port: int) -> NoReturn:
    """Serves a new folder in this process, plays, and prints what is counted."""
    calls = Calls()

    def play() -> None:
        try:
            while socket.socket().connect_ex(("127.0.0.1", port)):
                time.sleep(0.1)
            table = Table(port)
            table.follow()
            moves = [found for _ in range(WARM + COUNTED) if (found := table.move(calls))]
            print(json.dumps(moves[WARM:]), flush=True)
        finally:
            os._exit(0)

    threading.Thread(target=play, daemon=True).start()
    from groundfloor.__main__ import main

    with tempfile.TemporaryDirectory() as folder, suppress(SystemExit):
        sys.argv = ["groundfloor", "serve", "--data", folder, "--port", str(port)]
        main()
    raise SystemExit("The server has ended.")


def count(source: Path, port: int, settings: dict[str, str]) -> list[list[dict[str, int]]]:
    command = [sys.executable, __file__, "--here", str(port)]
    environment = {**os.environ, **{f"GROUNDFLOOR_{name.upper()}": value for name, value in settings.items()}, "PYTHONPATH": str(source)}
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    moves: list[list[dict[str, int]]] = json.loads(done.stdout.splitlines()[-1])
    return moves


def tell(name: str, moves: list[list[dict[str, int]]], *, lists: bool) -> None:
    for what, requests in zip(("pick", "confirm"), zip(*moves, strict=True), strict=True):
        files = statistics.median(len({place.partition(":")[0] for place in called}) for called in requests)
        functions = statistics.median(len(called) for called in requests)
        total = statistics.median(sum(called.values()) for called in requests)
        games = statistics.median(sum(n for place, n in called.items() if place.endswith(":Game.__init__")) for called in requests)
        print(
            f"{name:16} {what:8} {files:6,.0f} files {functions:8,.0f} functions {total:10,.0f} calls {games:5,.0f} constructions of Game"
        )
        if lists:
            for place, number in sorted(requests[-1].items()):
                print(f"    {number:6} {place}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default="", help="another revision")
    parser.add_argument("--list", action="store_true", help="the functions of the last moves too")
    parser.add_argument("--here", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        count_here(given.here)
    from web_server import ROOT, SETTINGS, free_port, sources  # with modules of this revision

    if given.against:
        with sources(given.against) as source:
            tell(given.against, count(source, free_port(), SETTINGS), lists=given.list)
    tell("this revision", count(ROOT / "src", free_port(), SETTINGS), lists=given.list)


if __name__ == "__main__":
    main()
