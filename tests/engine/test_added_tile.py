"""A tile more in a ruleset changes nothing at tables where it can't come up: no record, position, number of ways or playthrough.

The artificial tile is the first of its list, so that the indices of all others move; its stage is one that no game reaches.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from groundfloor import Game, Record, Ruleset, position_text, read_record
from groundfloor.editions import NAMES, REGISTRY, ruleset, tiles
from groundfloor.editions.build import build
from groundfloor.engine.components import Tile
from groundfloor.engine.trace import trace
from tests.support.perft import ways
from tests.support.playthrough_files import first_difference, stored_blocks
from tests.support.playthroughs import playthrough
from tests.support.setup_cases import SetupCase, setup_cases

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.gfr"))
IDS = [file.stem for file in GOLDEN]
UNREACHED = 9
"""A stage that no ruleset has."""
CASES = [
    case
    for case in setup_cases()
    if case.name in {"second-2", "second-gropius", "online-hadid", "first-3", "manual-3", "second-event-random"}
]


@pytest.fixture(params=["tenants", "floors"])
def longer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], Ruleset]:
    """Returns all rulesets with an artificial tile, by name and revision."""
    is_tenant = request.param == "tenants"
    kinds = tiles.TENANTS if is_tenant else tiles.FLOORS
    monkeypatch.setitem(kinds, "artificial", lambda read: Tile("artificial", is_tenant, UNREACHED, 0))
    editions = REGISTRY.editions.items()
    if is_tenant:
        return {key: build(replace(edition, tenants=("artificial", *edition.tenants))) for key, edition in editions}
    return {key: build(replace(edition, floors=("artificial", *edition.floors))) for key, edition in editions}


@pytest.fixture
def find(longer: dict[tuple[str, int], Ruleset], monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], Ruleset]:
    """Returns the same rulesets, which are those of the registry for one test."""
    monkeypatch.setattr(REGISTRY, "built", dict(longer))
    return longer


def test_the_artificial_tile_moves_the_others(longer: dict[tuple[str, int], Ruleset]) -> None:
    """Otherwise the tests below prove nothing."""
    for (name, revision), rules in longer.items():
        plain = ruleset(name, revision)
        assert len(rules.tiles) == len(plain.tiles) + 1
        assert rules.tile(plain.tiles[-1].id) == plain.tiles[-1].index + 1
        assert rules.action("none").index > plain.action("none").index


@pytest.mark.slow
@pytest.mark.parametrize("file", GOLDEN, ids=IDS)
def test_records_and_positions_stay_the_same(file: Path, longer: dict[tuple[str, int], Ruleset]) -> None:
    """Each position of a record has the same text, and is read by the one ruleset as the other has written it."""
    text = file.read_text("utf-8")
    plain = read_record(text)
    record = Record.parse(text, lambda name, revision: longer[name, revision])
    assert record.format() == text
    for mine, theirs in zip(list(trace(record))[1:-1], list(trace(plain))[1:-1], strict=True):
        assert json.dumps(mine) == json.dumps(theirs)
    before = position_text(plain.replay().position())
    read = Game.from_position(json.loads(before), lambda name, revision: longer[name, revision])
    assert position_text(read.position()) == before


@pytest.mark.parametrize("name", NAMES)
def test_there_are_as_many_ways_to_go_on(name: str, longer: dict[tuple[str, int], Ruleset]) -> None:
    file = next(file for file in GOLDEN if file.stem in (f"{name}-3", f"{name}-3-random"))
    text = file.read_text("utf-8")
    plain = read_record(text)
    record = Record.parse(text, lambda name, revision: longer[name, revision])
    for at in (7, 30, 60):
        assert ways(record.replay(until=at), 2) == ways(plain.replay(until=at), 2)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_playthroughs_stay_the_same(case: SetupCase, find: dict[tuple[str, int], Ruleset]) -> None:
    assert case.rules in find.values()
    assert first_difference(stored_blocks()[case.name], playthrough(case)) == ""
