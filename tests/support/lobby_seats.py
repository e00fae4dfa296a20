"""The seats of a game of the lobby over the API, each with its own client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx


class LobbySeats:
    """Clients, and the paths of their seats, in the same order from 0."""

    clients: list[httpx.Client]
    paths: list[str]

    def api(self, seat: int) -> str:
        return f"/api/seats/{self.paths[seat].rpartition('/')[2]}"

    def view(self, seat: int) -> dict[str, Any]:
        answer: dict[str, Any] = self.clients[seat].get(self.api(seat)).json()
        return answer

    def act(self, seat: int, **body: object) -> httpx.Response:
        return self.clients[seat].post(self.api(seat), json=body)
