"""Requests that the store remembers, so that a repeated one is not carried out twice: with their change, for a day, and a number of each game."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from groundfloor.server.database import requests
from groundfloor.server.database.requests import RepeatedRequest, SentRequest, carrying_out
from groundfloor.server.database.rows import Change, PrivateNotes, Summary
from groundfloor.server.database.usage import DAY
from groundfloor.server.store import Store
from tests.support.stores import new_game, save

if TYPE_CHECKING:
    pass


def change(store: Store, game_id: str, number: int, request: str, at: str = "2030-01-02T00:00:00+00:00") -> None:
    """Stores a change of a game by a request, which adds the entry with this number."""
    with carrying_out(SentRequest(request)):
        save(store, game_id, Change(at, number, Summary("running", number, 0, 1, 3), ("moved",)))


def make(store: Store, game_id: str) -> None:
    """Stores a game that the request "made" has asked for."""
    with carrying_out(SentRequest("made")):
        store.add(new_game(game_id))


@pytest.fixture
def store(store: Store) -> Store:
    store.add(new_game("abc"))
    return store


def test_request_is_known_with_its_game_for_day_of_running_time(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    make(store, "def")
    assert store.game_of_request("made") == "def" and store.game_of_request("other") is None
    store.record_usage(DAY, ())
    change(store, "def", 2, "moved")
    assert store.game_of_request("made") == "def" and store.game_of_request("moved") == "def"
    store.record_usage(1, ())
    change(store, "def", 3, "again")
    assert store.game_of_request("made") is None and store.game_of_request("moved") == "def"
    store.delete("def")
    assert store.game_of_request("moved") is None
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_request_stays_known_when_clock_is_set(store: Store) -> None:
    for number, (at, request) in enumerate(
        (("2030-01-01T12:00:00+00:00", "one"), ("2099-01-01T12:00:00+00:00", "two"), ("1999-01-01T12:00:00+00:00", "three")), 2
    ):
        change(store, "abc", number, request, at)
    assert [store.game_of_request(request) for request in ("one", "two", "three")] == ["abc"] * 3


def test_newest_requests_of_one_game_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_PER_GAME", 3)
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    make(store, "def")
    for number in range(5):
        change(store, "abc", number + 2, f"request {number}")
    assert [store.game_of_request(f"request {number}") for number in range(5)] == [None, None, "abc", "abc", "abc"]
    assert store.game_of_request("made") == "def"


def test_request_is_kept_only_with_its_change(store: Store) -> None:
    with pytest.raises(IntegrityError):
        change(store, "abc", 1, "moved")
    assert store.game_of_request("moved") is None


def test_request_of_no_game_is_kept_with_its_change(store: Store) -> None:
    sent = SentRequest("noted", answer=b"sealed")
    with carrying_out(sent):
        store.change_private_notes("abc", 0, lambda _: PrivateNotes("Buy"))
        store.change_private_notes("abc", 1, lambda _: PrivateNotes("Sell"))
    assert sent.is_stored and store.answer_of_request("noted") == b"sealed" and store.game_of_request("noted") is None


def test_request_that_changes_nothing_is_not_kept(store: Store) -> None:
    with carrying_out(SentRequest("refused")):
        assert store.revoke_token("none") is None
        store.touch_session("none", "2030-01-02T00:00:00+00:00")
    assert store.answer_of_request("refused") is None


def test_what_another_process_has_carried_out_is_not_done_again(store: Store) -> None:
    """It had not begun to when this one looked."""
    store.keep_answer({"noted"}, b"sealed")
    with pytest.raises(RepeatedRequest), carrying_out(SentRequest("noted")):
        store.change_private_notes("abc", 0, lambda _: PrivateNotes("Buy"))
    assert store.private_notes("abc", 0) == PrivateNotes()


def test_answers_are_forgotten_before_requests(store: Store) -> None:
    store.keep_answer({"first", "after"}, b"sealed")
    store.record_usage(requests.ANSWER_MINUTES, ())
    store.delete_old_requests()
    assert store.answer_of_request("first") == store.answer_of_request("after") == b"sealed"
    store.record_usage(1, ())
    store.delete_old_requests()
    assert store.answer_of_request("first") == store.answer_of_request("after") == b""
    store.record_usage(DAY, ())
    store.delete_old_requests()
    assert store.answer_of_request("first") is None
