"""What one game plays by: a ruleset, its options and its house values (RULES 8.2, 8.3, 8.5, 9; VALUES)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from .components import ACHIEVEMENT_FLOORS, AREAS, CARDS, DESIGNS, ERAS, FLOORS, NOT_IN_FIRST, SPECIALS, SPECIALTIES, TENANTS, designs_of
from .values import PRINTED, TYPES, Value, frozen

CHANGES = {
    "retainer": "consulting_firm.consolation",
    "bulk_delivery": "warehouse.refill",
    "automation": "factory.price",
    "speculation": "stock_exchange.buy_out",
    "tax_relief": "construction_company.price",
}
"""The value that each event sets; Viral Campaign sets a part of one."""


@dataclass
class Edition:
    """The rules of one game. ``era`` and ``event``: a name, ``random`` until chance has decided, or an empty text."""

    name: str = "second"
    preset: bool = False
    era: str = ""
    event: str = ""
    specials: tuple[str, ...] = ()
    both_take: bool = False
    house: Mapping[str, Value] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.happen(self.event)

    def happen(self, event: str) -> None:
        """An event is in force, or none yet; ``values`` become those that count."""
        self.event = event
        self.values = {**PRINTED[self.name], **self.house}
        if "forecast.boom.back" in self.values:
            self.values["forecast.boom.back"] = self.boom_range()
        if event in CHANGES:
            self.values[CHANGES[event]] = self.values[f"event.{event}"]
        if event == "viral_campaign":
            money, info, _, along = self.row("advertising_agency.networking")
            self.values["advertising_agency.networking"] = (money, info, self.number("event.viral_campaign"), along)

    def boom_range(self) -> Value:
        """Returns what the back of a boom says: the fewest and the most consumers of its two fronts."""
        cards = [self.values["forecast.boom_1"], self.values["forecast.boom_2"]]
        fronts = [whole(card[1]) for card in cards if isinstance(card, tuple)]
        return tuple((min(pair), max(pair)) for pair in zip(*fronts, strict=True))

    def number(self, key: str) -> int:
        value = self.values[key]
        assert isinstance(value, int), key
        return value

    def row(self, key: str) -> tuple[int, ...]:
        return whole(self.values[key])

    def rows(self, key: str) -> list[tuple[int, ...]]:
        value = self.values[key]
        assert isinstance(value, tuple), key
        return [whole(part) for part in value]

    @property
    def online(self) -> bool:
        """Returns whether it is the edition as changed for online play."""
        return self.name == "online"

    def special_may_come(self, card: str, turned: list[str]) -> bool:
        """Returns whether the special card may still turn up (RULES 8.3)."""
        return card in self.specials and card not in turned

    @property
    def old(self) -> bool:
        """Returns whether the game flows as in the first edition (RULES 9.2, 9.3)."""
        return self.name in ("first", "manual")

    @property
    def liquidates(self) -> bool:
        """Returns whether a product may be liquidated at the factory although outlets are free (RULES 9.3.2)."""
        return self.name == "manual"

    def areas(self) -> tuple[str, ...]:
        return tuple(area for area in AREAS if not self.old or area != "stock_exchange")

    def marketing(self) -> tuple[str, ...]:
        return ("networking", "print" if self.old else "social_media", "broadcast")

    def specialties(self) -> tuple[str, ...]:
        return tuple(name for name, room in SPECIALTIES.items() if room or not self.old)

    def tenants(self) -> dict[str, int]:
        missing = "niche_market" if self.old else "emergency_meeting"
        return {tile: stage for tile, stage in TENANTS.items() if tile != missing}

    def floors(self) -> dict[str, int]:
        missing = NOT_IN_FIRST if self.name == "first" else ("accounting_department",)
        return {tile: stage for tile, stage in FLOORS.items() if tile not in missing}

    def tiles(self) -> dict[str, int]:
        return self.tenants() | self.floors()

    def cards(self) -> tuple[str, ...]:
        return () if self.old else CARDS

    def faces(self, card: str) -> list[tuple[str, int]]:
        """Returns each design of an Automa's card: its marketing type and its price bracket."""
        value = self.values[f"card.{card}"]
        assert isinstance(value, tuple) and isinstance(value[0], tuple)
        return [(self.marketing()[kind], bracket) for kind, bracket in map(whole, value[0])]

    def card_copies(self, card: str) -> int:
        value = self.values[f"card.{card}"]
        assert isinstance(value, tuple) and isinstance(value[1], int)
        return value[1]

    def stages(self) -> tuple[int, ...]:
        return self.row("stages")

    def designs(self) -> list[str]:
        return [*DESIGNS, *self.specials]

    def copies(self, design: str) -> int:
        return self.card(design)[3][0]

    def consumers(self, design: str, players: int) -> int:
        return self.card(design)[1][players - 2]

    def unemployed(self, design: str, players: int) -> int:
        return self.card(design)[2][players - 2]

    def card(self, design: str) -> list[tuple[int, ...]]:
        """Returns a forecast card's type, consumers, unemployed and copies, each as a row."""
        value = self.values[f"forecast.{design}"]
        assert isinstance(value, tuple)
        return [whole(part) if isinstance(part, tuple) else (part,) for part in value]

    def least_consumers(self, kind: str, players: int) -> int:
        """Returns the lowest number of consumers on the backs of a type: that of its designs (RULES 7.2)."""
        return min(self.consumers(design, players) for design in designs_of(kind))

    def preset_types(self) -> list[str]:
        return [TYPES[at] for at in self.row("forecast.preset")]

    def first_types(self) -> list[str]:
        """Returns the types that the first card may have."""
        return [kind for at, kind in enumerate(TYPES) if at not in self.row("forecast.never_first")]

    def special_of(self, kind: str) -> str:
        return next((card for card in self.specials if SPECIALS[card] == kind), "")

    def deck(self) -> Counter[str]:
        if self.era in ERAS:
            return Counter(dict(zip(TYPES, self.row(f"era.{self.era}"))))
        return Counter({kind: sum(map(self.copies, designs_of(kind))) // 2 for kind in TYPES})

    def floor_uses(self, floor: str) -> tuple[int, int, int]:
        """Returns time, supply and uses a round of a floor with a task."""
        time, supply, uses, *_ = self.row(f"floor.{floor}")
        return time, supply, uses

    def single(self, tile: str) -> bool:
        """Returns whether there is one copy of the tile at any number of players."""
        if tile == "telecommunications":
            return self.number("floor.telecommunications.copies") == 1
        return tile in ACHIEVEMENT_FLOORS or tile == "tenant_improvement_achievement"

    def worth(self, tile: str) -> int:
        if tile in TENANTS:
            return self.number("tenant.achievement.prestige" if tile == "tenant_improvement_achievement" else "tenant.prestige")
        own = f"floor.{tile}.prestige"
        return self.number(own if own in self.values else "floor.prestige")

    def outlets(self) -> dict[int, list[int]]:
        """Returns each price's spaces, with the number of players from which each is open."""
        found: dict[int, list[int]] = {}
        for price, least in zip(self.row("retail_outlets.prices"), self.row("retail_outlets.from_players"), strict=True):
            found.setdefault(price, []).append(least)
        return found


def whole(value: Value) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return tuple(part for part in value if isinstance(part, int))


def edition_of(name: str, options: Mapping[str, str], house: Mapping[str, object] | None = None) -> Edition:
    """Returns the edition with a header's options and house values; an option that is not there is off."""
    cards = {key: "" if options.get(key, "off") == "off" else options[key] for key in ("era", "event", *SPECIALS)}
    specials = tuple(card for card in SPECIALS if cards[card])
    own = {key: frozen(value) for key, value in (house or {}).items()}
    both = options.get("two_player_bonus", "off") == "on"
    return Edition(
        name=name,
        preset=options.get("deck") == "preset",
        era=cards["era"],
        event=cards["event"],
        specials=specials,
        both_take=both,
        house=own,
    )
