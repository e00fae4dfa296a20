"""Numbers that wear their evidence: an assumed value has a note that says so, a printed or derived one has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Value

    from .scene import Scene


@dataclass(frozen=True)
class Figure:
    """A number as it is written, with the lines of its note: none unless the number is assumed. ``id`` is unique on the page."""

    id: str
    text: str
    note: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


def figure(scene: Scene, id: str, text: str, what: str, value: Value | None) -> Figure:
    """A number, called ``what`` in its note, that stands in this value of the ruleset."""
    if value is None or value.status != "assumed":
        return Figure(id, text)
    _ = scene.words.gettext
    status = _("%(value)s is assumed: no known source prints it.") % {"value": text}
    evidence = _(value.evidence) if value.evidence else _("chosen to fit everything that is printed")
    return Figure(id, text, (what, status, _("Evidence: %(evidence)s.") % {"evidence": evidence}))
