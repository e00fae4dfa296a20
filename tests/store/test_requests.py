"""Requests that the store remembers, so that a repeated one is not carried out twice: with their change, for a day, and a number of each game."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from groundfloor.store import Change, Store, Summary, requests
from groundfloor.store.usage import DAY
from tests.support.stores import downgrade, new_game, save

if TYPE_CHECKING:
    from pathlib import Path


def change(number: int, request: str, at: str = "2030-01-02T00:00:00+00:00") -> Change:
    """Returns a change by a request, which adds the entry with this number."""
    return Change(at, number, Summary("running", number, 0, 1, 3), ("moved",), request=request)


@pytest.fixture
def store(store: Store) -> Store:
    store.add(new_game("abc"))
    return store


def test_request_is_known_with_its_game_for_day_of_running_time(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    store.add(new_game("def", request="made"))
    assert store.game_of_request("made") == "def" and store.game_of_request("other") is None
    store.record_usage(DAY, ())
    save(store, "def", change(2, "moved"))
    assert store.game_of_request("made") == "def" and store.game_of_request("moved") == "def"
    store.record_usage(1, ())
    save(store, "def", change(3, "again"))
    assert store.game_of_request("made") is None and store.game_of_request("moved") == "def"
    store.delete("def")
    assert store.game_of_request("moved") is None
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_request_stays_known_when_clock_is_set(store: Store) -> None:
    for number, (at, request) in enumerate(
        (("2030-01-01T12:00:00+00:00", "one"), ("2099-01-01T12:00:00+00:00", "two"), ("1999-01-01T12:00:00+00:00", "three")), 2
    ):
        save(store, "abc", change(number, request, at))
    assert [store.game_of_request(request) for request in ("one", "two", "three")] == ["abc"] * 3


def test_newest_requests_of_one_game_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_PER_GAME", 3)
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    store.add(new_game("def", request="made"))
    for number in range(5):
        save(store, "abc", change(number + 2, f"request {number}"))
    assert [store.game_of_request(f"request {number}") for number in range(5)] == [None, None, "abc", "abc", "abc"]
    assert store.game_of_request("made") == "def"


def test_upgrade_keeps_requests_of_older_version(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    store = Store(folder)
    store.add(new_game("abc", request="made"))
    store.close()
    downgrade(
        folder,
        "0003",
        "CREATE TABLE requests (request VARCHAR(64) PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE, at TEXT NOT NULL);"
        "CREATE INDEX requests_by_game ON requests (game); CREATE INDEX requests_by_age ON requests (at);"
        "INSERT INTO requests SELECT 'made', id, '2030-01-01T00:00:00+00:00' FROM games",
    )
    with Store(folder) as store:
        assert store.game_of_request("made") == "abc" and store.backup is not None
        save(store, "abc", change(2, "moved"))
        assert store.game_of_request("made") == "abc" and store.game_of_request("moved") == "abc"


def test_request_is_kept_only_with_its_change(store: Store) -> None:
    with pytest.raises(IntegrityError):
        save(store, "abc", change(1, "moved"))
    assert store.game_of_request("moved") is None
