"""Presents the factory (``RULES III.E``, ``IV.E``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.liquidating_factory import LiquidatingFactory
from groundfloor.presentation.board.amounts import gain
from groundfloor.presentation.board.phrases import after_others
from groundfloor.presentation.board.retail_words import factory_words

from .presenter import AreaPresenter, row

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.state import State
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.board.spaces import Space, SpaceBuilder
    from groundfloor.presentation.log.event_formatter import EventFormatter


class FactoryPresenter(AreaPresenter[Factory]):
    """One row of spaces, filled from the lowest number."""

    task_verb: ClassVar[str] = "factory"
    task_rule: ClassVar[str] = "III.E"
    conduct_rule: ClassVar[str] = "IV.E"
    task_places: ClassVar[tuple[str, ...]] = ("factory",)

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        scene = builder.scene
        name = f"{self.name(scene.words)}, " + scene.words.gettext("space %(number)s")
        queue, before = scene.game.state.factory_queue, scene.settled.state.factory_queue
        return builder.row("factory", name, queue, before, "factory", is_numbered=False, offers=self.offers(scene))

    def contents(self, scene: Scene) -> list[str]:
        return [row(scene, scene.game.state.factory_queue) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"factory": state.factory_queue}

    def purpose(self, scene: Scene, space: Space) -> str:
        return scene.words.gettext("In phase IV a marker here becomes a product for the retail outlets.")

    @classmethod
    def placed_message(cls, formatter: EventFormatter, price: str) -> str:
        return formatter._("%(name)s began a product on factory space %(space)s for %(price)s.", price=price)

    @classmethod
    def floor_placed_message(cls, formatter: EventFormatter, price: str) -> str:
        return formatter._("%(name)s took factory space %(space)s with the %(floor)s for %(price)s.", price=price)

    @classmethod
    def automa_placed_message(cls, formatter: EventFormatter) -> str:
        return formatter._("%(name)s began a product on factory space %(space)s.")

    def task_projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        said = scene.words.gettext("In phase IV you put one product on a free retail space, or liquidate it if there is none")
        if isinstance(self.area, LiquidatingFactory):
            said = scene.words.gettext("In phase IV you put one product on a free retail space, or liquidate it")
        order = after_others(scene, said, before.state.factory_queue, gain(quote, "space"))
        return f"{order} {factory_words(scene, scene.projection(action, before))}".strip()
