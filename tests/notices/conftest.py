"""Servers of others to which notices are sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.other_servers import OtherServer, other_server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def other() -> Iterator[OtherServer]:
    with other_server() as server:
        yield server
