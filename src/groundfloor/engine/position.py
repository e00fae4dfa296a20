"""Positions as plain data: what lies on the table, and the steps in progress (docs/position.md).

In memory areas, rooms, tiles, cards and so on are indices into the ruleset's lists; what is written names them by their ids, so that a longer list
changes no position. Seats count from 0 in memory, and from 1 in what is written, where 0 is nobody.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .automa import AutomaTurn
from .city.advertising_agency import AgencyStep, ReverseAgencyStep
from .city.construction_company import ConstructionStep, RemodelingConstructionStep
from .city.economic_forecast import ForecastStep
from .city.factory import FactoryStep, LiquidatingFactoryStep
from .city.marketing_bonus import BonusStep, TwoPlayerBonusStep
from .city.retail_outlets import RetailStep
from .city.stock_exchange import ExchangeStep
from .company.improvements import place_name
from .company.remodeling import AfterTurn
from .errors import BadPosition
from .phases.conduct import Conduct
from .phases.hire import Hire
from .phases.income import Income
from .phases.reorganize import Reorganize
from .phases.rounds import Rounds
from .phases.schedule import Schedule
from .phases.setup import Setup
from .position_reading import (
    JsonObject,
    read_child,
    read_children,
    read_int,
    read_ints,
    read_ints_like,
    read_seats_like,
    seat_number,
    seat_numbers,
)
from .state import FORECAST_TYPES, PLACES, ROOMS, Deck, Player, State
from .step import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Game
    from .ruleset import Ruleset

STEPS_WITH_CARDS = ("automa_turn",)
"""Steps whose ``failed_cards`` are kinds of Automa cards."""


class IdList:
    """The ids of one of a ruleset's lists; "" stands for -1. ``what`` names one of them in a BadPosition."""

    __slots__ = ("ids", "what", "numbers")

    def __init__(self, what: str, ids: Sequence[str]) -> None:
        self.what = what
        self.ids = list(ids)
        self.numbers = {id: number for number, id in enumerate(self.ids)}

    def id(self, number: object) -> str:
        assert isinstance(number, int)
        return self.ids[number] if number >= 0 else ""

    def id_list(self, numbers: object) -> list[object]:
        assert isinstance(numbers, list)
        return [self.id(number) for number in numbers]

    def counted(self, numbers: object, nothing: int) -> dict[str, object]:
        """Returns a list of one number for each id as an object, without the entries that are ``nothing``."""
        assert isinstance(numbers, list)
        return {id: number for id, number in zip(self.ids, numbers, strict=True) if number != nothing}

    def number(self, data: JsonObject, key: str) -> int:
        """Returns the number of the id at this key; raises BadPosition if there is none."""
        return self.number_of(data.get(key), key)

    def number_of(self, id: object, key: str) -> int:
        """Returns the number of an id, -1 for an empty one; raises BadPosition for an unknown one."""
        if id == "":
            return -1
        if not isinstance(id, str) or id not in self.numbers:
            raise BadPosition(f"The position's {key!r} names {self.what} {id!r}; there are: {', '.join(self.ids) or 'none'}.")
        return self.numbers[id]

    def number_list(self, data: JsonObject, key: str) -> list[object]:
        ids = data.get(key)
        if not isinstance(ids, list):
            raise BadPosition(f"The position's {key!r} must be a list of ids, not {ids!r}.")
        return [self.number_of(id, key) for id in ids]

    def spread(self, data: JsonObject, key: str, nothing: object) -> list[object]:
        """Returns an object with ids as keys as a list with one item for each id."""
        by_id = read_child(data, key)
        for id in by_id:
            self.number_of(id or None, key)
        return [by_id.get(id, nothing) for id in self.ids]


class PositionNames:
    """All lists of a ruleset whose ids stand in positions."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.areas = IdList("the area", [area.id for area in ruleset.areas])
        self.rooms = IdList("the room", [room.id for room in ruleset.rooms])
        self.places = IdList("the place", [place_name(ruleset, place) for place in range(PLACES)])
        self.tiles = IdList("the improvement", [tile.id for tile in ruleset.tiles])
        self.specialties = IdList("the specialty", [specialty.id for specialty in ruleset.specialties])
        self.designs = IdList("the forecast card", [design.id for design in ruleset.designs])
        self.types = IdList("the forecast type", FORECAST_TYPES)
        self.kinds = IdList("the kind of Automa card", [card.id for card in ruleset.automa_cards])
        self.cards = IdList("the Automa card", [card.name for card in ruleset.automa_deck])
        self.eras = IdList("the era", [era.id for era in ruleset.eras])
        self.events = IdList("the event", [event.id for event in ruleset.events])
        self.marketing = IdList("the marketing type", [type.id for type in ruleset.agency.types])
        self.bonuses = IdList("the bonus", [bonus.id for bonus in ruleset.bonus.bonuses])

    # Writing

    def name_state(self, state: JsonObject) -> JsonObject:
        boxes = state["marketing_boxes"]
        assert isinstance(boxes, list)
        return {
            **state,
            "area": self.areas.id(state["area"]),
            "players": [self.name_player(player) for player in read_children(state, "players")],
            "marketing_boxes": dict(zip(self.marketing.ids, boxes, strict=True)),
            "bonus_takers": self.bonuses.counted(state["bonus_takers"], 0),
            "revealed_forecasts": self.designs.id_list(state["revealed_forecasts"]),
            "current_forecast": self.types.id(state["current_forecast"]),
            "next_forecast": self.types.id(state["next_forecast"]),
            "forecast_deck": self.types.counted(state["forecast_deck"], -1),
            "preset_deck": self.types.id_list(state["preset_deck"]),
            "copies_left": self.tiles.counted(state["copies_left"], 0),
            "seen_cards": self.cards.counted(state["seen_cards"], 0),
            "era": self.eras.id(state["era"]),
            "event": self.events.id(state["event"]),
        }

    def name_player(self, player: JsonObject) -> JsonObject:
        tops = player["visible_tenants"]
        assert isinstance(tops, list)
        named: JsonObject = {
            **player,
            "specialty": self.specialties.id(player["specialty"]),
            "remodeled": list(self.rooms.counted(player["remodeled"], 0)),
            "room_markers": self.rooms.counted(player["room_markers"], 0),
            "floors": self.tiles.id_list(player["floors"]),
            "tenants": self.tiles.id_list(player["tenants"]),
            "tenant_places": self.places.id_list(player["tenant_places"]),
            "visible_tenants": {place: self.tiles.id(tile) for place, tile in zip(self.places.ids, tops, strict=True) if tile >= 0},
        }
        if player["deck"] is not None:
            deck = read_child(player, "deck")
            named["deck"] = {**deck, **{pile: self.cards.id_list(deck[pile]) for pile in ("pile", "discard", "revealed")}}
        return named

    def name_steps(self, steps: list[JsonObject]) -> list[JsonObject]:
        return [
            {**step, "failed_cards": self.kinds.id_list(step["failed_cards"])} if step["step"] in STEPS_WITH_CARDS else step
            for step in steps
        ]

    # Reading

    def number_state(self, state: JsonObject) -> JsonObject:
        """Returns a table with numbers in place of its ids; raises BadPosition for an unknown id."""
        return {
            **state,
            "area": self.areas.number(state, "area"),
            "players": [self.number_player(player) for player in read_children(state, "players")],
            "marketing_boxes": self.marketing.spread(state, "marketing_boxes", None),
            "bonus_takers": self.bonuses.spread(state, "bonus_takers", 0),
            "revealed_forecasts": self.designs.number_list(state, "revealed_forecasts"),
            "current_forecast": self.types.number(state, "current_forecast"),
            "next_forecast": self.types.number(state, "next_forecast"),
            "forecast_deck": self.types.spread(state, "forecast_deck", None),
            "preset_deck": self.types.number_list(state, "preset_deck"),
            "copies_left": self.tiles.spread(state, "copies_left", 0),
            "seen_cards": self.cards.spread(state, "seen_cards", 0),
            "era": self.eras.number(state, "era"),
            "event": self.events.number(state, "event"),
        }

    def number_player(self, player: JsonObject) -> JsonObject:
        remodeled = self.rooms.number_list(player, "remodeled")
        tops = self.places.spread(player, "visible_tenants", "")
        numbered: JsonObject = {
            **player,
            "specialty": self.specialties.number(player, "specialty"),
            "remodeled": [int(room in remodeled) for room in range(len(self.rooms.ids))],
            "room_markers": self.rooms.spread(player, "room_markers", 0),
            "floors": self.tiles.number_list(player, "floors"),
            "tenants": self.tiles.number_list(player, "tenants"),
            "tenant_places": self.places.number_list(player, "tenant_places"),
            "visible_tenants": [self.tiles.number_of(tile, "visible_tenants") for tile in tops],
        }
        if player.get("deck") is not None:
            deck = read_child(player, "deck")
            numbered["deck"] = {**deck, **{pile: self.cards.number_list(deck, pile) for pile in ("pile", "discard", "revealed")}}
        return numbered

    def number_steps(self, steps: list[JsonObject]) -> list[JsonObject]:
        return [
            {**step, "failed_cards": self.kinds.number_list(step, "failed_cards")} if step.get("step") in STEPS_WITH_CARDS else step
            for step in steps
        ]


FORMAT = 1
"""The format that is written and read."""


def position_of(game: Game) -> JsonObject:
    """Returns everything on the table, the steps in progress and what is asked, as ints, texts, lists and dicts."""
    names = PositionNames(game.ruleset)
    asked: JsonObject | None = None
    if game.question is not None:
        asked = {"kind": game.question_kind, "seat": seat_number(game.asked_seat), "legal": [a.text for a in game.legal]}
    chance: JsonObject | None = None
    if game.chance is not None:
        outcomes = [o.text for o in game.chance.outcomes]
        chance = {"kind": game.chance.kind, "outcomes": outcomes, "weights": game.chance.weights[:]}
    return {
        "format": FORMAT,
        "ruleset": game.ruleset.name,
        "revision": game.ruleset.revision,
        "house": dict(game.ruleset.overrides),
        "options": dict(game.options),
        "seats": [{"name": s.name, "automa": s.automa, "colour": s.colour} for s in game.seats],
        "state": names.name_state(save_state(game.state)),
        "steps": names.name_steps([step.save() for step in game.stack]),
        "question": asked,
        "chance": chance,
    }


def position_text(position: JsonObject) -> str:
    """Returns the canonical text of a position: JSON in ASCII, with sorted keys and without blanks.

    >>> from groundfloor import new_game, position_text
    >>> game = new_game("second", ["Ann", "Ben"])
    >>> position_text(game.position()) == position_text(game.copy().position())
    True
    """
    return json.dumps(position, sort_keys=True, separators=(",", ":"))


def parse_position(text: str) -> JsonObject:
    """Returns the plain data of a position in JSON; raises BadPosition if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"The position is not JSON: {error}.") from error
    if not isinstance(data, dict):
        raise BadPosition("The position must be an object.")
    return data


def save_state(state: State) -> JsonObject:
    return {
        "round": state.round,
        "phase": state.phase,
        "area": state.area,
        "players": [save_player(player) for player in state.players],
        "popularity_order": seat_numbers(state.popularity_order),
        "popularity": state.popularity[:],
        "job_market": state.job_market,
        "consulting_left": seat_numbers(state.consulting_left),
        "consulting_right": seat_numbers(state.consulting_right),
        "agency_desks": seat_numbers(state.agency_desks),
        "marketing_boxes": [box[:] for box in state.marketing_boxes],
        "bonus_takers": seat_numbers(state.bonus_takers),
        "warehouse_markers": seat_numbers(state.warehouse_markers),
        "warehouse_supply": state.warehouse_supply[:],
        "factory_queue": seat_numbers(state.factory_queue),
        "exchange_queue": seat_numbers(state.exchange_queue),
        "exchange_track": seat_numbers(state.exchange_track),
        "retail_products": seat_numbers(state.retail_products),
        "construction_queue": seat_numbers(state.construction_queue),
        "revealed_forecasts": state.revealed_forecasts[:],
        "current_forecast": state.current_forecast,
        "next_forecast": state.next_forecast,
        "forecast_deck": state.forecast_deck[:],
        "preset_deck": state.preset_deck[:],
        "copies_left": state.copies_left[:],
        "office_cards_left": state.office_cards_left,
        "seen_cards": state.seen_cards[:],
        "era": state.era,
        "event": state.event,
    }


def save_player(player: Player) -> JsonObject:
    """Returns a company as plain data, without the bonuses that follow from its tiles."""
    deck: JsonObject | None = None
    if player.deck is not None:
        deck = {"pile": player.deck.pile[:], "discard": player.deck.discard[:]}
        deck |= {"revealed": player.deck.revealed[:], "hired": player.deck.hired}
    return {
        "money": player.money,
        "info": player.info,
        "supply": player.supply,
        "time": player.time,
        "reserve_time": player.reserve_time,
        "spent_time": player.spent_time,
        "employee_count": player.employee_count,
        "trained": player.trained,
        "untrained": player.untrained,
        "specialty": player.specialty,
        "remodeled": player.remodeled[:],
        "room_markers": player.room_markers[:],
        "floors": player.floors[:],
        "floor_uses": player.floor_uses[:],
        "tenants": player.tenants[:],
        "tenant_places": player.tenant_places[:],
        "visible_tenants": player.visible_tenants[:],
        "deck": deck,
    }


def load_state(data: JsonObject, fresh: State) -> State:
    """Returns the table from plain data; ``fresh`` is the same game's table at its start, whose lists have the right lengths."""
    state = State()
    state.round = read_int(data, "round")
    state.phase = read_int(data, "phase")
    state.area = read_int(data, "area")
    state.players = [load_player(player) for player in read_children(data, "players")]
    state.job_market = read_int(data, "job_market")
    state.popularity_order = read_seats_like(data, "popularity_order", fresh.popularity_order)
    state.popularity = read_ints_like(data, "popularity", fresh.popularity)
    state.consulting_left = read_seats_like(data, "consulting_left", fresh.consulting_left)
    state.consulting_right = read_seats_like(data, "consulting_right", fresh.consulting_right)
    state.agency_desks = read_seats_like(data, "agency_desks", fresh.agency_desks)
    state.bonus_takers = read_seats_like(data, "bonus_takers", fresh.bonus_takers)
    state.warehouse_markers = read_seats_like(data, "warehouse_markers", fresh.warehouse_markers)
    state.warehouse_supply = read_ints_like(data, "warehouse_supply", fresh.warehouse_supply)
    state.factory_queue = read_seats_like(data, "factory_queue", fresh.factory_queue)
    state.exchange_queue = read_seats_like(data, "exchange_queue", fresh.exchange_queue)
    state.exchange_track = read_seats_like(data, "exchange_track", fresh.exchange_track)
    state.retail_products = read_seats_like(data, "retail_products", fresh.retail_products)
    state.construction_queue = read_seats_like(data, "construction_queue", fresh.construction_queue)
    state.copies_left = read_ints_like(data, "copies_left", fresh.copies_left)
    state.seen_cards = read_ints_like(data, "seen_cards", fresh.seen_cards)
    state.forecast_deck = read_ints_like(data, "forecast_deck", fresh.forecast_deck)
    state.revealed_forecasts = read_ints(data, "revealed_forecasts")
    state.preset_deck = read_ints(data, "preset_deck")
    state.current_forecast = read_int(data, "current_forecast")
    state.next_forecast = read_int(data, "next_forecast")
    state.office_cards_left = read_int(data, "office_cards_left")
    state.era = read_int(data, "era")
    state.event = read_int(data, "event")
    boxes = data.get("marketing_boxes")
    if not isinstance(boxes, list) or len(boxes) != len(fresh.marketing_boxes):
        raise BadPosition("The position's 'marketing_boxes' must be one list for each marketing type.")
    state.marketing_boxes = [read_ints_like({"marketing_boxes": box}, "marketing_boxes", fresh.popularity) for box in boxes]
    if len(state.players) != len(fresh.players) or sorted(state.popularity_order) != sorted(fresh.popularity_order):
        raise BadPosition("The position's players and their order do not fit its seats.")
    return state


def load_player(data: JsonObject) -> Player:
    player = Player()
    player.money = read_int(data, "money")
    player.info = read_int(data, "info")
    player.supply = read_int(data, "supply")
    player.time = read_int(data, "time")
    player.reserve_time = read_int(data, "reserve_time")
    player.spent_time = read_int(data, "spent_time")
    player.employee_count = read_int(data, "employee_count")
    player.trained = read_int(data, "trained")
    player.untrained = read_int(data, "untrained")
    player.specialty = read_int(data, "specialty")
    player.remodeled = read_ints_like(data, "remodeled", [0] * ROOMS)
    player.room_markers = read_ints_like(data, "room_markers", [0] * ROOMS)
    player.floors = read_ints(data, "floors")
    player.floor_uses = read_ints_like(data, "floor_uses", player.floors)
    player.tenants = read_ints(data, "tenants")
    player.tenant_places = read_ints_like(data, "tenant_places", player.tenants)
    player.visible_tenants = read_ints_like(data, "visible_tenants", [0] * PLACES)
    if data.get("deck") is not None:
        cards = read_child(data, "deck")
        player.deck = Deck()
        player.deck.pile = read_ints(cards, "pile")
        player.deck.discard = read_ints(cards, "discard")
        player.deck.revealed = read_ints(cards, "revealed")
        player.deck.hired = read_int(cards, "hired")
    return player


def in_numbers(game: Game, data: JsonObject) -> tuple[JsonObject, list[JsonObject]]:
    """Returns state and steps of a position with indices; raises BadPosition for an unknown format or id."""
    format = read_int(data, "format")
    if format != FORMAT:
        raise BadPosition(f"The position's format is {format}; this version of groundfloor reads format {FORMAT}.")
    names = PositionNames(game.ruleset)
    return names.number_state(read_child(data, "state")), names.number_steps(read_children(data, "steps"))


def ask_again(game: Game, data: JsonObject) -> None:
    """Asks the question or chance of a loaded position again; raises BadPosition if it is not the one that was saved."""
    game.chance = None
    game.asked_seat = -1
    game.legal = []
    try:
        if game.stack:
            game.stack[-1].advance(game)
        is_same = position_text(position_of(game)) == position_text(data)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise BadPosition("The position is inconsistent: its last step can't go on.") from error
    if not is_same:
        raise BadPosition("The position is inconsistent: its question or chance is not the one that follows from the rest.")


STEP_TYPES: tuple[type[Step], ...] = (
    Setup,
    Rounds,
    Income,
    Hire,
    Schedule,
    AutomaTurn,
    Conduct,
    AgencyStep,
    BonusStep,
    FactoryStep,
    ExchangeStep,
    ForecastStep,
    RetailStep,
    ConstructionStep,
    ReverseAgencyStep,
    TwoPlayerBonusStep,
    LiquidatingFactoryStep,
    RemodelingConstructionStep,
    AfterTurn,
    Reorganize,
)


def load_step(data: JsonObject) -> Step:
    """Returns a step from its plain data; raises BadPosition for an unknown one."""
    for kind in STEP_TYPES:
        if kind.name == data.get("step"):
            step = kind()
            step.load(data)
            return step
    raise BadPosition(f"There is no step {data.get('step')!r}; there are: {', '.join(kind.name for kind in STEP_TYPES)}.")
