"""Marks of guests, bots and administrators behind the names on the board of a table of the lobby."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.server.store import Store
from groundfloor.table.player_names import name_key
from tests.server.conftest import NewGame
from tests.support.html import all_of, has, text

pytestmark = pytest.mark.usefixtures("quick_hashes")
Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


def names_with_marks(page: str, selector: str) -> list[str]:
    return [text(node) for node in all_of(page, selector)]


@pytest.mark.slow
def test_board_and_log_mark_guests_and_administrators(person: Person, browse: Browse, store: Store) -> None:
    """For players and for those who look on, in the past too; whoever plays under the name of their account has no mark."""
    ann, ben, guest = person("Ann"), person("Ben"), browse()
    guest.get("/")
    account = store.account(name_key("Ben"))
    assert account is not None
    store.add_administrator(account.id, "2030-01-01T00:00:00+00:00")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 3, "options": {"deck": "preset"}}).json()["table"]
    ben.post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"})
    game = guest.post(f"/api/lobby/{table}", json={"do": "join", "player": "Cleo"}).json()["game"]
    own = ann.get(f"/api/lobby/{table}").json()["seat"]
    for client, path in ((ann, own), (browse(), f"/g/{game}"), (browse(), f"/g/{game}/at/2")):
        page = client.get(path).text
        heads = [
            " ".join(names_with_marks(page, f"#company-{seat}-name .player-name, #company-{seat}-name .person-mark")) for seat in range(3)
        ]
        assert heads == ["Ann", "Ben Administrator", "Cleo Guest"]
        assert has(page, ".log-line-words .person-mark") or "/at/" in path
        lines = names_with_marks(page, ".log-line-words")
        assert not any(line.startswith(("Ann Guest", "Ann Administrator", "Ben Guest")) for line in lines)
        assert all(line.startswith("Cleo Guest") for line in lines if line.startswith("Cleo"))


def test_board_of_a_table_of_links_marks_nobody(client: httpx.Client, new_game: NewGame) -> None:
    """Its people are friends, known to each other by the names that whoever has opened it has given them."""
    assert not has(client.get(new_game("here", "link").address).text, ".person-mark")
