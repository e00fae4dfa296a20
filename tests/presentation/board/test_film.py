"""The film's slider, the sentences of an entry, and phase IV from area to area."""

from __future__ import annotations

from pathlib import Path

from groundfloor import read_record
from groundfloor.engine.match import Match
from groundfloor.presentation.after_game import game_history
from groundfloor.presentation.board.film import MOST_SENTENCES, Film, film
from groundfloor.presentation.translations import translations
from groundfloor.tables.creation import table_for_match
from groundfloor.web.pages import RequestLocale
from groundfloor.web.scenes import Scenes

RECORD = read_record((Path(__file__).parents[2] / "golden" / "second-gropius-random.gfr").read_text("utf-8"))


def film_at(entry: int) -> Film:
    table = table_for_match(Match.resume(RECORD, None), "", lambda count: b"a" * count, "shown")
    scene = Scenes().at(table, None, RequestLocale("en", translations("en")), entry)
    return film(scene, table.history.phases_after)


def test_slider_has_every_phase_once_and_the_end() -> None:
    shown = film_at(60)
    assert shown.entries[0] == 0 and shown.entries[-1] == shown.last == len(RECORD.entries)
    assert list(shown.entries) == sorted(set(shown.entries)) and len(shown.titles) == len(shown.entries)
    assert shown.title == "Round 3: Schedule business"
    assert [mark.round for mark in shown.rounds] == list(range(1, 8))


def test_sweep_names_areas_in_order_and_where_consumers_go() -> None:
    sale = next(game_history(RECORD).of_kind("ProductSold"))
    steps = film_at(sale.entry).sweep
    assert [step.letter for step in steps] == sorted(step.letter for step in steps)
    spaces, colour = next(step for step in steps if step.letter == "H").sales[0]
    assert colour == RECORD.seats[sale.event.seat].colour and spaces
    assert film_at(1).sweep == ()


def test_long_entries_are_cut_with_a_number() -> None:
    counts = {len(film_at(entry).sentences): film_at(entry).sentences for entry in (28, 29, 48, 70, 92)}
    assert max(counts) == MOST_SENTENCES + 1 and counts[max(counts)][-1].endswith("more in the log.")
