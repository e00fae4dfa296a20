"""A table that a test opens and plays by the JSON interface."""

from __future__ import annotations

from typing import Any

import httpx

MANY = 10_000
"""More moves than a game has."""


class ApiTable:
    """A table at the server of ``client``. Seats are names of people, each with a link, or ids of Automas and bots: ``automa:pei``."""

    def __init__(self, client: httpx.Client, *seats: str, **fields: object) -> None:
        who = [
            {"automa": seat.removeprefix("automa:")} if seat.startswith("automa:") else {"name": seat} for seat in seats or ("Ann", "Ben")
        ]
        self._open(client, "/api/games", {"seats": who, **fields})

    @classmethod
    def resume(cls, client: httpx.Client, record: str) -> ApiTable:
        """Opens a table that goes on where a record ends."""
        table = cls.__new__(cls)
        table._open(client, "/api/records", {"record": record, "resume": True})
        return table

    def _open(self, client: httpx.Client, path: str, body: dict[str, object]) -> None:
        answer = client.post(path, json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.client, self.game_id = client, str(made["game"])
        self.tokens = [str(seat.get("token") or "") for seat in made["seats"]]

    @property
    def public_view(self) -> dict[str, Any]:
        """What everybody sees."""
        return dict(self.client.get(f"/api/games/{self.game_id}").json())

    @property
    def asked(self) -> int:
        return int(self.public_view["asked"]) - 1

    @property
    def version(self) -> int:
        return int(self.public_view["version"])

    @property
    def record(self) -> str:
        return self.client.get(f"/g/{self.game_id}/record").text

    def api(self, seat: int) -> str:
        return f"/api/seats/{self.tokens[seat]}"

    def path(self, seat: int) -> str:
        return f"/s/{self.tokens[seat]}"

    def url(self, seat: int) -> str:
        """Returns the address of the page of a seat, for a browser."""
        return str(self.client.base_url.join(self.path(seat)))

    def view(self, seat: int) -> dict[str, Any]:
        return dict(self.client.get(self.api(seat)).json())

    def act(self, seat: int, **body: object) -> httpx.Response:
        return self.client.post(self.api(seat), json=body)

    def move(self, *texts: str) -> dict[str, Any]:
        """Has whoever is asked give these answers, or else the last one that is legal; returns what they see then."""
        if not texts:
            return self.play(1)
        view = self.public_view
        return dict(self.act(view["asked"] - 1, apply=texts, version=view["version"]).raise_for_status().json())

    def play(self, moves: int = MANY) -> dict[str, Any]:
        """Plays so many moves, or to the end, by the last legal answer of each question; returns what the last one sees then."""
        view = self.public_view
        for _ in range(moves):
            if view["is_over"]:
                break
            seat = view["asked"] - 1
            view = view if view.get("legal") else self.view(seat)
            view = self.act(seat, apply=[view["legal"][-1]["action"]], version=view["version"]).raise_for_status().json()
        return dict(view)
