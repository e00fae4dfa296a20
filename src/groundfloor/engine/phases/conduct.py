"""Phase IV, conduct business: the areas of the city one after the other (``RULES IV``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..step import Step

if TYPE_CHECKING:
    from ..game import Game


class Conduct(Step):
    """``at`` is the area that comes next."""

    __slots__ = ()
    name: ClassVar[str] = "conduct"

    def advance(self, game: Game) -> None:
        areas = game.ruleset.areas
        if self.at == len(areas):
            game.pop()
            return
        game.state.area = self.at
        self.at += 1
        if game.journal is not None:
            game.note("AreaConducted", -1, "IV", {"area": areas[game.state.area].id})
        areas[game.state.area].conduct(game)
