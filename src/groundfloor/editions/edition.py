"""Editions as plain data, from which rulesets are built; an expansion is a function from edition to edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from groundfloor.engine.phases.rounds import Ending
from groundfloor.engine.ruleset import Value
from groundfloor.engine.seats import COLOURS

if TYPE_CHECKING:
    from groundfloor.engine.city.area import Area
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.engine.ruleset import Option

Read = Callable[[str], Any]


@dataclass(frozen=True)
class Expansion:
    """An option of a new game and the function that changes an edition by its value; the first value changes nothing."""

    option: Option
    expand: Callable[[Edition, str], Edition]


def plain_ending(edition: Edition) -> Ending:
    return Ending()


@dataclass(frozen=True)
class Edition:
    """Values with their evidence, and which of the game's parts the edition has.

    ``city`` makes the areas from A on; tiles and specialties are named in their order; ``marketing`` are the types from the cheapest;
    ``turn_ends`` the questions after which a seat may remodel (``RULES 9.1.1``); ``specials`` forecast cards of ``RULES 8.3``; ``era`` and
    ``event`` those in force ("" for none), ``eras`` and ``events`` all that there are; ``house`` the values set for a table; ``colours`` those
    of the seats.
    """

    name: str
    revision: int
    values: Mapping[str, Value]
    city: tuple[Callable[[Edition], Area], ...]
    tenants: tuple[str, ...]
    floors: tuple[str, ...]
    specialties: tuple[str, ...]
    marketing: tuple[str, ...] = ("networking", "social_media", "broadcast")
    ending: Callable[[Edition], Ending] = plain_ending
    turn_ends: tuple[QuestionKind, ...] = ()
    entrepreneurs: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    eras: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    era: str = ""
    event: str = ""
    expansions: tuple[Expansion, ...] = ()
    house: Mapping[str, object] = field(default_factory=dict)
    colours: tuple[str, ...] = COLOURS

    def read(self, key: str) -> Any:
        return self.values[key].value

    def valued(self, values: Mapping[str, Value]) -> Edition:
        return replace(self, values={**self.values, **values})


OWN_CARD = "this project's own card; the original is lost in the text sources"


def printed(value: object, evidence: str = "") -> Value:
    """Returns a value that is stated in a rulebook."""
    return Value(value, "printed", evidence)


def derived(value: object, evidence: str) -> Value:
    """Returns a value that follows from printed facts."""
    return Value(value, "derived", evidence)


def assumed(value: object, evidence: str = "") -> Value:
    """Returns a value that no source states, chosen to fit everything known."""
    return Value(value, "assumed", evidence)


def own_card(value: object) -> Value:
    """Returns a value of a card written by this project, because the text of the original is lost."""
    return Value(value, "assumed", OWN_CARD)
