"""Text of the rule book in which numbers of the ruleset are marked with their keys and how well they are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
        """Makes prose from runs, or from words without numbers."""
        kept = (Run(runs),) if isinstance(runs, str) else tuple(runs)
        prose = super().__new__(cls, "".join(run.text for run in kept))
        prose.runs = kept
        return prose


def least_known(statuses: Iterable[str]) -> str:
    """Returns the weakest of several statuses: assumed before derived before printed; any other one, as of house values, goes first."""
    found = set(statuses)
    others = sorted(found - {"", *STATUSES})
    return next(iter(others), next((status for status in reversed(STATUSES) if status in found), ""))


MARKS = {"": "", PRINTED: "", DERIVED: "°", ASSUMED: "*"}
HOUSE_MARK = "†"
"""The mark of a number that is neither printed, derived nor assumed: one of house values."""


def with_marks(prose: str) -> str:
    """Returns the text with a mark after every number that is not printed, for places where nothing can be underlined."""
    runs = prose.runs if isinstance(prose, Prose) else (Run(prose),)
    return "".join(run.text + MARKS.get(run.status, HOUSE_MARK) for run in runs)
