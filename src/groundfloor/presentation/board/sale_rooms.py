"""The rooms that can be remodeled, below the improvements on sale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from gettext import NullTranslations

    from .amounts import Amount
    from .people import Owner
    from .sale import SaleFacts


@dataclass(frozen=True)
class SaleRoom:
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
class SaleRooms:
    price: tuple[Amount, ...]
    prestige: int
    rooms: list[SaleRoom]


def sale_rooms(words: NullTranslations, facts: SaleFacts) -> SaleRooms:
    rules = facts.ruleset
    rooms = [
        SaleRoom(
            room.id,
            names.breakable("room", room.id, words),
            effects.of_room(rules, index, words),
            effects.of_room(rules, index, words, remodeled=True),
            list(facts.remodelers[index]),
            facts.remodeled[index],
        )
        for index, room in enumerate(rules.rooms)
    ]
    return SaleRooms(facts.remodel_price, rules.room_prestige, rooms)
