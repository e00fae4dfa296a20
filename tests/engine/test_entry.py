"""Entries of a record: how many of them a seat's last answers are."""

from __future__ import annotations

import pytest

from groundfloor.engine.entry import CHANCE, Entry, entries_of_answers

ENTRIES = [Entry(0, "factory"), Entry(CHANCE, "front boom_1"), Entry(1, "end"), Entry(0, "end"), Entry(CHANCE, "back stable")]
"""Two answers of the first seat and one of the second, with draws."""


@pytest.mark.parametrize(("seat", "answers", "count"), [(0, 1, 2), (0, 2, 5), (1, 1, 3)])
def test_answers_are_taken_back_with_all_that_came_after_them(seat: int, answers: int, count: int) -> None:
    assert entries_of_answers(ENTRIES, seat, answers) == count


@pytest.mark.parametrize(("seat", "answers"), [(0, 3), (1, 2), (2, 1)])
def test_more_answers_than_a_seat_has_given_are_no_entries(seat: int, answers: int) -> None:
    assert entries_of_answers(ENTRIES, seat, answers) == 0
