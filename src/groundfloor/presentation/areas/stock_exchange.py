"""The stock exchange: its doors and its tower, and the question of which shares are sold (``RULES III.F``, ``IV.F``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.area_projections import ExchangeProjection, StockValue
from groundfloor.engine.city.stock_exchange import (
    StockBoughtOut,
    StockEntered,
    StockExchange,
    StockKept,
    StockSold,
    StocksRose,
    exchange_of,
)
from groundfloor.engine.game import Game
from groundfloor.engine.projection import Projection
from groundfloor.engine.state import FORECAST_TYPES, State
from groundfloor.translatable import _, plural

from .. import names
from ..board.amounts import Amount, Offer, amount, price_amounts
from ..board.forecast import forecast_types
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats
from ..questions.question import QuestionPresenter
from ..view import TableView
from .presenter import AreaPresenter, BuildingView, row


@dataclass(frozen=True)
class ExchangeView(BuildingView):
    """Prices of the doors, multiples from the bottom of the tower up, and what the forecast, by its id, pays for each."""

    prices: tuple[tuple[Amount, ...], ...]
    multiples: tuple[int, ...]
    buy_out: int
    type: str
    pay: Amount | None


class StockExchangePresenter(AreaPresenter[StockExchange]):
    """Doors where markers are listed, and the track in the tower."""

    task_verb = "exchange"
    task_rule = "III.F"
    conduct_rule = "IV.F"
    task_places = ("listing",)
    explained_places = ("buyout",)
    answer_verbs = ("sell",)
    placed_message = _("%(name)s went to door %(space)s of the stock exchange for %(price)s.")
    automa_placed_message = _("%(name)s went to door %(space)s of the stock exchange.")
    failed_messages = plural(
        "The Automa’s card named the %(area)s; door %(shut)s was taken.",
        "The Automa’s card named the %(area)s; doors %(shut)s were taken.",
    )
    conduct_text = _("Markers come here from the doors in phase IV.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        state, before = view.game._state, view.moment.game._state
        name = f"{self.name(view.translations)}, " + view._("door %(number)s")
        offers = [Offer((price_amounts(view, *price),)) for price in self.area.prices]
        doors = builder.row("listing", name, state.exchange_queue, before.exchange_queue, "exchange", is_numbered=True, offers=offers)
        return (*doors, *self.tower(builder))

    def tower(self, builder: SpaceBuilder) -> list[Space]:
        view = builder.view
        label = self.name(view.translations) + view._(", track space %(number)s, ×%(multiple)s")
        levels = []
        for number, multiple in enumerate(self.area.multiples, 1):
            seat, before = view.game._state.exchange_track[number - 1], view.moment.game._state.exchange_track[number - 1]
            pick = f"sell {number}" if view.own.seat in (seat, before) else ""
            levels.append(builder.space(f"track-{number}", label % {"number": number, "multiple": multiple}, pick, seat, before))
        out = self.name(view.translations) + view._(", buy-out, ×%(multiple)s")
        return [*levels, builder.space("buyout-1", out % {"multiple": self.area.buy_out}, at="out", open_word="")]

    def view(self, view: TableView) -> ExchangeView:
        current = forecast_types(view.game)[0]
        type = FORECAST_TYPES[current] if current >= 0 else ""
        pay = amount(view, "money", self.area.pay[current]) if current >= 0 else None
        prices = tuple(price_amounts(view, *price) for price in self.area.prices)
        return ExchangeView(prices, self.area.multiples, self.area.buy_out, type, pay)

    def contents(self, view: TableView) -> list[str]:
        state = view.game._state
        doors = view._("Doors: %(spaces)s.", spaces=row(view, state.exchange_queue))
        multiples = ", ".join(f"×{n}" for n in self.area.multiples)
        track = view._("Track from below (%(multiples)s): %(spaces)s.", multiples=multiples, spaces=row(view, state.exchange_track))
        return [doors, track]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"listing": state.exchange_queue, "track": state.exchange_track}

    def purpose(self, view: TableView, space: Space) -> str:
        if space.kind == "listing":
            return view._(
                "In phase IV a marker here enters the track on its first space and pushes those right above it up; then all rise by the forecast. Sold, or pushed or risen beyond the track, it leaves."
            )
        if space.kind == "buyout":
            return view._(
                "A marker that rises beyond the last space of the track leaves it, and pays %(multiple)s of the forecast.",
                multiple=names.multiple_of_money(self.area.buy_out, view.translations),
            )
        if not self.area.multiples[space.index]:
            return view._("In phase IV the owner may sell a marker here, but it brings nothing.")
        pays = ", ".join(
            f"{names.full('forecast', id, view.translations)} {pay}" for id, pay in zip(names.FORECASTS, self.area.pay, strict=True)
        )
        return view._(
            "In phase IV the owner may sell a marker here for %(multiple)s of the forecast (%(pays)s).",
            multiple=names.multiple_of_money(self.area.multiples[space.index], view.translations),
            pays=pays,
        )

    def task_title(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("%(area)s, door %(number)s", area=self.name(view.translations), number=action.operand + 1)

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        """Returns where a listed marker rises to, what it brings then and in the next round (``RULES IV.F``)."""
        return listing_words(view, view.projection(action, before))


def listing_words(view: TableView, projection: Projection | None) -> str:
    """Returns what happens to a marker at a door if nobody else lists one."""
    if not isinstance(projection, ExchangeProjection):
        return ""
    now = projection.now
    facts = stock_facts(view, now)
    if not now.space:
        return view._("If nobody else comes here, your share is bought out in phase IV for %(money)s money (%(type)s).") % facts
    sentence = (
        view._("If nobody else comes here, your share rises to ×%(multiple)s in phase IV: %(money)s money if sold (%(type)s).") % facts
    )
    return f"{sentence} {kept_words(view, projection)}".strip()


def kept_words(view: TableView, projection: Projection | None) -> str:
    """Returns what a marker that is not sold brings in the next round; empty if no round of a known type follows."""
    if not isinstance(projection, ExchangeProjection) or projection.kept is None:
        return ""
    if not projection.kept.space:
        return view._("Kept, it is bought out in the next round for %(money)s money (%(type)s).") % stock_facts(view, projection.kept)
    return view._("Kept, it brings %(money)s money in the next round (×%(multiple)s, %(type)s).") % stock_facts(view, projection.kept)


def stock_facts(view: TableView, value: StockValue) -> dict[str, object]:
    return {"multiple": value.multiple, "money": value.money, "type": names.full("forecast", FORECAST_TYPES[value.type], view.translations)}


class SellQuestion(QuestionPresenter):
    """Which markers of the exchange are sold (``RULES IV.F.4``)."""

    kind = "sell"
    verbs = ("sell",)
    part = "city"
    rule = "IV.F.4"
    question = _("Sell at the exchange?")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        sentences = view._("The forecast is %(type)s: each share brings its multiple times %(pay)s money.") + " "
        is_last = game.ruleset.ending.is_over(game)
        sentences += (
            view._("This is the last round: what you keep no longer brings anything.")
            if is_last
            else view._("What you keep stays on the exchange track.")
        )
        type = game._state.current_forecast
        return sentences % {"type": names.full("forecast", FORECAST_TYPES[type], view.translations), "pay": exchange_of(game).pay[type]}

    def closing_title(self, view: TableView, verb: str) -> str:
        shares = sum(owner == view.own.seat for owner in view.game._state.exchange_track)
        return view.translations.ngettext("Keep it", "Keep all", shares)

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("Sell the share on space %(space)s", space=action.operand + 1)

    def button_text(self, view: TableView, action: Action) -> str:
        return f"×{exchange_of(view.game).multiples[action.operand]}"

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        return self.projection(view, action, quote, view.game)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return kept_words(view, view.projection(action, before))


@formats(StockEntered, own=_("Your share entered the exchange track."))
def stock_entered(formatter: EventFormatter, event: StockEntered) -> Sentences:
    pushed = list(dict.fromkeys(event.pushed))
    if not pushed:
        return formatter._("%(name)s entered the exchange track on space 1."), ""
    run = formatter.plural("%(n)s marker", "%(n)s markers", len(event.pushed))
    why = formatter._(
        "Space 1 was taken, so everything up to the first gap moved up: %(run)s (%(people)s).", run=run, people=formatter.seat_names(pushed)
    )
    return formatter._("%(name)s entered the exchange track on space 1 and pushed the others up."), why


@formats(StocksRose)
def stocks_rose(formatter: EventFormatter, event: StocksRose) -> Sentences:
    return formatter._("All shares rose %(far)s.", far=formatter.counted("space", event.spaces)), formatter._("The forecast was %(type)s.")


@formats(StockBoughtOut, own=_("Your share was bought out for %(money)s."))
def stock_bought_out(formatter: EventFormatter, event: StockBoughtOut) -> Sentences:
    if event.reason == "pushed":
        why = formatter._("The marker was pushed beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    else:
        why = formatter._("The marker rose beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s left the exchange by buy-out and gained nothing."), ""
    return formatter._("%(name)s left the exchange by buy-out for %(price)s.", price=formatter.counted("money", event.money)), why


@formats(StockSold)
def stock_sold(formatter: EventFormatter, event: StockSold) -> Sentences:
    why = formatter._("Space %(space)s paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s sold a share on space %(space)s."), formatter._("The forecast was %(type)s.")
    return formatter._("%(name)s sold a share on space %(space)s for %(price)s.", price=formatter.counted("money", event.money)), why


@formats(StockKept, own=_("You kept your shares."))
def stock_kept(formatter: EventFormatter, event: StockKept) -> Sentences:
    return formatter.plural("%(name)s kept %(n)s share.", "%(name)s kept %(n)s shares.", event.markers), ""
