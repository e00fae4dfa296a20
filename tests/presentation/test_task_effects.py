"""Every effect that is printed on a room or tile has a presenter, and one without is shown plainly."""

from __future__ import annotations

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.company.rooms import RoomTask
from groundfloor.engine.company.task_effects import Advertise, Effect
from groundfloor.presentation.board.action_text import projection_text, warnings
from groundfloor.presentation.names import without_soft_hyphens
from groundfloor.presentation.task_effects import PLAIN, effect_presenter
from tests.support.boards import asks, played, view_of


def effects_of(name: str) -> list[Effect]:
    rules = ruleset(name)
    rooms = [task for room in rules.rooms for task in room.tasks if isinstance(task, RoomTask)]
    printed = [each for task in rooms for each in task.versions if each is not None]
    return [each.effect for each in (*printed, *(tile.task.printed for tile in rules.tiles if tile.task is not None))]


@pytest.mark.parametrize("name", NAMES)
def test_every_effect_has_a_presenter(name: str) -> None:
    found = effects_of(name)
    assert found and PLAIN not in [effect_presenter(effect) for effect in found]


def test_every_legal_task_says_what_comes_of_it() -> None:
    view = view_of(*played(7, asks("schedule", 0, 4)), 0)
    legal = [(each.action, each.quote) for each in view.own.controls.values() if each.is_legal]
    assert len(legal) > 5
    for action, quote in legal:
        assert projection_text(view, action, quote, view.game) or warnings(view, action, quote, view.game), action


def test_advertising_names_its_marketing_type_in_full() -> None:
    view = view_of(*played(7, asks("schedule", 0, 2)), 0)
    advertising = next(each for each in effects_of("second") if isinstance(each, Advertise))
    assert without_soft_hyphens(effect_presenter(advertising).place_word(view, advertising)) == "Networking"


@pytest.mark.interpreted("adds a class to the engine")
def test_effect_without_a_presenter_is_shown_plainly() -> None:
    class Artificial(Effect):
        pass

    effect = Artificial()
    view = view_of(*played(7, asks("schedule", 0, 2)), 0)
    found = effect_presenter(effect)
    assert found is PLAIN and (found.gives(view, effect), found.place_word(view, effect), found.place_words(view, effect)) == (
        (),
        "",
        "",
    )
