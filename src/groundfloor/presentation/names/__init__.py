"""Names of everything in the game: English names by id, each a msgid, with short forms, sign lettering and effects.

A name is looked up by its group, which is also its context in the catalogues: ``names.full("floor", "research_lab", words)``.
Short forms have the context ``short``, the lines of a sign ``sign``, effects ``effect`` (see ``effects.py``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .city import AREAS, BONUSES, CARDS, LETTERS, MARKETING, PLACES
from .company import KINDS, ROOMS, SPECIALTIES
from .forecast import ERAS, EVENTS, FORECASTS, SPECIALS
from .improvements import FLOORS, TENANTS
from .name import Name
from .resources import COUNTED, RESOURCES
from .tables import (
    AGENTS,
    AUTOMAS,
    BOTS,
    CHOICES,
    COLOURS,
    LEVEL_OF,
    LEVELS,
    MARKERS,
    OPTION_SENTENCES,
    OPTIONS,
    PHASES,
    PLAYING_STYLES,
    PURPOSES,
    RULESETS,
    SHAPE_OF,
    SHAPES,
)
from .values import PARTS_OF_VALUES, VALUE_GROUPS, VALUE_PARTS, VALUES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from gettext import NullTranslations

__all__ = [
    "AGENTS",
    "AREAS",
    "AUTOMAS",
    "BONUSES",
    "BOTS",
    "CARDS",
    "CHOICES",
    "COLOURS",
    "COUNTED",
    "ERAS",
    "EVENTS",
    "FLOORS",
    "FORECASTS",
    "GROUPS",
    "KINDS",
    "LETTERS",
    "LEVELS",
    "LEVEL_OF",
    "MARKERS",
    "MARKETING",
    "Name",
    "OPTIONS",
    "OPTION_SENTENCES",
    "PARTS_OF_VALUES",
    "PHASES",
    "PLACES",
    "PLAYING_STYLES",
    "RESOURCES",
    "ROOMS",
    "RULESETS",
    "SHAPES",
    "SHAPE_OF",
    "SOFT_HYPHEN",
    "SPECIALS",
    "SPECIALTIES",
    "TENANTS",
    "VALUES",
    "VALUE_GROUPS",
    "VALUE_PARTS",
    "breakable",
    "counted",
    "full",
    "name_of",
    "plain",
    "short",
    "sign",
    "tile_group",
    "tile_name",
]

SOFT_HYPHEN = "\N{SOFT HYPHEN}"

GROUPS: Mapping[str, Mapping[str, Name]] = {
    "room": ROOMS,
    "tenant": TENANTS,
    "floor": FLOORS,
    "specialty": SPECIALTIES,
    "area": AREAS,
    "forecast": FORECASTS,
    "special": SPECIALS,
    "era": ERAS,
    "event": EVENTS,
    "ruleset": RULESETS,
    "option": OPTIONS,
    "option_sentence": OPTION_SENTENCES,
    "choice": CHOICES,
    "phase": PHASES,
    "purpose": PURPOSES,
    "marketing": MARKETING,
    "bonus": BONUSES,
    "automa": AUTOMAS,
    "agent": AGENTS,
    "bot": BOTS,
    "playing_style": PLAYING_STYLES,
    "level": LEVELS,
    "card": CARDS,
    "colour": COLOURS,
    "shape": SHAPES,
    "marker": MARKERS,
    "resource": RESOURCES,
    "kind": KINDS,
    "place": PLACES,
    "value": VALUES,
    "value_group": VALUE_GROUPS,
    "value_part": VALUE_PARTS,
}


def without_soft_hyphens(text: str) -> str:
    """Returns a text without its soft hyphens, for the terminal, titles and searching."""
    return text.replace(SOFT_HYPHEN, "")


def name_of(group: str, id: str) -> Name:
    """Returns the name of an id; for one without a name the id itself."""
    return GROUPS.get(group, {}).get(id) or Name(group, id)


@lru_cache(maxsize=4096)
def full(group: str, id: str, words: NullTranslations) -> str:
    """Returns the whole name, without soft hyphens."""
    return without_soft_hyphens(breakable(group, id, words))


@lru_cache(maxsize=4096)
def breakable(group: str, id: str, words: NullTranslations) -> str:
    """Returns the whole name with soft hyphens where it may break, for pages."""
    name = name_of(group, id)
    return words.pgettext(name.group, name.text)


def short(group: str, id: str, words: NullTranslations) -> str:
    """Returns the form for narrow places; the whole name where that is short enough."""
    name = name_of(group, id)
    return words.pgettext("short", name.short) if name.short else full(group, id, words)


def sign(group: str, id: str, words: NullTranslations) -> tuple[str, ...]:
    name = name_of(group, id)
    return tuple(words.pgettext("sign", name.sign).split("\n")) if name.sign else (full(group, id, words),)


def counted(what: str, number: int, words: NullTranslations, written: str = "") -> str:
    """Returns a number with its noun: ``3 time markers``; ``written`` replaces the number where it is a range: ``1–2 consumers``."""
    one, many = COUNTED.get(what, (f"%(n)s {what}", f"%(n)s {what}"))
    return words.ngettext(one, many, number) % {"n": written or number}


def join_list(parts: Sequence[str], words: NullTranslations) -> str:
    """Returns parts as a list in a sentence: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def tile_group(id: str) -> str:
    """Returns whether an improvement's id is a ``tenant`` or a ``floor``."""
    return "tenant" if id in TENANTS else "floor"


def tile_name(id: str) -> Name:
    return name_of(tile_group(id), id)
