"""The rounds of a game and its end (RULES 4, 5.1)."""

from __future__ import annotations

import random

from groundfloor import new_game
from groundfloor.engine.journal import Journal
from groundfloor.engine.state import OVER
from tests.support.table import Table


def test_the_game_ends_after_phase_four_of_round_seven() -> None:
    """RULES 5.1"""
    table = Table("A B").set(round=7, turned="recession_1 " * 6).go_on("conduct").take("front stable_1")
    assert (table.game.is_over, table.state.phase, table.state.area) == (True, OVER, -1)
    assert table["A"].time == 4


def test_the_game_goes_on_after_round_six() -> None:
    """RULES 5.1"""
    table = Table("A B").set(round=6).go_on("conduct").take("front stable_3", "back boom")
    assert (table.game.is_over, table.state.round, table.asked) == (False, 7, "A hire")


def test_the_phases_and_areas_follow_each_other() -> None:
    """RULES I.1, IV.A.1"""
    game = new_game("second", ["Ann", "Ben", "Cleo"], {})
    dice = random.Random(1)
    journal = game.journal = Journal()
    while game._state.round < 2:
        if game.chance is not None:
            game.apply(dice.choice(game.chance.outcomes))
        else:
            game.apply(dice.choice(game.legal_actions))
    areas = [event.facts["area"] for event in journal.events if event.kind == "AreaConducted"]
    assert areas == [area.id for area in game.ruleset.areas]
    assert [str(area)[0] for area in areas] == ["c", "a", "m", "w", "f", "s", "e", "r", "c"]
    firsts = ["IncomeReceived", "HiringDone", "MarkerPlaced", "AreaConducted", "TimeTaken"]
    kinds: list[str] = [event.kind for event in journal.events]
    assert sorted(kinds.index(kind) for kind in firsts) == [kinds.index(kind) for kind in firsts]


def test_a_game_has_seven_rounds_whose_stages_are_1_1_2_2_2_3_3() -> None:
    """RULES V.9"""
    assert Table().game.ruleset.stage_by_round == (1, 1, 2, 2, 2, 3, 3)
