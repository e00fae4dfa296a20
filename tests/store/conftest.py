"""The store of the tests, on SQLite and on PostgreSQL."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from groundfloor.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with closing(Store(where)) as found:
        yield found
