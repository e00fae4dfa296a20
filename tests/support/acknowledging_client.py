"""A client that remembers which moves the server has acknowledged, and checks later that they are there."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass
class Client:
    """Plays whoever is asked, at random, and notes what was acknowledged."""

    address: str
    random: random.Random
    http: httpx.Client
    game: str = ""
    tokens: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    promised: int = 0
    sent: str = ""

    def open(self) -> None:
        made = self.json("POST", "/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}, {"automa": "pei"}]}, 201)
        self.game, self.noted, self.promised, self.sent = made["game"], [], 0, ""
        self.tokens = [seat.get("token", "") for seat in made["seats"]]
        self.noted = self.entries()
        self.promised = len(self.noted)

    def json(self, method: str, path: str, body: object = None, status: int = 200) -> dict[str, Any]:
        """Returns what the server answers, which must have this status."""
        answer = self.http.request(method, f"{self.address}{path}", json=body)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def read(self, path: str) -> dict[str, Any]:
        return self.json("GET", path)

    def entries(self) -> list[str]:
        text = self.read(f"/api/games/{self.game}/record")["record"]
        return [line for line in text.partition("\n\n")[2].splitlines() if not line.startswith("key ")]

    def play(self) -> None:
        """Plays one move, pencilled and confirmed, and notes it when the server has acknowledged it."""
        view = self.read(f"/api/games/{self.game}")
        if view["is_over"]:
            self.open()
            return
        path = f"/api/seats/{self.tokens[view['asked'] - 1]}"
        view = self.read(path)
        self.sent = self.random.choice(view["legal"])["action"]
        moved = self.json("POST", path, {"apply": [self.sent], "version": view["version"]})
        self.promised, self.sent = moved["version"], ""
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
