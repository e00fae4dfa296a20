"""Analyses of games and the mark of hints in the database."""

from __future__ import annotations

import pytest

from groundfloor.store import Store, Summary
from tests.support.stores import new_game


@pytest.fixture
def store(store: Store) -> Store:
    store.add(new_game(summary=Summary("over", 1, -1, 1, 2)))
    return store


def test_newer_analysis_replaces_older_one(store: Store) -> None:
    assert store.analysis("abc") is None
    store.save_analysis("abc", "one", "[]")
    store.save_analysis("abc", "two", "[1]")
    assert store.analysis("abc") == ("two", "[1]")


def test_analysis_goes_with_its_game(store: Store) -> None:
    store.save_analysis("abc", "one", "[]")
    store.delete("abc")
    store.save_analysis("abc", "two", "[]")
    assert store.analysis("abc") is None


def test_game_with_hints_is_marked(store: Store) -> None:
    before = store.game("abc")
    store.mark_hints("abc")
    after = store.game("abc")
    assert before is not None and not before.has_hints
    assert after is not None and after.has_hints
