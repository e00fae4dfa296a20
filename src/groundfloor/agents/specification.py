"""Specifications: texts that name an agent with its settings, wherever a seat is named.

``greedy``, ``greedy:random_moves=0.2``, ``manager`` (a level), ``file.py:Class``, ``program:COMMAND``, or the name of an entry point
of the group ``groundfloor.agents``.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from groundfloor.engine.arguments import require_type
from groundfloor.engine.display_names import is_printable
from groundfloor.engine.errors import GroundfloorError

from .agent import printable_line
from .agent_classes import (
    BadSpecification,
    CannotCreateAgent,
    class_of_file,
    describe,
    installed_agents,
    is_of_package,
    load_entry_point,
    read_settings,
)
from .levels import LEVELS
from .plain_agents import GreedyAgent, NetAgent, RandomAgent
from .program_agent import ProgramAgent
from .search_agent import SearchAgent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .agent import Agent

AGENTS: dict[str, type[Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "net": NetAgent,
    "search": SearchAgent,
}
"""Every agent of the package by its name."""
PROGRAM = "program:"
IN_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?P<settings>:.*)?")
NEXT_LOWER = {"search": "net", "net": "greedy", "greedy": "random"}
"""Which agent moves where another one fails; ``greedy`` for all that are not named."""


@dataclass(frozen=True)
class Specification:
    """A specification that was read: its text, a short name for a seat, and what makes the agent from a source of randomness.

    ``is_of_package``: whether the agent's class is one of this package.
    """

    text: str
    label: str
    make: Callable[[Random], Agent]
    is_of_package: bool


def parse_specification(text: str) -> Specification:
    """Returns what a text specifies, with classes loaded and settings read; BadSpecification says what is possible instead."""
    text = text.strip()
    if not is_printable(text):
        raise BadSpecification(f"A bot is named in printable characters, not {ascii(text)}.")
    if text.startswith(PROGRAM):
        return parse_program(text)
    match = IN_FILE.fullmatch(text)
    if match is not None:
        agent = class_of_file(Path(match["file"]), match["name"])
        return of_class(text, match["name"], agent, match["settings"] or "")
    name, colon, settings = text.partition(":")
    if name in LEVELS:
        if colon:
            raise BadSpecification(f"A level has no settings: write {name} alone, not {text!r}.")
        return Specification(text, name, parse_specification(LEVELS[name].specification).make, is_of_package=True)
    return of_class(text, name, named_agent(name, text), colon + settings)


def of_class(text: str, label: str, agent: type[Agent], settings: str) -> Specification:
    return Specification(text, label, partial(make, text, agent, read_settings(text, agent, settings)), is_of_package(agent))


def parse_program(text: str) -> Specification:
    """Returns what ``program:COMMAND`` specifies; BadSpecification if there is no such program."""
    try:
        command = shlex.split(text.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadSpecification(f"{text!r} can't be split into a program and its arguments: {error}.") from error
    if not command or shutil.which(command[0]) is None:
        raise BadSpecification(
            f"There is no program {command[0] if command else ''!r}; write program:PATH ARGUMENTS, as in program:./bot or program:python3 bot.py."
        )
    return Specification(text, program_label(command), partial(ProgramAgent, command=command), is_of_package=True)


def program_label(command: Sequence[str]) -> str:
    file = next((word for word in reversed(command) if not word.startswith("-")), command[0])
    return Path(file).stem or "program"


def named_agent(name: str, text: str) -> type[Agent]:
    if name in AGENTS:
        return AGENTS[name]
    points = installed_agents()
    if name in points:
        return load_entry_point(points[name])
    known = ", ".join([*AGENTS, *points])
    raise BadSpecification(
        f"There is no bot {text!r}. Possible are {known}; the levels {', '.join(LEVELS)}; FILE.py:CLASS and program:COMMAND for bots of your own."
    )


def make(text: str, agent: type[Agent], settings: dict[str, object], rng: Random) -> Agent:
    """Returns a new agent. BadSpecification if its constructor refuses settings by ValueError or TypeError; CannotCreateAgent if it fails otherwise."""
    try:
        return agent(rng, **settings)
    except GroundfloorError:
        raise
    except (Exception, SystemExit) as error:
        if settings and isinstance(error, (ValueError, TypeError)):
            raise BadSpecification(f"{text!r} is not possible: {printable_line(str(error)).rstrip('. ')}.") from error
        raise CannotCreateAgent(f"{text!r} can't be made: {describe(error)}") from error


def make_agent(specification: str, rng: Random) -> Agent:
    """Returns a new agent; ``rng`` is the only randomness it may use. BadSpecification if there is none.

    >>> from random import Random
    >>> make_agent("greedy:random_moves=0.2", Random(1)).random_moves
    0.2
    >>> make_agent("gredy", Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    groundfloor.agents.agent_classes.BadSpecification: There is no bot 'gredy'. Possible are ...
    """
    require_type(specification, (str,), "A bot is named by a text, such as 'greedy:random_moves=0.2'")
    require_type(rng, (Random,), "A bot draws by a random.Random")
    return parse_specification(specification).make(rng)


def next_lower(specification: str) -> str:
    """Returns the specification of the agent that moves where this one fails: a level's is the level below; "" below ``random``.

    >>> next_lower("tycoon"), next_lower("greedy:random_moves=0.2"), next_lower("bot.py:Mine"), next_lower("random")
    ('director', 'random', 'greedy', '')
    """
    name = specification.partition(":")[0]
    levels = list(LEVELS)
    if name == "random":
        return ""
    if name in LEVELS:
        return levels[levels.index(name) - 1] if name != levels[0] else "random"
    return NEXT_LOWER.get(name, "greedy")


def is_table_agent(name: str) -> bool:
    """Returns whether a name may take a seat of a table of the server: a level, a built-in or an installed agent, without settings.

    Files, programs and settings are refused there, as anybody who opens the page could name them.
    """
    return name in table_agents()


def table_agents() -> tuple[str, ...]:
    """Returns the names that may take a seat on the server: levels, the weakest first, then built-in and installed agents."""
    return tuple(dict.fromkeys([*LEVELS, *AGENTS, *installed_agents()]))


def expert_agents() -> tuple[str, ...]:
    """Returns the names that may take a seat on the server and are no levels, without those that play as one of the levels does."""
    played = {level.specification for level in LEVELS.values()}
    return tuple(name for name in table_agents() if name not in LEVELS and name not in played)
