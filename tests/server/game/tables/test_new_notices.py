"""Which notices a change of a table causes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import storage as notice_storage
from groundfloor.server.club.notifications.rows import NotificationAddress
from groundfloor.server.database.rows import EVERYBODY, Notification
from groundfloor.server.game.storage import browsers
from groundfloor.server.game.tables.persistence import change, new_game
from groundfloor.table import Table
from groundfloor.table.proposals import read_proposed
from groundfloor.table.value import PACES, PauseProposal, ProposedBy, TableClocks
from tests.support.opened_tables import opened, proposal_id, seat_asked
from tests.support.played_tables import PlayedTable
from tests.table.test_clocks import Club

if TYPE_CHECKING:
    from pathlib import Path

NOW = "2030-01-01T00:00:00+00:00"


def caused(table: Table, before: Table) -> list[Notification]:
    found = change(before, table, before.version, NOW)
    return [*found.notices] if found is not None else []


def moved(table: PlayedTable) -> list[Notification]:
    """Has whoever is asked move; returns the notices."""
    before = table.keep()
    table.apply(seat_asked(table), ("done",), table.version)
    return caused(table, before)


def test_whoever_is_waited_for_next_is_told() -> None:
    table = opened("Ann", "Ben", "Cleo")
    first = seat_asked(table)
    assert new_game(table, b"", NOW).notices == (Notification("turn", first, table.version),)
    found = moved(table)
    second = seat_asked(table)
    assert first != second and found == [Notification("turn", second, table.version, first)]


def test_nobody_is_told_of_a_draft_or_a_further_question() -> None:
    table = opened("Ann", "pei")
    before = table.keep()
    table.pick(0, "hire", table.version)
    assert caused(table, before) == []
    while "done" in [action.text for action in table.game.legal_actions]:
        assert moved(table) == []


def test_turn_of_a_bot_is_told_to_nobody_and_the_next_one_to_the_person() -> None:
    table = opened("Ann", "Ben")
    other = 1 - seat_asked(table)
    table.seat_bot(other, "greedy")
    assert moved(table) == []
    before = table.keep()
    table.answer_for_bot(other, "done", table.version)
    assert caused(table, before) == [Notification("turn", 1 - other, table.version)]


def test_end_of_a_pause_is_told_and_what_is_agreed_to() -> None:
    table = opened("Ann", "Ben")
    asked = seat_asked(table)
    before = table.keep()
    table.propose(asked, read_proposed("pause"), table.version, NOW)
    assert table.open_proposal is not None
    proposed = [Notification("proposal", 1 - asked, table.version, asked, proposed=ProposedBy(asked, PauseProposal()))]
    assert caused(table, before) == proposed
    before = table.keep()
    table.agree(1 - asked, proposal_id(table), NOW)
    assert table.value.pause is not None and caused(table, before) == []
    before = table.keep()
    table.propose(asked, read_proposed("resume"), table.version, NOW)
    resumed = Notification("resumed", 1 - asked, table.version, asked)
    assert table.value.pause is None and caused(table, before) == [Notification("turn", asked, table.version), resumed]


def test_end_of_a_pause_that_several_agree_to_is_told_to_all_but_who_is_asked() -> None:
    table = opened("Ann", "Ben", "Cleo")
    for what in ("pause", "resume"):
        before = table.keep()
        proposer = 0 if what == "pause" else 1
        table.propose(proposer, read_proposed(what), table.version, NOW)
        if table.open_proposal is not None:
            before = table.keep()
            table.agree(2, proposal_id(table), NOW)
    asked = seat_asked(table)
    others = [Notification("resumed", seat, table.version) for seat in range(3) if seat != asked]
    assert table.value.pause is None and caused(table, before) == [Notification("turn", asked, table.version), *others]


def test_answer_to_a_proposal_is_told_to_nobody() -> None:
    table = opened("Ann", "Ben", "Cleo")
    table.propose(0, read_proposed("score"), table.version, NOW)
    before = table.keep()
    table.agree(1, proposal_id(table), NOW)
    assert caused(table, before) == []
    before = table.keep()
    table.agree(2, proposal_id(table), NOW)
    assert table.game.is_over and caused(table, before) == [Notification("over", EVERYBODY, table.version)]


def test_undo_by_consent_is_told_to_whoever_is_asked_then() -> None:
    table = opened("Ann", "Ben", "Cleo")
    first = seat_asked(table)
    moved(table)
    second = seat_asked(table)
    moved(table)
    table.propose(first, read_proposed("undo"), table.version, NOW)
    before = table.keep()
    table.agree(second, proposal_id(table), NOW)
    assert caused(table, before) == [Notification("turn", first, table.version)]


@pytest.mark.parametrize("pace", ["live-30", "days-1"])
def test_whoever_never_comes_is_told_once_a_turn_and_reminded_once(where: Path | str, pace: str) -> None:
    club = Club(where)
    with closing(club.store):
        table = club.open(pace=pace)
        ghost = 1 - seat_asked(table)
        browsers.remember_seats(club.store, "ghost", table.game_id, [ghost])
        address_storage.add(club.store, NotificationAddress("target", "ghost", "json", "https://example.com", "", "", "en", NOW, NOW))
        club.move(table)
        for _ in range(40):
            club.seconds += PACES[pace].bank / 20
            club.look(table)
        found = notice_storage.deliveries_of(club.store, "ghost")
        assert [(each.kind, each.seat, each.version) for each in found] == [
            ("reminder", ghost, table.version),
            ("turn", ghost, table.version),
        ]


@pytest.mark.parametrize("what", ["bot 3 intern", "person 3"])
def test_whoever_loses_a_seat_by_a_vote_is_told(what: str) -> None:
    table = opened("Ann", "Ben", "Cleo")
    table.propose(0, read_proposed(what), table.version, NOW)
    before = table.keep()
    table.agree(1, proposal_id(table), NOW, "new-seat")
    if what == "person 3":
        assert not any(each.kind == "lost_seat" for each in caused(table, before)), "nobody has taken it yet"
        table.take_seat(2)
    lost = [each for each in caused(table, before) if each.kind == "lost_seat"]
    assert [each.seat for each in lost] == [2]


def test_whoever_lets_a_bot_play_knows_it() -> None:
    table = opened("Ann", "Ben", "Cleo")
    before = table.keep()
    table.seat_bot(2, "intern")
    assert not any(each.kind == "lost_seat" for each in caused(table, before))


@pytest.mark.parametrize("is_left", [True, False])
def test_only_one_who_stays_is_told_that_the_game_is_over(is_left: bool) -> None:
    """They have not ended it: whoever resigned has, and knows; whose time is over is told that they have lost."""
    table = opened("Ann", "Ben")
    table.set_value(replace(table.value, rating="rated", clocks=TableClocks.new(PACES["days-1"], (0, 1))))
    before = table.keep()
    if is_left:
        table.resign(0)
    else:
        table.end_time(0)
    lost = [] if is_left else [Notification("lost_seat", 0, table.version)]
    assert table.game.is_over and caused(table, before) == [*lost, Notification("over", EVERYBODY, table.version, 0)]
