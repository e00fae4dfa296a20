"""A database that restarts, ends its connections, hangs or is full, and processes that stand still or have wrong clocks: play goes on, and nothing is lost.

Requests are refused with a sentence meanwhile, and repeated (``Player.request``); ``play_through`` checks moves, bots, pages and streams in the end.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.engine import make_url

from tests.support import http, several_servers
from tests.support.postgresql import PostgreSQLServer, postgresql_server
from tests.support.proxy import Proxy
from tests.support.server_process import PATIENCE
from tests.support.several_servers import DatabaseServers, wait_until
from tests.support.soak.disks import fill, small_disk
from tests.support.soak.faults import OUTAGE
from tests.support.soak.several_kills import Load, play_through

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = 2
SETTINGS = several_servers.SETTINGS.replace("bot_processes = 1", "bot_processes = 0")
"""Bots think in the servers themselves, as libfaketime confuses multiprocessing's locks."""
BUSY = ("stood still", "a lower bot moves")
"""What the log may say on a busy machine."""
pytestmark = pytest.mark.slow


def play_and_disturb(folder: Path, database: str, disturb: Callable[[DatabaseServers, Load], None], expected: tuple[str, ...]) -> str:
    """Has two servers and a worker play while something happens; returns their log."""
    with closing(DatabaseServers(folder, database, 2)) as servers:
        play_through(servers, 1, TABLES, lambda load: disturb(servers, load), expected)
        return servers.log.read_text()


@pytest.mark.nightly
def test_restart_of_the_database(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    def restart(servers: DatabaseServers, load: Load) -> None:
        load.wait_for_moves(2)
        postgresql.stop()
        load.wait_for_refusals(2)
        postgresql.start()
        load.wait_for_moves(4)
        wait_until(lambda: "are followed again" in servers.log.read_text())

    said = play_and_disturb(tmp_path, postgresql.create(is_durable=True), restart, OUTAGE)
    assert "the data can't be reached: Storage" in said


@pytest.mark.nightly
def test_connections_that_are_cut(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    def cut(servers: DatabaseServers, load: Load) -> None:
        for _ in range(5):
            load.wait_for_moves(2)
            postgresql.cut()
        load.wait_for_moves(2)
        wait_until(lambda: "are followed again" in servers.log.read_text())

    said = play_and_disturb(tmp_path, postgresql.create(), cut, OUTAGE)
    assert "other processes can't be followed now" in said


@pytest.mark.nightly
def test_network_that_hangs_and_cuts(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    with closing(Proxy(postgresql.port)) as proxy:

        def hang(servers: DatabaseServers, load: Load) -> None:
            for _ in range(3):
                load.wait_for_moves(2)
                proxy.hang()
                proxy.cut()
                proxy.resume()
            load.wait_for_moves(2)

        address = make_url(postgresql.create()).set(port=proxy.port).render_as_string()
        play_and_disturb(tmp_path, address, hang, OUTAGE)


@pytest.mark.nightly
def test_full_disk_of_the_database(tmp_path: Path) -> None:
    def fill_disk(servers: DatabaseServers, load: Load) -> None:
        load.wait_for_moves(2)
        fill(place)
        wait_until(lambda: ": Storage" in servers.log.read_text())  # of a person's move or a bot's
        (place / "ballast").unlink()
        server.recover()
        load.wait_for_moves(4)

    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        folder.chmod(0o755)  # for the user postgres
        try:
            place = opened.enter_context(small_disk(folder, 200_000))
        except OSError as error:
            pytest.skip(str(error))
        server = opened.enter_context(postgresql_server(place))
        said = play_and_disturb(tmp_path, server.create(is_durable=True), fill_disk, OUTAGE)
    assert "No space left on device" in said or "StorageFailed" in said


@pytest.mark.nightly
def test_process_that_stands_still(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    """Others go on with what it has begun and forget who is here there; afterwards it goes on with what they have stored."""

    def stop(servers: DatabaseServers, load: Load) -> None:
        one, other = servers.servers
        player = load.players[0]

        def is_here() -> bool:
            return 1 in (player.ask(other.address)["here"] or [])

        with http.stream("GET", f"{one.address}/events?g={player.game}&s={player.token}&h={player.token}", timeout=PATIENCE):
            wait_until(is_here)
            servers.stop(one)
            wait_until(lambda: not is_here())
            load.wait_for_moves(4)
            servers.go_on()
            wait_until(is_here)
        load.wait_for_moves(4)

    said = play_and_disturb(tmp_path, postgresql.create(), stop, OUTAGE)
    assert "this process stood still for" in said


@pytest.mark.nightly
def test_clocks_that_differ(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    """One server is two minutes ahead of the other, and the worker two minutes behind."""
    library = find_faketime()
    variables = tuple({"LD_PRELOAD": library, "FAKETIME": by, "FAKETIME_DONT_FAKE_MONOTONIC": "1"} for by in ("+120s", "+0s", "-120s"))
    with closing(DatabaseServers(tmp_path, postgresql.create(), 2, settings=SETTINGS, variables=variables)) as servers:
        play_through(servers, 1, TABLES, lambda load: load.wait_for_moves(20), ("the clock of this process", *BUSY))
        said = servers.log.read_text()
    assert " seconds ahead of the database's" in said and " seconds behind the database's" in said


def find_faketime() -> str:
    """Returns the library that changes the clock of a process; skips the test without it, but fails where CI is set."""
    found = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
    if found is None:
        said = "libfaketime is missing (Debian: apt install libfaketime)."
        pytest.fail(said) if os.environ.get("CI") and sys.platform == "linux" else pytest.skip(said)
    return str(found)
