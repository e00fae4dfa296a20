"""The guided first game on the page and for programs: its steps, leaving and calling back, and what is kept."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.guide import LESSONS
from groundfloor.store import Store
from groundfloor.web.settings import Settings
from tests.support.html import all_of, has, one, text, value
from tests.web.conftest import Page, serving


@pytest.fixture
def guided(client: httpx.Client) -> Page:
    answer = client.post("/learn")
    assert answer.status_code == 303, answer.text
    return Page(client, answer.headers["location"])


def step(page: Page) -> str:
    """Returns the step that the guide is at; "" if it says nothing."""
    return page.value("#guide", "data-guide") if has(page.text, "#guide") else ""


def test_learning_stands_first_on_the_start_page(client: httpx.Client) -> None:
    page = client.get("/").text
    assert value(all_of(page, "main form")[0], "action") == "/learn"


@pytest.mark.slow
def test_each_step_is_done_by_its_move(guided: Page) -> None:
    steps: list[str] = []
    while (now := step(guided)) and len(steps) <= len(LESSONS):
        steps.append(now)
        move = guided.value("#guide", "data-move")
        if not move:
            guided.send(guide="next")
            continue
        guided.send(pick=move)
        assert "is-reply" in guided.value("#guide", "class")
        guided.send(do="confirm")
        if now == LESSONS[-1].id:
            break
    assert steps == [lesson.id for lesson in LESSONS]


def test_another_move_is_answered_and_can_be_made(guided: Page) -> None:
    guided.send(guide="next")
    guided.send(pick="hire")
    assert text(one(guided.text, "#guide-title")) == "Another way" and "employee" in text(one(guided.text, ".guide-text"))
    guided.send(do="confirm")
    assert step(guided) == "factory"
    guided.send(do="undo")
    assert step(guided) == "employees"


def test_reason_of_a_proposed_move_stays_while_it_is_pencilled(guided: Page) -> None:
    guided.send(guide="next")
    for move in ("done", "factory"):
        reason = text(one(guided.text, ".guide-text")).partition(". ")[0]
        guided.send(pick=move)
        assert text(one(guided.text, "#guide-title")) == "Well chosen" and text(one(guided.text, ".guide-text")).startswith(reason)
        guided.send(do="confirm")


def test_sales_of_a_round_are_told_with_its_own_phase_and_forecast(guided: Page, client: httpx.Client) -> None:
    """RULES V.8: the next card is the current one while the back of the one after it is drawn."""
    guided.send(guide="next")
    for move in ("done", "factory", "research_testing info", "consulting", "agency 1", "networking", "price 16"):
        guided.send(pick=move)
        guided.send(do="confirm")
    entry = guided.value("#table", "data-told").split(":")[0]
    told = client.get(f"{guided.address}/board?at={entry}&step=2").text
    assert text(one(told, "#told-title")) == "Sales"
    assert text(one(told, ".head-phase.is-now b")) == "IV"
    assert "Stable" in text(one(told, "#area-G")) and "Boom" not in text(one(told, "#area-G"))


def test_undo_goes_back_past_draws_to_the_first_step(guided: Page) -> None:
    guided.send(guide="next")
    for move in ("done", "factory", "research_testing info"):
        guided.send(pick=move)
        guided.send(do="confirm")
    assert step(guided) == "meeting"
    for before in ("research", "factory", "employees"):
        guided.send(do="undo")
        assert step(guided) == before
    assert guided.send(do="undo").status_code == 409


def test_guide_leaves_and_is_called_back(guided: Page) -> None:
    guided.send(guide="leave")
    assert "is-left" in guided.value("#guide", "class")
    guided.send(guide="resume")
    assert step(guided) == "goal"


def test_step_is_kept_over_a_restart(store: Store, settings: Settings, guided: Page, client: httpx.Client) -> None:
    guided.send(guide="next")
    guided.send(pick="done")
    with serving(store, "", settings) as address:
        again = client.get(f"{address}{guided.address}").text
    assert value(one(again, "#guide"), "data-guide") == "employees" and 'id="confirm"' in again


def test_unknown_word_to_the_guide_is_refused(guided: Page, solo: Page) -> None:
    assert guided.send(guide="dance").status_code == 422
    assert solo.send(guide="leave").status_code == 422


def test_record_says_that_the_game_is_guided(guided: Page, client: httpx.Client) -> None:
    assert "\ntable guided\n" in client.get(f"/g/{guided.public}/record").text
    assert "Guided game" in client.get("/").text


def test_programs_are_guided_too(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    made = client.post("/api/games", json={"guided": True, "name": "Ann"}).json()
    seat = f"/api/seats/{made['seats'][0]['token']}"
    view = client.get(seat, headers={"Accept-Language": "de"}).json()
    assert view["guide"]["id"] == "goal" and view["guide"]["title"] == "Das Ziel" and view["guide"]["moves"] == []
    view = client.post(seat, json={"guide": "next", "version": view["version"]}).json()
    assert (
        view["guide"]["moves"] == ["done"]
        and view["guide"]["number"] == 2
        and view["guide"]["count"] == sum(not each.is_advice for each in LESSONS)
    )
    view = client.post(seat, json={"apply": view["guide"]["moves"], "version": view["version"]}).json()
    assert view["guide"]["id"] == "factory" and view["undoable"] == 1
