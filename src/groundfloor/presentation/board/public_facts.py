"""What all who look at a table see alike, in one language: made once for all of them, of what a spectator may know."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .company import company
from .forecast import forecast
from .log import log
from .scene import Scene
from .score import sheet
from .tracks import popularity

if TYPE_CHECKING:
    from .company import Company
    from .forecast import Forecast
    from .log import Log
    from .score import Sheet
    from .tracks import Popularity


class PublicFacts:
    """Facts of the settled position, each computed when it is first asked for.

    They are made of a spectator's scene, so nothing that only one viewer may see can be among them.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = spectators_scene(scene)

    @cached_property
    def log(self) -> Log:
        """The log."""
        return log(self.scene)

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet."""
        return sheet(self.scene)

    @cached_property
    def popularity(self) -> Popularity:
        """The popularity track."""
        return popularity(self.scene)

    @cached_property
    def forecast(self) -> Forecast:
        """The track of rounds, with their cards."""
        return forecast(self.scene)

    @cached_property
    def companies(self) -> list[Company]:
        """The companies by seat, without any controls."""
        return [company(self.scene, person) for person in self.scene.people]


def spectators_scene(scene: Scene) -> Scene:
    """Returns what a spectator sees of the same table; every field that is named here is the same for all viewers."""
    return Scene(
        game=scene.settled,
        settled=scene.settled,
        seat=None,
        language=scene.language,
        words=scene.words,
        table=scene.table,
        name=scene.name,
        version=scene.version,
        entry=scene.entry,
        history=scene.history,
        log=scene.log,
        purpose=scene.purpose,
    )
