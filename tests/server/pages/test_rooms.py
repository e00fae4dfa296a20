"""The rooms' templates and static files are found by names that say nothing of the room."""

from __future__ import annotations

from typing import Literal

import pytest

from groundfloor.server.pages.rooms import files, folders


@pytest.mark.parametrize("kind", ["templates", "static"])
def test_each_file_has_a_name_of_its_own(kind: Literal["templates", "static"]) -> None:
    assert len(files(kind)) == sum(path.is_file() for folder in folders(kind) for path in folder.rglob("*")) > 0
