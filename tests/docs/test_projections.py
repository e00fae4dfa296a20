"""docs/projections.md names every kind of projection with exactly its fields."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from groundfloor.engine.kinds import ProjectionKind
from groundfloor.engine.projection import projection_data
from tests.support.random_walks import rich_games

TEXT = (Path(__file__).parents[2] / "docs" / "projections.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| .*? \| (.*) \|$", TEXT, re.MULTILINE))
INNER = {"type", "space", "multiple", "money"}


def test_every_kind_has_a_row() -> None:
    assert set(ROWS) == set(get_args(ProjectionKind))


@pytest.mark.parametrize("name", ["second", "first"])
def test_fields_of_each_kind_are_named(name: str) -> None:
    found: dict[str, set[str]] = {}
    for game in rich_games(name, ("A", "B", "C"), "random"):
        for action in game._legal if game.asked_seat >= 0 else []:
            data = projection_data(game.projection(action)) or {"kind": ""}
            found.setdefault(str(data["kind"]), set()).update(set(data) - {"kind"})
    kinds = set(get_args(ProjectionKind)) - ({"exchange"} if name == "first" else set())
    assert set(found) == kinds | {""}
    for kind in kinds:
        named = set(re.findall(r"`(\w+)`", ROWS[kind]))
        assert found[kind] <= named, kind
        others = set(get_args(ProjectionKind)) | {"seat"} | (INNER if kind == "exchange" else set())
        assert named - found[kind] <= others, kind
