"""Games that people end before their time: scored as they stand, or cancelled; the record says so, and everything reads it alike."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.editions import NAMES
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.phases.rounds import GameScored
from groundfloor.engine.record import Purpose, seat_change
from groundfloor.engine.replay import Replay
from groundfloor.engine.trace import trace

KEY = bytes(32)


def played(entries: int, seats: tuple[str, ...] = ("Ann", "Ben", "Cleo"), rules: str = "second", purpose: Purpose = "") -> Match:
    dice = random.Random(entries)
    match = Match.new(ruleset(rules), seats, {}, KEY, purpose)
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
        assert text.startswith("groundfloor record 4\n") and text.endswith(f"2 {word} with 1 3\nkey {KEY.hex()}\n")
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
        journal: list[Event] = []
        record.replay(journal=journal)
        assert any(isinstance(event, GameScored) for event in journal) is (word == "score")


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
    text = before.replace("groundfloor record 1", "groundfloor record 4") + "1 score with 2 3\n"
    for line in (f"{seat + 1} {answer}", "1 undo 1", "2 bot random", "2 cancel with 1 3"):
        with pytest.raises(BadRecord, match="ended by agreement; only the key can follow"):
            read_record(f"{text}{line}\n")


@pytest.mark.parametrize("line", ["1 score with 2", "1 cancel with 2 3 4", "1 score", "1 cancel with 3 2", "1 score with 1 2 3"])
def test_all_people_agree_to_an_end(line: str) -> None:
    text = played(30).record.format().replace("groundfloor record 1", "groundfloor record 4")
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


def test_practice_is_not_ended_and_older_formats_have_no_end() -> None:
    match = played(20, ("Ann", "automa:pei"), purpose="practice")
    with pytest.raises(IllegalAction, match="neither practice"):
        match.end(0, is_scored=True)
    with pytest.raises(BadRecord, match="neither practice"):
        read_record(match.record.format().replace("groundfloor record 2", "groundfloor record 4") + "1 score\n")
    for version in (1, 2, 3):
        text = played(30).record.format().replace("groundfloor record 1", f"groundfloor record {version}")
        with pytest.raises(BadRecord):
            read_record(f"{text}1 score with 2 3\n")


def test_another_process_goes_on_by_the_line_of_an_end() -> None:
    match, other = played(30), played(30)
    match.end(0, is_scored=True)
    other.extend(["1 score with 2 3"])
    assert other.game.position() == match.game.position() and other.record.format() == match.record.format()


def test_what_players_can_still_remodel_is_scored_where_the_edition_does_so_at_the_end() -> None:
    match = played(40, ("Ann", "Ben", "Cleo"), "first")
    scores = [score.as_dict() for score in match.game.scores()]
    match.end(0, is_scored=True)
    assert [score.as_dict() for score in match.game.scores()] == scores
