"""Functions that make a Value, one for each kind of evidence."""

from __future__ import annotations

from groundfloor.engine.ruleset import Value

OWN_CARD = "this project's own card; the original is lost in the text sources"


def printed(value: object, evidence: str = "") -> Value:
    """Returns a value that is stated in a rulebook."""
    return Value(value, "printed", evidence)


def derived(value: object, evidence: str) -> Value:
    """Returns a value that follows from printed facts."""
    return Value(value, "derived", evidence)


def assumed(value: object, evidence: str = "") -> Value:
    """Returns a value that no source states, chosen to fit everything known."""
    return Value(value, "assumed", evidence)


def own_card(value: object) -> Value:
    """Returns a value of a card written by this project, because the text of the original is lost."""
    return Value(value, "assumed", OWN_CARD)
