"""An area that has neither a drawing nor places of its own is drawn as a plain block with a window for each space."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.presentation.board.buildings import Building, buildings
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.web.board import street
from groundfloor.web.board.geometry import PLAIN_FRONTAGE, PLAIN_SPACES
from groundfloor.web.board.page import SharedRegions
from tests.support.boards import asks, played, scene_of
from tests.support.html import all_of, has, one, value


@pytest.fixture
def building() -> Building:
    """Returns a building of an area that the geometry does not know, with spaces that it does not know."""
    known = next(each for each in buildings(scene_of(*played(3, asks("schedule", 0, 1)), 0)) if each.id == "factory")
    spaces = tuple(replace(space, at=f"desk-{n}") for n, space in enumerate(known.spaces, 1))
    return replace(known, id="library", spaces=spaces)


def test_spaces_without_a_box_get_plain_windows(building: Building) -> None:
    placed = street.with_places(building)
    assert [space.at for space in placed.spaces] == [f"plain-{n}" for n in range(1, 8)]
    many = street.with_places(replace(building, spaces=building.spaces * 2))
    assert many.spaces[-1].at == f"plain-{len(PLAIN_SPACES)}"


def test_an_area_without_a_drawing_is_drawn_as_a_plain_block(building: Building) -> None:
    scene = scene_of(*played(3, asks("schedule", 0, 1)), 0)
    page = SharedRegions(PublicFacts(scene)).building(building).render()
    assert "building-plain" in value(one(page, ".building"), "class") and has(page, "#drawing-library")
    assert value(one(page, "svg.drawing"), "viewBox") == f"0 0 {PLAIN_FRONTAGE.width} 336"
    assert len(all_of(page, "[class*=' at-plain-']")) == len(building.spaces)
