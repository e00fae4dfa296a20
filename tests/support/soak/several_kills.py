"""Hard kills of one of several processes around a database, while people and bots play at many tables."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from difflib import unified_diff
from random import Random
from typing import TYPE_CHECKING

import httpx

from tests.support import http
from tests.support.persistent_player import Player
from tests.support.postgresql import postgresql_server
from tests.support.several_servers import DatabaseServers, FolderServers, Servers, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

THREADS = 4
"""Threads that play, each at tables of its own."""
MOVES = 10
"""Moves of people between two kills."""
STREAMED = 5
"""Every how manieth table is followed by a stream."""
LOG_CHARACTERS = 20_000
"""Of the end of the log, which are shown if something is wrong."""
KILLS = ("another one takes its place", "stood still")
"""What the log may say of kills, and of processes that stand still while the pages of another one are compared."""


class Follower:
    """Follows a table at one process after the other, and remembers the newest version that it was told."""

    def __init__(self, addresses: Callable[[], Sequence[str]], dice: Random, game: str) -> None:
        self.game = game
        self.version = 0
        self._addresses = addresses
        self._dice = dice
        self._is_closed = False
        threading.Thread(target=self._run, daemon=True).start()

    def wait_for(self, version: int) -> None:
        """Waits until it was told this version."""
        wait_until(lambda: self.version == version)

    def close(self) -> None:
        """Ends it."""
        self._is_closed = True

    def _run(self) -> None:
        while not self._is_closed:
            with suppress(httpx.TransportError):
                self._follow(f"{self._dice.choice(self._addresses())}/g/{self.game}/events")
            time.sleep(0.05)

    def _follow(self, address: str) -> None:
        with http.stream("GET", address, timeout=60) as stream:
            if stream.status_code == 200:
                for line in stream.iter_lines():
                    if line.startswith("data: ") and "version" in (found := json.loads(line.removeprefix("data: "))):
                        self.version = max(self.version, found["version"])


class Load:
    """Players in a few threads, who open another table when theirs is finished."""

    def __init__(self, servers: Servers, seed: int, tables: int) -> None:
        self._opened = ExitStack()
        self._threads = min(THREADS, tables)
        self._clients = [self._opened.enter_context(http.Client()) for _ in range(self._threads)]
        self._servers = servers
        self._seeds = itertools.count(seed)
        self._has_ended = threading.Event()
        self.playing = [self._new_player(number) for number in range(tables)]
        self.players = [*self.playing]
        self.followers = [Follower(lambda: servers.addresses, Random(seed), player.game) for player in self.players[::STREAMED]]
        self._pool = ThreadPoolExecutor(self._threads)
        self._works = [self._pool.submit(self._play, number) for number in range(self._threads)]

    def _new_player(self, number: int) -> Player:
        made = Player(lambda: self._servers.addresses, Random(next(self._seeds)), self._clients[number % self._threads])
        made.open()
        return made

    def _play(self, thread: int) -> None:
        while not self._has_ended.is_set():
            for number in range(thread, len(self.playing), self._threads):
                if not self.playing[number].play() and self.playing[number].view()["is_over"]:
                    self.playing[number] = self._new_player(number)
                    self.players.append(self.playing[number])
                if self._has_ended.is_set():
                    return

    @property
    def moves(self) -> int:
        """The moves of people that were acknowledged."""
        return sum(len(player.moves) for player in self.players)

    def wait_for_moves(self, count: int) -> None:
        """Waits until so many moves more were acknowledged; raises what has ended a thread."""
        wanted = self.moves + count
        wait_until(lambda: self.moves >= wanted or any(work.done() for work in self._works))
        for work in self._works:
            if work.done():
                work.result()

    def wait_for_refusals(self, count: int) -> None:
        """Waits until so many requests more were refused."""
        wanted = self.refusals + count
        wait_until(lambda: self.refusals >= wanted)

    @property
    def refusals(self) -> int:
        """The requests that were refused so far."""
        return sum(sum(player.refusals.values()) for player in self.players)

    def stop(self) -> None:
        """Ends the play; raises what has ended a thread."""
        self._has_ended.set()
        self._pool.shutdown()
        for work in self._works:
            work.result()

    def close(self) -> None:
        """Ends what is left."""
        self._has_ended.set()
        for follower in self.followers:
            follower.close()
        self._pool.shutdown()
        self._opened.close()


def kills_on_folder(folder: Path, seed: int, count: int, tables: int) -> str:
    """Kills processes of servers on a folder, of two processes and of three."""
    return "; ".join(
        kill_and_close(FolderServers(folder / str(processes), processes), seed + processes, count // 2, tables) for processes in (2, 3)
    )


def kills_on_postgresql(folder: Path, seed: int, count: int, tables: int) -> str:
    """Kills servers and workers around a database of PostgreSQL, two and three servers with a worker each."""
    with postgresql_server() as postgresql:
        return "; ".join(
            kill_and_close(DatabaseServers(folder / str(processes), postgresql.create(), processes), seed + processes, count // 2, tables)
            for processes in (2, 3)
        )


def kill_and_close(servers: Servers, seed: int, count: int, tables: int, moves: int = MOVES) -> str:
    """Does the same with processes that end afterwards."""
    with closing(servers):
        return kill_while_playing(servers, seed, count, tables, moves)


def kill_while_playing(servers: Servers, seed: int, count: int, tables: int, moves: int = MOVES) -> str:
    """Kills one of the processes ``count`` times, at random moments after so many moves, also while others start; returns what was seen."""
    dice, victims = Random(seed), Counter[str]()

    def kill(load: Load) -> None:
        for _ in range(count):
            load.wait_for_moves(moves)
            time.sleep(dice.uniform(0.0, 0.5))
            victims[servers.kill(dice)] += 1
            time.sleep(dice.uniform(0.0, 0.5))
            servers.revive(dice.random() < 0.7)
        servers.revive()

    seen = play_through(servers, seed, tables, kill, KILLS)
    return f"{servers}: killed {dict(victims)}; {seen}"


def play_through(servers: Servers, seed: int, tables: int, disturb: Callable[[Load], None], expected: Sequence[str]) -> str:
    """Has people and bots play at so many tables while ``disturb`` does something to the processes or their database; returns what was seen.

    In the end no acknowledged move may be lost, doubled or in another place, and each bot has moved as it does at its point of the game; all processes
    show the same pages, which a new process makes anew from the record; and whoever follows a table knows its last version. The log has nothing but
    what contains one of the texts that are ``expected``.
    """
    load = Load(servers, seed, tables)
    try:
        disturb(load)
        load.stop()
        bots = check_everything(servers, load)
    except BaseException as error:
        time.sleep(1.0)  # what a failed request says stands in the log after its answer
        error.add_note(servers.log.read_text()[-LOG_CHARACTERS:])
        raise
    finally:
        load.close()
    check_log(servers, expected)
    refused = sum((Counter(player.refusals) for player in load.players), Counter[str]())
    lost = sum(player.lost_answers for player in load.players)
    return (
        f"seed {seed}; {len(load.players)} tables, {load.moves} acknowledged moves and {bots} of bots, each there once; "
        f"{lost} requests without an answer and {refused.total()} refused ones {dict(refused)} were repeated"
    )


def check_everything(servers: Servers, load: Load) -> int:
    """Checks all tables, pages and streams; returns how many moves the bots have made."""
    for player in load.players:
        player.settle()
        player.check()
    shown: dict[str, str] = {}
    for address in servers.each():
        shown = compare_pages(address, load, shown)
    for follower in load.followers:
        (known,) = [player for player in load.players if player.game == follower.game]
        follower.wait_for(len(known.noted))
    compare_pages(servers.start_one(), load, shown)
    return sum(line.startswith("2 ") for player in load.players for line in player.noted) - len(load.players)


def compare_pages(address: str, load: Load, shown: dict[str, str]) -> dict[str, str]:
    """Returns what all tables' pages show at a process; it must be what others have ``shown``."""
    found = {}
    for player in load.players:
        for path in player.paths:
            answer = Player(lambda: [address], Random(0), player.http).request("GET", path)
            assert answer.status_code == 200, (path, address, answer.status_code, answer.text[-1000:])
            found[path] = answer.text
            before = shown.get(path, found[path])
            assert found[path] == before, (path, address, [*unified_diff(before.splitlines(), found[path].splitlines(), n=0)])
    return found


def check_log(servers: Servers, expected: Sequence[str]) -> None:
    """Fails if the log has something else than is expected."""
    lines = [line for line in servers.log.read_text().splitlines() if " ERROR " in line or " WARNING " in line]
    unexpected = [line for line in lines if not any(text in line for text in expected)]
    assert not unexpected, unexpected[:5]
