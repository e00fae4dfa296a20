"""A server of links: without the club, its modules, and the packages of accounts, passkeys, mail and push."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from groundfloor.server.app import installed_club

LEFT_OUT = ("argon2", "webauthn", "aiosmtplib", "py_vapid", "openskill")
CLUB = (
    "groundfloor.server.club.whole_club",
    "groundfloor.server.club.accounts.accounts",
    "groundfloor.server.club.administration.routes",
    "groundfloor.server.club.lobby.actions",
    "groundfloor.server.club.moderation.rights",
    "groundfloor.server.club.chat.routes",
    "groundfloor.server.club.notifications.routes",
    "groundfloor.server.club.notifications.sender",
)
CODE = """
import re, sys, warnings
warnings.simplefilter("ignore")  # of the test client
sys.modules.update(dict.fromkeys(LEFT_OUT + CLUB))
from pathlib import Path
from starlette.testclient import TestClient
from groundfloor.server.database.store import Store
from groundfloor.server.app import create_app
from groundfloor.server.game.club import Club

with Store(Path(sys.argv[1])) as store, TestClient(create_app(store, club=Club()), "http://localhost") as client:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    for move in range(12):
        views = [client.get(f"/api/seats/{token}").json() for token in tokens]
        seat = views[0]["asked"] - 1
        text = views[seat]["legal"][0]["action"]
        applied = client.post(f"/api/seats/{tokens[seat]}", json={"apply": [text], "version": views[seat]["version"]})
        assert applied.status_code == 200, applied.text
    assert views[0]["version"] > 5
    start = client.get("/")
    assert start.status_code == 200 and "/lobby" not in start.text and "/account" not in start.text
    for path in (f"/g/{game}", f"/s/{tokens[0]}", f"/s/{tokens[0]}/table", f"/g/{game}/companies", "/rules", "/my-games", "/day", "/games"):
        assert client.get(path).status_code == 200, path
    assert "person-mark" not in client.get(f"/s/{tokens[0]}/table").text
    for path in ("/lobby", "/account", "/notices", "/friends", "/admin", f"/s/{tokens[0]}/chat"):
        assert client.get(path).status_code == 404, path
    linked, actions = set(), set()
    for path in ("/", f"/g/{game}", f"/s/{tokens[0]}", f"/s/{tokens[0]}/table", f"/g/{game}/companies", "/rules", "/my-games", "/day", "/games", "/about"):
        page = client.get(path).text.replace("&amp;", "&")
        linked |= {link.partition("#")[0] for link in re.findall(r'href="(/[^"]*)"(?! hidden)', page)}
        actions |= set(re.findall(r'<form[^>]*method="post"[^>]*action="(/[^"]*)"', page))
    dead = {link for link in linked if link and client.get(link).status_code in (404, 405)}
    assert not dead and len(linked) > 30, dead
    dead = {action for action in actions if client.post(action).status_code in (404, 405)}
    assert not dead and len(actions) > 5, (dead, actions)
    described = client.get("/api/openapi.json").json()["paths"]
    assert "/api/seats/{token}" in described and not any(path.startswith(("/api/lobby", "/api/account", "/api/admin")) for path in described)
"""


def test_server_without_a_package_of_the_club_is_one_of_links(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_club().has_pages
    monkeypatch.setitem(sys.modules, "webauthn", None)
    assert not installed_club().has_pages


@pytest.mark.thorough
@pytest.mark.slow
def test_game_by_links_needs_nothing_of_the_club(tmp_path: Path) -> None:
    code = f"LEFT_OUT, CLUB = {LEFT_OUT!r}, {CLUB!r}\n{CODE}"
    subprocess.run([sys.executable, "-P", "-c", code, str(tmp_path)], check=True)
