"""Typed changes of a plan, in the reader's language or in English."""

from __future__ import annotations

import pytest

from tests.support.opened_tables import scheduling
from tests.support.typed_lines import change_plan


@pytest.mark.parametrize(
    ("command", "language", "plan"),
    [
        ("add fac at most 3", "en", "factory at most 3"),
        ("add agency 1 else agency 2", "en", "agency 1 else agency 2"),
        ("dazu Fabrik höchstens 3", "de", "factory at most 3"),
        ("dazu Unternehmensberatung sonst Fabrik", "de", "consulting else factory"),
        ("add price 16", "en", "price 16"),
        ("add done", "en", "done"),
    ],
)
def test_conditions_are_typed(command: str, language: str, plan: str) -> None:
    table = scheduling("Ann", "Ben")
    change_plan(table, 1, command, -1, language)
    assert table.value.notes_of(1).plan == (plan,)
