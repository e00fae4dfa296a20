"""What tests of tables have otherwise than those of pages."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def brief_pars() -> None:
    """Leaves all levels in pars of days."""
