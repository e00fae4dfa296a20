"""The server as a process: stopped, restarted, killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx
import pytest

from groundfloor.web.serve import free_port
from tests.support.process import START, Process

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 50
pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")


@dataclass
class Client:
    """Plays whoever is asked, at random, and notes what was acknowledged."""

    address: str
    random: random.Random
    game: str = ""
    tokens: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    promised: int = 0
    sent: str = ""

    def open(self) -> None:
        """A new game of two people and an Automa."""
        seats = [{"name": "Ann"}, {"name": "Ben"}, {"automa": "pei"}]
        made = httpx.post(f"{self.address}/api/games", json={"seats": seats}).json()
        self.game, self.noted, self.promised, self.sent = made["game"], [], 0, ""
        self.tokens = [seat.get("token", "") for seat in made["seats"]]
        self.noted = self.entries()
        self.promised = len(self.noted)

    def entries(self) -> list[str]:
        """The entries of the record as the server tells it."""
        text = httpx.get(f"{self.address}/api/games/{self.game}/record").json()["record"]
        return [line for line in text.partition("\n\n")[2].splitlines() if not line.startswith("key ")]

    def play(self) -> None:
        """One move, pencilled and confirmed; noted when the server has acknowledged it."""
        view = httpx.get(f"{self.address}/api/games/{self.game}").json()
        if view["is_over"]:
            self.open()
            return
        seat = f"{self.address}/api/seats/{self.tokens[view['asked']]}"
        view = httpx.get(seat).json()
        self.sent = self.random.choice(view["legal"])["action"]
        answer = httpx.post(seat, json={"apply": [self.sent], "version": view["version"]})
        assert answer.status_code == 200, answer.text
        self.promised, self.sent = answer.json()["version"], ""
        self.noted = self.entries()

    def check(self) -> None:
        """Everything that was acknowledged is there, and at most the move that was on its way."""
        now = self.entries()
        assert now[: len(self.noted)] == self.noted
        assert len(now) >= self.promised
        more = now[self.promised :]
        if self.promised:
            assert not more or (self.sent and self.sent in more[0]), (self.sent, more)
        else:  # the game was promised, and its server killed before it told what chance brought at the start
            assert now and all(line.startswith("* ") for line in now), now
        self.noted, self.promised, self.sent = now, len(now), ""


@pytest.mark.timeout(900)
def test_what_is_acknowledged_survives_hard_kills(process: Process) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    dice = random.Random(seed)
    client = Client(process.address, dice)
    client.open()
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


def test_after_a_restart_everything_stands_as_it_was(process: Process) -> None:
    client = Client(process.address, random.Random(1))
    client.open()
    view = httpx.get(f"{process.address}/api/games/{client.game}").json()
    seat = f"{process.address}/api/seats/{client.tokens[view['asked']]}"
    before = httpx.post(seat, json={"pick": "done", "version": view["version"]}).json()
    before = httpx.post(seat, json={"set": "skips_firing:on"}).json()
    process.end(signal.SIGTERM)
    process.start()
    after = httpx.get(seat).json()
    assert after == before and after["pencilled"] == ["done"] and after["preferences"]["skips_firing"]
    assert httpx.post(seat, json={"do": "confirm", "version": after["version"]}).status_code == 200


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_within_two_seconds_with_browsers_connected(process: Process, how: signal.Signals) -> None:
    """All of them close the store: nothing is left in its write-ahead log, and the exit code is 0."""
    client = Client(process.address, random.Random(1))
    client.open()
    with httpx.stream("GET", f"{process.address}/g/{client.game}/events", timeout=10) as stream, httpx.Client() as idle:
        next(stream.iter_lines())
        idle.get(f"{process.address}/")
        assert (process.folder / "groundfloor.db-wal").exists()
        assert process.end(how) < 2
    assert process.process.returncode == 0
    assert not (process.folder / "groundfloor.db-wal").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_signal_before_the_server_is_there_ends_it_too(tmp_path: Path, how: signal.Signals) -> None:
    process = Process(tmp_path, is_awaited=False)
    while not (tmp_path / "lock").exists():
        assert process.process.poll() is None
        time.sleep(0.002)
    process.end(how)
    assert process.process.returncode == 0


def test_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    """As with ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = Process(tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    process.process.send_signal(signal.SIGHUP)
    assert httpx.get(f"{process.address}/about").status_code == 200
    process.end(signal.SIGTERM)


def test_folder_is_free_after_a_hard_kill(process: Process) -> None:
    process.end(signal.SIGKILL)
    assert (process.folder / "lock").exists()
    process.start()
    assert httpx.get(f"{process.address}/about").status_code == 200


def test_a_second_server_and_a_taken_port_are_said_in_a_sentence(process: Process, tmp_path: Path) -> None:
    for port, folder, said in ((free_port(), process.folder, "Another server"), (process.port, tmp_path / "other", "--port")):
        command = [sys.executable, "-c", START, str(port), str(folder)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert ended.returncode == 1 and said in ended.stderr and "Traceback" not in ended.stderr
