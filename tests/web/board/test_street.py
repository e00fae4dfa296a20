"""The page of the street: ids are there once, it weighs little, and all of it is German."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from groundfloor.presentation.board.scene import Scene
from tests.support.boards import page_of
from tests.support.html import one, value, values
from tests.support.html import words as words_of
from tests.support.street import PEOPLE, scene_at


def city(scene: Scene) -> LexborNode:
    return one(page_of(scene), "section.city")


def test_every_id_of_the_page_is_there_once() -> None:
    ids = values(page_of(scene_at("schedule")), "[id]", "id")
    assert [id for id in ids if ids.count(id) > 1] == []


def test_closed_marketing_bonus_says_so() -> None:
    street = city(scene_at("schedule", seats=PEOPLE[:2]))
    assert "closed with two players" in words_of(one(street, "#area-C"))


def test_buy_out_says_what_it_pays_and_that_nobody_chooses_it() -> None:
    place = one(page_of(scene_at("schedule")), "#space-buyout-1")
    assert value(place, "aria-label") == (
        "Stock exchange, buy-out, ×2. A marker that rises beyond the last space of the track leaves it, and pays 2 times the forecast’s money."
        " A marker comes here by itself, in phase IV."
    )
