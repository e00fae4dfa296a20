"""Presents the retail outlets: a window for each price, and liquidation (``RULES IV.H``)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.presentation import effects
from groundfloor.presentation.board.evidence import Figure, assumed_words
from groundfloor.presentation.board.forecast import consumers

from .presenter import AreaPresenter, BuildingView, occupant_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.state import State
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.board.spaces import Space, SpaceBuilder


@dataclass(frozen=True)
class OutletsView(BuildingView):
    """The price under each window, the money of liquidation, and consumers: sure ones and merely possible ones."""

    prices: tuple[int, ...]
    liquidation: int
    consumers: Figure | None
    sure: int
    possible: int


class RetailOutletsPresenter(AreaPresenter[RetailOutlets]):
    """Windows by price, those closed at this number of players hatched, and the door of liquidation."""

    task_rule: ClassVar[str] = "IV.H"
    conduct_rule: ClassVar[str] = "IV.H"

    def caption(self, words: NullTranslations) -> str:
        return words.gettext("in phase IV")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        falling = dropping_price(builder)
        windows = [self.window(builder, number, falling) for number in range(len(self.area.prices))]
        scene = builder.scene
        said = self.name(scene.words) + scene.words.gettext(", liquidation for %(money)s money") % {"money": self.area.liquidation}
        chosen = "price liquidation" if scene.control("price liquidation") else ""
        return (*windows, builder.space("liquidation", said, f"drop {falling} liquidation" if falling else chosen, open_word=""))

    def window(self, builder: SpaceBuilder, number: int, falling: str) -> Space:
        """Returns a window; ``falling`` is the price of the product that drops."""
        scene = builder.scene
        price = self.area.prices[number]
        seat, before = scene.game.state.retail_products[number], scene.settled.state.retail_products[number]
        if seat < 0:
            pick = f"drop {falling} {price}" if falling else f"price {price}"
        else:
            pick = (f"drop {price} stay" if falling == str(price) else f"drop {price}") if seat == scene.seat else ""
        closed = self.closed_words(scene, number)
        said = self.name(scene.words) + scene.words.gettext(", window at %(price)s money") % {"price": price}
        return builder.space(f"outlet-{number + 1}", said, "" if closed else pick, seat, before, closed=closed)

    def closed_words(self, scene: Scene, number: int) -> str:
        """Returns why a window is closed in this game, "" if it is open."""
        if self.area.is_open(number, len(scene.game.state.players)):
            return ""
        opens = scene.words.gettext("Opens with %(players)s or more players.") % {"players": self.area.from_players[number]}
        return f"{opens} {assumed_words(scene, 'retail_outlets.from_players')}".strip()

    def view(self, scene: Scene) -> OutletsView:
        said, low, high = consumers(scene, "coming-consumers")
        return OutletsView(self.area.prices, self.area.liquidation, said, low, high - low)

    def contents(self, scene: Scene) -> list[str]:
        _ = scene.words.gettext
        found = []
        open_spaces = [space for space in range(len(self.area.prices)) if self.area.is_open(space, len(scene.game.seats))]
        for price, run in groupby(open_spaces, key=lambda space: self.area.prices[space]):
            held = ", ".join(occupant_name(scene, scene.game.state.retail_products[space]) for space in run)
            found.append(_("at %(price)s %(held)s") % {"price": price, "held": held})
        return ["; ".join(found) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"outlet": state.retail_products}

    def purpose(self, scene: Scene, space: Space) -> str:
        _ = scene.words.gettext
        if space.kind == "liquidation":
            return _("A product that stayed unsold may be sold here at once; one that finds no free window must be.")
        price = self.area.prices[space.index]
        facts = {"price": price, "bracket": effects.of_bracket(self.area.brackets[self.area.bracket(price)], scene.words)}
        return (
            _("In phase IV a consumer pays %(price)s money for a product here (price bracket %(bracket)s, the lowest sells first).") % facts
        )

    def conduct_reason(self, scene: Scene, space: Space) -> str:
        _ = scene.words.gettext
        if scene.is_asked and scene.game.question_kind == "drop":
            return _("First choose the product that drops.")
        if space.kind == "liquidation":
            return _("Products are liquidated in phase IV only.")
        return _("Products come here from the factory in phase IV.")


def dropping_price(builder: SpaceBuilder) -> str:
    """Returns the price of the product that drops, once it is chosen or there is but one; "" otherwise."""
    if builder.scene.partial.startswith("drop "):
        return builder.scene.partial.split()[1]
    legal = {str(control.action.a) for control in builder.controls("drop") if control.is_legal}
    return legal.pop() if len(legal) == 1 else ""
