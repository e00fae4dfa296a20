"""Templates have lines that fit a screen, and no computations: those are Python's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jinja2 import nodes

from groundfloor.editions import NAMES, ruleset
from groundfloor.web.rendering import environment

FILTERS = {"join", "length", "upper", "urlencode"}
COMPUTATIONS = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Slice)


def computations(source: str) -> Iterator[str]:
    """Yields arithmetic, slices and filters of a template, but for filling in a translated sentence and a few filters that compute nothing."""
    tree = environment.parse(source)
    for found in tree.find_all(COMPUTATIONS):
        if not (isinstance(found, nodes.Mod) and isinstance(found.left, nodes.Call)):
            yield f"line {found.lineno}: {type(found).__name__}"
    for used in tree.find_all(nodes.Filter):
        if used.name not in FILTERS:
            yield f"line {used.lineno}: filter {used.name}"


def test_each_specialty_has_an_ornament_of_its_own() -> None:
    """And a specialty without one has none, instead of an error."""
    ornament: Callable[[str], str] = environment.get_template("board/company_parts.html").module.ornament  # type: ignore[attr-defined]
    known = {special.id for name in NAMES for special in ruleset(name).specialties}
    drawn = {id: ornament(id) for id in known}
    assert all("<path" in text for text in drawn.values()) and len(set(drawn.values())) == len(drawn) == 8
    assert "<path" not in ornament("unknown")
