"""The plugin of ``mutmut run``: a session keeps nothing of an earlier one of the same process, in which no change was tried."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

import pytest

from tests.support.rebuild_rulesets import pytest_sessionstart


@pytest.mark.parametrize(("module", "calls"), [("tests.engine.test_something", 2), ("groundfloor.something", 1)])
def test_session_calls_cached_functions_of_tests_anew(monkeypatch: pytest.MonkeyPatch, module: str, calls: int) -> None:
    called = []

    @cache
    def game_of(seed: int) -> int:
        called.append(seed)
        return seed

    monkeypatch.setitem(sys.modules, module, ModuleType(module))
    monkeypatch.setattr(sys.modules[module], "game_of", game_of, raising=False)
    assert game_of(1) == 1
    pytest_sessionstart()
    assert game_of(1) == 1 and called == [1] * calls
