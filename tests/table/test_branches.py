"""Branches of a table, and bots at practice tables."""

from __future__ import annotations

from random import Random

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord, ImpossibleTable
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.table.branches import MAX_BRANCHES, family
from groundfloor.table.creation import NewTable, SeatRequest, create_branch, create_table
from tests.support.opened_tables import let_bots_play
from tests.support.played_tables import PlayedTable


def opened(*seats: SeatRequest, is_practice: bool = True) -> PlayedTable:
    table = PlayedTable.of(create_table(NewTable(seats, is_practice=is_practice), Random(3).randbytes)[0])
    let_bots_play(table)
    return table


def practice() -> PlayedTable:
    """Returns a practice table of Ann and two bots, at her second question."""
    table = opened(SeatRequest("Ann"), SeatRequest(automa="greedy"), SeatRequest("Rita", "random"))
    table.apply(0, ("done",), table.version)
    let_bots_play(table)
    return table


def header(parent: str) -> str:
    return f"groundfloor record 1\nbranch {parent} 3\n" if parent else "groundfloor record 1\n"


@pytest.mark.parametrize("parents", [{"a": "b", "b": "a", "c": "a"}, {"a": "a", "b": "a", "c": "b"}])
def test_family_of_games_that_come_from_each_other_ends(parents: dict[str, str]) -> None:
    """Files can say so of games; those who look at them would wait for ever."""
    headers = {game_id: header(parent) for game_id, parent in parents.items()}
    assert all(sorted(family(headers, game_id)) == ["a", "b", "c"] for game_id in headers)


def test_family_is_the_first_game_with_as_many_branches_as_can_be_kept() -> None:
    headers = {"root": header(""), **{f"b{number}": header("root") for number in range(5)}, "of b2": header("b2"), "other": header("")}
    assert family(headers, "b3") == ["root", "b0", "b1", "b2", "b3", "b4", "of b2"]
    many = {"b0": header(""), **{f"b{number}": header(f"b{number - 1}") for number in range(1, 100)}}
    found = family(many, "b90")
    assert len(found) == MAX_BRANCHES + 1 and found[:3] == ["b0", "b1", "b2"] and "b90" in found


def test_bots_answer_until_the_person_is_asked() -> None:
    table = practice()
    assert [seat.name for seat in table.game.seats] == ["Ann", "Greedy 2", "Rita"]
    assert [seat_value.agent for seat_value in table.value.seats] == ["", "greedy", "random"]
    assert table.asked == 0 and {entry.seat for entry in table.match.record.entries} >= {0, 1, 2}


def test_undo_takes_back_moves_of_bots_which_then_are_the_same() -> None:
    table = practice()
    before = [str(entry) for entry in table.match.record.active_entries()]
    table.undo(0, table.version)
    assert table.asked == 0 and table.game.question_kind == "hire"
    table.apply(0, ("done",), table.version)
    let_bots_play(table)
    assert [str(entry) for entry in table.match.record.active_entries()] == before


def test_practice_is_for_one_person_and_every_table_needs_one() -> None:
    with pytest.raises(ImpossibleTable, match="needs a person"):
        opened(SeatRequest(automa="greedy"), SeatRequest(automa="greedy"), is_practice=False)
    with pytest.raises(ImpossibleTable, match="one person"):
        opened(SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest(automa="greedy"))


def test_branch_at_the_seat_of_a_bot_is_played_by_whoever_opens_it() -> None:
    table = practice()
    branch, _key = create_branch(table, 2, 12, "", Random(4).randbytes)
    assert [seat_value.agent for seat_value in branch.value.seats] == ["greedy", "greedy", ""]
    assert branch.match.record.bots() == {0: "greedy", 1: "greedy"}


def test_branch_begins_at_its_entry_with_the_same_draws() -> None:
    table = practice()
    count = table.version
    for _ in range(3):
        table.apply(0, (table.game.legal_actions[0].text,), table.version)
        let_bots_play(table)
    made, key = create_branch(table, 0, count, "More info", Random(4).randbytes)
    branch = PlayedTable.of(made)
    let_bots_play(branch)
    record = branch.match.record
    assert (record.purpose, record.parent, record.parent_entry) == ("practice", table.game_id, count)
    assert key == table.match.key and branch.value.name == "More info" and branch.game_id != table.game_id
    assert branch.game.position() == table.history.position_after(count).position()
    for _ in range(3):
        branch.apply(0, (branch.game.legal_actions[0].text,), branch.version)
        let_bots_play(branch)
    assert branch.game.position() == table.game.position()


def test_finished_game_of_people_can_be_tried_with_bots_in_their_seats() -> None:
    table = opened(SeatRequest("Ann"), SeatRequest("Ben"), is_practice=False)
    with pytest.raises(ImpossibleTable, match="when the game is over, or at a practice table"):
        create_branch(table, 0, 2, "", Random(4).randbytes)
    dice = Random(2)
    while not table.game.is_over:
        table.match.apply(dice.choice(table.game.legal_actions))
    branch, _key = create_branch(table, 1, table.version // 2, "", Random(4).randbytes)
    assert [seat_value.agent for seat_value in branch.value.seats] == ["greedy", ""]
    assert branch.match.record.key_hash == table.match.record.key_hash and not branch.match.record.key
    with pytest.raises(ImpossibleTable, match="over there"):
        create_branch(table, 1, table.version, "", Random(4).randbytes)


def test_record_names_the_game_and_the_entry_that_a_branch_left() -> None:
    match = Match.new(ruleset("second"), ["Ann", "automa:pei"], None, b"key", "practice").branch(2, b"key", "k3v7")
    text = match.record.format()
    assert text.startswith("groundfloor record 1\n") and "\ntable practice\nbranch k3v7 2\n" in text
    assert Record.parse(text, ruleset).format() == text


@pytest.mark.parametrize("line", ["branch k3v7", "branch k3v7 x", "branch ../x 3", "branch k3v7 3\nbranch k3v7 3"])
def test_damaged_branch_line_is_refused(line: str) -> None:
    text = Match.new(ruleset("second"), ["Ann", "automa:pei"], None, b"key", "practice").record.format()
    with pytest.raises(BadRecord, match="Line 7|Line 8|Line 9"):
        Record.parse(text.replace("table practice\n", f"table practice\n{line}\n"), ruleset)
