"""A table of two people in different browsers, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from groundfloor.server.database.store import Store
from tests.support.html import values
from tests.support.stores import game_row


class TableOfTwo:
    """``game_id`` was just opened by somebody; each seat gets a browser of its own by ``browse``, and so does a spectator (seat None)."""

    def __init__(self, browse: Callable[[], httpx.Client], game_id: str, store: Store) -> None:
        self.game_id = game_id
        self.store, self.browse = store, browse
        self.bases = [f"/s/{seat.token}" for seat in game_row(store, game_id).seats]
        self.clients = [browse(), browse()]
        self.visitor = browse()
        for seat in (0, 1):
            self.send(seat, set="skips_hiring:off")  # which gives the browser its cookie

    @property
    def asked(self) -> int:
        return game_row(self.store, self.game_id).summary.asked

    @property
    def version(self) -> int:
        return game_row(self.store, self.game_id).summary.entries

    def base(self, seat: int | None) -> str:
        return f"/g/{self.game_id}" if seat is None else self.bases[seat]

    def client(self, seat: int | None) -> httpx.Client:
        return self.visitor if seat is None else self.clients[seat]

    def board(self, seat: int | None, language: str = "en", shown: str = "") -> str:
        headers = {"X-Partial": "true", "X-Regions": shown}
        return self.client(seat).get(f"{self.base(seat)}/board?lang={language}", headers=headers).text

    def send(self, seat: int, shown: str = "", **fields: str) -> str:
        headers = {"X-Partial": "true", "X-Regions": shown}
        return self.clients[seat].post(self.bases[seat], data={"version": str(self.version), **fields}, headers=headers).text

    def choices(self, seat: int) -> list[str]:
        view = self.clients[seat].get(self.bases[seat].replace("/s/", "/api/seats/")).json()
        return [each["action"] for each in view["legal"]]

    def move(self) -> int:
        """Makes a move of the seat that is asked, and returns its number."""
        seat = self.asked
        words = values(self.board(seat), "#command-words option", "value")
        self.send(seat, command="Done hiring" if "Done hiring" in words else words[0])
        self.send(seat, do="confirm")
        return seat
