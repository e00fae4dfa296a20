"""What one game plays by: the second or the online edition, and its options (RULES 8.2, 8.3, 8.5, 9.1; VALUES 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .values import (
    ACHIEVEMENT_FLOORS,
    BUY_OUT,
    DESIGNS,
    FLOOR_USES,
    HALVED,
    MARKETING,
    TYPES,
)

ERAS = {
    "golden_age": (4, 4, 2, 0),
    "steady_growth": (1, 6, 3, 0),
    "boom_and_bust": (4, 1, 1, 4),
    "stagnation": (0, 4, 6, 0),
    "hard_times": (1, 2, 4, 3),
}
"""Cards of boom, stable, recession and depression in the deck of ten."""
EVENTS = ("retainer", "viral_campaign", "bulk_delivery", "automation", "speculation", "tax_relief")
SPECIALS = {"great_depression": "depression", "windfall": "boom"}
"""The cards that replace one of a type."""


@dataclass
class Edition:
    """The rules of one game. ``era`` and ``event``: a name, ``random`` until chance has decided, or an empty text."""

    name: str = "second"
    preset: bool = False
    era: str = ""
    event: str = ""
    specials: tuple[str, ...] = ()

    @property
    def online(self) -> bool:
        """Whether it is the edition as changed for online play."""
        return self.name == "online"

    def designs(self) -> list[str]:
        """Every design of a forecast card that the game may hold."""
        return [*DESIGNS, *self.specials]

    def special_of(self, kind: str) -> str:
        """The special card of a type, if it is in the game."""
        return next((card for card in self.specials if SPECIALS[card] == kind), "")

    def deck(self) -> Counter[str]:
        """Cards of each type in the deck of ten."""
        if self.era not in ERAS:
            return Counter(HALVED)
        return Counter(dict(zip(reversed(TYPES), ERAS[self.era])))

    def floor_uses(self, floor: str) -> tuple[int, int, int]:
        """Time, supply and uses a round of a floor with a task."""
        if self.online and floor == "construction_admin":
            return (4, 0, 3)
        if self.online and floor == "marketing_department":
            return (2, 0, 3)
        return FLOOR_USES[floor]

    def single(self, tile: str) -> bool:
        """Whether there is one copy of the tile at any number of players."""
        if tile == "telecommunications":
            return not self.online
        return tile in ACHIEVEMENT_FLOORS or tile == "tenant_improvement_achievement"

    def group(self, kind: str) -> int:
        """Markers that a space of popularity takes in a marketing type."""
        return 2 if kind == "networking" and self.event == "viral_campaign" else MARKETING[kind][1]

    def factory_price(self) -> tuple[int, int, int]:
        """Money, info and supply of a factory space."""
        return (1, 1, 1) if self.event == "automation" else (2, 2, 1)

    def construction_price(self) -> tuple[int, int]:
        """Money and info of a construction space."""
        return (3, 3) if self.event == "tax_relief" else (4, 4)

    def buy_out(self) -> int:
        """What a buy-out pays, in the type's money."""
        return 3 if self.event == "speculation" else BUY_OUT

    def deliveries(self) -> int:
        """Cubes that come to the warehouse at the end of a round."""
        return 2 if self.event == "bulk_delivery" else 1

    def cancelled(self) -> int:
        """Info of a cancelled meeting at the consulting firm."""
        return 3 if self.event == "retainer" else 0


def edition_of(name: str, options: Mapping[str, str]) -> Edition:
    """The edition with a header's options; an option that is not there is off."""
    cards = {key: "" if options.get(key, "off") == "off" else options[key] for key in ("era", "event", *SPECIALS)}
    specials = tuple(card for card in SPECIALS if cards[card])
    return Edition(name, options.get("deck") == "preset", cards["era"], cards["event"], specials)
