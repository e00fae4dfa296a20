"""Two attacks of ``scripts/attack``, in short: nothing fails, and the others play on. How fast they play only ``scripts/attack`` measures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from groundfloor.server.every_route import ROUTES
from tests.support.attack.costs import COSTS, known_routes
from tests.support.attack.suite import attack
from tests.support.attack.tables import store_tables


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the data of a server in use, which each attack gets a copy of."""
    folder = tmp_path_factory.mktemp("template")
    store_tables(folder, 5, 20)
    return folder


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses and /proc")
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["log-ins", "long-texts"])
def test_attack_leaves_players_alone(name: str, template: Path, tmp_path: Path) -> None:
    result = attack(template, tmp_path / "attacked", name, clients=2, seconds=4)
    assert not result.faults and result.moves.seconds and result.reads.seconds and result.answers, result
    assert result.statuses


def test_every_route_with_limits_of_its_own_has_its_costs() -> None:
    measured = {route for cost in COSTS for route in cost.routes}
    assert {route.address for route in ROUTES if route.limits} <= measured <= known_routes()
