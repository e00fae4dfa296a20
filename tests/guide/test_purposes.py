"""What questions and places are for: every one of every ruleset has a sentence, in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from groundfloor.editions import NAMES
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.seats import Seat
from groundfloor.guide import INTRODUCTIONS, PURPOSES
from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.purposes import every_purpose, purpose_text, purposes_of
from groundfloor.presentation.board.spaces import SpaceBuilder
from groundfloor.presentation.board.task_controls import remodel_control, room_controls, tile_control
from groundfloor.presentation.board.tooltips import tooltip_of
from groundfloor.presentation.translations import translations_of
from tests.support.boards import asks, played, view_of

PEOPLE = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"))
WORDS = {language: translations_of(language) for language in ("en", "de")}


@pytest.mark.parametrize("name", NAMES)
def test_everything_of_every_ruleset_says_what_it_is_for(name: str) -> None:
    game, told = played(7, asks("schedule", 0), PEOPLE, name)
    english, german = (every_purpose(game, WORDS[language]) for language in ("en", "de"))
    count = len(INTRODUCTIONS) + sum(len(each) for each in (game.ruleset.areas, game.ruleset.rooms, game.ruleset.tiles))
    assert len(english) == count + len(game.ruleset.specialties) + len(PURPOSES["track"]) + len(PURPOSES["resource"])
    for here, there in zip(english, german, strict=True):
        assert here.text and here.rule and here.text != there.text and "%(" not in here.text + there.text + here.effect
        assert len(here.text) <= 180 and len(there.text) <= 200
    view = view_of(game, told, 0)
    kinds = {space.kind for presenter in presenters(game.ruleset) for space in presenter.spaces(SpaceBuilder(view, tooltip_of))}
    assert {kind for kind in kinds if not purpose_text("space", kind, WORDS["de"])} == set()


def test_every_kind_of_question_has_an_introduction() -> None:
    assert {each.decision for each in INTRODUCTIONS} == set(get_args(QuestionKind)) - {""}


def test_company_says_it_of_all_that_it_has() -> None:
    game, _told = played(7, asks("schedule", 0), PEOPLE)
    found = {each.of for each in purposes_of(game, "company:0", WORDS["en"])}
    assert {f"room:{room.id}" for room in game.ruleset.rooms} | {"resource:info", "track:employees"} < found


@pytest.mark.parametrize("key", ["", "area", "area:nowhere", "company:9", "company:x", "question:none", "tile:"])
def test_unknown_key_has_no_purpose(key: str) -> None:
    game, _told = played(7, asks("schedule", 0), PEOPLE)
    assert purposes_of(game, key, WORDS["en"]) == ()


@pytest.mark.parametrize("name", NAMES)
def test_every_task_of_a_company_says_what_it_is_for(name: str) -> None:
    game, told = played(7, asks("schedule", 0), PEOPLE, name)
    view = view_of(game, told, 0)
    tasks = [control for room in range(len(game.ruleset.rooms)) for control in room_controls(view, 0, room)]
    tasks += [control for tile in game.ruleset.tiles if (control := tile_control(view, 0, tile.index)) is not None]
    tasks += [control for room in range(len(game.ruleset.rooms)) if (control := remodel_control(view, 0, room)) is not None]
    assert tasks and [control.id for control in tasks if not control.purpose] == []
