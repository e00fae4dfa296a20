"""The data of an older server, which was one process and had no jobs: its games go on, in the folder and in PostgreSQL.

``older_data.zip`` was written by revision 07777a83: a game of two people and an Automa, one in which a bot has a seat, and a finished one with its result.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from groundfloor.cli.main import main
from groundfloor.store import Store
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import http
from tests.web.conftest import serving

DATA = Path(__file__).with_name("older_data.zip")
BROWSER = {"groundfloor": "4l62LGrG914ur8EX5lS1h4FSDhFGuuq1"}
"""The cookie of the browser that opened the tables."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with ZipFile(DATA) as data:
        data.extractall(tmp_path / "older")
    return tmp_path / "older"


def moved(folder: Path, database: str, request: pytest.FixtureRequest) -> Path | str:
    """Returns where the games are to be opened: the folder itself, or the database to which ``migrate-data`` has taken them."""
    if database == "sqlite":
        return folder
    address: str = request.getfixturevalue("postgresql").create()
    with pytest.raises(SystemExit, match="0"):
        main(["migrate-data", "--data", str(folder), "--to", address])
    return address


def stored(folder: Path) -> dict[str, tuple[str, list[str], dict[int, str]]]:
    """Returns the header, the entries and the tokens of each game."""
    with closing(sqlite3.connect(folder / "groundfloor.db")) as database:
        games = database.execute("select id, public, header from games").fetchall()
        return {
            public: (
                header,
                [text for (text,) in database.execute("select text from entries where game = ? order by number", [id])],
                dict(database.execute("select seat, token from seats where game = ?", [id])),
            )
            for id, public, header in games
        }


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_games_of_an_older_server_go_on(folder: Path, database: str, request: pytest.FixtureRequest) -> None:
    """Also after ``migrate-data``; the result is still that of its browser."""
    before, where = stored(folder), moved(folder, database, request)
    settings = Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0))
    running = 0
    with closing(Store(where)) as store, serving(store, "", settings) as address, http.Client(base_url=address, cookies=BROWSER) as client:
        for public, (header, entries, tokens) in before.items():
            text = client.get(f"/api/games/{public}/record").json()["record"]
            said, _, lines = text.partition("\n\n")
            assert said.splitlines()[1:] == header.strip().splitlines()[1:]
            assert [line for line in lines.splitlines() if not line.startswith("key ")] == entries
            view = client.get(f"/api/games/{public}").json()
            if not view["is_over"]:
                running += 1
                seat = f"/api/seats/{tokens[view['asked']]}"
                action = client.get(seat).json()["legal"][0]["action"]
                moved_on = client.post(seat, json={"apply": [action], "version": len(entries)})
                assert moved_on.status_code == 200 and moved_on.json()["version"] > len(entries)
        results = client.get("/my-games/results.json").json()["results"]
    assert (len(before), running) == (3, 2)
    assert [(each["game"], each["total"]) for each in results] == [("xcr95c848t", 11)]


def test_upgrade_keeps_the_older_data(folder: Path) -> None:
    before = stored(folder)
    with closing(Store(folder)) as store:
        assert store.backup is not None and store.count() == 3
        kept = store.backup
    kept.rename(folder / "groundfloor.db")
    assert stored(folder) == before
