"""Bad usage: what can't be meant by the words of a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from groundfloor.arena.game_sampler import rulesets_with_overrides
from groundfloor.editions.overrides import parse_house_values
from groundfloor.engine.errors import BadHouseValues, GroundfloorError
from groundfloor.files import read_text

if TYPE_CHECKING:
    from pathlib import Path

Flag = Annotated[bool, Parameter(negative=())]
"""An option without a value."""


class BadUsage(GroundfloorError):
    """A command line that can't be followed; the sentence says what is possible instead."""


def pairs(options: list[str]) -> dict[str, str]:
    """``--option NAME=VALUE`` as names and values, ``on`` for one without a value; BadUsage for one named twice or without a name."""
    found: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or (equals and not value):
            raise BadUsage(f"--option is written NAME=VALUE, as in --option deck=preset, not {option!r}.")
        if name in found:
            raise BadUsage(f"--option {name} is named twice.")
        found[name] = value if equals else "on"
    return found


def no_house(file: Path | None) -> None:
    """BadUsage if house values are named where a record brings its own."""
    if file is not None:
        raise BadUsage("A record holds its own house values, so --house has no meaning here; leave it away.")


def house_text(file: Path | None) -> str:
    """The text of ``--house FILE``, "" without a file; Unreadable, or BadHouseValues if no ruleset can be played with it."""
    if file is not None:
        rulesets_with_overrides(house_values(file))
    return read_text(file) if file is not None else ""


def house_values(file: Path | None) -> dict[str, object]:
    """The house values of ``--house FILE``, none without a file; Unreadable, or BadHouseValues if it is no TOML."""
    if file is None:
        return {}
    try:
        return parse_house_values(read_text(file))
    except BadHouseValues as error:
        raise BadHouseValues(f"{file}: {error}") from error
