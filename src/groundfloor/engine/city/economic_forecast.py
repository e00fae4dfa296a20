"""Area G, the economic forecast: the current card is revealed (``RULES IV.G``, part 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Outcome
from ..events import Event, event
from ..state import FORECAST_TYPES
from ..step import Step
from .area import Area

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import AreaId, ForecastType, NoArea
    from ..ruleset import Design


@event("7.1", "V.8", has_seat=False)
class ForecastAnnounced(Event):
    """The back of a forecast card is seen: ``type``, ``round`` in which it will be the current card."""

    type: ForecastType
    round: int


@event("IV.G", has_seat=False)
class ForecastTurned(Event):
    """The current card is turned up."""

    type: ForecastType
    consumers: int
    unemployed: int


@event("8.3", has_seat=False)
class SpecialForecastTurned(Event):
    """The current card is turned up and is the Great Depression or the Windfall: ``special`` card, ``type``, ``consumers``."""

    special: str
    type: ForecastType
    consumers: int


class EconomicForecast(Area):
    """The space of the current forecast card."""

    id: ClassVar[AreaId] = "economic_forecast"

    def conduct(self, game: Game) -> None:
        game.push(ForecastStep())


class ForecastStep(Step):
    """Asks chance for the front: a copy of a design of the type that has not been revealed yet (``RULES 11.4``)."""

    __slots__ = ()
    name: ClassVar[str] = "forecast"
    area_id: ClassVar[AreaId | NoArea] = "economic_forecast"

    def copy(self) -> Step:
        return ForecastStep()

    def advance(self, game: Game) -> None:
        state = game._state
        if state.revealed_design >= 0:
            game.pop()
            return
        designs = game._ruleset.designs
        shares = front_weights_of_type(game, state.current_forecast)
        outcomes = [Outcome((index,), f"front {designs[index].id}") for index in shares]
        game.roll("front", outcomes, list(shares.values()))

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        state = game._state
        state.revealed_forecasts.append(outcome.values[0])
        if game.journal is not None:
            design = game._ruleset.designs[outcome.values[0]]
            column = game._ruleset.player_column(len(state.players))
            type, consumers = FORECAST_TYPES[design.type], design.consumers[column]
            if design.is_special:
                game.note(SpecialForecastTurned(-1, "8.3", design.id, type, consumers))
            else:
                unemployed = design.unemployed[column]
                game.note(ForecastTurned(-1, "IV.G", type, consumers, unemployed))


def front_weights_of_type(game: Game, type: int) -> dict[int, int]:
    """Returns the weight of each front that a card of a type may have, as far as everybody knows now (``RULES 11.4``)."""
    turned, designs = game._state.revealed_forecasts, game._ruleset.designs
    return front_weights(designs, {i: d.copies - turned.count(i) for i, d in enumerate(designs) if d.type == type})


def front_weights(designs: tuple[Design, ...], left: dict[int, int]) -> dict[int, int]:
    """Returns the weight of each front; ``left`` are the copies of each design of the type that have not been revealed.

    A special card that may still come is as likely as each hidden card of its type; the other fronts share the rest by their copies
    (``RULES 8.3``).
    """
    special = [index for index, copies in left.items() if copies > 0 and designs[index].is_special]
    plain = {index: copies for index, copies in left.items() if copies > 0 and not designs[index].is_special}
    if not special:
        return plain
    cards = sum(plain.values())
    shares = {index: copies * (cards - 1) for index, copies in plain.items() if cards > 1}
    return shares | {special[0]: cards}


def roll_forecast_type(game: Game, is_first: bool) -> None:
    """Asks chance for the back of the deck's top card: the types still in the deck (``RULES 7.1``, ``7.4``)."""
    state = game._state
    never = game._ruleset.excluded_first_forecasts if is_first else ()
    if state.preset_deck:
        game.roll("back", [Outcome((state.preset_deck[0],), f"back {FORECAST_TYPES[state.preset_deck[0]]}")], [1])
        return
    kinds = [kind for kind in range(len(FORECAST_TYPES)) if state.forecast_deck[kind] and kind not in never]
    game.roll("back", [Outcome((kind,), f"back {FORECAST_TYPES[kind]}") for kind in kinds], [state.forecast_deck[k] for k in kinds])


def announce_forecast(game: Game, outcome: Outcome, round: int) -> None:
    """Takes the card with the drawn back from the deck, as the forecast of a round: in set-up also of the first one (``RULES 7.1``, ``V.8``)."""
    state = game._state
    type = outcome.values[0]
    state.forecast_deck[type] -= 1
    if state.preset_deck:
        state.preset_deck.pop(0)
    if round == 1:
        state.current_forecast = type
    else:
        state.next_forecast = type
    if game.journal is not None:
        game.note(ForecastAnnounced(-1, "7.1" if state.round == 0 else "V.8", FORECAST_TYPES[type], round))
