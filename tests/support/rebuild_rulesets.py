"""A pytest plugin that rebuilds the rulesets for each test, so that every test notices a change in how they are built (scripts/mutate)."""

from __future__ import annotations

import pytest

from groundfloor.editions import REGISTRY


@pytest.fixture(autouse=True)
def rebuild_rulesets() -> None:
    """Forgets rulesets that earlier tests have built."""
    REGISTRY.built.clear()
