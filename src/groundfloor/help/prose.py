"""Sentences of the rule book that remember which of their words are numbers of the ruleset, and how well those are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PRINTED, DERIVED, ASSUMED = "printed", "derived", "assumed"
STATUSES = (PRINTED, DERIVED, ASSUMED)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a sentence. A number has the ``keys`` of the values it is made of and the ``status`` of the least known of them."""

    text: str
    keys: tuple[str, ...] = ()
    status: str = ""


class Prose(str):
    """A sentence or more: a string that also gives its ``runs``."""

    runs: tuple[Run, ...]

    def __new__(cls, runs: Iterable[Run] | str = ()) -> Prose:
        """Of runs, or of words without numbers."""
        kept = (Run(runs),) if isinstance(runs, str) else tuple(runs)
        prose = super().__new__(cls, "".join(run.text for run in kept))
        prose.runs = kept
        return prose


def least_known(statuses: Iterable[str]) -> str:
    """The weakest of several statuses: assumed before derived before printed; any other one, as of house values, goes first."""
    found = set(statuses)
    others = sorted(found - {"", *STATUSES})
    return next(iter(others), next((status for status in reversed(STATUSES) if status in found), ""))


MARKS = {"": "", PRINTED: "", DERIVED: "°", ASSUMED: "*"}
OTHER = "†"
"""The mark of a number that is neither printed, derived nor assumed: one of house values."""


def marked(prose: str) -> str:
    """A text as it is read where nothing can be underlined: every number that is not printed wears a mark."""
    runs = prose.runs if isinstance(prose, Prose) else (Run(prose),)
    return "".join(run.text + MARKS.get(run.status, OTHER) for run in runs)
