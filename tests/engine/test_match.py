"""The match: dealer, undo, also by consent and of everything in practice, ends by agreement, resuming, and the check of the draws."""

from __future__ import annotations

import hashlib
import hmac
import random

import pytest

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.editions import NAMES
from groundfloor.engine.actions import Chance, Outcome
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.match import draw
from groundfloor.engine.phases.rounds import GameScored
from groundfloor.engine.record import CHANCE, Entry, Purpose, Record, entries_of_answers, seat_change, undo_by_consent
from groundfloor.engine.replay import Replay
from groundfloor.engine.trace import trace
from tests.support.play import play_match
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
    assert match.record.first_committed_draw == match.record.prefix(20).draw_count() + 1
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


PRACTICE_KEY = b"a key of practice"


def practice() -> Match:
    return Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, PRACTICE_KEY, "practice")


def test_undo_goes_past_draws_which_come_again() -> None:
    match = play_match(practice(), 3, 6)
    before, entries = match.game.position(), match.record.active_entries()
    match.undo(0, entries_of_answers(entries, 0, 6))
    assert len([entry for entry in match.record.active_entries() if entry.seat == 0]) == 0
    play_match(match, 3, 6)
    assert match.game.position() == before
    assert [str(entry) for entry in match.record.active_entries()] == [str(entry) for entry in entries]


def test_other_games_undo_no_draw() -> None:
    match = play_match(Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, PRACTICE_KEY), 3, 6)
    with pytest.raises(IllegalAction):
        match.undo(0, len(match.record.active_entries()) - 1)


def test_record_says_what_it_is_for() -> None:
    match = play_match(practice(), 3, 6)
    match.undo(0, entries_of_answers(match.record.active_entries(), 0, 3))
    text = match.record.format()
    assert text.startswith("groundfloor record 1\n") and "\ntable practice\n" in text
    read = read_record(text)
    assert read.format() == text and read.replay().position() == match.game.position()
    assert Match.new(ruleset("second"), ["Ann", "Ben"], {}, PRACTICE_KEY).record.format().startswith("groundfloor record 1\n")


def test_end_can_be_undone_and_draws_still_verified() -> None:
    match = play_match(practice(), 3, 1000)
    assert match.game.is_over and match.record.key
    match.undo(0, entries_of_answers(match.record.active_entries(), 0, 2))
    assert not match.game.is_over and not match.record.key
    play_match(match, 3, 1000)
    assert verify(read_record(match.record.format())) == match.record.draw_count()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("groundfloor record 1\nruleset second 1\ntable fun\n", "a table is one of practice, guided"),
        ("groundfloor record 1\nruleset second 1\ntable guided\ntable guided\n", "a header has lines"),
    ],
)
def test_wrong_table_line_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_record(text)


def test_undo_begins_with_an_own_answer() -> None:
    """Undone is a decision with all that came after it: no draw alone."""
    match = play_match(practice(), 3, 3)
    text = match.record.format()
    count = entries_of_answers(match.record.active_entries(), 0, 1)
    assert read_record(f"{text}1 undo {count}\n").replay().question_kind
    with pytest.raises(BadRecord, match="can be undone there"):
        read_record(f"{text}1 undo 999\n")


TABLE_KEY = bytes(32)
SEATS = ["Ann", "Ben", "Cleo"]


def moved() -> tuple[Match, int, int]:
    """Returns a match in which two seats have done hiring, the first and the second of them."""
    match = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, TABLE_KEY)
    first = match.game.asked_seat
    match.apply("done")
    second = match.game.asked_seat
    match.apply("done")
    return match, first, second


def possible_undos(match: Match) -> list[tuple[int, int]]:
    """Returns the undos by consent that go back to one of each seat's last three answers: seat and number of entries."""
    active = match.record.active_entries()
    counts = ((seat, entries_of_answers(active, seat, answers)) for seat in range(len(match.record.seats)) for answers in (1, 2, 3))
    return [(seat, count) for seat, count in counts if undo_by_consent(active, seat, count) is not None]


def random_match(seed: int, entries: int = 300, share: float = 0.2) -> Match:
    dice = random.Random(seed)
    match = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, TABLE_KEY)
    while not match.game.is_over and len(match.record.entries) < entries:
        undos = possible_undos(match)
        seat = match.record.active_entries()[-1].seat
        if undos and dice.random() < share:
            match.undo_by_consent(*dice.choice(undos))
        elif seat != CHANCE and match.undoable_count(seat) and dice.random() < share / 2:
            match.undo(seat)
        else:
            match.apply(dice.choice(match.game.legal_actions))
    return match


def test_an_undo_by_consent_goes_back_past_others_and_names_them() -> None:
    match, first, second = moved()
    before = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, TABLE_KEY).game.position()
    match.undo_by_consent(first, 2)
    assert str(match.record.entries[-1]) == f"{first + 1} undo 2 with {second + 1}"
    assert match.record.entries[-1].consenting_seats == [second]
    assert match.game.position() == before and match.game.asked_seat == first


def test_a_record_with_an_undo_by_consent_reads_back() -> None:
    match, first, _second = moved()
    match.undo_by_consent(first, 2)
    text = match.record.format()
    assert text.startswith("groundfloor record 1\n")
    assert read_record(text).format() == text and read_record(text).replay().position() == match.game.position()


def test_another_process_goes_on_by_the_line_of_an_undo_by_consent() -> None:
    match, first, second = moved()
    other, _, _ = moved()
    match.undo_by_consent(first, 2)
    other.extend([f"{first + 1} undo 2 with {second + 1}"])
    assert other.game.position() == match.game.position()


@pytest.mark.parametrize(
    ("undo", "reason"),
    [
        ("{first} undo 2 with {third}", "must be written '{first} undo 2 with {second}', with all others whose decisions it takes back"),
        ("{first} undo 2 with {second} {third}", "must be written"),
        ("{first} undo 2 with {second} {second}", "must be written"),
        ("{first} undo 02 with {second}", "past no draw"),
        ("{first} undo 2 with ", "at most 0 can be undone there"),
        ("{first} undo 1 with {second}", "goes back to an own decision"),
        ("{second} undo 1 with {first}", "goes back to an own decision"),
        ("{second} undo 2 with {first}", "goes back to an own decision"),
        ("{first} undo 3 with {second}", "past no draw"),
        ("{first} undo 99 with {second}", "past no draw"),
    ],
)
def test_an_undo_without_the_consent_of_exactly_those_who_moved_is_refused(undo: str, reason: str) -> None:
    match, first, second = moved()
    seats = {"first": first + 1, "second": second + 1, "third": ({0, 1, 2} - {first, second}).pop() + 1}
    text = match.record.format()
    with pytest.raises(BadRecord) as caught:
        read_record(f"{text}{undo.format(**seats)}\n")
    assert reason.format(**seats) in str(caught.value)


def test_no_undo_by_consent_goes_past_a_draw_or_comes_after_the_end() -> None:
    active = [Entry(0, "done"), Entry(1, "done"), Entry(CHANCE, "front boom_1"), Entry(0, "done"), Entry(1, "done")]
    assert [undo_by_consent(active, 0, count) is not None for count in range(6)] == [False, False, True, False, False, False]
    assert undo_by_consent(active, 1, 1) is None
    match = random_match(1, 2000, 0.02)
    assert match.game.is_over
    for seat in range(3):
        with pytest.raises(IllegalAction, match="past no draw"):
            match.undo_by_consent(seat, 2)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_games_with_undos_by_consent_replay_to_the_same_position(seed: int) -> None:
    match = random_match(seed)
    record = read_record(match.record.format())
    assert record.format() == match.record.format()
    assert record.replay().position() == match.game.position() == match.record.replay().position()
    replay = Replay(record)
    for entry in record.entries:
        replay.apply(entry)
    assert replay.game.position() == match.game.position() and replay.entries == record.active_entries()
    for number in range(0, len(record.entries), 40):
        assert replay.position_at(number).position() == record.replay(until=number).position()


def test_draws_of_a_game_with_undos_by_consent_are_verified() -> None:
    match = random_match(2, 2000, 0.02)
    assert verify(match.record) == match.record.draw_count()


def played(entries: int, seats: tuple[str, ...] = ("Ann", "Ben", "Cleo"), rules: str = "second", purpose: Purpose = "") -> Match:
    dice = random.Random(entries)
    match = Match.new(ruleset(rules), seats, {}, TABLE_KEY, purpose)
    while not match.game.is_over and len(match.record.entries) < entries:
        match.apply(dice.choice(match.game.legal_actions))
    return match


@pytest.mark.parametrize("word", ["score", "cancel"])
@pytest.mark.parametrize("entries", [10, 60, 110, *(pytest.param(number, marks=pytest.mark.slow) for number in range(15, 250, 13))])
def test_an_ended_game_is_over_everywhere(entries: int, word: str) -> None:
    for rules in NAMES:
        match = played(entries, ("Ann", "Ben", "Cleo"), rules)
        if match.game.is_over:
            continue
        scores = [score.as_dict() for score in match.game.scores()]
        match.end(1, is_scored=word == "score")
        text = match.record.format()
        assert match.game.is_over and str(match.record.entries[-1]) == f"2 {word} with 1 3" and match.record.ending == word
        assert text.startswith("groundfloor record 1\n") and text.endswith(f"2 {word} with 1 3\nkey {TABLE_KEY.hex()}\n")
        record = read_record(text)
        assert record.format() == text and record.replay().position() == match.game.position()
        assert verify(record) == record.draw_count()
        assert [score.as_dict() for score in match.game.scores()] == scores, "what stands is scored"
        replay = Replay(record)
        for entry in record.entries:
            replay.apply(entry)
        assert replay.game.position() == replay.position_at(len(record.entries)).position() == match.game.position()
        assert not replay.position_at(len(record.entries) - 1).is_over
        assert Game.from_position(match.game.position(), lambda name, _: ruleset(name)).position() == match.game.position()
        assert (list(trace(record))[-1]["kind"] == "scores") is (word == "score")
        journal = Journal()
        record.replay(journal=journal)
        assert any(isinstance(event, GameScored) for event in journal.events) is (word == "score")


def test_nothing_comes_after_the_end() -> None:
    match = played(30)
    before = match.record.format()
    seat = match.game.asked_seat
    answer = match.game.legal_actions[0].text
    match.end(0, is_scored=True)
    with pytest.raises(IllegalAction):
        match.end(0, is_scored=False)
    with pytest.raises(IllegalAction):
        match.undo(seat)
    with pytest.raises(IllegalAction):
        match.undo_by_consent(seat, 2)
    text = before + "1 score with 2 3\n"
    for line in (f"{seat + 1} {answer}", "1 undo 1", "2 bot random", "2 cancel with 1 3"):
        with pytest.raises(BadRecord, match="ended by agreement; only the key can follow"):
            read_record(f"{text}{line}\n")


@pytest.mark.parametrize("line", ["1 score with 2", "1 cancel with 2 3 4", "1 score", "1 cancel with 3 2", "1 score with 1 2 3"])
def test_all_people_agree_to_an_end(line: str) -> None:
    text = played(30).record.format()
    with pytest.raises(BadRecord, match="must be written '1 [a-z]+ with 2 3', with all other people at the table"):
        read_record(f"{text}{line}\n")


def test_bots_and_automas_are_not_asked_and_end_nothing() -> None:
    match = played(30, ("Ann", "Ben", "Cleo", "automa:pei"))
    match.record.entries.append(seat_change(1, "random"))
    for seat in (1, 3):
        with pytest.raises(IllegalAction, match="only a person can end a game"):
            match.end(seat, is_scored=False)
    match.end(2, is_scored=False)
    assert str(match.record.entries[-1]) == "3 cancel with 1"
    text = match.record.format()
    assert read_record(text).format() == text
    with pytest.raises(BadRecord, match="is not possible: only a person can end a game"):
        read_record(text.replace("3 cancel with 1", "2 cancel with 1 3"))


def test_practice_is_not_ended() -> None:
    match = played(20, ("Ann", "automa:pei"), purpose="practice")
    with pytest.raises(IllegalAction, match="neither practice"):
        match.end(0, is_scored=True)
    with pytest.raises(BadRecord, match="neither practice"):
        read_record(match.record.format() + "1 score\n")


def test_another_process_goes_on_by_the_line_of_an_end() -> None:
    match, other = played(30), played(30)
    match.end(0, is_scored=True)
    other.extend(["1 score with 2 3"])
    assert other.game.position() == match.game.position() and other.record.format() == match.record.format()


def test_another_process_goes_on_by_the_lines_of_a_bot_and_its_move() -> None:
    match, other = played(30), played(30)
    match.record.entries.append(seat_change(match.game.asked_seat, "random"))
    match.apply(match.game._legal[0])
    other.extend([str(entry) for entry in match.record.entries[30:]])
    assert other.game.position() == match.game.position() and other.record.format() == match.record.format()


def test_what_players_can_still_remodel_is_scored_where_the_edition_does_so_at_the_end() -> None:
    match = played(40, ("Ann", "Ben", "Cleo"), "first")
    scores = [score.as_dict() for score in match.game.scores()]
    match.end(0, is_scored=True)
    assert [score.as_dict() for score in match.game.scores()] == scores
