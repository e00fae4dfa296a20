"""A table: pencilling in, taking back, confirming, automatic answers, undo."""

from __future__ import annotations

import pytest

from groundfloor.table import NoDraft, NothingToUndo, NotYourTurn, StaleVersion
from groundfloor.table.errors import Refused, UnknownChoice
from groundfloor.table.operations import Apply
from groundfloor.table.reduce import reduce
from tests.support.opened_tables import opened, scheduling, seat_asked


def test_a_choice_is_tentative_until_it_is_confirmed() -> None:
    table = scheduling("Ann", "Ben")
    seat, version = seat_asked(table), table.version
    table.pick(seat, "meeting_room 1", version)
    assert table.version == version and table.draft(seat).texts == ("meeting_room 1",)
    table.confirm(seat, version)
    assert table.version > version and table.value.drafts == {}


def test_a_confirmed_task_ends_the_turn() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "meeting_room 1", table.version)
    table.confirm(seat, table.version)
    assert table.asked == 1 - seat


def test_several_legal_answers_under_a_prefix_only_remember_it() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "warehouse 3", table.version)
    assert table.draft(seat).partial == "warehouse 3" and table.draft(seat).texts == ()
    table.pick(seat, "warehouse 3 money", table.version)
    assert table.draft(seat).partial == "" and table.draft(seat).texts == ("warehouse 3 money",)


def test_another_place_replaces_the_pencilled_one() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "factory", table.version)
    table.pick(seat, "consulting", table.version)
    assert table.draft(seat).texts == ("consulting",)


def test_a_draft_continues_within_the_turn() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "meeting_room 1", table.version)
    remodels = [text for text in map(str, table.draft(seat).game.legal_actions) if text.startswith("remodel")]
    table.pick(seat, remodels[0], table.version)
    assert table.draft(seat).texts == ("meeting_room 1", remodels[0])
    table.take_back(seat, table.version)
    assert table.draft(seat).texts == ("meeting_room 1",)


def test_taking_back_first_forgets_what_is_picked() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "warehouse 3", table.version)
    table.take_back(seat, table.version)
    assert table.value.drafts == {}
    with pytest.raises(NoDraft):
        table.take_back(seat, table.version)


def test_a_stale_move_changes_nothing() -> None:
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    with pytest.raises(StaleVersion):
        table.pick(seat, "factory", table.version - 1)
    assert table.value.drafts == {}


def test_only_the_seat_that_is_asked_may_choose() -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(NotYourTurn):
        table.pick(1 - seat_asked(table), "factory", table.version)


def test_what_the_rules_refuse_says_why() -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(Refused, match="do not own"):
        table.pick(seat_asked(table), "assembly_line", table.version)
    with pytest.raises(UnknownChoice):
        table.pick(seat_asked(table), "somewhere", table.version)


def test_moves_are_undone_to_the_last_decision_of_somebody_else() -> None:
    table = scheduling("Ann", "Ben")
    first = seat_asked(table)
    before = table.game.position()
    table.pick(first, "meeting_room 1", table.version)
    table.confirm(first, table.version)
    table.undo(first, table.version)
    assert table.asked == first and table.game.position() == before
    table.apply(first, ("meeting_room 1", "end"), table.version)
    table.apply(1 - first, ("meeting_room 1", "end"), table.version)
    with pytest.raises(NothingToUndo):
        table.undo(first, table.version)


def test_an_auto_answer_is_given_until_it_is_switched_off() -> None:
    table = opened("Ann", "Ben")
    assert table.game.question is not None and table.game.question.kind == "hire"
    for seat in (0, 1):
        table.set_preference(seat, "skips_hiring", True)
    later = table.game.question
    assert later is not None and later.kind == "schedule"


def test_moves_confirm_themselves_if_the_player_prefers_it() -> None:
    table = scheduling("Ann", "Ben")
    seat, version = seat_asked(table), table.version
    table.set_preference(seat, "confirms_itself", True)
    table.pick(seat, "meeting_room 1", version)
    assert table.version == version + 1 and table.value.drafts == {}


def test_automas_play_at_once() -> None:
    table = scheduling("Ann", "pei")
    version = table.version
    table.apply(0, ("meeting_room 1", "end"), version)
    assert table.asked == 0 and table.version > version + 2


def test_draft_is_built_once() -> None:
    """What a choice has made is what a page shows and what is confirmed, all on one copy of the position."""
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    table.pick(seat, "meeting_room 1", table.version)
    draft, position = table.draft(seat), table.game
    assert table.draft(seat) is draft and draft.positions[0] is position is table.draft(1 - seat).game
    table.pick(seat, "consulting", table.version)
    assert table.draft(seat).texts == ("consulting",) and table.draft(seat).positions[0] is position
    table.confirm(seat, table.version)
    assert table.draft(seat).game is table.game


def test_operation_makes_another_table() -> None:
    """So one that could not be stored is dropped; what comes then has the number of the entry that is gone."""
    table = scheduling("Ann", "Ben")
    seat, version, before = seat_asked(table), table.version, table.game.position()
    dropped = reduce(table, Apply(("consulting", "end"), version), seat, "", bytes)
    assert dropped.game.position() != before and dropped.version > version
    assert table.version == version and table.game.position() == before
    table.apply(seat, ("meeting_room 1", "end"), version)
    assert table.game.position() != before
