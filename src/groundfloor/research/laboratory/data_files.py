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
        values: dict[str, Value] = {}
        for cell, column in zip(row, table.columns, strict=True):
            values |= cell_values(column.title, cell)
        yield values


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
        withheld = game.withheld
        if withheld is not None:
            yield {
                "game": game.number,
                "seat": withheld.seat + 1,
                "players": game.players,
                "improvement": withheld.tile,
                "round": withheld.round,
                "purchases": withheld.purchases,
                "lead": lead(game.prestige, withheld.seat),
                "lead_without": lead(withheld.prestige, withheld.seat),
                "win": share(game.ranks, withheld.seat),
                "win_without": share(withheld.ranks, withheld.seat),
            }


def as_csv(rows: Iterable[dict[str, Value]]) -> str:
    """Returns rows as CSV with a heading; "" without rows. All rows have the headings of the one that has most."""
    kept_rows = list(rows)
    headings = max(kept_rows, key=len, default={})
    text = io.StringIO()
    writer = csv.DictWriter(text, list(headings), lineterminator="\n")
    if kept_rows:
        writer.writeheader()
    writer.writerows(kept_rows)
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
