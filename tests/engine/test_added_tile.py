"""A tile more in a ruleset changes nothing at tables where it can't come up: no record and no position.

The artificial tile is the first of its list, so that the indices of all others move; its stage is one that no game reaches.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from groundfloor import Game, Record, Ruleset, position_text, read_record
from groundfloor.editions import REGISTRY, ruleset, tiles
from groundfloor.editions.build import build
from groundfloor.engine.components import Tile
from groundfloor.engine.trace import trace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.gfr"))
IDS = [file.stem for file in GOLDEN]
UNREACHED = 9
"""A stage that no ruleset has."""
KINDS = ("tenants", "floors")
Rulesets: TypeAlias = "Mapping[tuple[str, int], Ruleset]"
"""Rulesets by name and revision."""


@pytest.fixture(scope="module")
def longer() -> Iterator[Mapping[str, Rulesets]]:
    """Yields all rulesets with an artificial tile, by the kind of the tile."""

    def artificial(is_tenant: bool) -> Tile:
        return Tile("artificial", is_tenant, UNREACHED, 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(tiles.TENANTS, "artificial", lambda read: artificial(is_tenant=True))
        patch.setitem(tiles.FLOORS, "artificial", lambda read: artificial(is_tenant=False))
        editions = REGISTRY.editions.items()
        yield {
            "tenants": {key: build(replace(edition, tenants=("artificial", *edition.tenants))) for key, edition in editions},
            "floors": {key: build(replace(edition, floors=("artificial", *edition.floors))) for key, edition in editions},
        }


def finder(rulesets: Rulesets) -> Callable[[str, int], Ruleset]:
    """Returns what finds one of these rulesets, as the registry finds its own."""
    return lambda name, revision: rulesets[name, revision]


@pytest.mark.parametrize("kind", KINDS)
def test_the_artificial_tile_moves_the_others(kind: str, longer: Mapping[str, Rulesets]) -> None:
    """Otherwise the tests below prove nothing."""
    for (name, revision), rules in longer[kind].items():
        plain = ruleset(name, revision)
        assert len(rules.tiles) == len(plain.tiles) + 1
        assert rules.tile(plain.tiles[-1].id) == plain.tiles[-1].index + 1
        assert rules.action("none").index > plain.action("none").index


@pytest.mark.slow
@pytest.mark.parametrize(("number", "file"), list(enumerate(GOLDEN)), ids=IDS)
def test_records_and_positions_stay_the_same(number: int, file: Path, longer: Mapping[str, Rulesets]) -> None:
    """Each position of a record has the same text, and is read by the one ruleset as the other has written it; the kinds of tiles by turns."""
    text = file.read_text("utf-8")
    plain = read_record(text)
    lines = [json.dumps(line) for line in list(trace(plain))[1:-1]]
    before = position_text(plain.replay().position())
    find = finder(longer[KINDS[number % len(KINDS)]])
    record = Record.parse(text, find)
    assert record.format() == text
    for mine, theirs in zip(list(trace(record))[1:-1], lines, strict=True):
        assert json.dumps(mine) == theirs
    read = Game.from_position(json.loads(before), find)
    assert position_text(read.position()) == before
