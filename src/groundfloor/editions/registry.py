"""The registry of rulesets by name and revision; each is built when it is first requested."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.engine.errors import BadHouseValues, UnknownRuleset

from .build import build
from .overrides import house_value_errors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundfloor.engine.ruleset import Ruleset

    from .edition import Edition


class RulesetRegistry:
    """All revisions of all editions. A new game gets the newest revision of a ruleset."""

    def __init__(self, editions: tuple[Edition, ...]) -> None:
        self.editions = {(edition.name, edition.revision): edition for edition in editions}
        self.names = tuple(dict.fromkeys(edition.name for edition in editions))
        self.built: dict[tuple[str, int], Ruleset] = {}
        self._lock = Lock()

    def revisions(self, name: str) -> list[int]:
        """Returns the revisions of a ruleset, the newest last; UnknownRuleset if there is no such ruleset."""
        found = sorted(revision for other, revision in self.editions if other == name)
        if not found:
            raise UnknownRuleset(f"There is no ruleset {name!r}; there are: {', '.join(self.names)}.")
        return found

    def ruleset(self, name: str, revision: int | None = None) -> Ruleset:
        """Returns the ruleset, of its newest revision if none is named; UnknownRuleset says which there are."""
        known = self.revisions(name)
        wanted = known[-1] if revision is None else revision
        if wanted > known[-1]:
            raise UnknownRuleset(f"Revision {wanted} of {name} is newer than what is known here; its newest is {known[-1]}.")
        if wanted not in known:
            raise UnknownRuleset(f"Revision {wanted} of {name} is not known here; there are: {', '.join(map(str, known))}.")
        with self._lock:
            if (name, wanted) not in self.built:
                self.built[name, wanted] = build(self.editions[name, wanted])
            return self.built[name, wanted]

    def house_value_errors(self, name: str, house: Mapping[str, object]) -> list[BadHouseValues]:
        """Returns everything that is wrong with house values for the newest revision of a ruleset; [] if it can be played with them."""
        return list(house_value_errors(self.editions[name, self.revisions(name)[-1]], house))

    def rulesets_with(self, house: Mapping[str, object]) -> list[Ruleset]:
        """Returns each ruleset that accepts these house values, with them applied; BadHouseValues, of the first one, if none does."""
        found, refused = [], []
        for name in self.names:
            try:
                found.append(self.ruleset(name).with_overrides(house))
            except BadHouseValues as error:
                refused.append(error)
        if not found:
            raise refused[0]
        return found
