"""Arguments that several commands share, the seats of a game, and the error for bad usage."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.specification import parse_specification
from groundfloor.editions import REGISTRY
from groundfloor.editions.overrides import parse_house_values
from groundfloor.engine.errors import BadHouseValues, GroundfloorError
from groundfloor.files import read_text
from groundfloor.presentation import names
from groundfloor.presentation.translations import DEFAULT, best_language

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.seats import Seat

Flag = Annotated[bool, Parameter(negative=())]
"""An option without a value."""
HouseOption = Annotated[Path | None, Parameter(help="A TOML file of house values, as rules NAME --template writes one.")]
Options = Annotated[list[str] | None, Parameter(name="--option", negative=(), help="NAME=VALUE; may be repeated.")]
Bots = Annotated[list[str] | None, Parameter(negative=(), help="One more seat for a bot, as in FILE.py:CLASS; may be repeated.")]

LanguageOption = Annotated[str | None, Parameter(help="en or de. Default: from the locale.")]
DataOption = Annotated[Path | None, Parameter(help="The folder of the games. Default: the one that serve uses.")]
DatabaseOption = Annotated[str, Parameter(help="The address of the database of the games.")]
SettingsOption = Annotated[Path | None, Parameter(help="The settings file of the server, if it has one.")]
RefusedHouseOption = Annotated[Path | None, Parameter(show=False)]
"""Accepted only to explain that a record has its own house values."""


class BadUsage(GroundfloorError):
    """An invalid command line; the message says what is possible instead."""


def parse_options(options: list[str]) -> dict[str, str]:
    """Parses ``--option NAME=VALUE``; a missing value is ``on``. BadUsage for an option without a name or given twice."""
    chosen: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or (equals and not value):
            raise BadUsage(f"--option is written NAME=VALUE, as in --option deck=preset, not {option!r}.")
        if name in chosen:
            raise BadUsage(f"--option {name} is given twice.")
        chosen[name] = value if equals else "on"
    return chosen


def with_bots(seats: str, bots: list[str] | None) -> str:
    """Returns the text of ``--seats`` with one more seat for each ``--bot``."""
    return ",".join([seats, *(bots or [])])


def refuse_house_values(file: Path | None) -> None:
    """Raises BadUsage if house values are given for a command whose record has its own."""
    if file is not None:
        raise BadUsage("A record holds its own house values, so --house can’t be used here; leave it out.")


def refuse_options(sentence: str, *given: object) -> None:
    """Raises BadUsage with the sentence if any of these options is given."""
    if any(value not in (None, False) for value in given):
        raise BadUsage(sentence)


def read_house_text(file: Path | None) -> str:
    """Returns the text of ``--house FILE``, "" without a file; Unreadable, or BadHouseValues if no ruleset can be played with it."""
    if file is None:
        return ""
    text = read_text(file)
    REGISTRY.rulesets_with(house_values_in(file, text))
    return text


def read_house_values(file: Path | None) -> dict[str, object]:
    """Returns the house values of ``--house FILE``, none without a file; Unreadable, or BadHouseValues if it is not TOML."""
    return house_values_in(file, read_text(file)) if file is not None else {}


def house_values_in(file: Path, text: str) -> dict[str, object]:
    try:
        return parse_house_values(text)
    except BadHouseValues as error:
        raise BadHouseValues(f"{file}: {error}") from error


NO_BOTS = ("you", "automa")
"""What the words of people and Automas begin with."""


@dataclass(frozen=True)
class SeatSpec:
    """One seat of ``--seats``: its text for ``new_game``, the specification of its agent ("" for humans and Automas), and whether
    the option gives a name."""

    seat: str
    agent: str
    is_named: bool = True

    def fits(self, seat: Seat, agent: str) -> bool:
        name = f"automa:{seat.automa}" if seat.automa else seat.name
        is_same = self.seat == name or (not self.is_named and not seat.automa)
        return is_same and self.agent == agent


def parse_seats(text: str, translations: NullTranslations | None) -> list[SeatSpec]:
    """Parses ``you,you:NAME,automa:ID`` and specifications of agents; without ``words`` no human plays, so ``you`` is an error."""
    parts = [word.strip() for word in text.split(",")]
    return [parse_seat(word, number, translations) for number, word in enumerate(parts, 1)]


def parse_seat(word: str, number: int, translations: NullTranslations | None) -> SeatSpec:
    """Parses one seat; humans without a name, and agents, are named after their seat number."""
    kind, colon, name = word.partition(":")
    if kind == "automa" and name:
        return SeatSpec(f"automa:{name}", "")
    if kind == "you" and translations is not None and name.strip():
        return SeatSpec(name.strip(), "")
    if word == "you" and translations is not None:
        return SeatSpec(translations.gettext("Player %(n)s") % {"n": number}, "", is_named=False)
    try:
        label = parse_specification(word).label
        called = names.full("bot", label, translations) if translations is not None and label in names.BOTS else label
        return SeatSpec(f"{called[:30]} {number}", word, is_named=False)
    except BadSpecification as error:
        if colon and kind not in NO_BOTS:
            raise
        people = "you, you:NAME, " if translations is not None else ""
        raise BadUsage(f"A seat is {people}automa:pei, automa:gropius, automa:hadid or a bot. {error}") from error


def default_language() -> str:
    """Returns the language of the locale (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``), English if there is no translation."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wished = os.environ.get(variable, "")
        if wished:
            return best_language(tag.partition(".")[0] for tag in wished.split(":"))
    return DEFAULT
