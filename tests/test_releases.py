"""What every version has left on disk can still be opened (``tests/support/release_data.py``): its records replay to their results, its data is upgraded and played on.

As long as the present version is not out, its folder follows the schema and the formats: ``python -m tests.support release_data`` writes it anew.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import groundfloor
from groundfloor import read_record, verify
from groundfloor.editions import NAMES
from groundfloor.server.database.sqlite import FILE
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import serving
from tests.support import http
from tests.support.release_data import FOLDER, PEOPLE

VERSIONS = sorted(folder.name for folder in FOLDER.iterdir())
FOR_EVER = Settings(bot_processes=0, limits=Limits(unplayed_days=0, shown_days=0, abandoned_days=0, results_days=0, bot_pause_seconds=0))
"""Settings by which nothing is deleted because of its age."""
PAGES = (
    "/",
    "/games",
    "/my-games",
    "/people/Ann/against/Ben",
    "/ratings",
    "/lobby",
    "/friends",
    "/settings",
    "/notices",
    "/account",
    "/account/sessions",
)


def contents(version: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / version / "contents.json").read_text("utf-8"))
    return found


@contextmanager
def logged_in(address: str, name: str, password: str) -> Iterator[httpx.Client]:
    with http.Client(base_url=address) as client:
        answer = client.post("/api/account/log-in", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        yield client


def test_this_version_has_left_its_data() -> None:
    assert groundfloor.__version__ in VERSIONS, "python -m tests.support release_data writes it"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", VERSIONS)
def test_record_replays_to_its_result(version: str, name: str) -> None:
    record = read_record((FOLDER / version / "records" / f"{name}.gfr").read_text("utf-8"))
    assert record.ruleset.name == name
    assert [score.as_dict() for score in record.replay().scores()] == contents(version)["scores"][name]
    assert verify(record) == record.draw_count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_data_folder_is_upgraded_and_played_on(version: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(gzip.decompress((FOLDER / version / "data.db.gz").read_bytes()))
    known = contents(version)
    with Store(tmp_path) as store, serving(store, "", FOR_EVER) as address:
        with logged_in(address, "Ann", known["password"]) as ann:
            for name, game in known["finished"].items():
                view = ann.get(f"/api/games/{game}").json()
                assert view["is_over"] and view["rated"], view
                assert ann.get(f"/api/games/{game}/record").json()["record"] == (FOLDER / version / "records" / f"{name}.gfr").read_text(
                    "utf-8"
                )
                assert ann.get(f"/g/{game}/after").status_code == 200
            assert {game["game"] for game in ann.get("/api/games").json()["games"]} == set(known["finished"].values())
            assert {name: ann.get(f"/api/people/{name}").json()["ratings"] for name in PEOPLE} == known["ratings"]
            assert {page: ann.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
            seat = f"/api/seats/{known['running']['token']}"
            view = ann.get(seat).json()
            assert {key: view[key] for key in ("game", "version", "draft")} == {
                key: known["running"][key] for key in ("game", "version", "draft")
            }
            assert view["plan"]["texts"] == known["running"]["plan"] and view["preferences"]["skips_firing"]
            assert ann.get(f"{seat}/note").json()["text"] == "Build floors."
            moved = ann.post(seat, json={"do": "confirm", "version": view["version"]})
            assert moved.status_code == 200 and moved.json()["version"] > view["version"], moved.text
        with logged_in(address, "Ben", known["password"]) as ben:
            assert ben.get("/api/account/friends").json()["received"] == ["Ann"]
