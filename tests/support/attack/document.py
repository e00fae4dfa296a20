"""Tables in Markdown, written into documents."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

END = "<!-- end -->"


def markdown(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Returns a table; columns of numbers are aligned by whoever reads it."""
    lines = [list(columns), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write_table(document: Path, mark: str, table: str) -> None:
    """Puts a table into a document, between ``<!-- table MARK -->`` and ``<!-- end -->``; ValueError if it has no such place."""
    begin = f"<!-- table {mark} -->"
    before, found, rest = document.read_text().partition(begin)
    _, end, after = rest.partition(END)
    if not found or not end:
        raise ValueError(f"{document} has no {begin} with {END} after it.")
    document.write_text(f"{before}{begin}\n\n{table}\n{END}{after}")
