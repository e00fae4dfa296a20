"""Somebody who plays at another table during an attack, and how long each confirmed move took."""

from __future__ import annotations

import random
import threading
import time

import httpx


class Bystander:
    """Plays random moves of a game of two people through the JSON API, from a loopback address of its own, in a thread."""

    def __init__(self, address: str, source: str = "127.0.0.2", pause: float = 0.1) -> None:
        headers = {"X-Forwarded-For": "198.51.100.7"}
        self.client = httpx.Client(base_url=address, timeout=60, headers=headers, transport=httpx.HTTPTransport(local_address=source))
        self.random = random.Random(1)
        self.pause = pause
        self.times: list[float] = []
        self.failures: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.open()

    def open(self) -> None:
        """Opens a new game."""
        answer = self.client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.public: str = made["game"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]

    def play(self) -> None:
        """Confirms one random move and notes the seconds from the request to its answer."""
        view = self.client.get(f"/api/games/{self.public}").json()
        if view["is_over"]:
            self.open()
            return
        seat = f"/api/seats/{self.tokens[view['asked']]}"
        view = self.client.get(seat).json()
        action = self.random.choice(view["legal"])["action"]
        began = time.monotonic()
        answer = self.client.post(seat, json={"apply": [action], "version": view["version"]})
        self.times.append(time.monotonic() - began)
        if answer.status_code != 200:
            self.failures.append(f"{answer.status_code} {answer.text[:200]}")

    def _run(self) -> None:
        while not self._stop.wait(self.pause):
            try:
                self.play()
            except httpx.HTTPError as error:
                self.failures.append(repr(error))
            except (KeyError, ValueError) as error:
                self.failures.append(f"refused: {error!r}")

    def __enter__(self) -> Bystander:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(90)
        self.client.close()

    @property
    def slowest(self) -> float:
        """Seconds of the slowest confirmed move; 0 if none was played."""
        return max(self.times, default=0.0)
