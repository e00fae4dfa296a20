"""Descriptions of what rooms, improvements, specialties and cards do, with the numbers of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations

from groundfloor.engine.company.rooms import FloorTask, PrintedTask, TileTask
from groundfloor.engine.company.task_effects import Gain
from groundfloor.engine.ruleset import AutomaCard, Era, EventCard, Ruleset, Specialty, Tile
from groundfloor.engine.state import FORECAST_TYPES

from .names import counted, full, multiple_of_money, name_of, tile_name

COUNTED_FACTS = (("supply", "supply"), ("spent", "supply"), ("holds", "supply"), ("time", "time"))
"""How facts begin that are written with their noun, and its kind in ``names.counted``."""


@lru_cache(maxsize=512)
def of_room(ruleset: Ruleset, room: int, translations: NullTranslations, *, remodeled: bool = False) -> str:
    """Returns what the room with this number does, as it is or remodeled: ``1 time marker: 1 info; 2 time markers: 3 info``."""
    name = name_of("room", ruleset.rooms[room].id)
    facts: dict[str, int | str] = {**_of_room(ruleset, room, remodeled)}
    facts["type"] = full("marketing", marketing_types(ruleset)[1], translations)
    return _sentence(name.remodeled if remodeled else name.effect, facts, translations)


def marketing_types(ruleset: Ruleset) -> list[str]:
    """Returns the ids of the agency's marketing types, the cheapest first."""
    return [kind.id for kind in ruleset.agency.types]


@lru_cache(maxsize=1024)
def of_tile(tile: Tile, translations: NullTranslations) -> str:
    """Returns what a tenant or floor improvement does: ``2 time markers: 5 info, 2× a round``."""
    return _sentence(
        tile_name(tile.id).effect, {**_of_tile(tile), "markers": counted("time", tile.income_time, translations)}, translations
    )


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon with its number or sign before it; either may be empty."""

    number: str
    icon: str


@lru_cache(maxsize=256)
def symbols_of_tile(tile: Tile) -> tuple[Symbol, ...]:
    """Returns in icons what a tenant or floor improvement does, a box for each use in a round at the end; () if its name has none."""
    symbols = []
    for text in (tile_name(tile.id).symbols % _of_tile(tile)).split():
        number, _, icon = text.rpartition(":")
        if number.strip("+−") != "0":
            symbols.append(Symbol(number, icon) if icon.isalpha() else Symbol(icon, ""))
    return (*symbols, *[Symbol("", "use")] * tile.uses) if symbols else ()


def of_specialty(specialty: Specialty, translations: NullTranslations) -> str:
    """Returns what a specialty gives: ``1 money at the start of each round``."""
    facts = {"plus_money": specialty.income_money, "money": specialty.money, "info": specialty.info}
    return _sentence(name_of("specialty", specialty.id).effect, facts, translations)


def of_event(ruleset: Ruleset, event: EventCard, translations: NullTranslations) -> str:
    """Returns what an event changes, with its number: ``Networking advances for every 2 markers`` (``RULES 8.5``)."""
    value = ruleset.values[f"event.{event.id}"].value
    facts: dict[str, int | str] = {}
    if isinstance(value, tuple):
        facts |= dict(zip(("money", "info", "supply"), value, strict=False))
    elif isinstance(value, int):
        facts = {
            "n": value,
            "multiple": multiple_of_money(value, translations),
            "supply": value,
            "markers": counted("marker", value, translations),
        }
    return _sentence(name_of("event", event.id).effect, facts, translations)


def of_card(ruleset: Ruleset, card: AutomaCard, translations: NullTranslations) -> str:
    """Returns the corners of an Automa card: ``Networking, price 12 or 10``; "" for an unseen card (``RULES 8.1.2``)."""
    if card.corners is None:
        return ""
    type, bracket = card.corners
    name, prices = (
        full("marketing", marketing_types(ruleset)[type], translations),
        of_bracket(ruleset.outlets.brackets[bracket], translations),
    )
    return translations.gettext("%(type)s, price %(prices)s") % {"type": name, "prices": prices}


def of_bracket(prices: Sequence[int], translations: NullTranslations) -> str:
    """Returns the prices of a bracket of the retail outlets: ``12 or 10``."""
    return translations.gettext(" or ").join(map(str, prices))


def of_era(era: Era, translations: NullTranslations) -> str:
    """Returns the cards of an era's deck by type: ``2× Recession, 4× Stable, 4× Boom`` (``RULES 8.2``)."""
    return ", ".join(f"{count}× {full('forecast', FORECAST_TYPES[type], translations)}" for type, count in enumerate(era.deck) if count)


def _sentence(msgid: str, facts: Mapping[str, int | str] | Mapping[str, int], translations: NullTranslations) -> str:
    filled: dict[str, int | str] = {**facts}
    for fact, value in facts.items():
        for beginning, noun in COUNTED_FACTS:
            if isinstance(value, int) and fact.startswith(beginning):
                filled[fact] = counted(noun, value, translations)
    return translations.pgettext("effect", msgid) % filled if msgid else ""


def _of_room(ruleset: Ruleset, room: int, remodeled: bool) -> dict[str, int]:
    facts = {"holds": ruleset.closet_capacity[remodeled]}
    for number, task in enumerate(ruleset.rooms[room].tasks, 1):
        printed = task.versions[remodeled]
        if printed is not None:
            facts |= {f"{fact}_{number}": value for fact, value in _printed_facts(printed).items()}
    return facts


def _of_tile(tile: Tile) -> dict[str, int]:
    facts = {
        "time": tile.income_time,
        "money": tile.income_money,
        "info": tile.income_info,
        "off_money": tile.hire_discount_money,
        "off_info": tile.hire_discount_info,
        "premium": tile.sale_premium,
        "prestige": tile.prestige,
        "points": tile.achievement.points if tile.achievement else 0,
    }
    if isinstance(tile.task, TileTask):
        facts |= _printed_facts(tile.task.printed)
    if isinstance(tile.task, FloorTask):
        facts["uses"] = tile.task.uses
    return facts


def _printed_facts(printed: PrintedTask) -> dict[str, int]:
    facts = {"time": printed.time, "spent": printed.supply}
    if isinstance(printed.effect, Gain):
        facts |= {"money": printed.effect.money, "info": printed.effect.info, "supply": printed.effect.supply}
    return facts
