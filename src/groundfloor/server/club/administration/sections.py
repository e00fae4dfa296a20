"""What the sections of the administration have in common: pages of their lists, and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundfloor.numbers import parse_int

from ...http.errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Iterable


Fields = Mapping[str, str]


PAGE = 50
"""People, bans, reports, jobs and entries of the log on a page."""


@dataclass(frozen=True)
class Done:
    """What an administrator has done, for the log: whom or what it was about, and details; ``shown`` is what they are shown only this once."""

    subject: str
    detail: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)


def page_number(query: Mapping[str, str]) -> int:
    return min(max(parse_int(query.get("page", "")) or 1, 1), 100_000)


def unknown(known: Iterable[str]) -> BadBody:
    return BadBody("do is one of: %(known)s.", known=", ".join(known))
