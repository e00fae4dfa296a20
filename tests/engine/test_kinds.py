"""The types of kinds and codes name what the engine has, no more and no less."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import groundfloor.engine
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.kinds import AreaId, ChanceKind, ForecastType, GainCode, QuestionKind, RefusalCode
from groundfloor.engine.refusals import SENTENCES
from groundfloor.engine.state import FORECAST_TYPES

FOLDER = Path(groundfloor.engine.__file__).parent
REFUSALS = FOLDER / "refusals.py"
SOURCE = "\n".join(file.read_text("utf-8") for file in FOLDER.rglob("*.py") if file.name != "kinds.py")


def words_in(call: str) -> set[str]:
    """Returns the texts in the first argument of calls of a method of the game; the second text is that of an ``else``."""
    found = re.findall(rf'\.{call}\(\s*"(\w+)"(?: if [^"]*? else "(\w+)")?', SOURCE)
    return {word for pair in found for word in pair if word}


def test_each_refusal_code_has_a_sentence_and_is_used() -> None:
    assert list(get_args(RefusalCode)) == list(SENTENCES)
    rules = SOURCE.replace(REFUSALS.read_text("utf-8"), "")
    assert [code for code in SENTENCES if f'"{code}"' not in rules] == []


def test_kinds_are_those_that_the_engine_asks() -> None:
    assert set(get_args(QuestionKind)) == words_in("ask") | {""}
    assert set(get_args(ChanceKind)) == words_in("roll")


def test_area_ids_are_those_of_the_rulesets() -> None:
    assert {area.id for name in NAMES for area in ruleset(name).areas} == set(get_args(AreaId))


def test_gains_are_those_that_quotes_have() -> None:
    assert set(re.findall(r'\("(\w+)", (?!")', SOURCE)) >= set(get_args(GainCode))


def test_forecast_types_are_those_of_the_cards() -> None:
    assert get_args(ForecastType) == FORECAST_TYPES
