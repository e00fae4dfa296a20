"""The figures of a report and the games themselves as files for other programs: CSV always, Parquet with pyarrow."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from .errors import MissingExtra
from .estimates import Estimate
from .lab_game import lead, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from .lab_game import LabGame
    from .tables import Cell, FindingTable

Value = str | int | float | bool | None


def table_rows(table: FindingTable) -> Iterator[dict[str, Value]]:
    """Yields the rows of a table; an estimate is followed by the ends of its interval and the number of games."""
    for row in table.rows:
        found: dict[str, Value] = {}
        for cell, column in zip(row, table.columns, strict=True):
            found |= cell_values(column.title, cell)
        yield found


def cell_values(title: str, cell: Cell) -> dict[str, Value]:
    if not isinstance(cell, Estimate):
        return {title: cell}
    low, high = cell.interval or (None, None)
    return {title: cell.value, f"{title}, low": low, f"{title}, high": high, f"{title}, games": cell.games}


def seat_rows(games: Iterable[LabGame]) -> Iterator[dict[str, Value]]:
    for game in games:
        for place, seat in enumerate(game.seats):
            yield {
                "game": game.number,
                "seat": place + 1,
                "players": game.players,
                "era": game.era,
                "event": game.event,
                "forecasts": " ".join(game.forecasts),
                "specialty": seat.specialty,
                "start": seat.start,
                "prestige": seat.prestige,
                "rank": seat.rank,
                "lead": lead(game.prestige, place),
                "win": share(game.ranks, place),
                "hired": seat.hired,
                "opening": ", ".join(seat.opening),
                "remodels": " ".join(seat.remodels),
                "improvements": " ".join(f"{tile}:{round}" for tile, round in seat.tiles.items()),
            }


def withheld_rows(games: Iterable[LabGame]) -> Iterator[dict[str, Value]]:
    """Yields a row for each game that was played on with an improvement withheld."""
    for game in games:
        each = game.withheld
        if each is not None:
            yield {
                "game": game.number,
                "seat": each.seat + 1,
                "players": game.players,
                "improvement": each.tile,
                "round": each.round,
                "purchases": each.purchases,
                "lead": lead(game.prestige, each.seat),
                "lead_without": lead(each.prestige, each.seat),
                "win": share(game.ranks, each.seat),
                "win_without": share(each.ranks, each.seat),
            }


def as_csv(rows: Iterable[dict[str, Value]]) -> str:
    """Returns rows as CSV with a heading; "" without rows. All rows have the headings of the one that has most."""
    found = list(rows)
    headings = max(found, key=len, default={})
    text = io.StringIO()
    writer = csv.DictWriter(text, list(headings), lineterminator="\n")
    if found:
        writer.writeheader()
    writer.writerows(found)
    return text.getvalue()


def require_parquet() -> None:
    """Raises MissingExtra without pyarrow."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise MissingExtra('Parquet files need pyarrow: pip install "groundfloor[research]", or leave out --parquet for CSV.') from None


def write_parquet(rows: Sequence[dict[str, Value]], path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
