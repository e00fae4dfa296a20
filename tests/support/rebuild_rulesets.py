"""A pytest plugin for ``mutmut run``, with which every test meets the change that is tried: rulesets are built anew, and nothing is kept."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper

import pytest

from groundfloor.editions import REGISTRY


def pytest_sessionstart() -> None:
    """Forgets what cached functions of the tests returned in an earlier session of this process, as mutmut forks a session for each change."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


@pytest.fixture(autouse=True)
def rebuild_rulesets() -> None:
    REGISTRY.built.clear()
