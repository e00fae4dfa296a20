"""The replay's slider, the sentences of an entry, and phase IV from area to area."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from groundfloor import Record, read_record
from groundfloor.engine.city.retail_outlets import ProductSold, RetailOutlets
from groundfloor.engine.match import Match
from groundfloor.presentation.after_game import game_history
from groundfloor.presentation.board.replay_bar import MAX_SENTENCES, ReplayBar, replay_bar
from groundfloor.presentation.translations import translations
from groundfloor.tables.creation import table_for_match
from groundfloor.tables.table import Table
from groundfloor.web.rendering import RequestLocale
from groundfloor.web.scenes import Scenes

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = read_record((GOLDEN / "second-gropius-random.gfr").read_text("utf-8"))


@cache
def shown_table(text: str) -> Table:
    """Returns the table that shows a record, replayed once for all its entries."""
    return table_for_match(Match.resume(read_record(text), None), "", lambda count: b"a" * count, "shown")


def bar_at(entry: int, record: Record = RECORD) -> ReplayBar:
    table = shown_table(record.format())
    scene = Scenes().at(table, None, RequestLocale("en", translations("en")), entry)
    return replay_bar(scene, table.history.phases_after)


def test_slider_has_every_phase_once_and_the_end() -> None:
    shown = bar_at(60)
    assert shown.entries[0] == 0 and shown.entries[-1] == shown.last == len(RECORD.entries)
    assert list(shown.entries) == sorted(set(shown.entries)) and len(shown.titles) == len(shown.entries)
    assert shown.title == "Round 3: Schedule business"
    assert [mark.round for mark in shown.rounds] == list(range(1, 8))


def test_highlights_name_areas_in_order_and_where_consumers_go() -> None:
    sale = next(game_history(RECORD).of_kind(ProductSold))
    steps = bar_at(sale.entry).highlights
    assert [step.letter for step in steps] == sorted(step.letter for step in steps)
    sold = next(step for step in steps if step.letter == "H").sold[0]
    assert sold.colour == RECORD.seats[sale.event.seat].colour and sold.spaces
    assert bar_at(1).highlights == ()


def test_long_entries_are_cut_with_a_number() -> None:
    counts = {len(bar_at(entry).sentences): bar_at(entry).sentences for entry in (28, 29, 48, 70, 92)}
    assert max(counts) == MAX_SENTENCES + 1 and counts[max(counts)][-1].endswith("more in the log.")


def test_highlights_show_products_that_one_entry_prices_and_sells() -> None:
    """The card of the last round is known, so that nobody is asked between price and sale."""
    steps = {step.letter: step for step in bar_at(82, read_record((GOLDEN / "windfall.gfr").read_text("utf-8"))).highlights}
    assert steps["E"].priced and set(steps["E"].priced) <= set(steps["H"].sold)
    assert not any(step.priced for entry in range(80) for step in bar_at(entry, RECORD).highlights)


@pytest.mark.parametrize(("name", "letter"), [("second-4-random", "G"), ("first-4", "F"), ("manual-4", "F")])
def test_consumers_come_from_the_forecast_of_the_ruleset(name: str, letter: str) -> None:
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    assert bar_at(1, record).consumers_from == letter


def test_products_are_shown_in_spaces_open_at_this_number_of_players() -> None:
    record = read_record((GOLDEN / "windfall.gfr").read_text("utf-8"))
    outlets = next(area for area in record.ruleset.areas if isinstance(area, RetailOutlets))
    shown = {
        space
        for entry in range(len(record.entries))
        for step in bar_at(entry, record).highlights
        for one in step.sold
        for space in one.spaces
    }
    assert shown and shown <= {f"space-outlet-{n + 1}" for n in range(len(outlets.prices)) if outlets.is_open(n, 2)}
