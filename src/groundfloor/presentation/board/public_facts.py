"""What all who look at a table see alike, in one language: made once for all of them, of what a spectator may know."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from ..view import OwnView, TableView
from .buildings import Building, buildings
from .company import Company, company
from .forecast import Forecast, forecast
from .log import Log, log
from .score import Sheet, sheet
from .tracks import Popularity, popularity


class PublicFacts:
    """Facts of the confirmed position, each computed when it is first asked for.

    They are made of a spectator's view, so nothing that only one viewer may see can be among them.
    """

    def __init__(self, view: TableView) -> None:
        self.view = spectators_view(view)

    @cached_property
    def log(self) -> Log:
        return log(self.view)

    @cached_property
    def sheet(self) -> Sheet:
        return sheet(self.view)

    @cached_property
    def popularity(self) -> Popularity:
        return popularity(self.view)

    @cached_property
    def forecast(self) -> Forecast:
        return forecast(self.view)

    @cached_property
    def companies(self) -> list[Company]:
        """The companies by seat, without any controls."""
        return [company(self.view, person) for person in self.view.people]

    @cached_property
    def buildings(self) -> tuple[Building, ...]:
        """The street as all see it who are not asked."""
        return buildings(self.view)


def street(view: TableView, public: PublicFacts) -> tuple[Building, ...]:
    """Returns the street of a viewer: that of all, with what is new to the viewer, unless the viewer is asked or has a draft."""
    if view.own.is_asked or view.own.draft.actions or view.own.draft.deferred or view.own.draft.partial:
        return buildings(view)
    return tuple(with_changes(building, view.own.changed_spaces) for building in public.buildings)


def with_changes(building: Building, changed: Collection[str]) -> Building:
    """Returns the building with these spaces (by their ids on the page) marked as changed."""
    if not changed or not any(f"space-{space.id}" in changed for space in building.spaces):
        return building
    return replace(building, spaces=tuple(replace(space, is_changed=f"space-{space.id}" in changed) for space in building.spaces))


def spectators_view(view: TableView) -> TableView:
    """Returns what a spectator sees of the same table, without the steps that are played, which depend on the viewer."""
    return replace(view, own=OwnView(), moment=replace(view.moment, step=None, steps=()))
