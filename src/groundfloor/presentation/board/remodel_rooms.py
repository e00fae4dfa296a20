"""The rooms that can be remodeled, below the improvements on sale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from gettext import NullTranslations

    from .amounts import Amount
    from .improvements import ImprovementFacts
    from .people import Owner


@dataclass(frozen=True)
class RemodelRoom:
    """A room of the ground floor: what it does standard and remodeled, who has remodeled it, and whether the viewer has."""

    id: str
    name: str
    standard: str
    remodeled: str
    owners: list[Owner]
    is_yours: bool

    @property
    def owner_names(self) -> str:
        return ", ".join(owner.name for owner in self.owners)


@dataclass(frozen=True)
class RemodelRooms:
    price: tuple[Amount, ...]
    prestige: int
    rooms: list[RemodelRoom]


def remodel_rooms(words: NullTranslations, facts: ImprovementFacts) -> RemodelRooms:
    rules = facts.ruleset
    rooms = [
        RemodelRoom(
            room.id,
            names.breakable("room", room.id, words),
            effects.of_room(rules, index, words),
            effects.of_room(rules, index, words, remodeled=True),
            list(facts.remodelers[index]),
            facts.remodeled[index],
        )
        for index, room in enumerate(rules.rooms)
    ]
    return RemodelRooms(facts.remodel_price, rules.room_prestige, rooms)
