"""The attacks of ``scripts/attack`` in short: nothing breaks, and the other tables go on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.attack.attacks import ATTACKS
from tests.support.attack.server import AttackedServer
from tests.support.attack.suite import Attack, attack

if TYPE_CHECKING:
    from pathlib import Path

SCALE = 0.04
CONFIRM_SECONDS = 10.0
"""Time enough on a busy machine: what is noticed here is a table that stands still. ``scripts/attack`` measures."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses and /proc")


@pytest.mark.slow
@pytest.mark.parametrize("planned", ATTACKS, ids=lambda each: each.name)
def test_attack_leaves_other_tables_alone(planned: Attack, tmp_path: Path) -> None:
    server = AttackedServer(tmp_path, planned.settings)
    try:
        result = attack(server, planned, CONFIRM_SECONDS, SCALE)
    finally:
        server.stop()
    assert not result.faults, str(result)
