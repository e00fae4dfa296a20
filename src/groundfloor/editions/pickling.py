"""Pickles rulesets by what identifies them: name, revision, house values and options. Everything else in a game refers to its ruleset.

>>> import pickle
>>> from groundfloor import new_game
>>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
>>> pickle.loads(pickle.dumps(game)).position() == game.position()
True
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING

from groundfloor.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping


def reduce_ruleset(rules: Ruleset) -> tuple[object, ...]:
    return named_ruleset, (rules.name, rules.revision, rules.overrides, dict(rules.played_options))


def named_ruleset(name: str, revision: int, house: Mapping[str, object], options: dict[str, str]) -> Ruleset:
    """Returns a pickled ruleset, the same object for the same names. UnknownRuleset if it is none of the package's editions."""
    from . import ruleset

    rules = ruleset(name, revision).with_overrides(house)
    return rules.with_options(options) if options else rules


copyreg.pickle(Ruleset, reduce_ruleset)  # type: ignore[arg-type]
