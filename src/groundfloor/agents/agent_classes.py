"""Classes of agents: from a file, from an entry point, and the settings that their constructors take."""

from __future__ import annotations

import importlib.util
import inspect
import math
import re
import sys
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING
from zlib import crc32

from groundfloor.engine.errors import GroundfloorError

from .agent import Agent, printable_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.metadata import EntryPoint
    from pathlib import Path

GROUP = "groundfloor.agents"
"""The group of entry points by which installed packages name agents."""


class BadSpecification(GroundfloorError):
    """A text that names no agent, or settings that it does not have; the sentence says what is possible."""


class CannotCreateAgent(BadSpecification):
    """The constructor of an agent has failed."""


@cache
def installed_agents() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def load_entry_point(point: EntryPoint) -> type[Agent]:
    """Returns the class that an entry point names; BadSpecification if it can't be loaded."""
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:
        raise BadSpecification(f"The installed bot {point.name!r} can't be loaded: {describe(error)}") from error
    return checked_class(loaded, f"{point.name!r} ({point.value})")


@cache
def class_of_file(file: Path, name: str) -> type[Agent]:
    """Returns a class of a Python file, whose folder may hold modules that it imports; BadSpecification if it can't be loaded."""
    file = file.expanduser().resolve()
    if not file.is_file():
        raise BadSpecification(f"There is no file {file}; a bot of your own is named as FILE.py:CLASS.")
    spec = importlib.util.spec_from_file_location(f"groundfloor_bot_{file.stem}_{crc32(bytes(file)):08x}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadSpecification(f"{file} can't be loaded: {describe(error)}") from error
    if not hasattr(module, name):
        classes = [
            class_name for class_name, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module.__name__
        ]
        raise BadSpecification(f"{file} has no class {name!r}; it has: {', '.join(classes) or 'none'}.")
    return checked_class(getattr(module, name), f"{name!r} in {file}")


def checked_class(candidate: object, described: str) -> type[Agent]:
    """Returns a class that was loaded; BadSpecification if it is not derived from Agent or has no ``choose``."""
    if not (inspect.isclass(candidate) and issubclass(candidate, Agent)) or candidate.choose is Agent.choose:
        raise BadSpecification(
            f"{described} is no bot: it needs a class derived from groundfloor.agents.Agent with a method choose(self, view)."
        )
    return candidate


def is_of_package(agent: type[Agent]) -> bool:
    """Returns whether a class is one of this package, whose constructor and ``close`` are known to end."""
    return agent.__module__.partition(".")[0] == __name__.partition(".")[0]


def describe(error: BaseException) -> str:
    """Returns an error in a line, with its class."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # a bot's error may fail to say what it is
        text = type(error).__name__
    return printable_line(text).rstrip(":. ") + "."


def read_settings(text: str, agent: type[Agent], settings: str) -> dict[str, object]:
    """Returns the settings ``:NAME=VALUE:NAME=VALUE`` of a specification, as keyword arguments of the agent's constructor."""
    known = {
        name: parameter
        for name, parameter in list(inspect.signature(agent).parameters.items())[1:]
        if parameter.kind is not parameter.VAR_KEYWORD
    }
    read: dict[str, object] = {}
    for setting in settings.removeprefix(":").split(":") if settings else []:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or name not in known:
            possible = f"its settings are {', '.join(known)}, written as NAME=VALUE" if known else "it has no settings"
            raise BadSpecification(f"{text!r} has no setting {setting!r}: {possible}.")
        read[name] = read_setting(text, name, value, str(known[name].annotation))
    return read


def read_setting(text: str, name: str, value: str, annotation: str) -> object:
    """Returns the value of a setting by the annotation of its parameter: bool, int, float, else a text."""
    words = set(re.findall(r"\w+", annotation))
    for kind, (read, described) in READERS.items():
        if kind in words:
            try:
                return read(value)
            except (ValueError, KeyError):
                raise BadSpecification(f"In {text!r} the setting {name} is {described}, not {value!r}.") from None
    return value


def read_number(value: str) -> float:
    """Returns a finite number; ValueError for anything else."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


READERS: Mapping[str, tuple[Callable[[str], object], str]] = {
    "bool": ({"on": True, "off": False, "true": True, "false": False}.__getitem__, "on or off"),
    "int": (int, "a whole number"),
    "float": (read_number, "a number"),
}
