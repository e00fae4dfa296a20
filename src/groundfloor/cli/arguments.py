"""Arguments that several commands share: ``--option`` and ``--house``, and the error for bad usage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from groundfloor.editions import REGISTRY
from groundfloor.editions.overrides import parse_house_values
from groundfloor.engine.errors import BadHouseValues, GroundfloorError
from groundfloor.files import read_text

Flag = Annotated[bool, Parameter(negative=())]
"""An option without a value."""
HouseOption = Annotated[Path | None, Parameter(help="A TOML file of house values, as rules NAME --template writes one.")]
Options = Annotated[list[str] | None, Parameter(name="--option", negative=(), help="NAME=VALUE; may be repeated.")]
Bots = Annotated[list[str] | None, Parameter(negative=(), help="One more seat for a bot, as in FILE.py:CLASS; may be repeated.")]


class BadUsage(GroundfloorError):
    """An invalid command line; the message says what is possible instead."""


def parse_options(options: list[str]) -> dict[str, str]:
    """Parses ``--option NAME=VALUE``; a missing value is ``on``. BadUsage for an option without a name or given twice."""
    found: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or (equals and not value):
            raise BadUsage(f"--option is written NAME=VALUE, as in --option deck=preset, not {option!r}.")
        if name in found:
            raise BadUsage(f"--option {name} is given twice.")
        found[name] = value if equals else "on"
    return found


def with_bots(seats: str, bots: list[str] | None) -> str:
    """Returns the text of ``--seats`` with one more seat for each ``--bot``."""
    return ",".join([seats, *(bots or [])])


def refuse_house_values(file: Path | None) -> None:
    """Raises BadUsage if house values are given for a command whose record has its own."""
    if file is not None:
        raise BadUsage("A record holds its own house values, so --house can’t be used here; leave it out.")


def refuse_other_table(ruleset: str | None, seats: str | None, options: list[str] | None, house: Path | None, practises: bool) -> None:
    """Raises BadUsage if the guided game is asked for together with a table of its own."""
    if ruleset or seats or options or practises or house is not None:
        raise BadUsage(
            "The guided game has its own table: --learn can’t be used together with --ruleset, --seats, --option, --house or --practice."
        )


def refuse_other_day(ruleset: str | None, options: list[str] | None, house: Path | None, learns: bool) -> None:
    """Raises BadUsage if the city of a day is asked for together with another table."""
    if ruleset or options or learns or house is not None:
        raise BadUsage(
            "The city of the day has its own table: --day can’t be used together with --ruleset, --option, --house, --learn or --practice."
        )


def refuse_other_game(
    ruleset: str | None, seats: str | None, options: list[str] | None, house: Path | None, day: str | None, has_purpose: bool
) -> None:
    """Raises BadUsage if a branch of a record is asked for together with another game."""
    if ruleset or seats or options or has_purpose or day is not None or house is not None:
        raise BadUsage(
            "A branch has the table of its record: --branch can’t be used together with --ruleset, --seats, --option, --house, --learn, --practice or --day."
        )


def read_house_text(file: Path | None) -> str:
    """Returns the text of ``--house FILE``, "" without a file; Unreadable, or BadHouseValues if no ruleset can be played with it."""
    if file is not None:
        REGISTRY.rulesets_with(read_house_values(file))
    return read_text(file) if file is not None else ""


def read_house_values(file: Path | None) -> dict[str, object]:
    """Returns the house values of ``--house FILE``, none without a file; Unreadable, or BadHouseValues if it is not TOML."""
    if file is None:
        return {}
    try:
        return parse_house_values(read_text(file))
    except BadHouseValues as error:
        raise BadHouseValues(f"{file}: {error}") from error
