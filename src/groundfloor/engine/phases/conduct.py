"""Phase IV, conduct business: the areas of the city one after the other (``RULES IV``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..events import Event, event
from ..fields import Field, Number
from ..position_reading import require
from ..step import PhaseStep, Step, order_field

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import AreaId


@event("IV", has_seat=False)
class AreaConducted(Event):
    """An area's turn comes in phase IV."""

    area: AreaId


class Conduct(PhaseStep):
    """Phase IV; ``next_area`` is the index of the next area."""

    __slots__ = ("next_area",)
    name: ClassVar[str] = "conduct"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order when the phase began"),
        Field("next_area", Number(0), "the area after the one conducted"),
    )

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.next_area = 0

    def copy(self) -> Step:
        twin = Conduct(self.order[:])
        twin.next_area = self.next_area
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.next_area, 0, []

    def check(self, game: Game) -> None:
        require(self.next_area == game._state.area + 1, "the steps do not match the area")

    def turn_index(self) -> int:
        return self.next_area

    def advance(self, game: Game) -> None:
        areas = game._ruleset.areas
        if self.next_area == len(areas):
            game.pop()
            return
        game._state.area = self.next_area
        self.next_area += 1
        if game.journal is not None:
            game.note(AreaConducted(-1, "IV", areas[game._state.area].id))
        areas[game._state.area].conduct(game)
