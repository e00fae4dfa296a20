"""Those who play during an attack: the players at the tables in use, whose pages are open, somebody who reads pages of tables, and somebody who plays against an Intern.

They are a process of their own, so that what the attacker computes is not counted as the server's time.
"""

from __future__ import annotations

import json
import random
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

from .client import get, post_form, post_json
from .exchange import Answer, Connection, Headers, Request, connect
from .tables import StoredTable, read_tables

ROOT = Path(__file__).parents[3]
HOMES = [f"127.0.3.{number}" for number in range(1, 101)]
"""Addresses of the players, three of whose tables are in use: each asks for something about every twelve seconds."""
HOME_OF_STREAM = "127.0.3.101"
"""Address of whoever plays against an Intern."""
PAUSE = 0.25
"""Seconds between two moves, and between two pages."""
ANSWER_SECONDS = 60.0
"""Seconds after which an Intern's answer is given up."""
GZIP = ((b"Accept-Encoding", b"gzip"),)
READY, MOVE, READ, INTERN, FAILURE = "ready", "move", "read", "intern", "failure"


@dataclass
class Seen:
    """What the players have seen, as it comes: the seconds of each click, of each page and of each answer of the Intern with the moment of its end, and failures."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    reads: list[tuple[float, float]] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Bystanders:
    """The process, from ``with`` to its end; the block begins when all pages are open and an Intern has answered once."""

    def __init__(self, port: int, folder: Path) -> None:
        self.seen = Seen()
        self._is_ready = threading.Event()
        command = [sys.executable, "-m", "tests.support.attack.bystander", str(port), str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            kind, told = json.loads(line)
            if kind == READY:
                self._is_ready.set()
            elif kind == FAILURE:
                self.seen.failures.append(told)
            else:
                seen = {MOVE: self.seen.moves, READ: self.seen.reads, INTERN: self.seen.answers}[kind]
                seen.append((time.monotonic(), told))
        self._is_ready.set()

    def __enter__(self) -> Bystanders:
        self._thread.start()
        self._is_ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(2 * ANSWER_SECONDS)
        self._thread.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._process.returncode:
            self.seen.failures.append(f"the players' process ended with exit code {self._process.returncode}")


class Refused(Exception):
    """A request of a player that was not answered as it should be."""


class Players:
    """The players of one server."""

    def __init__(self, port: int, tables: list[StoredTable]) -> None:
        self.port = port
        self.tables = tables
        self.dice = random.Random(1)
        self.homes = cycle(HOMES)
        self.is_over = threading.Event()

    def ask(self, request: Request) -> Answer:
        """Returns the answer to a request, sent on a connection of its own; Refused if it is none."""
        connection = Connection(self.port, next(self.homes))
        answer = connection.send(request)
        connection.close()
        if answer.status not in (200, 201):
            raise Refused(f"{answer.status} {request.method} {request.target[:8]!r} {answer.text[-200:]}")
        return answer

    def view(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask(get(path)).text)
        return found

    def open_pages(self) -> None:
        """Opens a page of each table and its stream, whose boards a thread reads."""
        streams = selectors.DefaultSelector()
        for table, home in zip(self.tables, cycle(HOMES), strict=False):
            token = next(iter(table.tokens.values()))
            self.ask(get(f"/s/{token}"))
            streams.register(self.open_stream(f"/events?g={table.game_id}&s={token}&w=en:/s/{token}", home, GZIP), selectors.EVENT_READ)

        def read() -> None:
            while not self.is_over.is_set():
                for key, _ in streams.select(1.0):
                    assert isinstance(key.fileobj, socket.socket)
                    if not key.fileobj.recv(65536):
                        streams.unregister(key.fileobj)
                        tell(FAILURE, "the stream of an open page was ended")

        threading.Thread(target=read, daemon=True).start()

    def open_stream(self, path: str, home: str, headers: Headers = ()) -> socket.socket:
        """Returns the connection of a stream that has begun, with what follows its first bytes; Refused if there is none."""
        connection = connect(self.port, home, ANSWER_SECONDS)
        connection.sendall(get(path, headers).encode(f"127.0.0.1:{self.port}"))
        begun = connection.recv(65536)
        if not begun.startswith(b"HTTP/1.1 200 "):
            raise Refused(f"{begun[:80]!r} GET {path[:8]}")
        return connection

    def moves(self) -> Iterator[Request]:
        """Yields the clicks of random moves at one table after the other: each answer pencilled in, and confirmed."""
        for table in cycle(self.tables):
            view = self.view(f"/api/games/{table.game_id}")
            token = table.tokens.get(view["asked"] - 1) if view["asked"] is not None else None
            if token is None:
                continue
            legal = self.view(f"/api/seats/{token}")["legal"]
            if not legal:
                continue
            fields = {"version": view["version"], "seat": view["asked"]}
            yield click(token, fields | {"pick": self.dice.choice(legal)["action"]})
            yield click(token, fields | {"do": "confirm"})

    def play(self) -> None:
        """Clicks until the end, and tells how long each answer took."""
        clicks = self.moves()
        while not self.is_over.wait(PAUSE):
            try:
                request = next(clicks)
                began = time.monotonic()
                self.ask(request)
                tell(MOVE, time.monotonic() - began)
            except Refused as error:
                tell(FAILURE, str(error))
                clicks = self.moves()

    def read_pages(self) -> None:
        """Opens pages of tables until the end, as players, as spectators and of the past, and tells how long each took."""
        dice, languages = random.Random(2), cycle((b"en", b"de"))
        while not self.is_over.wait(PAUSE):
            table = dice.choice(self.tables)
            token = dice.choice(list(table.tokens.values()))
            path = dice.choice((f"/s/{token}", f"/s/{token}/board", f"/g/{table.game_id}", f"/g/{table.game_id}/at/{dice.randrange(40)}"))
            try:
                began = time.monotonic()
                self.ask(get(path, (*GZIP, (b"Accept-Language", next(languages)))))
                tell(READ, time.monotonic() - began)
            except Refused as error:
                tell(FAILURE, str(error))

    def play_against_intern(self) -> None:
        """Plays against an Intern until the end, and tells how long each of its answers took."""
        while not self.is_over.is_set():
            try:
                self.play_game()
            except (Refused, OSError) as error:
                tell(FAILURE, f"against the Intern: {error!r}")
                time.sleep(1)

    def play_game(self) -> None:
        opened = json.loads(self.ask(post_json("/api/games", {"seats": [{"name": "Ann"}, {"automa": "intern"}]})).text)
        seat = f"/api/seats/{opened['seats'][0]['token']}"
        with self.open_stream(f"/events?g={opened['game']}", HOME_OF_STREAM).makefile("rb") as events:
            while not self.is_over.is_set():
                view = self.view(seat)
                if view["is_over"]:
                    break
                if view["asked"] == 1:
                    move = {"apply": [self.dice.choice(view["legal"])["action"]], "version": view["version"]}
                    view = json.loads(self.ask(post_json(seat, move)).text)
                began = time.monotonic()
                if view["asked"] == 2 and any(version > view["version"] for version in versions(events)):
                    tell(INTERN, time.monotonic() - began)


def versions(events: BinaryIO) -> Iterator[int]:
    for line in events:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])["version"]


def click(token: str, fields: dict[str, object]) -> Request:
    return post_form(f"/s/{token}", urlencode(fields).encode(), ((b"X-Partial", b"true"),))


def tell(kind: str, told: float | str) -> None:
    sys.stdout.write(json.dumps([kind, told]) + "\n")  # in one piece, as several threads write
    sys.stdout.flush()


def main(port: int, folder: Path) -> None:
    """Plays until standard input is closed; prints what the players see, a JSON array a line."""
    players = Players(port, read_tables(folder))
    players.open_pages()
    threads = [threading.Thread(target=work) for work in (players.play, players.read_pages, players.play_against_intern)]
    for thread in threads:
        thread.start()
    time.sleep(5)  # the first answer of a bot starts its process
    tell(READY, 0)
    sys.stdin.read()
    players.is_over.set()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
