"""Several processes around one database, of which each may be killed at any moment: what they have in common on SQLite and PostgreSQL."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Protocol

from .server_process import NO_FOLDER, PATIENCE, Process

SETTINGS = "bot_processes = 1\nbot_pause_seconds = 0.02\n" + "".join(
    f"{name} = 100_000_000\n" for name in ("tables_per_hour", "requests_per_minute", "changes_per_minute", "connections_per_client")
)
WORK = """
import sys
from groundfloor.server.serve import work
from groundfloor.server.http.settings import read_settings
work(settings=read_settings(sys.argv[1], {}))
"""


class Worker(Process):
    """A process that serves no pages."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", WORK, self.settings]

    def wait(self) -> None:
        """Doesn't wait, as nobody asks it anything."""


class Servers(Protocol):
    """Processes around one database."""

    log: Path

    @property
    def addresses(self) -> list[str]:
        """Where processes may answer."""

    def kill(self, dice: Random) -> str:
        """Kills one of the processes; returns what it was."""

    def revive(self, is_awaited: bool = True) -> None:
        """Starts those that have ended, and waits for them, if wanted."""

    def each(self) -> Iterator[str]:
        """Yields for each process that serves the address at which it alone answers until the next one is asked for."""

    def start_one(self) -> str:
        """Ends all processes and starts a single new one; returns its address."""

    def close(self) -> None:
        """Ends all processes."""


class FolderServers:
    """A server of several processes on a folder, with one port."""

    def __init__(self, folder: Path, count: int, settings: str = SETTINGS, start: Callable[..., Process] = Process) -> None:
        folder.mkdir(exist_ok=True)
        self.log = folder / "log"
        self.data = folder / "data"
        self.count = count
        self.settings = settings
        self.server = start(self.data, settings=f"workers = {count}\n{settings}", log=self.log)
        self.revive()

    def __str__(self) -> str:
        return f"{self.count} processes on a folder"

    @property
    def addresses(self) -> list[str]:
        return [self.server.address]

    def kill(self, dice: Random) -> str:
        """Kills one of the processes that serve, and now and then the one that has started them, with which all end."""
        serving = sorted(self.server.children())
        if not serving or not dice.randrange(10):
            self.kill_all()
            return "server"
        with suppress(ProcessLookupError):
            os.kill(dice.choice(serving), signal.SIGKILL)
        return "process"

    def kill_all(self) -> None:
        """Kills the process that has started the others, and waits until all have ended."""
        serving = self.server.children()
        self.server.process.kill()
        self.server.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in serving))

    def revive(self, is_awaited: bool = True) -> None:
        if self.server.process.poll() is not None:
            self.server.launch()
        if is_awaited:
            self.server.wait()
            wait_until(lambda: len(self.server.children()) == self.count)

    def each(self) -> Iterator[str]:
        for child in sorted(self.server.children()):
            others = self.server.children() - {child}
            for other in others:
                os.kill(other, signal.SIGSTOP)
            yield self.server.address
            for other in others:
                with suppress(ProcessLookupError):
                    os.kill(other, signal.SIGCONT)

    def start_one(self) -> str:
        self.server.end(signal.SIGTERM)
        self.server.settings = self.settings
        self.server.start()
        return self.server.address

    def close(self) -> None:
        self.server.close()


class DatabaseServers:
    """Servers and a worker around a database of PostgreSQL. ``variables`` are of the environment of each server, the worker's last."""

    def __init__(
        self, folder: Path, database: str, count: int, settings: str = SETTINGS, variables: tuple[dict[str, str], ...] = ()
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.log = folder / "log"
        self.settings = f"database = '{database}'\n{settings}"
        self.stopped: set[Process] = set()
        self._opened = ExitStack()
        self.processes = [
            self._opened.enter_context(
                kind(NO_FOLDER, settings=self.settings, log=self.log, variables=variables[number] if variables else None)
            )
            for number, kind in enumerate([*[Process] * count, Worker])
        ]

    def __str__(self) -> str:
        return f"{len(self.servers)} servers and a worker around PostgreSQL"

    @property
    def servers(self) -> list[Process]:
        return self.processes[:-1]

    @property
    def worker(self) -> Process:
        return self.processes[-1]

    @property
    def addresses(self) -> list[str]:
        return [server.address for server in self.servers if server not in self.stopped]

    def stop(self, server: Process) -> None:
        """Has a server stand still, which nobody asks anything meanwhile."""
        self.stopped.add(server)
        server.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Has servers that stand still go on."""
        for server in self.stopped:
            server.process.send_signal(signal.SIGCONT)
        self.stopped.clear()

    def kill(self, dice: Random) -> str:
        victim = dice.choice([process for process in self.processes if process.process.poll() is None])
        victim.process.kill()
        victim.process.wait()
        return "worker" if victim is self.worker else "server"

    def revive(self, is_awaited: bool = True) -> None:
        for process in self.processes:
            if process.process.poll() is not None:
                process.launch()
        if is_awaited:
            for process in self.processes:
                process.wait()

    def each(self) -> Iterator[str]:
        yield from self.addresses

    def start_one(self) -> str:
        self.close()
        self._opened.push(self.servers[0])
        self.servers[0].start()
        return self.servers[0].address

    def close(self) -> None:
        self._opened.close()


def wait_until(is_true: Callable[[], object]) -> None:
    """Waits until a function returns something true."""
    ends = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < ends
        time.sleep(0.02)
