"""A sample of the grid of boards: each size, number of seats, state, language and theme once or more, by all measures, each of which finds its fault.

CI looks at three of these boards, ``scripts/soak boards games`` at the whole grid.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support import board_page, http
from tests.support.api_table import ApiTable
from tests.support.board_grid import (  # fmt: skip
    MEASURES,
    SIZES,
    Case,
    find_cut_companies,
    find_hidden_answers,
    find_shifts,
    measure_board,
    open_board,
)
from tests.support.board_viewer import LANGUAGES, SETTLED, Size, Viewer, open_question
from tests.support.crowded_tables import crowded_record, late_guided_record
from tests.support.page_structure import Finding, check_structure
from tests.support.samples import nothing, sampled

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
    Case(SIZES[9], 4, "last", "draft", "de", "light"),
    Case(SIZES[10], 5, "last", "price", "en", "dark"),
    Case(SIZES[11], 4, "last", "buy", "de", "light"),
    Case(SIZES[12], 3, "last", "schedule", "de", "light"),
)
THOROUGH = SAMPLE[7:8]


@pytest.mark.parametrize("case", sampled(SAMPLE, nothing, THOROUGH.__contains__), ids=lambda case: case.name)
def test_board_has_no_findings(viewer: Viewer, case: Case) -> None:
    found = measure_board(viewer, case)
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=lambda size: size.name)
def test_moves_of_the_last_round_shift_nothing(viewer: Viewer, size: Size) -> None:
    assert find_shifts(viewer, size, 3, crowded_record(3, "last")) == []


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_list_is_in_sight_beside_the_guide(viewer: Viewer, language: str) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        table = ApiTable.resume(client, late_guided_record(2))
        path = table.path(table.asked)
    for size in (*SIZES[:3], *SIZES[7:9]):
        tab = viewer.show(path, language, "light", size)
        board_page.panel(tab, "asked").wait_for()
        assert tab.locator(".guide-go").is_visible()
        assert find_hidden_answers(tab, size) == [], size.name
    viewer.put_away()


@pytest.mark.thorough
def test_company_is_whole_with_an_improvement_pencilled_on_an_empty_floor(viewer: Viewer) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        path = open_question(client, "second tenant", "draft")
    for size in (*SIZES[1:3], *SIZES[7:9]):
        tab = viewer.show(path, "en", "light", size)
        board_page.panel(tab, "draft").wait_for()
        assert find_cut_companies(tab, size) == [], size.name
    viewer.put_away()


TENANTS = "() => [...document.querySelectorAll('.main-company .is-default .tenant-space')].map((each) => [each.clientHeight, each.parentElement.clientHeight])"
WORDS = """() => [...document.querySelectorAll('.company-summary .player-name')].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = new Range();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => box.top)).size > 1;
  }).map(String);
})"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", (SIZES[1], SIZES[2]), ids=lambda size: size.name)
def test_names_of_bots_are_not_broken_in_a_word(viewer: Viewer, size: Size) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        path = ApiTable(client, "Champion 1", "Champion 2", "Associate 1").path(0)
    tab = viewer.show(path, "en", "light", size)
    assert tab.evaluate(WORDS) == []
    markers = tab.locator("#panel .marker, .company-summary .marker")
    assert {each.get_attribute("textLength") for each in markers.locator("text").all()} == {"13", None}
    viewer.put_away()


@pytest.mark.thorough
def test_tenant_on_an_empty_floor_is_as_high_as_the_floor(viewer: Viewer) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        path = open_question(client, "second tenant", "draft")
    tab = viewer.show(path, "en", "light", WIDE)
    board_page.panel(tab, "draft").wait_for()
    heights = tab.evaluate(TENANTS)
    assert heights and all(abs(own - floor) <= 2 for own, floor in heights), heights
    viewer.put_away()


STYLED = "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules); document.adoptedStyleSheets = [sheet]; }"
WORDY = "() => { const text = document.createElement('p'); text.className = 'wordy'; text.textContent = 'word '.repeat(500); document.body.append(text); }"
BROKEN = {
    "structure": ("cut: .decision", "#panel .decision-title { width: 40px; overflow: hidden; white-space: nowrap; }"),
    "companies": ("company cut: #company-summary-", ".company-summary { max-height: 50px !important; }"),
    "answers": ("answer out of sight", "#panel .decision-body { padding-top: 300px !important; }"),
    "covered": ("covered: #street", "#panel { position: fixed !important; inset: 50% 0 0 !important; }"),
    "words": ("words:", ".wordy { position: fixed; inset: 0; font-size: 11px; }"),
    "tooltips": ("tooltip far away", ".open-tooltip { translate: -300px 0; }"),
    "contrast": ("contrast: #drawing-", ".drawing text { fill: var(--line) !important; fill-opacity: 0.5; }"),
}
"""For each measure a style that breaks a board, and the beginning of what the measure finds then."""


@pytest.mark.parametrize("name", sampled(MEASURES, nothing, ("structure", "words").__contains__))
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


@pytest.mark.thorough
def test_jumping_page_is_found(viewer: Viewer) -> None:
    assert find_shifts(viewer, PHONE, 2, crowded_record(2, "last"), JUMPY) != []


STYLE = """<!doctype html><meta charset=utf-8><style>
body { margin: 0; font: 16px/1.5 sans-serif; } main { position: relative; padding: 10px; } p { margin: 0 0 8px; }
button { width: 60px; height: 50px; border: 1px solid black; background: white; padding: 0; display: block; margin-bottom: 8px; }
.at { position: absolute; left: 10px; top: 10px; } svg { display: block; }
.tooltip { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
</style>"""
SOUND = """<main><p>Plain words, with <a href="#x">a link</a> in them.</p><button>Confirm</button>
<p style="width: 90px; font-size: 14px">Unternehmens\u00adberatung und Marketing-Bonus</p>
<div style="height: 60px; overflow: auto; width: 200px"><p style="height: 200px">A list that scrolls</p><p>Its end</p></div>
<span class="tooltip">Words for screen readers only</span>
<button><svg class="marker" width="20" height="20" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11"/><text x="4" y="17" font-size="16">A</text></svg></button>
<span style="position: relative"><svg class="marker" width="20" height="20"></svg><svg class="marker" width="20" height="20" style="margin-top: -12px"></svg></span></main>"""
FAULTS = {
    "overlap: main .at × main p": "<main><p>One line of words</p><p class='at'>Other words</p></main>",
    "overlap: main .prestige-tag × main p": "<main><p>2</p><span class='prestige-tag at' style='width: 20px; height: 20px'></span></main>",
    "overlap: main .at × main button": "<main><button>Confirm</button><p class='at' style='left: 55px; top: 22px'>Words over its edge</p></main>",
    "overlap: main button × main button": "<main><button>One</button><button style='margin-top: -30px'>Two</button></main>",
    "sticks out: main button span of main button": "<main><button><span style='margin-left: 40px'>Confirm</span></button></main>",
    "broken word: main p": "<main><p style='width: 40px; overflow-wrap: anywhere'>Assembly</p></main>",
    "small text: main p": "<main><p style='font-size: 10px'>Tiny</p></main>",
    "small text: main svg text": "<main><svg width='100' height='30' viewBox='0 0 200 60'><text y='40' font-size='16'>Scaled</text></svg></main>",
    "small control: main button": "<main><button style='width: 20px'>X</button></main>",
    "cut: main p by p": "<main><p style='width: 60px; overflow: hidden; white-space: nowrap'>Words that go on and on</p></main>",
    "cut: main div p by div": "<main><div style='height: 14px; overflow: hidden'><p>Too high for it</p></div></main>",
    "cut: main p by itself": "<main><p style='width: 60px; overflow: clip; white-space: nowrap; text-overflow: ellipsis'>Words that go on</p></main>",
    "out of the page: main .at": "<main><p class='at' style='left: -30px'>Words at the left</p></main>",
    "wide page: page": "<main style='width: 900px'><p>Words</p></main>",
    "scrolls sideways: main div": "<main><div style='width: 90px; overflow: auto'><p style='width: 200px'>Words that go on</p></div></main>",
    "hidden: main p under main .at": "<main><p>Words</p><div class='at' style='width: 90px; height: 40px; background: white'></div></main>",
}
"""Each fault with a page that has it."""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 400, "height": 300})
    yield context.new_page()
    context.close()


def look(tab: Tab, body: str, is_coarse: bool = False, sights: tuple[str, ...] = ()) -> list[Finding]:
    tab.set_content(STYLE + body)
    return check_structure(tab, is_coarse, sights)


@pytest.mark.thorough
def test_sound_page_has_no_findings(tab: Tab) -> None:
    assert look(tab, SOUND) == []


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(tab: Tab, fault: str) -> None:
    assert fault in [finding.key for finding in look(tab, FAULTS[fault])]
