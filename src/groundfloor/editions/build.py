"""Builds rulesets from editions, and keeps them by name and revision."""

from __future__ import annotations

from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundfloor.engine.company.remodeling import Remodeling, RemodelingTurnEnds
from groundfloor.engine.errors import BadHouseValues, UnknownRuleset
from groundfloor.engine.phases.conduct import Conduct
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.phases.income import Income
from groundfloor.engine.phases.reorganize import Reorganize
from groundfloor.engine.phases.schedule import Schedule
from groundfloor.engine.ruleset import CardKind, Design, Entrepreneur, Era, EventCard, Ruleset, Specialty

from .edition import OWN_CARD
from .expansions import EVENT_CARDS
from .overrides import apply_overrides, as_tuples, house_value_errors
from .tiles import FLOORS, TENANTS, rooms

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .edition import Edition, Read

ADVERTISING, ASSEMBLY, MEETING_ROOM, RESEARCH_TESTING, STORAGE_CLOSET, TRAINING = range(6)
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
CACHE_SIZE = 64
"""How many variants of one ruleset are cached."""


def build(edition: Edition) -> Ruleset:
    """Returns the frozen ruleset of an edition, which builds its variants by options and house values on demand."""
    base = assemble(edition)
    by_options: dict[tuple[str, ...], Ruleset] = {}
    by_overrides: dict[str, Ruleset] = {}
    lock = Lock()

    def with_options(options: Mapping[str, str]) -> Ruleset:
        key = tuple(options[option.name] for option in base.options)
        with lock:
            if key not in by_options:
                changed = edition
                for expansion in edition.expansions:
                    changed = expansion.expand(changed, options[expansion.option.name])
                cache(by_options, key, base if changed is edition else finished(assemble(changed, options)))
            return by_options[key]

    def with_overrides(values: Mapping[str, object]) -> Ruleset:
        changed = apply_overrides(edition, values)
        import json  # here, as it takes long to import

        key = json.dumps(changed.house)
        with lock:
            if key not in by_overrides:
                cache(by_overrides, key, base if changed is edition else build(changed))
            return by_overrides[key]

    def finished(ruleset: Ruleset) -> Ruleset:
        ruleset.build_with_options = with_options
        ruleset.build_with_overrides = with_overrides
        return ruleset.frozen()

    return finished(base)


def cache(variants: dict[Any, Ruleset], key: object, ruleset: Ruleset) -> None:
    """Adds a variant to its cache; drops the oldest one if the cache is full."""
    if len(variants) >= CACHE_SIZE:
        del variants[next(iter(variants))]
    variants[key] = ruleset


def assemble(edition: Edition, options: Mapping[str, str] = NO_OPTIONS) -> Ruleset:
    """Returns the ruleset of an edition, which the expansions of these options have changed."""
    read = edition.read
    ruleset = Ruleset(edition.name, edition.revision, edition.values)
    ruleset.played_options = MappingProxyType(dict(options))
    ruleset.colours = edition.colours
    ruleset.house = MappingProxyType({key: as_tuples(value) for key, value in edition.house.items()})
    set_numbers(ruleset, read)
    ruleset.rooms = rooms(edition)
    ruleset.tiles = tuple(TENANTS[id](read) for id in edition.tenants) + tuple(FLOORS[id](read) for id in edition.floors)
    ruleset.specialties = tuple(specialty(id, read) for id in edition.specialties)
    ruleset.designs = designs(edition)
    ruleset.forecast_deck = tuple(sum(d.copies for d in ruleset.designs if d.type == kind and not d.is_special) // 2 for kind in range(4))
    ruleset.areas = tuple(maker(edition) for maker in edition.city)
    ruleset.phases = (Income, Hire, Schedule, Conduct, Reorganize)
    ruleset.ending = edition.ending(edition)
    ruleset.remodeling_turn_ends = RemodelingTurnEnds(edition.turn_ends, ("bonus_room",)) if edition.turn_ends else None
    ruleset.remodeling = Remodeling(read("remodel.price")[0], read("remodel.price")[1], "III.3")
    ruleset.bonus_remodeling = Remodeling(read("marketing_bonus.remodel")[0], read("marketing_bonus.remodel")[1], "IV.C.1")
    ruleset.max_automas = ruleset.max_humans_with_automas = 0
    if edition.entrepreneurs:
        set_automas(ruleset, edition)
    ruleset.options = tuple(expansion.option for expansion in edition.expansions)
    set_eras(ruleset, edition)
    return ruleset.finish()


def set_numbers(ruleset: Ruleset, read: Read) -> None:
    """Sets the numbers that belong to no area and no tile."""
    ruleset.player_range = read("players")
    ruleset.stage_by_round = read("stages")
    ruleset.income_track = read("income")
    ruleset.job_market_prices = read("market")
    ruleset.job_market_start = read("market.start")
    ruleset.popularity_levels = read("levels")
    ruleset.markers_per_player = read("markers")
    ruleset.start_info = read("start.info")
    ruleset.start_money = read("start.money")
    ruleset.start_supply = read("start.supply")
    ruleset.ceo_time = read("ceo.time")
    ruleset.employee_time = read("employee.time")
    ruleset.closet_capacity = read("closet")
    ruleset.room_prestige = read("remodel.prestige")
    ruleset.set_money, ruleset.set_info = read("sets")
    ruleset.excluded_first_forecasts = read("forecast.never_first")
    ruleset.preset_deck = read("forecast.preset")


ROOM_SPECIALTIES = {
    "emerging_technology": RESEARCH_TESTING,
    "industrial": ASSEMBLY,
    "non_profit": TRAINING,
    "publishing": ADVERTISING,
    "retail": STORAGE_CLOSET,
    "web_based": MEETING_ROOM,
}


def specialty(id: str, read: Read) -> Specialty:
    """Returns a specialty by its id (``RULES 8.4``)."""
    if id in ROOM_SPECIALTIES:
        return Specialty(id, ROOM_SPECIALTIES[id])
    if id == "e_commerce":
        return Specialty(id, income_money=read("specialty.e_commerce"))
    money, info = read("specialty.inheritance")
    return Specialty(id, money=money, info=info)


def designs(edition: Edition) -> tuple[Design, ...]:
    """Returns the fronts of the forecast cards, the best type first, special cards last."""
    normal: list[Design] = []
    for key, value in edition.values.items():
        content: Any = value.value
        if key.startswith("forecast.") and key[-1].isdigit():
            normal.append(Design(key.removeprefix("forecast."), *content))
    nobody = (0,) * len(normal[0].consumers)
    everybody = (len(edition.read("retail_outlets.prices")),) * len(nobody)
    specials = {
        "great_depression": Design(id="great_depression", type=0, consumers=nobody, unemployed=nobody, copies=1, market=1, is_special=True),
        "windfall": Design(
            id="windfall", type=3, consumers=everybody, unemployed=nobody, copies=1, market=len(edition.read("market")), is_special=True
        ),
    }
    return (*normal, *(specials[id] for id in edition.specials))


def set_eras(ruleset: Ruleset, edition: Edition) -> None:
    """Sets the eras and events that the ruleset has, and those in force (``RULES 8.2``, ``8.5``)."""
    values = edition.values
    ruleset.eras = tuple(Era(id, edition.read(f"era.{id}"), values[f"era.{id}"].evidence == OWN_CARD) for id in edition.eras)
    ruleset.events = tuple(EventCard(id, EVENT_CARDS[id][0], values[f"event.{id}"].evidence == OWN_CARD) for id in edition.events)
    if edition.era:
        ruleset.era = edition.eras.index(edition.era)
        ruleset.forecast_deck = ruleset.eras[ruleset.era].deck
    if edition.event:
        ruleset.event = edition.events.index(edition.event)


def set_automas(ruleset: Ruleset, edition: Edition) -> None:
    """Sets the Automas' cards and entrepreneurs (``RULES 8.1``)."""
    read = edition.read
    ruleset.max_humans_with_automas = read("automas.humans_at_most")
    ruleset.max_automas = read("automas.at_most")
    kinds = ("consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company")
    cards = [CardKind(id, ruleset.area(id), *read(f"card.{id}")) for id in kinds]
    ruleset.automa_cards = (*cards, CardKind("automa_office", -1, *read("card.automa_office")))
    ruleset.office_card = len(cards)
    ruleset.factory_card = kinds.index("factory")
    ruleset.construction_card = kinds.index("construction_company")
    time = ruleset.ceo_time
    known = {
        "pei": Entrepreneur(id="pei", name="Pei", level="easy", extra="automa_office", tile="", time=time, hires=False, trains=False),
        "gropius": Entrepreneur(
            id="gropius",
            name="Gropius",
            level="medium",
            extra="",
            tile="",
            time=time,
            hires=True,
            trains=read("automa.gropius.trained_at_once") == 1,
        ),
        "hadid": Entrepreneur(
            id="hadid",
            name="Hadid",
            level="hard",
            extra="factory",
            tile="internship_program",
            time=read("automa.hadid.time"),
            hires=False,
            trains=False,
        ),
    }
    ruleset.entrepreneurs = tuple(known[id] for id in edition.entrepreneurs)
    for tile in ruleset.tiles:
        if tile.achievement is not None and f"automa.bonus.{tile.id}" in edition.values:
            tile.achievement.automa_bonus = read(f"automa.bonus.{tile.id}")
    ruleset.automa_specialty = [s.id for s in ruleset.specialties].index("e_commerce")


class RulesetRegistry:
    """All revisions of all editions. A new game gets the newest revision of a ruleset."""

    def __init__(self, editions: tuple[Edition, ...]) -> None:
        self.editions = {(edition.name, edition.revision): edition for edition in editions}
        self.names = tuple(dict.fromkeys(edition.name for edition in editions))
        self.built: dict[tuple[str, int], Ruleset] = {}
        self._lock = Lock()

    def revisions(self, name: str) -> list[int]:
        """Returns the revisions of a ruleset, the newest last; UnknownRuleset if there is no such ruleset."""
        known = sorted(revision for other, revision in self.editions if other == name)
        if not known:
            raise UnknownRuleset(f"There is no ruleset {name!r}; there are: {', '.join(self.names)}.")
        return known

    def ruleset(self, name: str, revision: int | None = None) -> Ruleset:
        """Returns the ruleset, of its newest revision if none is named; UnknownRuleset says which there are."""
        known = self.revisions(name)
        wanted = known[-1] if revision is None else revision
        if wanted > known[-1]:
            raise UnknownRuleset(f"Revision {wanted} of {name} is newer than what is known here; its newest is {known[-1]}.")
        if wanted not in known:
            raise UnknownRuleset(f"Revision {wanted} of {name} is not known here; there are: {', '.join(map(str, known))}.")
        with self._lock:
            if (name, wanted) not in self.built:
                self.built[name, wanted] = build(self.editions[name, wanted])
            return self.built[name, wanted]

    def house_value_errors(self, name: str, house: Mapping[str, object]) -> list[BadHouseValues]:
        """Returns everything that is wrong with house values for the newest revision of a ruleset; [] if it can be played with them."""
        return list(house_value_errors(self.editions[name, self.revisions(name)[-1]], house))

    def rulesets_with(self, house: Mapping[str, object]) -> list[Ruleset]:
        """Returns each ruleset that accepts these house values, with them applied; BadHouseValues, of the first one, if none does."""
        accepting, refused = [], []
        for name in self.names:
            try:
                accepting.append(self.ruleset(name).with_overrides(house))
            except BadHouseValues as error:
                refused.append(error)
        if not accepting:
            raise refused[0]
        return accepting
