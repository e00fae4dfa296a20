"""Games that several tests of the engine go through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.random_walks import rich_games

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

TABLES = [
    ("second", tuple("ABC"), "random"),
    ("second", ("A", "B", "automa:hadid"), "preset"),
    ("first", tuple("ABC"), "random"),
    ("manual", tuple("ABC"), "random"),
    ("online", tuple("ABC"), "preset"),
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1][-1]}")
def games(request: pytest.FixtureRequest) -> list[Game]:
    """Returns the positions of a whole game in which everybody gets money and builds."""
    return rich_games(*request.param)
