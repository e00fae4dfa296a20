"""Positions as plain data: what lies on the table, and the steps in progress (docs/position.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .errors import BadPosition
from .position_names import PositionNames
from .position_reading import read_child, read_children, read_int, read_ints, read_ints_like
from .state import PLACES, ROOMS, Deck, Player, State

if TYPE_CHECKING:
    from .game import Game
    from .position_reading import JsonObject

FORMAT = 2


def position_of(game: Game, format: int = FORMAT) -> JsonObject:
    """Returns everything on the table, the steps in progress and what is asked, as ints, texts, lists and dicts.

    Format 1 has indices into the ruleset's lists where format 2 has ids.
    """
    state, steps = save_state(game.state), [step.save() for step in game.stack]
    if format != 1:
        names = PositionNames(game.ruleset)
        state, steps = names.name_state(state), names.name_steps(steps)
    asked: JsonObject | None = None
    if game.question is not None:
        asked = {"kind": game.question_kind, "seat": game.asked_seat + 1, "legal": [a.text for a in game.legal]}
    chance: JsonObject | None = None
    if game.chance is not None:
        outcomes = [o.text for o in game.chance.outcomes]
        chance = {"kind": game.chance.kind, "outcomes": outcomes, "weights": game.chance.weights[:]}
    return {
        "format": format,
        "ruleset": game.ruleset.name,
        "revision": game.ruleset.revision,
        "house": dict(game.ruleset.overrides),
        "options": dict(game.options),
        "seats": [{"name": s.name, "automa": s.automa, "colour": s.colour} for s in game.seats],
        "state": state,
        "steps": steps,
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
        "order": state.popularity_order[:],
        "popularity": state.popularity[:],
        "market": state.job_market,
        "left": state.consulting_left[:],
        "right": state.consulting_right[:],
        "desks": state.agency_desks[:],
        "boxes": [box[:] for box in state.marketing_boxes],
        "bonuses": state.bonus_takers[:],
        "doors": state.warehouse_markers[:],
        "cubes": state.warehouse_supply[:],
        "factory": state.factory_queue[:],
        "listings": state.exchange_queue[:],
        "track": state.exchange_track[:],
        "outlets": state.retail_products[:],
        "sites": state.construction_queue[:],
        "turned": state.revealed_forecasts[:],
        "current": state.current_forecast,
        "next": state.next_forecast,
        "deck": state.forecast_deck[:],
        "preset": state.preset_deck[:],
        "sale": state.copies_on_sale[:],
        "offices": state.office_cards_left,
        "seen": state.seen_cards[:],
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
        "stock": player.reserve_time,
        "aside": player.spent_time,
        "ceo": player.ceo_space,
        "trained": player.trained,
        "untrained": player.untrained,
        "specialty": player.specialty,
        "remodeled": player.remodeled[:],
        "rooms": player.room_markers[:],
        "floors": player.floors[:],
        "uses": player.floor_uses[:],
        "tenants": player.tenants[:],
        "under": player.tenant_places[:],
        "places": player.visible_tenants[:],
        "deck": deck,
    }


def load_state(data: JsonObject, fresh: State) -> State:
    """Returns the table from plain data; ``fresh`` is the same game's table at its start, whose lists have the right lengths."""
    state = State()
    state.round = read_int(data, "round")
    state.phase = read_int(data, "phase")
    state.area = read_int(data, "area")
    state.players = [load_player(player) for player in read_children(data, "players")]
    state.job_market = read_int(data, "market")
    state.popularity_order = read_ints_like(data, "order", fresh.popularity_order)
    state.popularity = read_ints_like(data, "popularity", fresh.popularity)
    state.consulting_left = read_ints_like(data, "left", fresh.consulting_left)
    state.consulting_right = read_ints_like(data, "right", fresh.consulting_right)
    state.agency_desks = read_ints_like(data, "desks", fresh.agency_desks)
    state.bonus_takers = read_ints_like(data, "bonuses", fresh.bonus_takers)
    state.warehouse_markers = read_ints_like(data, "doors", fresh.warehouse_markers)
    state.warehouse_supply = read_ints_like(data, "cubes", fresh.warehouse_supply)
    state.factory_queue = read_ints_like(data, "factory", fresh.factory_queue)
    state.exchange_queue = read_ints_like(data, "listings", fresh.exchange_queue)
    state.exchange_track = read_ints_like(data, "track", fresh.exchange_track)
    state.retail_products = read_ints_like(data, "outlets", fresh.retail_products)
    state.construction_queue = read_ints_like(data, "sites", fresh.construction_queue)
    state.copies_on_sale = read_ints_like(data, "sale", fresh.copies_on_sale)
    state.seen_cards = read_ints_like(data, "seen", fresh.seen_cards)
    state.forecast_deck = read_ints_like(data, "deck", fresh.forecast_deck)
    state.revealed_forecasts = read_ints(data, "turned")
    state.preset_deck = read_ints(data, "preset")
    state.current_forecast = read_int(data, "current")
    state.next_forecast = read_int(data, "next")
    state.office_cards_left = read_int(data, "offices")
    state.era = read_int(data, "era")
    state.event = read_int(data, "event")
    boxes = data.get("boxes")
    if not isinstance(boxes, list) or len(boxes) != len(fresh.marketing_boxes):
        raise BadPosition("The position's 'boxes' must be one list for each marketing type.")
    state.marketing_boxes = [read_ints_like({"boxes": box}, "boxes", fresh.popularity) for box in boxes]
    if len(state.players) != len(fresh.players) or sorted(state.popularity_order) != sorted(fresh.popularity_order):
        raise BadPosition("The position's players and their order do not fit its seats.")
    return state


def load_player(data: JsonObject) -> Player:
    player = Player()
    player.money = read_int(data, "money")
    player.info = read_int(data, "info")
    player.supply = read_int(data, "supply")
    player.time = read_int(data, "time")
    player.reserve_time = read_int(data, "stock")
    player.spent_time = read_int(data, "aside")
    player.ceo_space = read_int(data, "ceo")
    player.trained = read_int(data, "trained")
    player.untrained = read_int(data, "untrained")
    player.specialty = read_int(data, "specialty")
    player.remodeled = read_ints_like(data, "remodeled", [0] * ROOMS)
    player.room_markers = read_ints_like(data, "rooms", [0] * ROOMS)
    player.floors = read_ints(data, "floors")
    player.floor_uses = read_ints_like(data, "uses", player.floors)
    player.tenants = read_ints(data, "tenants")
    player.tenant_places = read_ints_like(data, "under", player.tenants)
    player.visible_tenants = read_ints_like(data, "places", [0] * PLACES)
    if data.get("deck") is not None:
        cards = read_child(data, "deck")
        player.deck = Deck()
        player.deck.pile = read_ints(cards, "pile")
        player.deck.discard = read_ints(cards, "discard")
        player.deck.revealed = read_ints(cards, "revealed")
        player.deck.hired = read_int(cards, "hired")
    return player


def in_numbers(game: Game, data: JsonObject) -> tuple[JsonObject, list[JsonObject]]:
    """Returns state and steps of a position of any format, with indices; raises BadPosition for an unknown format or id."""
    format = read_int(data, "format")
    state, steps = read_child(data, "state"), read_children(data, "steps")
    if format == 1:
        return state, steps
    if format != FORMAT:
        raise BadPosition(f"The position's format is {format}; this version reads 1 to {FORMAT}.")
    names = PositionNames(game.ruleset)
    return names.number_state(state), names.number_steps(steps)


def ask_again(game: Game, data: JsonObject) -> None:
    """Asks the question or chance of a loaded position again; raises BadPosition if it is not the one that was saved."""
    game.chance = None
    game.asked_seat = -1
    game.legal = []
    try:
        if game.stack:
            game.stack[-1].advance(game)
        is_same = position_text(position_of(game, read_int(data, "format"))) == position_text(data)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise BadPosition("The position is inconsistent: its last step can't go on.") from error
    if not is_same:
        raise BadPosition("The position is inconsistent: its question or chance is not the one that follows from the rest.")
