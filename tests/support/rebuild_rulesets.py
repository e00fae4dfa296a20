"""Builds the rulesets anew for each test, so that a change in how they are built is noticed by every test (scripts/mutate)."""

from __future__ import annotations

import pytest

from groundfloor.editions import REGISTRY


@pytest.fixture(autouse=True)
def fresh_rulesets() -> None:
    """No ruleset is kept from a test before."""
    REGISTRY.built.clear()
