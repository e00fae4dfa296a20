"""Every area of every ruleset has a presenter, and one without a presenter is shown by its id."""

from __future__ import annotations

from typing import ClassVar, get_args

import pytest

from groundfloor import Game
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.city.area import Area
from groundfloor.engine.kinds import AreaId
from groundfloor.presentation.areas.presenter import AreaPresenter
from groundfloor.presentation.areas.registry import presenter_class, presenter_of, presenters
from groundfloor.presentation.board.buildings import occupants
from groundfloor.presentation.translations import translations_of
from tests.support.boards import asks, played, view_of


@pytest.mark.parametrize("name", NAMES)
def test_every_area_of_every_ruleset_has_a_presenter(name: str) -> None:
    found = presenters(ruleset(name))
    assert [each.area.id for each in found] == [area.id for area in ruleset(name).areas]
    assert AreaPresenter not in [type(each) for each in found]


@pytest.mark.parametrize("name", NAMES)
def test_areas_with_tasks_name_verb_and_places_of_their_tasks(name: str) -> None:
    for each in presenters(ruleset(name)):
        verbs = {action.verb for task in each.area.tasks for action in task.actions}
        assert verbs == ({each.task_verb} if each.task_verb else set()) and bool(each.task_places) == bool(verbs)


def test_areas_share_no_kind_of_numbered_place() -> None:
    """Otherwise one would hide the other on the page."""
    state = Game(ruleset("second"), ("Ann", "Ben"))._state
    rows = [row for id in get_args(AreaId) for row in presenter_class(id).markers(state).items()]
    assert len(dict(rows)) == len(rows) == 9
    assert len(occupants(state)) == sum(len(seats) for _kind, seats in rows)


@pytest.mark.interpreted("adds a class to the engine")
def test_area_without_a_presenter_is_shown_by_its_id() -> None:
    class Park(Area):
        id: ClassVar[AreaId] = "park"  # type: ignore[assignment]

    found = presenter_of(Park())
    view = view_of(*played(7, asks("schedule", 0, 2)), 0)
    assert type(found) is AreaPresenter and found.name(translations_of("en")) == "park"
    assert (found.price(view), found.contents(view)) == ((), [])
