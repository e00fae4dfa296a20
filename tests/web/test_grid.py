"""A sample of the grid of boards: each size, number of seats, state, language and theme once or more, by all measures. ``scripts/soak boards games`` looks at all of it."""

from __future__ import annotations

import pytest

from tests.support import board_page, http
from tests.support.board_grid import (
    MEASURES,
    SIZES,
    Case,
    find_cut_companies,
    find_hidden_answers,
    find_shifts,
    measure_board,
    open_board,
    open_table,
)  # fmt: skip
from tests.support.board_viewer import LANGUAGES, SETTLED, Size, Viewer, open_question
from tests.support.crowded_tables import crowded_record, late_guided_record

WIDE, PHONE = SIZES[1], SIZES[5]
SAMPLE = (
    Case(SIZES[0], 3, "last", "draft", "en", "dark"),
    Case(SIZES[0], 2, "last", "buy", "en", "light"),
    Case(SIZES[1], 4, "last", "price", "de", "light"),
    Case(SIZES[2], 2, "last", "buy", "de", "light"),
    Case(SIZES[2], 5, "last", "schedule", "de", "dark"),
    Case(SIZES[3], 6, "last", "price", "en", "light"),
    Case(SIZES[4], 4, "first", "draft", "de", "light"),
    Case(SIZES[5], 6, "last", "schedule", "de", "dark"),
    Case(SIZES[6], 2, "last", "draft", "en", "light"),
    Case(SIZES[7], 4, "last", "buy", "en", "light"),
    Case(SIZES[8], 4, "last", "schedule", "en", "light"),
)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_board_has_no_findings(viewer: Viewer, case: Case) -> None:
    found = measure_board(viewer, case)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "seats"), [(WIDE, 3), (PHONE, 3)])
def test_moves_of_the_last_round_shift_nothing(viewer: Viewer, size: Size, seats: int) -> None:
    assert find_shifts(viewer, size, seats, crowded_record(seats, "last")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_list_is_in_sight_beside_the_guide(viewer: Viewer, language: str) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        _, tokens, asked = open_table(client, late_guided_record(2))
    for size in (*SIZES[:3], *SIZES[7:]):
        tab = viewer.show(f"/s/{tokens[asked]}", language, "light", size)
        board_page.panel(tab, "asked").wait_for()
        assert tab.locator(".guide-go").is_visible()
        assert find_hidden_answers(tab, size) == [], size.name
    viewer.put_away()


def test_company_is_whole_with_an_improvement_pencilled_on_an_empty_floor(viewer: Viewer) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        path = open_question(client, "second tenant", "pencilled")
    for size in (*SIZES[1:3], *SIZES[7:]):
        tab = viewer.show(path, "en", "light", size)
        board_page.panel(tab, "pencilled").wait_for()
        assert find_cut_companies(tab, size) == [], size.name
    viewer.put_away()


STYLED = "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules); document.adoptedStyleSheets = [sheet]; }"
WORDY = "() => { const text = document.createElement('p'); text.className = 'wordy'; text.textContent = 'word '.repeat(500); document.body.append(text); }"
BROKEN = {
    "structure": ("cut: .decision", "#panel .decision-title { width: 40px; overflow: hidden; white-space: nowrap; }"),
    "companies": ("company cut: #small-", ".mini { max-height: 50px !important; }"),
    "answers": ("answer out of sight", "#panel .decision-body { padding-top: 300px !important; }"),
    "words": ("words:", ".wordy { position: fixed; inset: 0; font-size: 11px; }"),
    "tooltips": ("tooltip far away", ".open-tooltip { translate: -300px 0; }"),
    "contrast": ("contrast: #drawing-", ".drawing text { fill: var(--line) !important; fill-opacity: 0.5; }"),
}
"""For each measure a style that breaks a board, and the beginning of what the measure finds then."""


@pytest.mark.parametrize("name", MEASURES)
def test_measure_finds_its_fault(viewer: Viewer, name: str) -> None:
    tab = open_board(viewer, Case(WIDE, 3, "last", "price", "en", "light"))
    fault, rules = BROKEN[name]
    assert [str(finding) for finding in MEASURES[name](tab, WIDE) if str(finding).startswith(fault)] == []
    tab.evaluate(STYLED, rules)
    tab.evaluate(WORDY)
    tab.evaluate(SETTLED)
    assert [finding for finding in MEASURES[name](tab, WIDE) if str(finding).startswith(fault)] != []


JUMPY = """addEventListener("groundfloor:swapped", () => {
  document.body.style.paddingTop = document.body.style.paddingTop ? "" : "200px";
}, true);"""


def test_jumping_page_is_found(viewer: Viewer) -> None:
    assert find_shifts(viewer, PHONE, 2, crowded_record(2, "last"), JUMPY) != []
