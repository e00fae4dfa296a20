"""The tables of rights in docs/rights.md, made of ``table/rights.py``: ``python -m tests.support rights_docs`` writes them."""

from __future__ import annotations

from pathlib import Path

from groundfloor.presentation.rights_tables import rights_tables
from groundfloor.presentation.translations import translations_of
from tests.support.attack.document import markdown, write_table

FILE = Path(__file__).parents[2] / "docs/rights.md"
MARK = "rights"


def text() -> str:
    """Returns all tables of rights as Markdown."""
    parts = []
    for table in rights_tables(translations_of("en")):
        rows = [(row.title, *row.cells, row.note) for row in table.rows]
        parts.append(f"### {table.title}\n\n{markdown(('', *table.roles, 'when'), rows)}")
    return "\n".join(parts)


if __name__ == "__main__":
    write_table(FILE, MARK, text())
