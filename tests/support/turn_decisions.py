"""A decision of each kind outside of phase III and the construction company, before the first of three seats, which can pay for remodels."""

from __future__ import annotations

from groundfloor import Ruleset

from .table import Table

SET_UP = {
    "hire": ("hire", {}),
    "marketing_type": ("advertising_agency", {"desks": "A"}),
    "bonus": ("marketing_bonus", {}),
    "price": ("factory", {"factory": "A"}),
    "sell": ("stock_exchange", {"track": ".A", "current": "depression"}),
    "drop": ("retail_outlets", {"products": "A12", "front": "depression_1"}),
    "fire": ("reorganize", {"front": "stable_1"}),
}
"""The phase or area in which each question is asked, and what lies on the table; at the exchange nothing rises, and no consumers come."""


def decision(kind: str, rules: Ruleset, employees: int = 1, **other: str) -> Table:
    """Returns a table at a question, with ``other`` things on it than usual."""
    where, things = SET_UP[kind]
    table = Table("A B C", rules).set(**{**things, **other})  # type: ignore[arg-type]
    return table.give("A", untrained=employees if kind == "fire" else 0).go_on(where)
