"""The glossary names what there is."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

NAMES = re.findall(r"^\| [^|]+ \| [^|]+ \| `([\w.]+)` \|", Path("docs/glossary.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_name_in_the_code_exists(name: str) -> None:
    owner, _dot, last = f"groundfloor.{name.removeprefix('groundfloor.')}".rpartition(".")
    found = resolve_name(owner)
    assert hasattr(found, last) or last in getattr(found, "__annotations__", {}) or resolve_name(f"{owner}.{last}")
