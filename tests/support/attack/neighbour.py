"""Somebody who is told of the moves of another by a webhook that answers at once, and how long each notice takes."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

from tests.support.other_servers import HOST, OtherServer

from .client import get, post_json, take_seat
from .exchange import Answer, Connection, Request

SOURCE = "127.0.5.1"
COOKIE = ((b"Cookie", b"groundfloor=neighbour-of-the-attacked"),)
PATH = "/prompt"
PAUSE = 0.2
"""Seconds between a notice and the next move."""
PATIENCE = 60.0
"""Seconds after which a notice is given up."""


class Neighbour:
    """Plays for both seats of a table until the end of the ``with`` block. ``seen`` has the seconds from a move to the notice of it, each with the moment of its end."""

    def __init__(self, port: int, other: OtherServer) -> None:
        self.seen: list[tuple[float, float]] = []
        self.failures: list[str] = []
        self._connection = Connection(port, SOURCE)
        self._other = other
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Neighbour:
        opened = self._ask(post_json("/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}]}))
        self._game, self._tokens = opened["game"], [seat["token"] for seat in opened["seats"]]
        self._send(take_seat(self._tokens[1], COOKIE))
        self._ask(post_json("/api/notices", {"do": "settings", "delay_minutes": 0}, COOKIE))
        self._ask(
            post_json(
                "/api/notices/addresses", {"do": "add", "transport": "json", "address": f"https://{HOST}{PATH}", "label": "Ben"}, COOKIE
            )
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._connection.close()

    def _play(self) -> None:
        while not self._is_over.wait(PAUSE):
            try:
                self._move()
            except (AssertionError, KeyError, ValueError) as error:
                self.failures.append(f"somebody with a webhook: {error!r}")

    def _move(self) -> None:
        """Makes a move; if it is the turn of Ben then, waits for the notice that says so."""
        asked = self._ask(get(f"/api/games/{self._game}"))["asked"] - 1
        view = self._ask(get(f"/api/seats/{self._tokens[asked]}"))
        count, began = self._count(), time.monotonic()
        after = self._ask(
            post_json(f"/api/seats/{self._tokens[asked]}", {"apply": [view["legal"][0]["action"]], "version": view["version"]})
        )
        if asked == 0 and after["asked"] == 2:
            while self._count() == count:
                assert time.monotonic() < began + PATIENCE, "a notice did not come"
                time.sleep(0.02)
            self.seen.append((time.monotonic(), time.monotonic() - began))

    def _count(self) -> int:
        return sum(each.path == PATH for each in self._other.received)

    def _ask(self, request: Request) -> dict[str, Any]:
        answer = self._send(request)
        assert answer.status in (200, 201), f"{answer.status} {answer.text[:100]}"
        found: dict[str, Any] = json.loads(answer.text)
        return found

    def _send(self, request: Request) -> Answer:
        return self._connection.send(request)
