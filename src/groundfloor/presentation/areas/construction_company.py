"""Presents the construction company (``RULES III.I``, ``IV.I``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.supply_projection import ConstructionProjection
from groundfloor.presentation.board.amounts import gain, price_amounts
from groundfloor.presentation.board.evidence import assumed_words
from groundfloor.presentation.board.phrases import after_others

from .presenter import AreaPresenter, BuildingView, row

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.projection import Projection
    from groundfloor.engine.state import State
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.board.spaces import Space, SpaceBuilder
    from groundfloor.presentation.log.event_formatter import EventFormatter


@dataclass(frozen=True)
class ConstructionView(BuildingView):
    """How many kinds of improvement are on sale."""

    kinds: int


class ConstructionCompanyPresenter(AreaPresenter[ConstructionCompany]):
    """A row of numbered spaces; some are closed, depending on the number of players."""

    task_verb: ClassVar[str] = "construction"
    task_rule: ClassVar[str] = "III.I"
    conduct_rule: ClassVar[str] = "IV.I"
    task_places: ClassVar[tuple[str, ...]] = ("site",)

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        scene = builder.scene
        name = f"{self.name(scene.words)}, " + scene.words.gettext("space %(number)s")
        queue, before = scene.game.state.construction_queue, scene.settled.state.construction_queue
        spaces = builder.row("site", name, queue, before, "construction", is_numbered=False, offers=self.offers(scene))
        closed = range(len(spaces) + 1, max(self.area.sizes) + 1)
        return (
            *spaces,
            *(builder.space(f"site-{number}", name % {"number": number}, closed=self.closed_words(scene, number)) for number in closed),
        )

    def closed_words(self, scene: Scene, number: int) -> str:
        players = next(count for count, size in enumerate(self.area.sizes, 2) if size >= number)
        opens = scene.words.gettext("Opens with %(players)s or more players.") % {"players": players}
        return f"{opens} {assumed_words(scene, 'construction_company.spaces')}".strip()

    def view(self, scene: Scene) -> ConstructionView:
        state, rules = scene.settled.state, scene.game.ruleset
        stage = rules.stage(state.round)
        return ConstructionView(sum(1 for tile in rules.tiles if tile.stage <= stage and state.copies_on_sale[tile.index] > 0))

    def contents(self, scene: Scene) -> list[str]:
        return [row(scene, scene.game.state.construction_queue) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"site": state.construction_queue}

    def purpose(self, scene: Scene, space: Space) -> str:
        return scene.words.gettext("In phase IV the owner of a marker here may buy one improvement.")

    @classmethod
    def placed_message(cls, formatter: EventFormatter, price: str) -> str:
        return formatter._("%(name)s took construction space %(space)s for %(price)s.", price=price)

    @classmethod
    def floor_placed_message(cls, formatter: EventFormatter, price: str) -> str:
        return formatter._("%(name)s took construction space %(space)s with the %(floor)s for %(price)s.", price=price)

    @classmethod
    def automa_placed_message(cls, formatter: EventFormatter) -> str:
        return formatter._("%(name)s took construction space %(space)s.")

    def task_projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        said = scene.words.gettext("In phase IV you may buy one improvement")
        order = after_others(scene, said, before.state.construction_queue, gain(quote, "space"))
        return f"{order} {choice_words(scene, scene.projection(action, before))}".strip()


def choice_words(scene: Scene, projection: Projection | None) -> str:
    """Returns what a marker on a construction space lets its owner choose from, and at what price (``RULES IV.I``)."""
    if not isinstance(projection, ConstructionProjection):
        return ""
    _, plural = scene.words.gettext, scene.words.ngettext
    floors = plural("%(n)s floor (%(price)s)", "%(n)s floors (%(price)s)", projection.floors)
    tenants = plural("%(n)s tenant improvement (%(price)s)", "%(n)s tenant improvements (%(price)s)", projection.tenants)
    kinds = (
        (floors, projection.floors, projection.money, projection.info),
        (tenants, projection.tenants, projection.tenant_money, projection.tenant_info),
    )
    named = [said % {"n": number, "price": price_words(scene, money, info)} for said, number, money, info in kinds if number]
    if not named:
        return _("As things stand, there will be nothing on sale that you don’t already own.")
    others = [seat for seat in projection.before if seat != scene.seat]
    facts = {"kinds": _(" and ").join(named)}
    if not others:
        return _("Whatever others do, you can then choose from %(kinds)s.") % facts
    return _("If nothing is bought before, you can choose from %(kinds)s.") % facts


def price_words(scene: Scene, money: int, info: int) -> str:
    """Returns a price in words: ``4 money and 4 info``."""
    found = [each.counted for each in price_amounts(scene, money, info)]
    return scene.words.gettext(" and ").join(found) or scene.words.gettext("nothing")
