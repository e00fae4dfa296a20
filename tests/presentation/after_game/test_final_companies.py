"""What each company has at the end of a game."""

from __future__ import annotations

import pytest

from groundfloor.presentation.after_game.final_companies import company_rows
from tests.support.boards import view_of
from tests.support.table import Table


@pytest.mark.parametrize(("untrained", "said"), [(0, "2"), (1, "3 (1 untrained)")])
def test_employees_are_counted_with_the_ceo(untrained: int, said: str) -> None:
    """``RULES 5.3``."""
    game = Table().give("A", trained=1, untrained=untrained).game
    assert dict(company_rows(view_of(game, [], 0), 0))["Employees, the CEO included"] == said
