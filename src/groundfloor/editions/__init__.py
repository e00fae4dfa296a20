"""The editions of the game as data: every number with its evidence, and the rulesets built from them."""

from __future__ import annotations

from functools import cache

from groundfloor.engine.errors import UnknownRuleset
from groundfloor.engine.ruleset import Ruleset, Value

from .build import build
from .second import REVISION as SECOND_REVISION
from .second import VALUES as SECOND_VALUES

__all__ = ["NAMES", "Value", "ruleset"]

NAMES = ("second",)
"""The rulesets that can be played."""


@cache
def ruleset(name: str = "second") -> Ruleset:
    """The ruleset with this name, built once; UnknownRuleset says which there are."""
    if name == "second":
        return build("second", SECOND_REVISION, SECOND_VALUES)
    raise UnknownRuleset(f"There is no ruleset {name!r}; there is: {', '.join(NAMES)}.")
