"""The weights of the evaluation are data: the same choices as stored, each weight described, and a faulty file is refused."""

from __future__ import annotations

import json
import re
import tomllib
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.agents import make_agent
from groundfloor.agents.evaluation_weights import FILE, WEIGHT_NAMES, BadWeights, format_weights, load_weights
from tests.support.greedy_choices import FILE as CHOICES
from tests.support.greedy_choices import TABLES, choices

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("table", TABLES)
def test_greedy_chooses_as_stored(table: str) -> None:
    """After an intended change of weights: ``python -m tests.support.greedy_choices``."""
    assert choices(table) == json.loads(CHOICES.read_text("utf-8"))[table]


def test_every_weight_is_described_and_read() -> None:
    text = FILE.read_text("utf-8")
    assert [line for line in text.splitlines() if "=" in line and "#" not in line] == []
    groups = tomllib.loads(text)
    assert sorted(name for group in groups.values() for name in group) == sorted(WEIGHT_NAMES)


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(format_weights(load_weights()))
    assert load_weights(file) == load_weights()
    assert [line.partition("#")[2] for line in file.read_text().splitlines()] == [
        line.partition("#")[2] for line in FILE.read_text("utf-8").splitlines()
    ]


def changed(line: str, name: str) -> str:
    """Returns the text of the package's weights with the line of one of them replaced."""
    text, count = re.subn(rf"^{name} = \S+", line, FILE.read_text("utf-8"), flags=re.MULTILINE)
    assert count == 1
    return text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("rang = 0.25", "look at rang, rank"), ('rank = "much"', "look at rank"), ("rank = inf", "look at rank"), ("rank = ", "is no TOML")],
)
def test_faulty_weights_are_refused(tmp_path: Path, line: str, sentence: str) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(changed(line, "rank"))
    with pytest.raises(BadWeights, match=sentence):
        make_agent(f"greedy:weights={file}", Random(1))


def test_other_weights_make_other_choices(tmp_path: Path) -> None:
    from groundfloor.research.arena.simulate import play_one

    file = tmp_path / "weights.toml"
    file.write_text(changed("employee_time = 0.0", "employee_time"))
    records = [play_one("second", ["Ann", "Ben"], {}, [bot, "greedy"], {}, 1, 1).record for bot in ("greedy", f"greedy:weights={file}")]
    assert "1 hire" in records[0] and records[0] != records[1]
