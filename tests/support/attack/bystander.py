"""Somebody who plays at another table during an attack, and how long each confirmed move took.

The bystander is a process of its own, so that what the attacker computes is not counted as the server's time.
"""

from __future__ import annotations

import http.client
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SOURCE = "127.0.0.2"
PAUSE = 0.25
"""Seconds between two moves: a client may make 300 changes a minute."""
TIMEOUT = 60.0


class Table:
    """A game of two people on the server, played by random moves through the JSON API, each request on a connection of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.random = random.Random(1)
        self.open()

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Returns status and content of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT, source_address=(SOURCE, 0))
        try:
            headers = {"X-Forwarded-For": "198.51.100.7", "Content-Type": "application/json"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def open(self) -> None:
        """Opens a new game."""
        status, made = self.ask("POST", "/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}]})
        assert status == 201, made
        self.public: str = made["game"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]

    def play(self) -> float | None:
        """Confirms one random move; returns the seconds from the request to its answer, None after the end of a game."""
        _, view = self.ask("GET", f"/api/games/{self.public}")
        if view["is_over"]:
            self.open()
            return None
        seat = f"/api/seats/{self.tokens[view['asked']]}"
        _, view = self.ask("GET", seat)
        action = self.random.choice(view["legal"])["action"]
        began = time.monotonic()
        status, answer = self.ask("POST", seat, {"apply": [action], "version": view["version"]})
        seconds = time.monotonic() - began
        if status != 200:
            raise ValueError(f"{status} {answer}"[:300])
        return seconds


class Bystander:
    """Plays at a table of its own from ``with`` to its end."""

    def __init__(self, port: int) -> None:
        self.times: list[float] = []
        self.failures: list[str] = []
        command = [sys.executable, "-m", "tests.support.attack.bystander", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def _listen(self) -> None:
        """Notes what the process tells."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if isinstance(told, float):
                self.times.append(told)
            else:
                self.failures.append(told)

    def __enter__(self) -> Bystander:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(90)
        self._thread.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._process.returncode:
            self.failures.append(f"the bystander ended with exit code {self._process.returncode}")

    @property
    def median(self) -> float:
        """Returns median seconds of the confirmed moves; 0 if none was played."""
        return statistics.median(self.times or [0.0])

    @property
    def slowest(self) -> float:
        """Returns seconds of the slowest confirmed move; 0 if none was played."""
        return max(self.times, default=0.0)


def main(port: int) -> None:
    """Plays until standard input is closed; prints the seconds of each confirmed move, or what went wrong, as JSON."""
    stop = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        stop.set()

    threading.Thread(target=wait, daemon=True).start()
    told: float | str | None
    table: Table | None = None
    while not stop.wait(PAUSE):
        try:
            table = table or Table(port)
            told = table.play()
        except (OSError, http.client.HTTPException, AssertionError) as error:
            told = repr(error)[:300]
        except (KeyError, ValueError) as error:
            told = f"refused: {error!r}"[:300]
        if told is not None:
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
