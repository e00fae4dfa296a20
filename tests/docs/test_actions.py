"""docs/actions.md lists every question with its answers, and every kind of chance with its outcomes."""

from __future__ import annotations

import doctest
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import ChanceKind, GainCode, QuestionKind

FILE = Path(__file__).parents[2] / "docs" / "actions.md"
TEXT = FILE.read_text("utf-8")
GAINS = TEXT.partition("## Quotes")[2].partition("\n## ")[0]
ROWS = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", TEXT.replace(GAINS, ""), re.MULTILINE))


def test_every_question_and_every_chance_has_a_row() -> None:
    assert set(ROWS) == {*get_args(QuestionKind), *get_args(ChanceKind)} - {""}


def test_every_gain_of_a_quote_has_a_row() -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", GAINS, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(first_cells))) == sorted(get_args(GainCode))


def test_example_runs() -> None:
    assert doctest.testfile(str(FILE), module_relative=False).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_row_has_the_verb_of_every_answer_and_outcome(name: str) -> None:
    rng, unlisted = Random(5), set[tuple[str, str]]()
    for _ in range(3):
        game = Game(ruleset(name), ["Ann", "Ben", "Cleo"])
        while not game.is_over:
            choices: Sequence[Action | Outcome] = game.chance.outcomes if game.chance is not None else game.legal_actions
            kind = game.chance.kind if game.chance is not None else game.question.kind if game.question is not None else ""
            verbs = {choice.text.split()[0] for choice in choices}
            unlisted |= {(kind, verb) for verb in verbs if not re.search(rf"`{verb}\b", ROWS[kind])}
            game.apply(rng.choice([choice.text for choice in choices]))
    assert unlisted == set()
