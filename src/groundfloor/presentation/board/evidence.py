"""Numbers that wear their evidence: an assumed value has a note that says so, a printed or derived one has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import names

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Value

    from .scene import Scene


@dataclass(frozen=True)
class Figure:
    """A number as it is written, what it counts (``unit``), and the lines of its note: none unless the number is assumed.

    ``id`` is unique on the page; ``label`` is what a screen reader says of an assumed number.
    """

    id: str
    text: str
    unit: str = ""
    note: tuple[str, ...] = ()
    label: str = ""

    def __str__(self) -> str:
        return self.text


def figure(scene: Scene, id: str, text: str, counted: tuple[str, int], what: str, value: Value | None) -> Figure:
    """Returns a number, called ``what`` in its note, that stands in this value of the ruleset; ``counted`` is what it counts
    (a key of ``names.COUNTED``) and its highest value, which decides between singular and plural."""
    thing, number = counted
    said = names.counted(thing, number, scene.words, text)
    unit = said.removeprefix(text).strip()
    if value is None or value.status != "assumed":
        return Figure(id, text, unit)
    _ = scene.words.gettext
    status = _("%(value)s is assumed: no known source prints it.") % {"value": text}
    evidence = _(value.evidence) if value.evidence else _("chosen to fit everything that is printed")
    note = (what, status, _("Evidence: %(evidence)s.") % {"evidence": evidence})
    return Figure(id, text, unit, note, _("%(number)s, assumed") % {"number": said})


def assumed_words(scene: Scene, key: str) -> str:
    """Returns what is said of a value that no source prints; empty if it is printed or follows from print."""
    value = scene.game.ruleset.values.get(key)
    return scene.words.gettext("Assumed: no rulebook prints this number.") if value is not None and value.status == "assumed" else ""
