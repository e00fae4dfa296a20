"""Long faults of processes and of PostgreSQL while people and bots play: shorter ones are in ``tests/server/test_database_faults.py``."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from tests.support.postgresql import postgresql_server
from tests.support.proxy import Proxy
from tests.support.several_servers import DatabaseServers, FolderServers

from .several_kills import play_through

if TYPE_CHECKING:
    from .several_kills import Load

OUTAGE = (
    "the data can't be reached",
    "jobs can't be read",
    "the list of games can't be read",
    "claims of jobs can't be extended",
    "could not move",
    "other processes",
    " of game ",
    "a lower bot moves",
    "open pages are not told",
    "could not be pushed",
    "stood still",
    "housekeeping failed",
    "Exception during reset",
)
"""What the log may say while the database is away or a process stands still."""
STOPPED_SECONDS = 30.0
HANGING_SECONDS = 45.0
"""Longer than a process waits for an answer."""


def faults_of_postgresql(folder: Path, seed: int, tables: int) -> str:
    """Restarts PostgreSQL, ends its connections, has them cut and hang, and has a server stand still, each a few times."""
    dice = Random(seed)
    with postgresql_server() as postgresql, closing(Proxy(postgresql.port)) as proxy:
        address = make_url(postgresql.create(is_durable=True)).set(port=proxy.port).render_as_string()

        def restart() -> None:
            postgresql.stop()
            time.sleep(dice.uniform(0.0, 5.0))
            postgresql.start()

        def hang() -> None:
            proxy.hang()
            time.sleep(HANGING_SECONDS)
            proxy.resume()

        def stop() -> None:
            servers.stop(dice.choice(servers.servers))
            time.sleep(STOPPED_SECONDS)
            servers.go_on()

        def disturb(load: Load) -> None:
            faults = [restart] * 5 + [postgresql.cut] * 10 + [proxy.cut] * 10 + [hang] * 2 + [stop] * 3
            dice.shuffle(faults)
            for fault in faults:
                load.wait_for_moves(10)
                fault()
            load.wait_for_moves(10)

        with closing(DatabaseServers(folder, address, 3)) as servers:
            return f"5 restarts, 20 cuts, 2 hangs, 3 stops; {play_through(servers, seed, tables, disturb, OUTAGE)}"


def stops_on_folder(folder: Path, seed: int, tables: int) -> str:
    """Has one of the processes on a folder stand still: it goes on after 20 seconds, or another one takes its place after 30."""
    dice = Random(seed)
    with closing(FolderServers(folder, 3)) as servers:

        def disturb(load: Load) -> None:
            for seconds in (20.0, 40.0, 20.0, 40.0):
                load.wait_for_moves(10)
                stopped = dice.choice(sorted(servers.server.children()))
                os.kill(stopped, signal.SIGSTOP)
                time.sleep(seconds)
                if stopped in servers.server.children():
                    os.kill(stopped, signal.SIGCONT)
            load.wait_for_moves(10)

        return f"4 stops; {play_through(servers, seed, tables, disturb, (*OUTAGE, 'another one takes its place'))}"
