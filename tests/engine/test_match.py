"""The match: dealer, undo, resuming, and the check of the draws."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.engine.actions import Chance, Outcome
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.match import draw
from groundfloor.engine.record import Record
from tests.support.random_walks import KEY, whole_match


def finished() -> Record:
    """Returns the record of a whole game, its key at the end."""
    return read_record(whole_match("second", ("A", "B"), "random").record.format())


def test_a_draw_beyond_the_largest_multiple_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[bytes] = []

    class Digest:
        def __init__(self, key: bytes, text: bytes, kind: object) -> None:
            tries.append(text)

        def digest(self) -> bytes:
            return b"\xff" * 32 if len(tries) == 1 else b"\x00" * 31 + b"\x02"

    monkeypatch.setattr(hmac, "new", Digest)
    chance = Chance("front", [Outcome((n,), f"front {n}") for n in range(3)], [1, 1, 1])
    assert draw(b"key", 7, chance).text == "front 2"
    assert tries == [b"7:0", b"7:1"]


def test_the_hash_is_that_of_the_key() -> None:
    match = Match.new(ruleset("second"), ["A", "B"], {}, KEY)
    assert match.key_hash == hashlib.sha256(KEY).hexdigest()
    assert "key" not in match.record.format().split("\n\n")[0]


def test_without_the_key_a_match_only_shows_its_record() -> None:
    record = finished()
    match = Match.resume(record.prefix(20), None)
    assert match.undoable_count(match.game.asked_seat) == 0
    with pytest.raises(IllegalAction, match="only shows a record"):
        match.apply(match.game.legal_actions[0])


def test_another_key_holds_for_the_draws_from_there_on() -> None:
    match = Match.resume(finished().prefix(20), b"another key than the first one..")
    assert match.record.first_sealed_draw == match.record.prefix(20).draw_count() + 1
    assert match.key_hash == hashlib.sha256(b"another key than the first one..").hexdigest()


def test_only_own_decisions_since_the_last_draw_are_undone() -> None:
    match = Match.new(ruleset("second"), ["A", "B"], {}, KEY)
    seat = match.game.asked_seat
    match.apply("done")
    assert (match.undoable_count(seat), match.undoable_count(1 - seat)) == (1, 0)
    with pytest.raises(IllegalAction, match="0 of your decisions"):
        match.undo(1 - seat)
    match.undo(seat)
    assert match.game.asked_seat == seat
    assert str(match.record.entries[-1]) == f"{seat + 1} undo 1"


@pytest.mark.parametrize(
    ("key", "sentence"), [("", "no key yet"), ("xyz", "not written in hexadecimal digits"), ("00" * 32, "does not match the hash")]
)
def test_a_record_is_not_verified_without_its_key(key: str, sentence: str) -> None:
    record = finished()
    record.key = key
    with pytest.raises(BadRecord, match=sentence):
        verify(record)


def test_a_draw_that_is_not_the_keys_is_found() -> None:
    record = finished()
    first = record.entries[0]
    first.text = "specialty 1 retail" if first.text != "specialty 1 retail" else "specialty 1 industrial"
    with pytest.raises(BadRecord, match="the key draws"):
        verify(record)


def test_a_record_without_hash_is_read_too() -> None:
    record = Record(ruleset("second"), finished().seats, {})
    assert "hash" not in record.format()
    assert read_record(record.format()).format().startswith("groundfloor record 1\nruleset second")
