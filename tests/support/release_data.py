"""What a version leaves on disk, which every later one must be able to open: ``tests/releases/VERSION``, written by ``python -m tests.support release_data``.

``data.db.gz`` is the backup of a server's data folder, ``records`` has a finished game of each ruleset, and ``contents.json`` says what is in both. Write the
folder of the present version anew as often as its schema or formats change before it is out. That of a version that is out never changes again.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

import groundfloor
from groundfloor import read_record
from groundfloor.editions import NAMES
from groundfloor.server.database.backup import write_backup
from tests.support import http
from tests.support.server_process import Process

FOLDER = Path(__file__).parents[1] / "releases"
PASSWORD = "correct horse battery"
PEOPLE = ("Ann", "Ben")


def send(client: httpx.Client, path: str, body: object) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code in (200, 201), (path, answer.status_code, answer.text)
    return dict(answer.json())


def play_rated_game(ann: httpx.Client, ben: httpx.Client, ruleset: str, dice: random.Random) -> str:
    """Plays a rated game of two accounts to its end, and returns its id."""
    table = send(
        ann, "/api/lobby", {"player": "Ann", "people": 2, "rated": True, "pace": "days-1", "ruleset": ruleset, "name": f"Rated {ruleset}"}
    )["table"]
    game = str(send(ben, f"/api/lobby/{table}", {"do": "join", "player": "Ben"})["game"])
    clients = [ann, ben]
    seats = [f"/api{client.get(f'/api/lobby/{table}').json()['seat'].replace('/s/', '/seats/')}" for client in clients]
    while True:
        view = ann.get(seats[0]).json()
        if view["is_over"]:
            return game
        asked = view["asked"] - 1
        legal = clients[asked].get(seats[asked]).json()["legal"]
        send(clients[asked], seats[asked], {"apply": [dice.choice(legal)["action"]], "version": view["version"]})


def begin_game(ann: httpx.Client) -> dict[str, Any]:
    """Begins a game; whoever is asked has a draft, a plan, notes and a preference. Returns its id, the token of that seat, and what the seat sees."""
    made = send(ann, "/api/games", {"seats": [{"name": "Ann"}, {"name": "Cleo"}, {"automa": "pei"}], "name": "Goes on"})
    token = made["seats"][ann.get(f"/api/games/{made['game']}").json()["asked"] - 1]["token"]
    seat = f"/api/seats/{token}"
    send(ann, seat, {"set": "skips_firing:on"})
    send(ann, seat, {"plan": ["factory at most 3", "agency 1 else agency 2"]})
    send(ann, f"{seat}/note", {"text": "Build floors."})
    send(ann, f"{seat}/chat", {"text": "Hello"})
    view = ann.get(seat).json()
    view = send(ann, seat, {"pick": view["legal"][0]["action"], "version": view["version"]})
    assert view["draft"] and view["plan"]["texts"], view
    return {"game": made["game"], "token": token, "version": view["version"], "draft": view["draft"], "plan": view["plan"]["texts"]}


def fill(address: str) -> dict[str, Any]:
    """Has two people use a server, and returns what its data has afterwards."""
    dice = random.Random(groundfloor.__version__)
    with http.Client(base_url=address) as ann, http.Client(base_url=address) as ben:
        for client, name in zip((ann, ben), PEOPLE, strict=True):
            send(client, "/api/account", {"name": name, "password": PASSWORD})
        send(ann, "/api/account/settings", {"theme": "dark"})
        send(ann, "/api/account/friends", {"do": "ask", "name": "Ben"})
        send(ben, "/api/account/tokens", {"label": "bot", "scope": "play", "days": 365, "password": PASSWORD})
        send(ben, "/api/lobby", {"player": "Ben", "people": 3, "pace": "days-3", "name": "Waits"})
        finished = {name: play_rated_game(ann, ben, name, dice) for name in NAMES}
        return {
            "password": PASSWORD,
            "finished": finished,
            "records": {name: ann.get(f"/api/games/{game}/record").json()["record"] for name, game in finished.items()},
            "running": begin_game(ann),
            "ratings": {name: ann.get(f"/api/people/{name}").json()["ratings"] for name in PEOPLE},
        }


def main() -> None:
    target = FOLDER / groundfloor.__version__
    with TemporaryDirectory() as place:
        data, backup = Path(place) / "data", Path(place) / "backup.db"
        with Process(data) as server:
            contents = fill(server.address)
        write_backup(data, backup)
        shutil.rmtree(target, ignore_errors=True)
        (target / "records").mkdir(parents=True)
        with (target / "data.db.gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(backup.read_bytes())
    contents["scores"] = {}
    for name, record in contents.pop("records").items():
        (target / "records" / f"{name}.gfr").write_text(record, "utf-8")
        contents["scores"][name] = [score.as_dict() for score in read_record(record).replay().scores()]
    (target / "contents.json").write_text(json.dumps(contents, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
