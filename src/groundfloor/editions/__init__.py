"""The editions of the game as data: every number with its evidence, and the rulesets built from them."""

from __future__ import annotations

from groundfloor.engine.arguments import require_type, whole_number
from groundfloor.engine.ruleset import Ruleset, Value

from . import pickling
from .build import RulesetRegistry
from .edition import Edition
from .first import FIRST
from .manual import MANUAL
from .online import ONLINE
from .second import SECOND

__all__ = ["EDITIONS", "NAMES", "REGISTRY", "Edition", "Ruleset", "Value", "pickling", "ruleset"]

EDITIONS = (SECOND, ONLINE, FIRST, MANUAL)
"""Every revision of every edition that games can be of; a name's last one is what new games get (docs/rulesets.md)."""

REGISTRY = RulesetRegistry(EDITIONS)
NAMES = REGISTRY.names
"""The rulesets that can be played."""


def ruleset(name: str = "second", revision: int | None = None) -> Ruleset:
    """Returns a ruleset by name, of its newest revision unless one is named; raises UnknownRuleset for other names.

    >>> ruleset().name
    'second'
    >>> ruleset("online", 1).revision
    1
    >>> ruleset("third")
    Traceback (most recent call last):
    groundfloor.engine.errors.UnknownRuleset: There is no ruleset 'third'; there are: second, online, first, manual.
    """
    require_type(name, (str,), "A ruleset is called by its name, such as 'second'")
    return REGISTRY.ruleset(
        name, None if revision is None else whole_number(revision, "A revision is a whole number, or None for the newest")
    )
