"""What all who look at a table see alike, in one language: made once for all of them, of what a spectator may know."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from .buildings import Building, buildings
from .company import Company, company
from .forecast import Forecast, forecast
from .log import Log, log
from .scene import Scene
from .score import Sheet, sheet
from .tracks import Popularity, popularity


class PublicFacts:
    """Facts of the confirmed position, each computed when it is first asked for.

    They are made of a spectator's scene, so nothing that only one viewer may see can be among them.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = spectators_scene(scene)

    @cached_property
    def log(self) -> Log:
        return log(self.scene)

    @cached_property
    def sheet(self) -> Sheet:
        return sheet(self.scene)

    @cached_property
    def popularity(self) -> Popularity:
        return popularity(self.scene)

    @cached_property
    def forecast(self) -> Forecast:
        return forecast(self.scene)

    @cached_property
    def companies(self) -> list[Company]:
        """The companies by seat, without any controls."""
        return [company(self.scene, person) for person in self.scene.people]

    @cached_property
    def buildings(self) -> tuple[Building, ...]:
        """The street as all see it who are not asked."""
        return buildings(self.scene)


def street(scene: Scene, public: PublicFacts) -> tuple[Building, ...]:
    """Returns the street of a viewer: that of all, with what is new to the viewer, unless the viewer is asked or has a draft."""
    if scene.is_asked or scene.draft or scene.deferred or scene.partial:
        return buildings(scene)
    return tuple(with_changes(building, scene.changed_spaces) for building in public.buildings)


def with_changes(building: Building, changed: Collection[str]) -> Building:
    """Returns the building with these spaces (by their ids on the page) marked as changed."""
    if not changed or not any(f"space-{space.id}" in changed for space in building.spaces):
        return building
    return replace(building, spaces=tuple(replace(space, is_changed=f"space-{space.id}" in changed) for space in building.spaces))


def spectators_scene(scene: Scene) -> Scene:
    """Returns what a spectator sees of the same table; every field that is named here is the same for all viewers."""
    return Scene(
        game=scene.confirmed,
        confirmed=scene.confirmed,
        seat=None,
        language=scene.language,
        words=scene.words,
        table=scene.table,
        name=scene.name,
        version=scene.version,
        entry=scene.entry,
        history=scene.history,
        log=scene.log,
        undone=scene.undone,
        purpose=scene.purpose,
        ending=scene.ending,
        departures=scene.departures,
        bots=scene.bots,
        moved_at=scene.moved_at,
        clocks=scene.clocks,
    )
