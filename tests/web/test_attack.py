"""The attacks of ``scripts/attack`` in short: nothing breaks, and the other tables go on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.attack.attacks import ATTACKS
from tests.support.attack.server import AttackedServer
from tests.support.attack.suite import Attack, attack
from tests.support.samples import sampled

if TYPE_CHECKING:
    from pathlib import Path

SCALE = 0.04
CONFIRM_SECONDS = 10.0
"""Time enough on a busy machine: what is noticed here is a table that stands still. ``scripts/attack`` measures."""
OTHERS = ("slow-headers", "streams-of-nothing", "tables", "pages", "house-values")
"""Attacks much like one of those that `scripts/test` tries."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses and /proc")


@pytest.mark.slow
@pytest.mark.parametrize("planned", sampled(ATTACKS, lambda each: each.name not in OTHERS), ids=[each.name for each in ATTACKS])
def test_attack_leaves_other_tables_alone(planned: Attack, tmp_path: Path) -> None:
    server = AttackedServer(tmp_path, planned.settings)
    try:
        result = attack(server, planned, CONFIRM_SECONDS, SCALE)
    finally:
        server.stop()
    assert not result.faults, str(result)
