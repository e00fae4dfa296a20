"""A misspelt kind, code, id or fact of the engine is an error of mypy."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MISSPELT = """
from dataclasses import replace
from typing import ClassVar

from groundfloor.editions.online import ONLINE_1
from groundfloor.engine.actions import Quote
from groundfloor.engine.city.area import Area
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import AreaId, ForecastType, RefusalCode
from groundfloor.engine.phases.rounds import RoundBegan
from groundfloor.engine.phases.scoring import ScoreItem
from groundfloor.engine.refusals import Refusal
from groundfloor.engine.step import SeatsStep
from groundfloor.presentation.board.amounts import gain
from groundfloor.presentation.questions.question import QuestionPresenter


class Hire(SeatsStep):
    area_id: ClassVar[AreaId] = "factori"  # area of a step
    turn_question = "hirre"  # question of a step


class HireQuestion(QuestionPresenter):
    kind = "hirre"  # question that is presented


class Factory(Area):
    id = "factori"  # area


def misspelt(game: Game, quote: Quote) -> RefusalCode:
    game.ask("hirre", 0)  # question
    game.roll("cart", [], [])  # chance
    game.note(RoundBegan(0, "V.9", round=1, stge=1))  # field of an event
    game.note(RoundBegan(0, "V.9", round=1))  # missing field
    game.note(RoundBegan(0, "V.9", round=1, stage="1"))  # type of a field
    RoundBegan(0, "V.9", round=1, stage=1).rond  # field that is read
    Refusal("no_mony", {})  # refusal
    ScoreItem("rom", "training", 1, 2)  # row of the score sheet
    gain(quote, "suply")  # gain that is shown
    Quote(gains=(("suply", 1),))  # gain
    Quote(resolves_in="factori")  # area of a quote
    replace(ONLINE_1, windows=("hirre",))  # question of an edition
    forecast: ForecastType = "recesion"  # forecast type
    return "no_mony"  # refusal that is returned
"""


@pytest.mark.interpreted("mypy reads the sources")
@pytest.mark.slow
def test_each_misspelt_kind_is_an_error_of_mypy(tmp_path: Path) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(MISSPELT, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(tmp_path / "cache"), str(file)]
    done = subprocess.run(command, cwd=ROOT / "src", capture_output=True, text=True)
    wrong = {int(number) for number in re.findall(r"misspelt\.py:(\d+): error", done.stdout)}
    expected = {number: line for number, line in enumerate(MISSPELT.splitlines(), 1) if "  # " in line}
    assert len(expected) == 18
    assert {number: line for number, line in expected.items() if number not in wrong} == {}, done.stdout + done.stderr
