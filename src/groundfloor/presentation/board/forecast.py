"""The economic forecast along the rounds: cards turned up, the two visible backs, and what is left by type (``RULES 7``)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from groundfloor.engine.game import Game
from groundfloor.engine.phases.reorganize import is_renewed
from groundfloor.engine.position_projection import known_forecasts, possible_designs
from groundfloor.engine.ruleset import Design, Ruleset, Value
from groundfloor.engine.state import FORECAST_TYPES

from .. import names
from ..view import TableView
from .amounts import Figure, figure
from .game_variants import GameVariant, game_variants

CardState = Literal["past", "now", "next", "later"]


@dataclass(frozen=True)
class Card:
    """A round's card; a back has a range of consumers and no unemployed.

    ``special`` is the name of a special card that has turned up, its second word.
    """

    round: int
    stage: int
    state: CardState
    word: str
    type: str
    name: str
    is_front: bool
    consumers: Figure
    unemployed: Figure | None
    special: str = ""

    @property
    def is_now(self) -> bool:
        return self.state == "now"


@dataclass(frozen=True)
class RemainingKind:
    """A type and how many of its cards are still in the deck below the two visible ones."""

    type: str
    name: str
    count: int


@dataclass(frozen=True)
class RemainingCards:
    """The rounds whose card nobody has seen, and what is left for them."""

    rounds: tuple[int, ...]
    words: str
    kinds: tuple[RemainingKind, ...]


@dataclass(frozen=True)
class Stage:
    """A stage and how many rounds it lasts."""

    number: int
    rounds: int
    is_now: bool


@dataclass(frozen=True)
class Forecast:
    """The axis of rounds: cards from the first round on, the rest, and the stages above them."""

    cards: tuple[Card, ...]
    rest: RemainingCards | None
    stages: tuple[Stage, ...]
    rounds: int
    variants: tuple[GameVariant, ...] = ()

    @property
    def now(self) -> Card | None:
        return next((card for card in self.cards if card.is_now), None)


def range_text(numbers: list[int]) -> str:
    """Returns a range as text: ``2`` or ``2–3``."""
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low}–{high}"


def back_value(ruleset: Ruleset, type: int) -> Value | None:
    """Returns where the range on a type's back comes from: its own value if there is one, else the first assumed design."""
    own = ruleset.values.get(f"forecast.{FORECAST_TYPES[type]}.back")
    designs = [ruleset.values.get(f"forecast.{design.id}") for design in ruleset.designs if design.type == type]
    return own or next((value for value in designs if value is not None and value.status == "assumed"), None)


def forecast_types(game: Game) -> tuple[int, int]:
    """Returns the types of the cards of this round and of the next one, -1 for none.

    At the end of phase V (``RULES V.8``) the state has moved on to the next card already, which the board does not show yet.
    """
    state = game._state
    if state.revealed_design >= 0 and is_renewed(game):
        return game.ruleset.designs[state.revealed_design].type, state.current_forecast
    return state.current_forecast, state.next_forecast


def unemployed(view: TableView) -> Figure | None:
    """Returns by how much the job market goes back in this round's phase V: exact once the card is up; None after the last such phase, and
    where a special card sends it to a space."""
    game = view.game
    state = game._state
    type, next_type = forecast_types(game)
    if state.round <= 0 or game.ruleset.ending.is_over(game) or (state.revealed_design >= 0 and next_type < 0):
        return None
    shown = [game.ruleset.designs[state.revealed_design]] if state.revealed_design >= 0 else possible_designs(game, type)
    if not shown or shown[0].market:
        return None
    column = game.ruleset.player_column(len(state.players))
    values = [game.ruleset.values.get(f"forecast.{design.id}") for design in shown]
    value = next((value for value in values if value is not None and value.status == "assumed"), None)
    numbers = [design.unemployed[column] for design in shown]
    return figure(view, "back-in-v", range_text(numbers), ("space", max(numbers)), value_label(view, shown[0].type, "unemployed"), value)


def consumer_figure(view: TableView, id: str, type: int, low: int, high: int, value: Value | None) -> Figure:
    return figure(view, id, range_text([low, high]), ("consumer", high), value_label(view, type, "consumers"), value)


def value_label(view: TableView, type: int, row: str) -> str:
    facts = {"card": names.full("forecast", FORECAST_TYPES[type], view.translations), "n": len(view.game._state.players)}
    if row == "unemployed":
        return view._("%(card)s, unemployed with %(n)s players") % facts
    return view._("%(card)s, consumers with %(n)s players") % facts


def state_of(view: TableView, number: int) -> tuple[CardState, str]:
    """Returns where a round stands, and the word for it."""
    now = max(view.game._state.round, 1)
    if number < now or view.game.is_over:
        return "past", view._("past")
    if number == now:
        return "now", view.translations.pgettext("round", "now")
    return ("next", view.translations.pgettext("round", "next")) if number == now + 1 else ("later", "")


def card(view: TableView, number: int, type: int, design: Design | None) -> Card:
    game = view.game
    rules = game.ruleset
    players = len(game._state.players)
    state, word = state_of(view, number)
    name = names.breakable("forecast", FORECAST_TYPES[type], view.translations)
    facts = (number, rules.stage(number), state, word, FORECAST_TYPES[type], name)
    if design is None:
        low, high = rules.consumers_range(type, players)
        return Card(*facts, False, consumer_figure(view, f"consumers-{number}", type, low, high, back_value(rules, type)), None)
    if design.is_special:
        return Card(*facts, True, *special_figures(view, str(number), design), names.breakable("special", design.id, view.translations))
    value = rules.values.get(f"forecast.{design.id}")
    column = rules.player_column(players)
    come, go = design.consumers[column], design.unemployed[column]
    consumers = consumer_figure(view, f"consumers-{number}", type, come, come, value)
    going = figure(view, f"unemployed-{number}", str(go), ("unemployed", go), value_label(view, type, "unemployed"), value)
    return Card(*facts, True, consumers, going)


def special_figures(view: TableView, place: str, design: Design) -> tuple[Figure, Figure]:
    """Returns who buys on a special card, and the space that the job market goes to (``RULES 8.3``); ``place`` makes their ids unique."""
    pgettext = view.translations.pgettext
    space = pgettext("job market", "to %(space)s") % {"space": design.market}
    buying = Figure(f"consumers-{place}", buyers(view, design), names.counted("consumer", 0, view.translations).partition(" ")[2])
    return buying, Figure(f"unemployed-{place}", space, pgettext("job market", "on the job market"))


def buyers(view: TableView, design: Design) -> str:
    consumers = design.consumers[view.game.ruleset.player_column(len(view.game._state.players))]
    return view.translations.pgettext("consumers", "all") if consumers else "0"


def remaining_cards(view: TableView, first: int) -> RemainingCards | None:
    game = view.game
    rounds = tuple(range(first, len(game.ruleset.stage_by_round) + 1))
    kinds = [(FORECAST_TYPES[type], count) for type, count in enumerate(game._state.forecast_deck) if count]
    if not rounds or not kinds:
        return None
    all = sum(count for _, count in kinds)
    left = tuple(RemainingKind(type, names.full("forecast", type, view.translations), count) for type, count in kinds)
    return RemainingCards(rounds, view._("%(some)s of the %(all)s left", some=counted(view, len(rounds)), all=counted(view, all)), left)


def counted(view: TableView, number: int) -> str:
    pgettext = view.translations.pgettext
    written = (
        pgettext("cards", "one"),
        pgettext("cards", "two"),
        pgettext("cards", "three"),
        pgettext("cards", "four"),
        pgettext("cards", "five"),
        pgettext("cards", "six"),
        pgettext("cards", "seven"),
        pgettext("cards", "eight"),
        pgettext("cards", "nine"),
    )
    return written[number - 1] if 0 < number <= len(written) else str(number)


def forecast(view: TableView) -> Forecast:
    game = view.game
    rules = game.ruleset
    fronts = [rules.designs[index] for index in game._state.revealed_forecasts]
    cards = [card(view, number, design.type, design) for number, design in enumerate(fronts, 1)]
    for type in known_forecasts(game)[: len(rules.stage_by_round) - len(cards)]:
        cards.append(card(view, len(cards) + 1, type, None))
    now = rules.stage(game._state.round)
    stages = tuple(Stage(number, len(list(group)), number == now) for number, group in groupby(rules.stage_by_round))
    return Forecast(
        tuple(cards),
        remaining_cards(view, len(cards) + 1),
        stages,
        len(rules.stage_by_round),
        game_variants(view),
    )


def consumers(view: TableView, id: str) -> tuple[Figure | None, int, int]:
    """This round's consumers in writing, how many come for certain and at most."""
    state, rules = view.game._state, view.game.ruleset
    type = forecast_types(view.game)[0]
    if type < 0:
        return None, 0, 0
    if state.revealed_design >= 0:
        design = rules.designs[state.revealed_design]
        if design.is_special:
            return special_figures(view, id, design)[0], 0, 0
        low = high = design.consumers[rules.player_column(len(state.players))]
        value = rules.values.get(f"forecast.{design.id}")
    else:
        low, high = rules.consumers_range(type, len(state.players))
        value = back_value(rules, type)
    return consumer_figure(view, id, type, low, high, value), low, high
