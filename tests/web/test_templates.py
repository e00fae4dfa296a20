"""Macros of the templates, called as Python functions."""

from __future__ import annotations

from collections.abc import Callable

from groundfloor.editions import NAMES, ruleset
from groundfloor.web.rendering import environment


def test_each_specialty_has_an_ornament_of_its_own() -> None:
    """And a specialty without one has none, instead of an error."""
    ornament: Callable[[str], str] = environment.get_template("board/company_parts.html").module.ornament  # type: ignore[attr-defined]
    known = {special.id for name in NAMES for special in ruleset(name).specialties}
    drawn = {id: ornament(id) for id in known}
    assert all("<path" in text for text in drawn.values()) and len(set(drawn.values())) == len(drawn) == 8
    assert "<path" not in ornament("unknown")
