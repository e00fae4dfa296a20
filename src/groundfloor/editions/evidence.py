"""How well a value is known: each kind of evidence makes a Value."""

from __future__ import annotations

from groundfloor.engine.ruleset import Value

OWN_CARD = "this project's own card; the original is lost in the text sources"


def printed(value: object, evidence: str = "") -> Value:
    """Stated in a rulebook."""
    return Value(value, "printed", evidence)


def derived(value: object, evidence: str) -> Value:
    """Follows from printed facts."""
    return Value(value, "derived", evidence)


def assumed(value: object, evidence: str = "") -> Value:
    """Chosen to fit everything known."""
    return Value(value, "assumed", evidence)


def own_card(value: object) -> Value:
    """A card written by this project, because the text of the original is lost."""
    return Value(value, "assumed", OWN_CARD)
