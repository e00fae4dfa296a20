"""Set-up: specialties, popularity and the first forecast cards (``RULES 2``, ``11.3``)."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, ClassVar

from ..actions import Outcome
from ..city.economic_forecast import announce_forecast, roll_forecast_type
from ..company.improvements import update_bonuses
from ..effects import gain_supply
from ..events import Event, event
from ..fields import Field, Number
from ..position_reading import require
from ..state import FORECAST_TYPES, ROOMS, Deck, Player, State, card_code
from ..step import SeatsStep, Step, order_field, turn_field
from .rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..game import Game
    from ..ruleset import Entrepreneur, Ruleset

DRAWS, SPECIALTIES, POPULARITY, CURRENT, NEXT = range(5)


@event("2.3", seats=("order",))
class PopularityDrawn(Event):
    """Set-up, told of the first one: ``order`` seats, the most popular first."""

    order: tuple[int, ...]


@event("8.2", has_seat=False)
class EraBegan(Event):
    """An era is in force."""

    era: str


@event("8.5", has_seat=False)
class EventBegan(Event):
    """An event is in force."""

    event: str


@event("8.4")
class SpecialtyReceived(Event):
    """Set-up, or at once if it is the first Automa's."""

    specialty: str


def initial_state(ruleset: Ruleset, automas: tuple[Entrepreneur | None, ...], options: Mapping[str, str]) -> State:
    """Returns the table before the first draw; ``automas`` has an entrepreneur or None for each seat."""
    state = State()
    players = len(automas)
    state.players = [new_player(ruleset, automa) for automa in automas]
    state.popularity = [1] * players
    state.popularity_order = list(range(players))
    state.job_market = ruleset.job_market_start
    state.forecast_deck = list(ruleset.forecast_deck)
    state.era = ruleset.era
    state.event = ruleset.event
    state.seen_cards = [0] * len(ruleset.automa_deck)
    if options.get("deck") == "preset":
        state.preset_deck = list(ruleset.preset_deck)
        state.forecast_deck = [state.preset_deck.count(kind) for kind in range(len(FORECAST_TYPES))]
    for tile in ruleset.tiles:
        is_reached = tile.stage <= ruleset.stage_by_round[-1]
        state.copies_left.append(0 if not is_reached else 1 if players <= 3 or tile.is_single else 2)
    for area in ruleset.areas:
        area.set_up(state, players)
    if any(automas):
        state.office_cards_left = ruleset.automa_cards[ruleset.office_card].copies
    for player, automa in zip(state.players, automas, strict=True):
        if automa is not None:
            set_up_automa(ruleset, state, player, automa)
    return state


def new_player(ruleset: Ruleset, automa: Entrepreneur | None) -> Player:
    """Returns a company at the start (``RULES 2.1``); an Automa has no money, info or supply."""
    player = Player()
    player.time = ruleset.ceo_time
    player.reserve_time = ruleset.markers_per_player - player.time
    if automa is None:
        player.money = ruleset.start_money
        player.info = ruleset.start_info
        player.supply = ruleset.start_supply
    return player


def set_up_automa(ruleset: Ruleset, state: State, player: Player, automa: Entrepreneur) -> None:
    """Gives an Automa its deck, markers and tile (``RULES 8.1.1``, ``8.1.2``)."""
    player.time = automa.time
    player.reserve_time = ruleset.markers_per_player - player.time
    player.deck = Deck()
    for index, card in enumerate(ruleset.automa_cards):
        copies = (1 if card.area >= 0 else 0) + (1 if card.id == automa.extra else 0)
        player.deck.pile += [card_code(index, 0)] * copies
        if index == ruleset.office_card:
            state.office_cards_left -= copies
    if automa.tile:
        tile = ruleset.tile(automa.tile)
        player.tenants.append(tile)
        player.tenant_places.append(-1)
        if len(state.players) > 3:
            state.copies_left[tile] -= 1


class Setup(SeatsStep):
    """Set-up; ``draw`` says what chance decides now, ``order`` are the seats that get a specialty, Automas first."""

    __slots__ = ("draw",)
    name: ClassVar[str] = "setup"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("Automas by seat, then humans by seat"),
        turn_field("specialties given"),
        Field(
            "draw",
            Number(DRAWS, NEXT),
            "what chance decides: 0 the options at random, 1 specialties, 2 popularity, 3 the current card, 4 the next",
        ),
    )

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.draw = DRAWS

    def copy(self) -> Step:
        twin = Setup(self.order[:])
        twin.turn = self.turn
        twin.draw = self.draw
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, self.draw, []

    def check(self, game: Game) -> None:
        automas = [seat for seat, automa in enumerate(game.automas) if automa is not None]
        humans = [seat for seat, automa in enumerate(game.automas) if automa is None]
        require(self.order == automas + humans, "set-up must go through Automas first, then humans")
        given = [game._state.players[seat].specialty >= 0 for seat in self.order]
        require(given == [place < self.turn for place in range(len(self.order))], "the turn of set-up does not match the specialties")

    def advance(self, game: Game) -> None:
        if self.draw == DRAWS:
            self.roll_option(game)
        elif self.draw == SPECIALTIES:
            self.roll_specialty(game)
        elif self.draw == POPULARITY:
            self.roll_popularity(game)
        elif self.draw in (CURRENT, NEXT):
            roll_forecast_type(game, self.draw == CURRENT)
        else:
            game.pop()
            game.push(Rounds())

    def roll_option(self, game: Game) -> None:
        """Asks chance for an era, then for an event, if the options are ``random``; all are equally likely (``RULES 8.2``, ``8.5``)."""
        ruleset = game._ruleset
        if game.options.get("era") == "random" and game._state.era < 0:
            ids = [era.id for era in ruleset.eras]
            game.roll("era", [Outcome((i,), f"era {id}") for i, id in enumerate(ids)], [1] * len(ids))
        elif game.options.get("event") == "random" and game._state.event < 0:
            ids = [card.id for card in ruleset.events]
            game.roll("event", [Outcome((i,), f"event {id}") for i, id in enumerate(ids)], [1] * len(ids))
        else:
            self.draw = SPECIALTIES
            note_options(game)

    def roll_specialty(self, game: Game) -> None:
        ruleset = game._ruleset
        seat = self.order[self.turn]
        taken = [player.specialty for player in game._state.players]
        left = [i for i, _ in enumerate(ruleset.specialties) if i not in taken]
        if self.is_reserved(game) and self.turn == 0:
            left = [ruleset.automa_specialty]
        texts = [f"specialty {seat + 1} {ruleset.specialties[i].id}" for i in left]
        outcomes = [Outcome((seat, i), text) for i, text in zip(left, texts, strict=True)]
        game.roll("specialty", outcomes, [1] * len(left))

    def is_reserved(self, game: Game) -> bool:
        """Returns True if the first seat is an Automa's, which has a specialty of its own."""
        return game._state.players[self.order[0]].deck is not None

    def roll_popularity(self, game: Game) -> None:
        """Asks chance for the popularity order; all are equally likely, with Automas one of them comes first (``RULES 2.3``, ``8.1.1``)."""
        players = game._state.players
        has_automa = any(player.deck is not None for player in players)
        orders = [o for o in permutations(range(len(players))) if not has_automa or players[o[0]].deck is not None]
        outcomes = [Outcome(o, "popularity " + " ".join(str(seat + 1) for seat in o)) for o in orders]
        game.roll("popularity", outcomes, [1] * len(outcomes))

    def apply_drawn_option(self, game: Game, outcome: Outcome) -> None:
        state = game._state
        if state.era < 0 and game.options.get("era") == "random":
            state.era = outcome.values[0]
            state.forecast_deck = list(game._ruleset.eras[state.era].deck)
        else:
            state.event = outcome.values[0]
        game.apply_drawn_options()

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        state = game._state
        if self.draw == DRAWS:
            self.apply_drawn_option(game, outcome)
            return
        if self.draw == SPECIALTIES:
            give_specialty(game, outcome.values[0], outcome.values[1])
            self.turn += 1
            if self.turn < len(self.order):
                return
        elif self.draw == POPULARITY:
            state.popularity_order = list(outcome.values)
            if game.journal is not None:
                game.note(PopularityDrawn(state.popularity_order[0], "2.3", tuple(state.popularity_order)))
        elif self.draw == CURRENT:
            announce_forecast(game, outcome, 1)
        else:
            announce_forecast(game, outcome, 2)
        self.draw += 1


def note_options(game: Game) -> None:
    state = game._state
    if game.journal is None:
        return
    if state.era >= 0:
        game.note(EraBegan(-1, "8.2", game._ruleset.eras[state.era].id))
    if state.event >= 0:
        game.note(EventBegan(-1, "8.5", game._ruleset.events[state.event].id))


def give_specialty(game: Game, seat: int, index: int) -> None:
    """Gives a specialty and what it brings at the start (``RULES 8.4``); an Automa gets only its room."""
    player = game._state.players[seat]
    specialty = game._ruleset.specialties[index]
    player.specialty = index
    if 0 <= specialty.room < ROOMS:
        player.remodeled[specialty.room] = 1
    if player.deck is None:
        player.money += specialty.money
        player.info += specialty.info
        if specialty.room >= 0 and game._ruleset.rooms[specialty.room].brings_supply:
            gain_supply(game, seat, 1)
    update_bonuses(game._ruleset, player)
    if game.journal is not None:
        game.note(SpecialtyReceived(seat, "8.4", specialty.id))
