"""The plain form of a position: what lies on the table, and the steps in progress (docs/position.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .errors import BadPosition
from .state import PLACES, ROOMS, Deck, Player, State, read_int, read_ints

if TYPE_CHECKING:
    from .game import Game
    from .state import Plain

FORMAT = 1


def position_of(game: Game) -> Plain:
    """Everything on the table, the steps in progress and what is asked, as ints, texts, lists and dicts."""
    state = game.state
    asked: Plain | None = None
    if game.question is not None:
        asked = {"kind": game.kind, "seat": game.asked + 1, "legal": [a.text for a in game.legal]}
    chance: Plain | None = None
    if game.chance is not None:
        outcomes = [o.text for o in game.chance.outcomes]
        chance = {"kind": game.chance.kind, "outcomes": outcomes, "weights": game.chance.weights[:]}
    return {
        "format": FORMAT,
        "ruleset": game.ruleset.name,
        "revision": game.ruleset.revision,
        "house": dict(game.ruleset.house),
        "options": dict(game.options),
        "seats": [{"name": s.name, "automa": s.automa, "colour": s.colour} for s in game.seats],
        "state": save_state(state),
        "steps": [step.save() for step in game.stack],
        "question": asked,
        "chance": chance,
    }


def position_text(position: Plain) -> str:
    """The one canonical text of a position: JSON in ASCII, keys sorted, no blanks.

    >>> from groundfloor import new_game, position_text
    >>> game = new_game("second", ["Ann", "Ben"])
    >>> position_text(game.position()) == position_text(game.copy().position())
    True
    """
    return json.dumps(position, sort_keys=True, separators=(",", ":"))


def plain_position(text: str) -> Plain:
    """The plain data of a position's JSON; BadPosition if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"The position is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise BadPosition("The position must be an object.")
    return data


def save_state(state: State) -> Plain:
    """The table as plain data."""
    return {
        "round": state.round,
        "phase": state.phase,
        "area": state.area,
        "players": [save_player(player) for player in state.players],
        "order": state.order[:],
        "popularity": state.popularity[:],
        "market": state.market,
        "left": state.left[:],
        "right": state.right[:],
        "desks": state.desks[:],
        "boxes": [box[:] for box in state.boxes],
        "bonuses": state.bonuses[:],
        "doors": state.doors[:],
        "cubes": state.cubes[:],
        "factory": state.factory[:],
        "listings": state.listings[:],
        "track": state.track[:],
        "outlets": state.outlets[:],
        "sites": state.sites[:],
        "turned": state.turned[:],
        "current": state.current,
        "next": state.next,
        "deck": state.deck[:],
        "preset": state.preset[:],
        "sale": state.sale[:],
        "offices": state.offices,
        "seen": state.seen[:],
        "era": state.era,
        "event": state.event,
    }


def save_player(player: Player) -> Plain:
    """A company as plain data; what its tiles add up to is left out, as it follows from them."""
    deck: Plain | None = None
    if player.deck is not None:
        deck = {"pile": player.deck.pile[:], "discard": player.deck.discard[:]}
        deck |= {"revealed": player.deck.revealed[:], "hired": player.deck.hired}
    return {
        "money": player.money,
        "info": player.info,
        "supply": player.supply,
        "time": player.time,
        "stock": player.stock,
        "aside": player.aside,
        "ceo": player.ceo,
        "trained": player.trained,
        "untrained": player.untrained,
        "specialty": player.specialty,
        "remodeled": player.remodeled[:],
        "rooms": player.rooms[:],
        "floors": player.floors[:],
        "uses": player.uses[:],
        "tenants": player.tenants[:],
        "under": player.under[:],
        "places": player.places[:],
        "deck": deck,
    }


def child(data: Plain, key: str) -> Plain:
    """A dict inside; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, dict):
        raise BadPosition(f"The position's {key!r} must be an object.")
    return value


def children(data: Plain, key: str) -> list[Plain]:
    """A list of dicts inside; BadPosition otherwise."""
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise BadPosition(f"The position's {key!r} must be a list of objects.")
    return value


def load_state(data: Plain, fresh: State) -> State:
    """The table of plain data; ``fresh`` is the same game's table at its start, whose sizes it must have."""
    state = State()
    state.round = read_int(data, "round")
    state.phase = read_int(data, "phase")
    state.area = read_int(data, "area")
    state.players = [load_player(player) for player in children(data, "players")]
    state.market = read_int(data, "market")
    state.order = sized(data, "order", fresh.order)
    state.popularity = sized(data, "popularity", fresh.popularity)
    state.left = sized(data, "left", fresh.left)
    state.right = sized(data, "right", fresh.right)
    state.desks = sized(data, "desks", fresh.desks)
    state.bonuses = sized(data, "bonuses", fresh.bonuses)
    state.doors = sized(data, "doors", fresh.doors)
    state.cubes = sized(data, "cubes", fresh.cubes)
    state.factory = sized(data, "factory", fresh.factory)
    state.listings = sized(data, "listings", fresh.listings)
    state.track = sized(data, "track", fresh.track)
    state.outlets = sized(data, "outlets", fresh.outlets)
    state.sites = sized(data, "sites", fresh.sites)
    state.sale = sized(data, "sale", fresh.sale)
    state.seen = sized(data, "seen", fresh.seen)
    state.deck = sized(data, "deck", fresh.deck)
    state.turned = read_ints(data, "turned")
    state.preset = read_ints(data, "preset")
    state.current = read_int(data, "current")
    state.next = read_int(data, "next")
    state.offices = read_int(data, "offices")
    state.era = read_int(data, "era")
    state.event = read_int(data, "event")
    boxes = data.get("boxes")
    if not isinstance(boxes, list) or len(boxes) != len(fresh.boxes):
        raise BadPosition("The position's 'boxes' must be one list for each marketing type.")
    state.boxes = [sized({"boxes": box}, "boxes", fresh.popularity) for box in boxes]
    if len(state.players) != len(fresh.players) or sorted(state.order) != sorted(fresh.order):
        raise BadPosition("The position's players and their order do not fit its seats.")
    return state


def sized(data: Plain, key: str, like: list[int]) -> list[int]:
    """A list of ints as long as another."""
    found = read_ints(data, key)
    if len(found) != len(like):
        raise BadPosition(f"The position's {key!r} must have {len(like)} numbers, not {len(found)}.")
    return found


def load_player(data: Plain) -> Player:
    """A company of plain data."""
    player = Player()
    player.money = read_int(data, "money")
    player.info = read_int(data, "info")
    player.supply = read_int(data, "supply")
    player.time = read_int(data, "time")
    player.stock = read_int(data, "stock")
    player.aside = read_int(data, "aside")
    player.ceo = read_int(data, "ceo")
    player.trained = read_int(data, "trained")
    player.untrained = read_int(data, "untrained")
    player.specialty = read_int(data, "specialty")
    player.remodeled = sized(data, "remodeled", [0] * ROOMS)
    player.rooms = sized(data, "rooms", [0] * ROOMS)
    player.floors = read_ints(data, "floors")
    player.uses = sized(data, "uses", player.floors)
    player.tenants = read_ints(data, "tenants")
    player.under = sized(data, "under", player.tenants)
    player.places = sized(data, "places", [0] * PLACES)
    if data.get("deck") is not None:
        cards = child(data, "deck")
        player.deck = Deck()
        player.deck.pile = read_ints(cards, "pile")
        player.deck.discard = read_ints(cards, "discard")
        player.deck.revealed = read_ints(cards, "revealed")
        player.deck.hired = read_int(cards, "hired")
    return player
