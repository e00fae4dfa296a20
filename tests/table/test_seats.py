"""Bots at any seat of any table: beside people and Automas, for somebody who left, and back again; the record says so."""

from __future__ import annotations

from random import Random

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import BadRecord
from groundfloor.engine.record import Record
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from groundfloor.table.errors import NotABotSeat, NotYourTurn, StaleVersion
from tests.support.opened_tables import let_bots_play, seat_asked
from tests.support.played_tables import PlayedTable


def opened(*seats: SeatRequest, rules: str = "second") -> PlayedTable:
    return PlayedTable.of(create_table(NewTable(seats, rules), Random(3).randbytes)[0])


def finish(table: PlayedTable) -> None:
    """Plays a table to its end: people at random, bots by themselves."""
    dice = Random(2)
    let_bots_play(table)
    while not table.game.is_over:
        table.apply(seat_asked(table), (dice.choice(table.game.legal_actions).text,), table.version)
        let_bots_play(table)


@pytest.mark.parametrize("rules", NAMES)
def test_people_automas_and_bots_share_a_table_of_every_ruleset(rules: str) -> None:
    third = SeatRequest(automa="gropius") if ruleset(rules).entrepreneurs else SeatRequest(automa="random")
    table = opened(SeatRequest("Ann"), SeatRequest("Rita", "intern"), third, rules=rules)
    finish(table)
    record = Record.parse(table.match.record.format(), ruleset)
    assert record.bots()[1] == "intern" and 0 not in record.bots()
    assert record.replay().position() == table.game.position() and not record.is_free


def test_record_says_from_when_a_bot_plays_a_seat() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"))
    asked = seat_asked(table)
    table.seat_bot(asked, "random")
    let_bots_play(table)
    table.seat_bot(asked, "")
    text = table.match.record.format()
    lines = text.split("\n\n")[1].splitlines()
    assert f"{asked + 1} bot random" in lines and lines[-1] == f"{asked + 1} person"
    again = Record.parse(text, ruleset)
    assert again.bots() == {} and again.seats_of_bots() == {asked} and again.format() == text


@pytest.mark.parametrize("line", ["1 bot", "1 bot a b", f"1 bot {'a' * 81}", "1 bot ä", "2 bot random"])
def test_damaged_bot_line_is_refused(line: str) -> None:
    table = opened(SeatRequest("Ann"), SeatRequest(automa="pei"))
    text = table.match.record.format()
    with pytest.raises(BadRecord, match="Line "):
        Record.parse(f"{text}{line}\n", ruleset)


def test_bot_plays_for_the_person_until_the_seat_is_taken_again() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"))
    asked = seat_asked(table)
    table.pick(asked, "done", table.version)
    table.seat_bot(asked, "random")
    assert table.bot_on_turn == (asked, "random") and asked not in table.value.drafts
    with pytest.raises(NotYourTurn, match="take the seat again"):
        table.pick(asked, "done", table.version)
    table.seat_bot(asked, "")
    table.apply(asked, ("done",), table.version)
    with pytest.raises(NotYourTurn, match="another player"):
        table.answer_for_bot(asked, "done", table.version)


def test_bot_is_changed_in_one_step() -> None:
    """The level can be raised while a game goes on; what the bot before it was thinking about is not its answer any more."""
    table = opened(SeatRequest("Ann"), SeatRequest("Rita", "intern"))
    if table.asked == 0:
        table.apply(0, ("done",), table.version)
    seat, bot = table.bot_on_turn or (0, "")
    assert (seat, bot) == (1, "intern")
    before = table.version
    table.seat_bot(1, "tycoon")
    assert table.bot_on_turn == (1, "tycoon") and str(table.match.record.entries[-1]) == "2 bot tycoon"
    with pytest.raises(StaleVersion):
        table.answer_for_bot(1, table.game.legal_actions[0].text, before)


def test_seat_change_leaves_the_draft_and_undo_of_others() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"))
    asked = seat_asked(table)
    table.apply(asked, ("done",), table.version)
    other = table.asked
    assert other is not None and other != asked
    table.seat_bot(other, "random")
    assert table.undoable(asked) == 1 and table.undoable(other) == 0
    table.undo(asked, table.version)
    table.pick(asked, "done", table.version)
    table.seat_bot(other, "intern")
    assert table.asked == asked and table.draft(asked).texts == ("done",)


def test_log_tells_of_bots_that_come_and_go() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"))
    table.seat_bot(1, "manager")
    table.seat_bot(1, "")
    assert [(each.event.seat, each.event.facts["bot"]) for each in table.history.events if each.event.kind == "SeatTaken"] == [
        (1, "manager"),
        (1, ""),
    ]


def test_only_known_bots_take_seats_of_people() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest(automa="pei"))
    with pytest.raises(NotABotSeat, match="Automa"):
        table.seat_bot(1, "random")
    with pytest.raises(NotABotSeat, match="there are: intern"):
        table.seat_bot(0, "deep_thought")
    with pytest.raises(NotABotSeat):
        table.seat_bot(0, "bot.py:Mine")
