"""The economic forecast: this round’s card, and how many consumers may come (``RULES IV.G``, ``7``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.city.economic_forecast import EconomicForecast, ForecastAnnounced, ForecastTurned, SpecialForecastTurned
from groundfloor.engine.city.retail_projection import consumer_odds, possible_special
from groundfloor.engine.game import Game
from groundfloor.engine.position_projection import consumers_to_come, possible_designs
from groundfloor.engine.ruleset import Design
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.translatable import _

from .. import names
from ..board.amounts import Figure
from ..board.forecast import buyers, consumers, forecast_types, special_figures
from ..board.phrases import chance_words
from ..log.event_formatter import EventFormatter, Sentences, formats, formats_own
from ..view import TableView
from .presenter import AreaPresenter, BuildingView


@dataclass(frozen=True)
class ForecastView(BuildingView):
    """The current card; ``consumers`` is a range until it turns up; ``special`` is its second word."""

    icon: str
    type: str
    consumers: Figure | None
    unemployed: Figure | None
    is_up: bool
    special: str = ""


class EconomicForecastPresenter(AreaPresenter[EconomicForecast]):
    """The card that hangs at the façade."""

    task_rule = "IV.G"
    conduct_rule = "IV.G"

    def view(self, view: TableView) -> ForecastView:
        state = view.game._state
        type = forecast_types(view.game)[0]
        if type < 0:
            return ForecastView("", "", None, None, is_up=False)
        id = FORECAST_TYPES[type]
        is_up = state.revealed_design >= 0
        unemployed, special = turned_up_card(view) if is_up else (None, "")
        coming = consumers(view, "hanging-consumers")[0]
        return ForecastView(
            icon=id,
            type=names.full("forecast", id, view.translations),
            consumers=coming,
            unemployed=unemployed,
            is_up=is_up,
            special=special,
        )

    def contents(self, view: TableView) -> list[str]:
        return forecast_words(view)


def turned_up_card(view: TableView) -> tuple[Figure, str]:
    """Returns the unemployed of the card that has turned up, and its second name if it is a special one."""
    state, rules = view.game._state, view.game.ruleset
    card = rules.designs[state.revealed_design]
    if card.is_special:
        return special_figures(view, "hanging", card)[1], names.breakable("special", card.id, view.translations)
    number = card.unemployed[rules.player_column(len(state.players))]
    return Figure("hanging-unemployed", str(number), names.counted("unemployed", number, view.translations).partition(" ")[2]), ""


def forecast_words(view: TableView) -> list[str]:
    type, next_type = forecast_types(view.game)
    if type < 0:
        return []
    sentences = [card_words(view) if view.game._state.revealed_design >= 0 else back_words(view)]
    if next_type >= 0:
        sentences.append(view._("Next round %(type)s.", type=type_name(view, next_type)))
    return sentences


def card_words(view: TableView) -> str:
    state, rules = view.game._state, view.game.ruleset
    design = rules.designs[state.revealed_design]
    column = rules.player_column(len(view.game.seats))
    type = type_name(view, design.type)
    if design.is_special:
        sentence = view._("This round %(type)s: %(special)s; consumers: %(consumers)s; the job market goes to space %(space)s.")
        special = names.full("special", design.id, view.translations)
        return sentence % {"type": type, "special": special, "consumers": buyers(view, design), "space": design.market}
    return view._(
        "This round %(type)s; consumers: %(consumers)s; unemployed: %(unemployed)s.",
        type=type,
        consumers=design.consumers[column],
        unemployed=design.unemployed[column],
    )


def back_words(view: TableView) -> str:
    low, high = consumers_to_come(view.game)
    coming = f"{low}–{high}" if low < high else f"{low}"
    facts = {
        "type": type_name(view, view.game._state.current_forecast),
        "consumers": coming + special_words(view, possible_special(view.game, view.game._state.current_forecast)),
    }
    return view._("This round %(type)s; consumers to come: %(consumers)s.") % facts


def type_name(view: TableView, type: int) -> str:
    return names.full("forecast", FORECAST_TYPES[type], view.translations)


def consumer_words(view: TableView, game: Game) -> str:
    """Returns how many consumers may come in this round, and how likely each number is (``RULES 7.2``, ``8.3``)."""
    type = game._state.current_forecast
    odds = consumer_odds(game, type)
    special = possible_special(game, type)
    if len(odds.cases) == 1:
        return view.plural("%(n)s consumer comes.", "%(n)s consumers come.", odds.cases[0][0])
    cases = []
    for number, _weight in odds.cases:
        share = chance_words(view.translations, odds.at_least(number) - odds.at_least(number + 1))
        cases.append(f"{number_words(view, game, special, number)} {share}")
    return view._("Consumers: %(numbers)s.", numbers=", ".join(cases))


def number_words(view: TableView, game: Game, special: Design | None, number: int) -> str:
    """Returns a number of consumers that may come, with the special card that brings it too or alone."""
    column = game.ruleset.player_column(len(game.seats))
    if special is None or number != special.consumers[column]:
        return str(number)
    card = names.full("special", special.id, view.translations)
    if number in [design.consumers[column] for design in possible_designs(game, special.type)]:
        return view._("%(number)s (or the %(card)s)", number=number, card=card)
    consumers = str(number) if not number else view._("one for every product")
    return f"{consumers} ({card})"


def special_words(view: TableView, special: Design | None) -> str:
    """Returns how many consumers come if the card is the special one; empty if it can't be that."""
    if special is None:
        return ""
    ends = (
        view._(", or one for every product if it is the %(card)s") if any(special.consumers) else view._(", or none if it is the %(card)s")
    )
    return ends % {"card": names.full("special", special.id, view.translations)}


@formats(ForecastAnnounced, own=_("Round %(round)s: %(type)s."))
def forecast_announced(formatter: EventFormatter, event: ForecastAnnounced) -> Sentences:
    if event.round > len(formatter.game.ruleset.stage_by_round):
        return formatter._("The forecast after the last round was drawn: %(type)s."), ""
    return formatter._("The forecast for round %(round)s was drawn: %(type)s."), ""


@formats(ForecastTurned)
def forecast_turned(formatter: EventFormatter, event: ForecastTurned) -> Sentences:
    found = formatter.join([formatter.counted("consumer", event.consumers), formatter.counted("unemployed", event.unemployed)])
    return formatter._("The forecast turned up: %(type)s with %(found)s.", found=found), ""


@formats_own(ForecastTurned)
def own_forecast_turned(formatter: EventFormatter, event: ForecastTurned) -> str:
    return formatter._("%(type)s: %(found)s.", found=formatter.counted("consumer", event.consumers))


@formats(SpecialForecastTurned)
def special_forecast_turned(formatter: EventFormatter, event: SpecialForecastTurned) -> Sentences:
    return formatter._("The forecast turned up: %(special)s.", special=names.full("special", event.special, formatter.translations)), ""
