"""Bad usage: what can't be meant by the words of a command line."""

from __future__ import annotations

from groundfloor.engine.errors import GroundfloorError


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
