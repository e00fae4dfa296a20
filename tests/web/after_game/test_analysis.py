"""The analysis on the page after a game: begun by a button, with progress, cancelled, stored and shown at once the next time."""

from __future__ import annotations

import threading

import httpx
import pytest

from groundfloor.store import Store
from groundfloor.tables.advice import analysis_of
from tests.support.brief_advice import wait_for_analysis
from tests.support.html import has, one, text, texts, values
from tests.support.stores import WAIT
from tests.web.after_game.test_after_game import GAME, shown


@pytest.fixture(autouse=True)
def _network_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.web.context.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.web.after_game.analysis.ANALYSIS_SIMULATIONS", 0)


def csrf(page: str) -> str:
    return str(values(page, "input[name=csrf]", "value")[0])


@pytest.mark.slow
def test_button_leads_to_charts_and_decisions_to_try_again(client: httpx.Client) -> None:
    base = shown(client, GAME)
    public = base.rpartition("/")[2]
    page = client.get(f"{base}/after").text
    assert has(page, "#analysis-start")
    answer = client.post(f"{base}/analysis", data={"csrf": csrf(page), "do": "start"})
    assert answer.status_code == 303 and answer.headers["location"] == f"{base}/after#analysis"
    found = wait_for_analysis(client, public)
    assert found["state"] == "done"
    page = client.get(f"{base}/after").text
    assert not has(page, "#analysis-start") and not has(page, "#analysis-progress")
    assert "decisions, the best answer or one as good in" in text(one(page, ".analysis-summary"))
    assert has(page, "#chart-winning-chance svg") and has(page, "#chart-expected-prestige table")
    assert 0 < len(texts(page, ".analysis-decisions > li")) <= 8
    entries, seats = (values(page, f".analysis-decisions input[name={name}]", "value") for name in ("entry", "seat"))
    assert set(seats) == {"0", "1"}
    for seat in ("0", "1"):
        form = {"csrf": csrf(page), "do": "branch", "entry": entries[seats.index(seat)], "seat": seat}
        opened = client.post(f"{base}/branches", data=form)
        assert opened.status_code == 303 and opened.headers["location"].startswith("/s/")
        assert client.get(f"/api{opened.headers['location']}".replace("/s/", "/seats/")).json()["asked"] == int(seat)
    assert "Gewinnchance" in client.get(f"{base}/after?lang=de").text


def test_stored_analysis_of_other_code_is_not_shown(client: httpx.Client, store: Store) -> None:
    base = shown(client, GAME)
    store.save_analysis(base.rpartition("/")[2], "analysis of old", "[]")
    assert has(client.get(f"{base}/after").text, "#analysis-start")
    assert client.get(f"/api/games/{base.rpartition('/')[2]}/analysis").json()["state"] == "none"


def test_analysis_shows_progress_and_can_be_cancelled(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on only when it has been cancelled, however fast the machine is."""
    is_over = threading.Event()

    def analysis(record: str, start: int, simulations: int, seconds: float) -> str:
        assert is_over.wait(WAIT)
        return analysis_of(record, start, simulations, seconds)

    monkeypatch.setattr("groundfloor.tables.advice.PART_SECONDS", 0)
    monkeypatch.setattr("groundfloor.tables.advice.analysis_of", analysis)
    base = shown(client, GAME)
    public = base.rpartition("/")[2]
    try:
        assert client.post(f"/api/games/{public}/analysis", json={"do": "start"}).json()["state"] == "running"
        page = client.get(f"{base}/after").text
        assert has(page, "#analysis-progress") and has(page, "#analysis-cancel")
        assert client.post(f"/api/games/{public}/analysis", json={"do": "cancel"}).json()["state"] == "none"
    finally:
        is_over.set()
    assert has(client.get(f"{base}/after").text, "#analysis-start")


def test_game_that_goes_on_can_not_be_analysed(client: httpx.Client) -> None:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).json()
    refused = client.post(f"/api/games/{made['game']}/analysis", json={"do": "start"})
    assert refused.status_code == 422 and refused.json()["error"] == "A game can be analysed when it is over."
