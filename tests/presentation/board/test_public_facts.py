"""What all viewers share: the same from every viewer's scene, and nothing that depends on one of them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from groundfloor.presentation.board.buildings import buildings
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.forecast import forecast
from groundfloor.presentation.board.log import log
from groundfloor.presentation.board.public_facts import PublicFacts, spectators_scene, street
from groundfloor.presentation.board.scene import Scene
from groundfloor.presentation.board.score import sheet
from groundfloor.presentation.board.tracks import popularity
from tests.support.boards import asks, played, scene_of

OF_ONE_VIEWER = {
    "seat",
    "draft",
    "deferred",
    "partial",
    "is_asked",
    "undoable",
    "askable_undo",
    "asked_about_undo",
    "proposal",
    "paused_by",
    "confirms_itself",
    "skips_hiring",
    "skips_firing",
    "controls",
    "changed_spaces",
    "asking",
    "guide",
    "has_guide",
    "guide_is_left",
}
"""Fields of a scene that differ between viewers."""


def facts(public: PublicFacts) -> list[object]:
    return [public.log, public.sheet, public.popularity, public.forecast, public.companies, public.buildings]


@pytest.mark.parametrize("kind", ["schedule", "price", "buy"])
def test_every_viewer_gets_the_same_facts(kind: str) -> None:
    game, told = played(3, asks(kind, 0, 3))
    text = game.legal_actions[0].text
    scenes = [scene_of(game, told, 0), scene_of(game, told, 0, (text,)), scene_of(game, told, 1), scene_of(game, told, None)]
    first, *others = [facts(PublicFacts(scene)) for scene in scenes]
    assert all(other == first for other in others)


def test_facts_are_those_of_a_spectator() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    scene = scene_of(game, told, None)
    companies = [company(scene, person) for person in scene.people]
    assert facts(PublicFacts(scene_of(game, told, 0))) == [
        log(scene),
        sheet(scene),
        popularity(scene),
        forecast(scene),
        companies,
        buildings(scene),
    ]


@pytest.mark.parametrize("kind", ["hire", "schedule", "marketing", "bonus", "price", "drop", "buy"])
def test_who_is_not_asked_sees_the_street_of_all(kind: str) -> None:
    """Only what is new to a viewer differs."""
    game, told = played(3, asks(kind, 0, 3))
    public = PublicFacts(scene_of(game, told, None))
    for seat in (1, 2):
        scene = scene_of(game, told, seat)
        assert street(scene, public) == buildings(scene) == public.buildings
        changed = replace(scene, changed_spaces=frozenset({"space-door-1", "space-left-1"}))
        assert street(changed, public) == buildings(changed) != public.buildings
    assert street(scene_of(game, told, 0), public) == buildings(scene_of(game, told, 0))


def test_nothing_of_one_viewer_is_in_the_scene_that_all_share() -> None:
    """A new field of scenes is shared only if somebody says so, here and in ``spectators_scene``."""
    game, told = played(3, asks("schedule", 0, 3))
    found = spectators_scene(scene_of(game, told, 0, (game.legal_actions[0].text,)))
    plain = Scene(game, game, None, "en", found.words)
    differing = {each.name for each in fields(Scene) if getattr(found, each.name) != getattr(plain, each.name)}
    assert not differing & OF_ONE_VIEWER and found.game is found.confirmed
