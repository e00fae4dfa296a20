"""The film's slider."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from groundfloor import Record, read_record
from groundfloor.engine.match import Match
from groundfloor.presentation.board.replay_bar import ReplayBar, replay_bar
from groundfloor.presentation.view.of_table import table_view
from groundfloor.presentation.view.table_texts import TableTexts
from groundfloor.table.creation import table_for_match
from groundfloor.table.table import Table

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = read_record((GOLDEN / "second-gropius-random.gfr").read_text("utf-8"))


@cache
def shown_table(text: str) -> Table:
    """Returns the table that shows a record, replayed once for all its entries."""
    return table_for_match(Match.resume(read_record(text), None), "", lambda count: b"a" * count, "shown")


def bar_at(entry: int, record: Record = RECORD) -> ReplayBar:
    table = shown_table(record.format())
    view = table_view(table, None, TableTexts("en"), entry=entry)
    return replay_bar(view, table.history.phases_after)


def test_slider_has_every_phase_once_and_the_end() -> None:
    shown = bar_at(60)
    assert shown.entries[0] == 0 and shown.entries[-1] == shown.last == len(RECORD.entries)
    assert list(shown.entries) == sorted(set(shown.entries)) and len(shown.titles) == len(shown.entries)
    assert shown.titles[shown.place] == "Round 3: Schedule business"
    assert [number for number, _percent in shown.rounds] == list(range(1, 8))
