"""Ids in positions: turns the numbers of areas, rooms, tiles, cards and so on into the ids of the ruleset, and back (docs/position.md).

In memory these are indices into the ruleset's lists; what is written names them, so that a longer list changes no position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .company.improvements import place_name
from .errors import BadPosition
from .position_reading import read_child, read_children
from .state import FORECAST_TYPES, PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .position_reading import JsonObject
    from .ruleset import Ruleset

STEPS_WITH_CARDS = ("automa_turn",)
"""Steps whose ``marks`` are kinds of Automa cards."""


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
        found = read_child(data, key)
        for id in found:
            self.number_of(id or None, key)
        return [found.get(id, nothing) for id in self.ids]


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
        boxes = state["boxes"]
        assert isinstance(boxes, list)
        return {
            **state,
            "area": self.areas.id(state["area"]),
            "players": [self.name_player(player) for player in read_children(state, "players")],
            "boxes": dict(zip(self.marketing.ids, boxes, strict=True)),
            "bonuses": self.bonuses.counted(state["bonuses"], -1),
            "turned": self.designs.id_list(state["turned"]),
            "current": self.types.id(state["current"]),
            "next": self.types.id(state["next"]),
            "deck": self.types.counted(state["deck"], -1),
            "preset": self.types.id_list(state["preset"]),
            "sale": self.tiles.counted(state["sale"], 0),
            "seen": self.cards.counted(state["seen"], 0),
            "era": self.eras.id(state["era"]),
            "event": self.events.id(state["event"]),
        }

    def name_player(self, player: JsonObject) -> JsonObject:
        tops = player["places"]
        assert isinstance(tops, list)
        named: JsonObject = {
            **player,
            "specialty": self.specialties.id(player["specialty"]),
            "remodeled": list(self.rooms.counted(player["remodeled"], 0)),
            "rooms": self.rooms.counted(player["rooms"], 0),
            "floors": self.tiles.id_list(player["floors"]),
            "tenants": self.tiles.id_list(player["tenants"]),
            "under": self.places.id_list(player["under"]),
            "places": {place: self.tiles.id(tile) for place, tile in zip(self.places.ids, tops, strict=True) if tile >= 0},
        }
        if player["deck"] is not None:
            deck = read_child(player, "deck")
            named["deck"] = {**deck, **{pile: self.cards.id_list(deck[pile]) for pile in ("pile", "discard", "revealed")}}
        return named

    def name_steps(self, steps: list[JsonObject]) -> list[JsonObject]:
        return [{**step, "marks": self.kinds.id_list(step["marks"])} if step["step"] in STEPS_WITH_CARDS else step for step in steps]

    # Reading

    def number_state(self, state: JsonObject) -> JsonObject:
        """Returns a table with numbers in place of its ids; raises BadPosition for an unknown id."""
        return {
            **state,
            "area": self.areas.number(state, "area"),
            "players": [self.number_player(player) for player in read_children(state, "players")],
            "boxes": self.marketing.spread(state, "boxes", None),
            "bonuses": self.bonuses.spread(state, "bonuses", -1),
            "turned": self.designs.number_list(state, "turned"),
            "current": self.types.number(state, "current"),
            "next": self.types.number(state, "next"),
            "deck": self.types.spread(state, "deck", None),
            "preset": self.types.number_list(state, "preset"),
            "sale": self.tiles.spread(state, "sale", 0),
            "seen": self.cards.spread(state, "seen", 0),
            "era": self.eras.number(state, "era"),
            "event": self.events.number(state, "event"),
        }

    def number_player(self, player: JsonObject) -> JsonObject:
        remodeled = self.rooms.number_list(player, "remodeled")
        tops = self.places.spread(player, "places", "")
        numbered: JsonObject = {
            **player,
            "specialty": self.specialties.number(player, "specialty"),
            "remodeled": [int(room in remodeled) for room in range(len(self.rooms.ids))],
            "rooms": self.rooms.spread(player, "rooms", 0),
            "floors": self.tiles.number_list(player, "floors"),
            "tenants": self.tiles.number_list(player, "tenants"),
            "under": self.places.number_list(player, "under"),
            "places": [self.tiles.number_of(tile, "places") for tile in tops],
        }
        if player.get("deck") is not None:
            deck = read_child(player, "deck")
            numbered["deck"] = {**deck, **{pile: self.cards.number_list(deck, pile) for pile in ("pile", "discard", "revealed")}}
        return numbered

    def number_steps(self, steps: list[JsonObject]) -> list[JsonObject]:
        return [
            {**step, "marks": self.kinds.number_list(step, "marks")} if step.get("step") in STEPS_WITH_CARDS else step for step in steps
        ]
