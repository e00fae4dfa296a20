"""No English word on a German page: the board at every kind of decision, with notes, keys, panels, score; and every other page."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import httpx
import pytest

from groundfloor.presentation.board.scene import Scene
from tests.support import boards
from tests.support.english_words import english_in, english_words
from tests.web.conftest import Page

KINDS = (
    "fire_for_money",
    "hire",
    "schedule",
    "after_task",
    "marketing_type",
    "bonus",
    "bonus_room",
    "price",
    "sell",
    "drop",
    "buy",
    "tenant",
    "fire",
)
SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-roledescription", "data-lost", "data-playing", "data-title", "content")
PROPER = (
    "groundfloor",
    "Ground Floor",
    "Automa",
    "English",
    "Tuesday table",
    "David Short",
    "Spielworxx",
    "Tasty Minstrel Games",
    "BoardGameGeek",
    "MIT",
    "Ann",
    "Ben",
    "Gropius",
    "Mara",
    "Pei",
    "Hadid",
)
"""Names, which are of no language."""


class Reading(HTMLParser):
    """Everything of a page that a person reads or hears; parts in another language and typed commands are skipped."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "style", "datalist", "code") or given.get("lang", "de") != "de":
            self.silent.append(tag)
        if not self.silent:
            self.found += [given.get(name) or "" for name in SPOKEN if name != "content"]

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


def english_on(page: str) -> set[str]:
    reading = Reading()
    reading.feed(page)
    return english_in(" \n ".join(reading.found), PROPER)


@cache
def at(kind: str) -> Scene:
    """Returns a German scene that asks this, late in a game so that much is built."""
    for round in (4, 3, 2, 1):
        for seed in range(3, 40):
            game, told = boards.played(seed, boards.asks(kind, 0, round))
            if not game.is_over:
                return boards.scene_of(game, told, 0, language="de")
    raise LookupError(kind)


def test_the_list_of_english_words_is_long_and_sees_them() -> None:
    assert len(english_words()) > 500
    assert english_on("<p>Kein <b title='Take back'>Zug</b> möglich</p>") == {"take", "back"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "fire_for_money"])
def test_the_board_has_no_english_word_when_it_asks(kind: str) -> None:
    assert english_on(boards.page_of(at(kind))) == set()


def test_the_board_has_no_english_word_when_it_asks_to_fire_for_money() -> None:
    game, told = boards.played(5, boards.asks("hire", 0, 2))
    game = game.copy()
    player = game.state.players[0]
    player.employee_count, player.untrained, player.trained, player.money = 5, 3, 1, 0
    game.apply("done")
    while game.question_kind != "fire_for_money":
        assert not game.is_over
        player.money = 0
        game.apply(game.chance.outcomes[0] if game.chance is not None else game.legal[-1])
    assert english_on(boards.page_of(boards.scene_of(game, told, 0, language="de"))) == set()


def test_what_is_spoken_has_no_soft_hyphens() -> None:
    """They are for lines that break; some readers speak or spell them."""
    page = boards.page_of(at("schedule"))
    assert "\N{SOFT HYPHEN}" in page
    assert re.findall(r'(?:aria-label|title|alt)="[^"]*\N{SOFT HYPHEN}[^"]*"', page) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["schedule", "buy", "drop"])
def test_a_pencilled_move_has_no_english_word(kind: str) -> None:
    scene = at(kind)
    for action in scene.game.legal_actions[:: max(1, len(scene.game.legal_actions) // 12)]:
        scene_after = boards.scene_of(scene.confirmed, [], 0, (action.text,), language="de")
        assert english_on(boards.page_of(scene_after)) == set(), action


def test_the_second_step_of_a_choice_has_no_english_word() -> None:
    scene = at("schedule")
    for picked in {action.text.rsplit(" ", 1)[0] for action in scene.game.legal_actions if action.text.startswith(("warehouse", "office"))}:
        assert english_on(boards.page_of(boards.scene_of(scene.confirmed, [], 0, (), picked, "de"))) == set(), picked


@pytest.mark.parametrize("seat", [0, None])
def test_waiting_watching_and_the_end_have_no_english_word(seat: int | None) -> None:
    for wanted in (boards.asks("schedule", 1, 3), lambda game: False):
        game, told = boards.played(7, wanted)
        assert english_on(boards.page_of(boards.scene_of(game, told, seat, language="de"))) == set()


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/about",
        "/rules",
        "/rules?q=Geld",
        "/rules/online?length=both",
        "/rules/differences",
        "/rules/aid",
        "/nowhere",
        "/g/nothing",
        "/s/nobody/at/3",
    ],
)
def test_a_page_has_no_english_word(client: httpx.Client, address: str) -> None:
    client.headers["Accept-Language"] = "de"
    assert english_on(client.get(address).text) == set()


@pytest.mark.slow
def test_game_links_history_and_refusals_have_no_english_word(client: httpx.Client, solo: Page) -> None:
    client.headers["Accept-Language"] = "de"
    answers = [solo.send(pick="done"), solo.send(do="confirm"), solo.send(pick="factory"), solo.send(version=1, pick="end")]
    answers += [client.get(f"{solo.address}{rest}") for rest in ("", "/table", "/at/0", "/at/4", "/board?at=6")]
    answers += [
        client.get(f"/g/{solo.game_id}"),
        client.post("/upload", data={"text": "hello", "do": "show"}),
        client.post("/new", data={"kind-0": "pei"}),
    ]
    for answer in answers:
        assert english_on(answer.text) == set(), answer.url
