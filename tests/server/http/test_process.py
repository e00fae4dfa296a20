"""The server as a process: stopped, restarted, killed at any moment, also while it starts."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support import http
from tests.support.ports import free_port
from tests.support.samples import sampled
from tests.support.server_process import Process, refused_start

KILLS = 5
ATTEMPTS = 5
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs signals")]


@pytest.fixture(autouse=True)
def heard_signals() -> Iterator[None]:
    """Lets the servers of these tests hear SIGHUP and SIGINT, also if the tests run with ``nohup`` or in the background."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGHUP, signal.SIGINT)}
    yield
    for number, old in before.items():
        signal.signal(number, old)


@pytest.mark.thorough
def test_acknowledged_moves_survive_hard_kills(process: Process) -> None:
    """Kills at moments drawn; ``scripts/soak`` does hundreds."""
    dice = random.Random(1)
    client = process.client()
    moves = 0
    for _ in range(KILLS):
        for _ in range(dice.randint(1, 4)):
            client.play()
            moves += 1
        killer = threading.Timer(dice.uniform(0.0, 0.08), process.process.kill)
        killer.start()
        try:
            while True:
                client.play()
                moves += 1
        except httpx.TransportError:
            pass
        killer.join()
        process.process.wait()
        process.start()
        client.check()
    assert moves >= KILLS


@pytest.mark.thorough
def test_restart_changes_nothing(process: Process) -> None:
    client = process.client()
    view = http.get(f"{process.address}/api/games/{client.game}").json()
    seat = f"{process.address}/api/seats/{client.tokens[view['asked'] - 1]}"
    before = http.post(seat, json={"pick": "done", "version": view["version"]}).json()
    before = http.post(seat, json={"set": "skips_firing:on"}).json()
    process.end(signal.SIGTERM)
    process.start()
    after = http.get(seat).json()
    assert after == before and after["draft"] == ["done"] and after["preferences"]["skips_firing"]
    assert http.post(seat, json={"do": "confirm", "version": after["version"]}).status_code == 200


@pytest.mark.thorough
@pytest.mark.parametrize("how", sampled([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], signal.SIGTERM.__eq__))
def test_signals_end_within_two_seconds_with_browsers_connected(process: Process, how: signal.Signals) -> None:
    """All of them close the store: nothing is left in its write-ahead log, and the exit code is 0.

    A busy machine may need longer once or twice, a server that waits for its browsers always does.
    """
    client = process.client()
    seconds: list[float] = []
    while not seconds or seconds[-1] >= 2:
        assert len(seconds) < ATTEMPTS, seconds
        if seconds:
            process.start()
        with http.stream("GET", f"{process.address}/g/{client.game}/events") as stream, http.Client() as idle:
            next(stream.iter_lines())
            idle.get(f"{process.address}/")
            assert (process.folder / "groundfloor.db-wal").exists()
            seconds.append(process.end(how))
        assert process.process.returncode == 0
        assert not (process.folder / "groundfloor.db-wal").exists()


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_before_the_server_is_there_ends_it_too(tmp_path: Path, how: signal.Signals) -> None:
    process = Process(tmp_path, is_awaited=False)
    while not (tmp_path / "lock").exists():
        assert process.process.poll() is None
        time.sleep(0.002)
    process.end(how)
    assert process.process.returncode == 0


@pytest.mark.thorough
def test_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    """As with ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = Process(tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    process.process.send_signal(signal.SIGHUP)
    assert http.get(f"{process.address}/about").status_code == 200
    process.end(signal.SIGTERM)


@pytest.mark.thorough
def test_a_second_server_and_a_taken_port_are_refused_in_a_sentence(process: Process, tmp_path: Path) -> None:
    for port, folder, said in ((free_port(), process.folder, "Another server"), (process.port, tmp_path / "other", "--port")):
        assert said in refused_start(port, folder)


@pytest.mark.thorough
def test_backup_while_a_server_plays_is_restored_to_another_server(process: Process, tmp_path: Path) -> None:
    """As an operator does it: the command beside the server; restore refuses to touch data in use."""
    client = process.client()
    for _ in range(5):
        client.play()
    file, other = tmp_path / "copy.db", tmp_path / "other"
    groundfloor = [sys.executable, "-m", "groundfloor"]
    made = subprocess.run(
        [*groundfloor, "backup", str(file), "--data", str(process.folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert made.returncode == 0 and "1 game" in made.stdout, made.stderr
    refused = subprocess.run(
        [*groundfloor, "restore", str(file), "--data", str(process.folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode == 1 and "stop it" in refused.stderr
    noted = client.noted
    client.play()
    subprocess.run([*groundfloor, "restore", str(file), "--data", str(other)], capture_output=True, timeout=60, check=True)
    second = Process(other)
    client.address = second.address
    assert client.entries() == noted
    client.play()
    second.end(signal.SIGTERM)


SIGNAL_IN_A_FINALIZER = """
import os, signal, sys
from pathlib import Path
from groundfloor.server import serve

class SendsSignalWhenDeleted:
    def __del__(self):
        os.kill(os.getpid(), signal.Signals[sys.argv[2]])

def create_and_signal(*arguments, **options):
    SendsSignalWhenDeleted()  # Python drops what is raised in a finalizer
    return create(*arguments, **options)

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
create, serve.create_app = serve.create_app, create_and_signal
serve.Server.run = lambda server, sockets: print("the server was started")
serve.serve(port=0, data=Path(sys.argv[1]), print_line=lambda line: None)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_in_a_finalizer_keeps_the_server_from_starting(tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-c", SIGNAL_IN_A_FINALIZER, str(tmp_path), name]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not (tmp_path / "groundfloor.db-wal").exists()
