"""Presents the stock exchange: its doors and its tower (``RULES III.F``, ``IV.F``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.exchange_projection import ExchangeProjection
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation import names
from groundfloor.presentation.board.amounts import amount, price_amounts
from groundfloor.presentation.board.offers import Offer

from .presenter import AreaPresenter, BuildingView, row

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.city.exchange_projection import StockValue
    from groundfloor.engine.game import Game
    from groundfloor.engine.projection import Projection
    from groundfloor.engine.state import State
    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.board.spaces import Space, SpaceBuilder
    from groundfloor.presentation.log.event_formatter import EventFormatter


@dataclass(frozen=True)
class ExchangeView(BuildingView):
    """Prices of the doors, multiples from the bottom of the tower up, and what the forecast pays for each."""

    prices: tuple[tuple[Amount, ...], ...]
    multiples: tuple[int, ...]
    buy_out: int
    type: str
    pay: Amount | None


class StockExchangePresenter(AreaPresenter[StockExchange]):
    """Doors where markers are listed, and the track in the tower."""

    task_verb: ClassVar[str] = "exchange"
    task_rule: ClassVar[str] = "III.F"
    conduct_rule: ClassVar[str] = "IV.F"
    task_places: ClassVar[tuple[str, ...]] = ("listing",)
    explained_places: ClassVar[tuple[str, ...]] = ("buyout",)

    def caption(self, words: NullTranslations) -> str:
        return words.gettext("price per door")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        scene = builder.scene
        state, before = scene.game.state, scene.settled.state
        name = f"{self.name(scene.words)}, " + scene.words.gettext("door %(number)s")
        offers = [Offer((price_amounts(scene, *price),)) for price in self.area.prices]
        doors = builder.row("listing", name, state.exchange_queue, before.exchange_queue, "exchange", is_numbered=True, offers=offers)
        return (*doors, *self.tower(builder))

    def tower(self, builder: SpaceBuilder) -> list[Space]:
        scene = builder.scene
        said = self.name(scene.words) + scene.words.gettext(", track space %(number)s, ×%(multiple)s")
        found = []
        for number, multiple in enumerate(self.area.multiples, 1):
            seat, before = scene.game.state.exchange_track[number - 1], scene.settled.state.exchange_track[number - 1]
            pick = f"sell {number}" if scene.seat in (seat, before) else ""
            found.append(builder.space(f"track-{number}", said % {"number": number, "multiple": multiple}, pick, seat, before))
        out = self.name(scene.words) + scene.words.gettext(", buy-out, ×%(multiple)s")
        return [*found, builder.space("buyout-1", out % {"multiple": self.area.buy_out}, at="out", open_word="")]

    def view(self, scene: Scene) -> ExchangeView:
        current = scene.game.state.current_forecast
        type = names.full("forecast", FORECAST_TYPES[current], scene.words) if current >= 0 else ""
        pay = amount(scene, "money", self.area.pay[current]) if current >= 0 else None
        prices = tuple(price_amounts(scene, *price) for price in self.area.prices)
        return ExchangeView(prices, self.area.multiples, self.area.buy_out, type, pay)

    def contents(self, scene: Scene) -> list[str]:
        _ = scene.words.gettext
        state = scene.game.state
        doors = _("Doors: %(spaces)s.") % {"spaces": row(scene, state.exchange_queue)}
        multiples = ", ".join(f"×{n}" for n in self.area.multiples)
        track = _("Track from below (%(multiples)s): %(spaces)s.") % {"multiples": multiples, "spaces": row(scene, state.exchange_track)}
        return [doors, track]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"listing": state.exchange_queue, "track": state.exchange_track}

    def purpose(self, scene: Scene, space: Space) -> str:
        _ = scene.words.gettext
        if space.kind == "listing":
            return _("In phase IV a marker here enters the exchange track.")
        if space.kind == "buyout":
            said = _("A marker that rises beyond the last space of the track leaves it, and pays %(multiple)s times the forecast’s money.")
            return said % {"multiple": self.area.buy_out}
        pays = ", ".join(f"{names.full('forecast', id, scene.words)} {pay}" for id, pay in zip(names.FORECASTS, self.area.pay, strict=True))
        said = _("In phase IV the owner may sell a marker here for %(multiple)s times the forecast’s money (%(pays)s).")
        return said % {"multiple": self.area.multiples[space.index], "pays": pays}

    def conduct_reason(self, scene: Scene, space: Space) -> str:
        return scene.words.gettext("Markers come here from the doors in phase IV.")

    @classmethod
    def placed_message(cls, formatter: EventFormatter, price: str) -> str:
        return formatter._("%(name)s went to door %(space)s of the stock exchange for %(price)s.", price=price)

    @classmethod
    def automa_placed_message(cls, formatter: EventFormatter) -> str:
        return formatter._("%(name)s went to door %(space)s of the stock exchange.")

    @classmethod
    def failed_message(cls, formatter: EventFormatter, spaces: str, count: int) -> str:
        return formatter.plural(
            "The Automa’s card named the %(area)s; door %(shut)s was taken.",
            "The Automa’s card named the %(area)s; doors %(shut)s were taken.",
            count,
            shut=spaces,
        )

    def task_title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("%(area)s, door %(number)s") % {"area": self.name(scene.words), "number": action.a + 1}

    def task_projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        """Returns where a listed marker rises to, what it brings then and in the next round (``RULES IV.F``)."""
        return listing_words(scene, scene.projection(action, before))


def listing_words(scene: Scene, projection: Projection | None) -> str:
    """Returns what comes of a marker at a door if nobody else lists one."""
    _ = scene.words.gettext
    if not isinstance(projection, ExchangeProjection):
        return ""
    now = projection.now
    facts = stock_facts(scene, now)
    if not now.space:
        return _("If nobody else comes here, your marker is bought out in phase IV for %(money)s money (%(type)s).") % facts
    said = _("If nobody else comes here, your marker rises to ×%(multiple)s in phase IV: %(money)s money if sold (%(type)s).") % facts
    return f"{said} {kept_words(scene, projection)}".strip()


def kept_words(scene: Scene, projection: Projection | None) -> str:
    """Returns what a marker that is not sold brings in the next round; empty if no round of a known type follows."""
    _ = scene.words.gettext
    if not isinstance(projection, ExchangeProjection) or projection.kept is None:
        return ""
    if not projection.kept.space:
        return _("Kept, it is bought out in the next round for %(money)s money (%(type)s).") % stock_facts(scene, projection.kept)
    return _("Kept, it brings %(money)s money in the next round (×%(multiple)s, %(type)s).") % stock_facts(scene, projection.kept)


def stock_facts(scene: Scene, value: StockValue) -> dict[str, object]:
    return {"multiple": value.multiple, "money": value.money, "type": names.full("forecast", FORECAST_TYPES[value.type], scene.words)}
