"""VENDORED.md against the files it lists."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "src/groundfloor/web/static/vendor"
ROWS = [
    [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
    for line in (ROOT / "VENDORED.md").read_text("utf-8").splitlines()
    if line.startswith("| `")
]


def test_every_vendored_file_is_listed_with_its_hash() -> None:
    found = {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in VENDOR.rglob("*") if file.is_file()}
    assert {row[0]: row[-1] for row in ROWS if row[0].startswith("src/groundfloor/web/static/vendor/")} == found


def test_every_listed_file_is_there_with_what_it_is_and_where_it_is_from() -> None:
    assert len(ROWS) >= 6
    for path, what, version, licence, origin, digest in ROWS:
        assert what and version and licence and origin
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest
