"""The economic forecast along the rounds: cards turned up, the two backs that lie open, and what is left by type (``RULES 7``)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from groundfloor.engine.projections import known_forecasts, possible_designs
from groundfloor.engine.ruleset import Design, Ruleset, Value
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation import names

from .amounts import Figure, figure
from .game_variants import GameVariant, game_variants
from .scene import Scene

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
    """A type and how many of its cards are still in the deck below the two that lie open."""

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


def unemployed(scene: Scene) -> Figure | None:
    """Returns by how much the job market goes back in this round's phase V: exact once the card is up; None after the last such phase, and
    where a special card sends it to a space."""
    game = scene.game
    state = game.state
    if state.round <= 0 or game.ruleset.ending.is_over(game) or (state.revealed_design >= 0 and state.next_forecast < 0):
        return None
    shown = [game.ruleset.designs[state.revealed_design]] if state.revealed_design >= 0 else possible_designs(game, state.current_forecast)
    if not shown or shown[0].market:
        return None
    column = game.ruleset.player_column(len(state.players))
    values = [game.ruleset.values.get(f"forecast.{design.id}") for design in shown]
    value = next((value for value in values if value is not None and value.status == "assumed"), None)
    numbers = [design.unemployed[column] for design in shown]
    return figure(scene, "back-in-v", range_text(numbers), ("space", max(numbers)), value_label(scene, shown[0].type, "unemployed"), value)


def consumer_figure(scene: Scene, id: str, type: int, low: int, high: int, value: Value | None) -> Figure:
    return figure(scene, id, range_text([low, high]), ("consumer", high), value_label(scene, type, "consumers"), value)


def value_label(scene: Scene, type: int, row: str) -> str:
    facts = {"card": names.full("forecast", FORECAST_TYPES[type], scene.words), "n": len(scene.game.state.players)}
    if row == "unemployed":
        return scene._("%(card)s, unemployed with %(n)s players") % facts
    return scene._("%(card)s, consumers with %(n)s players") % facts


def state_of(scene: Scene, number: int) -> tuple[CardState, str]:
    """Returns where a round stands, and the word for it."""
    now = max(scene.game.state.round, 1)
    if number < now or scene.game.is_over:
        return "past", scene._("past")
    if number == now:
        return "now", scene.words.pgettext("round", "now")
    return ("next", scene.words.pgettext("round", "next")) if number == now + 1 else ("later", "")


def card(scene: Scene, number: int, type: int, design: Design | None) -> Card:
    game = scene.game
    rules = game.ruleset
    players = len(game.state.players)
    state, word = state_of(scene, number)
    name = names.breakable("forecast", FORECAST_TYPES[type], scene.words)
    facts = (number, rules.stage(number), state, word, FORECAST_TYPES[type], name)
    if design is None:
        low, high = rules.consumers_range(type, players)
        return Card(*facts, False, consumer_figure(scene, f"consumers-{number}", type, low, high, back_value(rules, type)), None)
    if design.is_special:
        return Card(*facts, True, *special_figures(scene, str(number), design), names.breakable("special", design.id, scene.words))
    value = rules.values.get(f"forecast.{design.id}")
    column = rules.player_column(players)
    come, go = design.consumers[column], design.unemployed[column]
    consumers = consumer_figure(scene, f"consumers-{number}", type, come, come, value)
    going = figure(scene, f"unemployed-{number}", str(go), ("unemployed", go), value_label(scene, type, "unemployed"), value)
    return Card(*facts, True, consumers, going)


def special_figures(scene: Scene, place: str, design: Design) -> tuple[Figure, Figure]:
    """Returns who buys on a special card, and the space that the job market goes to (``RULES 8.3``); ``place`` makes their ids unique."""
    pgettext = scene.words.pgettext
    space = pgettext("job market", "to %(space)s") % {"space": design.market}
    buying = Figure(f"consumers-{place}", buyers(scene, design), names.counted("consumer", 0, scene.words).partition(" ")[2])
    return buying, Figure(f"unemployed-{place}", space, pgettext("job market", "on the job market"))


def buyers(scene: Scene, design: Design) -> str:
    consumers = design.consumers[scene.game.ruleset.player_column(len(scene.game.state.players))]
    return scene.words.pgettext("consumers", "all") if consumers else "0"


def remaining_cards(scene: Scene, first: int) -> RemainingCards | None:
    game = scene.game
    rounds = tuple(range(first, len(game.ruleset.stage_by_round) + 1))
    kinds = [(FORECAST_TYPES[type], count) for type, count in enumerate(game.state.forecast_deck) if count]
    if not rounds or not kinds:
        return None
    all = sum(count for _, count in kinds)
    left = tuple(RemainingKind(type, names.full("forecast", type, scene.words), count) for type, count in kinds)
    return RemainingCards(rounds, scene._("%(some)s of the %(all)s left", some=counted(scene, len(rounds)), all=counted(scene, all)), left)


def counted(scene: Scene, number: int) -> str:
    pgettext = scene.words.pgettext
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


def forecast(scene: Scene) -> Forecast:
    game = scene.game
    rules = game.ruleset
    fronts = [rules.designs[index] for index in game.state.revealed_forecasts]
    cards = [card(scene, number, design.type, design) for number, design in enumerate(fronts, 1)]
    for type in known_forecasts(game)[: len(rules.stage_by_round) - len(cards)]:
        cards.append(card(scene, len(cards) + 1, type, None))
    now = rules.stage(game.state.round)
    stages = tuple(Stage(number, len(list(group)), number == now) for number, group in groupby(rules.stage_by_round))
    return Forecast(
        tuple(cards),
        remaining_cards(scene, len(cards) + 1),
        stages,
        len(rules.stage_by_round),
        game_variants(scene),
    )


def consumers(scene: Scene, id: str) -> tuple[Figure | None, int, int]:
    """This round's consumers in writing, how many come for certain and at most."""
    state, rules = scene.game.state, scene.game.ruleset
    if state.current_forecast < 0:
        return None, 0, 0
    if state.revealed_design >= 0:
        design = rules.designs[state.revealed_design]
        if design.is_special:
            return special_figures(scene, id, design)[0], 0, 0
        low = high = design.consumers[rules.player_column(len(state.players))]
        value = rules.values.get(f"forecast.{design.id}")
    else:
        low, high = rules.consumers_range(state.current_forecast, len(state.players))
        value = back_value(rules, state.current_forecast)
    return consumer_figure(scene, id, state.current_forecast, low, high, value), low, high
