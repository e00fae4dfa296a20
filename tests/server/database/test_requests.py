"""Requests that the store remembers, so that a repeated one is not carried out twice: with their change, for a day, and a number of each game."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from groundfloor.server.club.chat import storage as chat_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import requests, usage
from groundfloor.server.database.requests import RepeatedRequest, SentRequest, carrying_out
from groundfloor.server.database.rows import Change, PrivateNotes, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.database.usage import DAY
from groundfloor.server.game.storage import transactions
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
        transactions.add_game(store, WholeClub(), new_game(game_id))


@pytest.fixture
def store(store: Store) -> Store:
    transactions.add_game(store, WholeClub(), new_game("abc"))
    return store


def test_request_is_known_with_its_game_for_day_of_running_time(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    make(store, "def")
    assert requests.game_of(store, "made") == "def" and requests.game_of(store, "other") is None
    usage.record_usage(store, DAY, ())
    change(store, "def", 2, "moved")
    assert requests.game_of(store, "made") == "def" and requests.game_of(store, "moved") == "def"
    usage.record_usage(store, 1, ())
    change(store, "def", 3, "again")
    assert requests.game_of(store, "made") is None and requests.game_of(store, "moved") == "def"
    transactions.delete_game(store, WholeClub(), "def")
    assert requests.game_of(store, "moved") is None
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_request_stays_known_when_clock_is_set(store: Store) -> None:
    for number, (at, request) in enumerate(
        (("2030-01-01T12:00:00+00:00", "one"), ("2099-01-01T12:00:00+00:00", "two"), ("1999-01-01T12:00:00+00:00", "three")), 2
    ):
        change(store, "abc", number, request, at)
    assert [requests.game_of(store, request) for request in ("one", "two", "three")] == ["abc"] * 3


def test_newest_requests_of_one_game_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_PER_GAME", 3)
    monkeypatch.setattr(requests, "CLEAN_EVERY", 1)
    make(store, "def")
    for number in range(5):
        change(store, "abc", number + 2, f"request {number}")
    assert [requests.game_of(store, f"request {number}") for number in range(5)] == [None, None, "abc", "abc", "abc"]
    assert requests.game_of(store, "made") == "def"


def test_request_is_kept_only_with_its_change(store: Store) -> None:
    with pytest.raises(IntegrityError):
        change(store, "abc", 1, "moved")
    assert requests.game_of(store, "moved") is None


def test_request_of_no_game_is_kept_with_its_change(store: Store) -> None:
    sent = SentRequest("noted", answer=b"sealed")
    with carrying_out(sent):
        chat_storage.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
        chat_storage.change_notes(store, "abc", 1, lambda _: PrivateNotes("Sell"))
    assert sent.is_stored and requests.answer_of(store, "noted") == b"sealed" and requests.game_of(store, "noted") is None


def test_request_that_changes_nothing_is_not_kept(store: Store) -> None:
    with carrying_out(SentRequest("refused")):
        assert token_storage.revoke(store, "none") is None
        account_storage.touch_session(store, "none", "2030-01-02T00:00:00+00:00")
    assert requests.answer_of(store, "refused") is None


def test_what_another_process_has_carried_out_is_not_done_again(store: Store) -> None:
    """It had not begun to when this one looked."""
    requests.keep_answer(store, {"noted"}, b"sealed")
    with pytest.raises(RepeatedRequest), carrying_out(SentRequest("noted")):
        chat_storage.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
    assert chat_storage.notes(store, "abc", 0) == PrivateNotes()


def test_those_requests_are_forgotten_first_that_would_be_anyway(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many of one client are known for a short time only, and so make room for those of others."""
    monkeypatch.setattr(requests, "MAX_REQUESTS", 2)
    requests.keep_answer(store, {"old"}, b"sealed")
    usage.record_usage(store, 1, ())
    requests.keep_answer(store, {"mine", "yours"}, b"sealed")
    requests.keep_answer(store, {"one of many"}, b"sealed", is_brief=True)
    requests.delete_old(store)
    kept = [requests.answer_of(store, hash) for hash in ("old", "mine", "yours", "one of many")]
    assert kept == [None, b"sealed", b"sealed", None]


def test_answer_of_brief_request_is_kept_as_long_as_others(store: Store) -> None:
    with carrying_out(SentRequest("noted", answer=b"sealed", is_brief=True)):
        chat_storage.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
    usage.record_usage(store, requests.ANSWER_MINUTES, ())
    requests.delete_old(store)
    assert requests.answer_of(store, "noted") == b"sealed"
    usage.record_usage(store, 1, ())
    requests.delete_old(store)
    assert requests.answer_of(store, "noted") is None


def test_answers_are_forgotten_before_requests(store: Store) -> None:
    requests.keep_answer(store, {"first", "after"}, b"sealed")
    usage.record_usage(store, requests.ANSWER_MINUTES, ())
    requests.delete_old(store)
    assert requests.answer_of(store, "first") == requests.answer_of(store, "after") == b"sealed"
    usage.record_usage(store, 1, ())
    requests.delete_old(store)
    assert requests.answer_of(store, "first") == requests.answer_of(store, "after") == b""
    usage.record_usage(store, DAY, ())
    requests.delete_old(store)
    assert requests.answer_of(store, "first") is None
