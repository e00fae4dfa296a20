"""Measures boards in a grid of sizes, seats, rounds, states, languages and themes, and whole games in each size with each number of seats.

Each measure is a function of a page that returns its findings. ``tests/server/test_grid.py`` looks at a sample of the grid, ``scripts/soak boards games`` at all of it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Page as Tab

from groundfloor import Match, ruleset
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.board_viewer import LANGUAGES, SHOW, SHOWN, THEMES, Size, Viewer, check_board, pencil, views
from tests.support.browser_player import Player
from tests.support.contrast import find_faint_texts
from tests.support.crowded_tables import NAMES, ROUNDS, SEATS, crowded_record, rules_for
from tests.support.page_structure import Finding, check_structure
from tests.support.words import LIMITS, count_words

SIZES = (
    Size(1600, 1000), Size(1366, 768), Size(1280, 720), Size(900, 1200, True), Size(768, 1024, True), Size(360, 760, True), Size(760, 360, True),
    Size(1440, 800), Size(1536, 730), Size(960, 540), Size(1024, 600), Size(800, 500), Size(1024, 768, True),
)  # fmt: skip
STATES = ("schedule", "price", "buy", "draft")
"""A question to the city, one whose answers are a list, one that the list of improvements answers, and a draft of an answer to the first one."""
BOARD = f"({(Path(__file__).parent / 'board_measures.js').read_text('utf-8')})"
FURTHEST = 120
"""How many pixels a tooltip may be from what it is about."""
BY_CONTRAST: dict[str, object] = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
MOST_SHIFT = 0.02
"""How far a move may shift what stands on the page: the measure of browsers, cumulative layout shift."""
EXCEPTIONS = {
    "faded by .building": "On a phone the neighbours of the building that is shown are at half strength; its letter shows each at full strength.",
}
"""Findings that are decided and harmless, by a part of their line, with the reason."""


@dataclass(frozen=True)
class Case:
    """A board of the grid."""

    size: Size
    seats: int
    when: str
    state: str
    language: str
    theme: str

    @property
    def name(self) -> str:
        """``"1600x1000, 4 seats, last draft, de, dark"``."""
        return f"{self.size.name}, {self.seats} seats, {self.when} {self.state}, {self.language}, {self.theme}"


CASES = tuple(
    Case(size, seats, when, state, language, THEMES[(seats + ROUNDS.index(when) + STATES.index(state) + LANGUAGES.index(language)) % 2])
    for size, seats, when, state, language in product(SIZES, SEATS, ROUNDS, STATES, LANGUAGES)
)
"""Each board in both languages, in light and dark by turns: texts don't depend on the theme, nor colours on the language."""


def is_phone(size: Size) -> bool:
    """Whether the page shows one part of the board at a time."""
    return size.width < 1100


def find_structure(tab: Tab, size: Size) -> list[Finding]:
    """Texts cut, over each other, broken or too small; controls too small; own numbers, own rooms, buildings, decision and tracks in sight."""
    found = check_board(tab, size)
    if size.width >= 1100:
        # In low windows what is on sale takes the place of the tracks while it is open.
        before = tab.evaluate(SHOWN, "sidebar")
        tab.evaluate(SHOW, ["sidebar", "log"])
        found += check_structure(tab, sights=("#tracks .track",), scope="#tracks")
        tab.evaluate(SHOW, ["sidebar", before])
    return found


def find_cut_companies(tab: Tab, size: Size) -> list[Finding]:
    """Companies that are not whole, small ones that a click does not enlarge; on phones companies that are not whole after a tap on their tab."""
    shown = ".company-summary:not(.is-you)" + (", #company .company.is-default .section-frame" if size.width >= 1100 else "")
    found = [] if is_phone(size) else measured(tab, measure="companies", selector=shown)
    if is_phone(size):
        tab.evaluate(SHOW, ["view", "company"])
    own = "" if is_phone(size) else tab.evaluate("() => document.getElementById('company-tabs').dataset.defaultCompany")
    for seat in tab.evaluate(SEATS_SHOWN):
        if seat == own:
            continue
        tab.evaluate(ENLARGE, seat)
        if not tab.locator(f"#company-{seat}").is_visible():
            found.append(Finding("company hidden", f"#company-{seat}"))
        elif is_phone(size):
            found += measured(tab, measure="companies", selector=f"#company-{seat}")
    tab.evaluate(SHOW, ["view", ""])
    tab.evaluate(SHOW, ["shownCompany", ""])
    return found


SEATS_SHOWN = "() => [...document.querySelectorAll('.company-tabs [data-show-company]')].map((each) => each.dataset.showCompany)"
ENLARGE = """(seat) => {
  const controls = [...document.querySelectorAll(`.company-tabs [data-show-company='${seat}'], #company-summary-${seat} [data-show-company='${seat}']`)];
  controls.find((each) => each.checkVisibility())?.click();
}"""


def find_hidden_answers(tab: Tab, size: Size) -> list[Finding]:
    """Answers that can't be seen without scrolling; on phones the sheet may scroll."""
    return measured(tab, measure="answers", isScrolled=is_phone(size))


def find_many_words(tab: Tab, size: Size) -> list[Finding]:
    """More words than a board of this size may show, and signs that explain though nobody asks."""
    limit = next((limit for each, limit in LIMITS.items() if each.name == size.name), None)
    if limit is None:
        return []
    words = count_words(tab)
    found = [Finding("sign", sign) for sign in words.signs]
    if words.count > limit:
        found.append(
            Finding("words", ", ".join(f"{part} {len(each)}" for part, each in words.by_part.items()), f"{words.count} of {limit}")
        )
    return found


def find_low_contrast(tab: Tab, size: Size) -> list[Finding]:
    """Texts that are hard to read, by their pixels in each part of the board, and by axe, which also looks at what is scrolled out of sight."""
    found = {finding for _ in views(tab) for finding in find_faint_texts(tab)}
    return [*sorted(found), *(Finding("axe", line) for line in axe_violations(tab, options=BY_CONTRAST))]


def find_bad_tooltips(tab: Tab, size: Size) -> list[Finding]:
    """Tooltips that are far from their owners, or over something that one needs to decide; a narrow window may have no room beside all that."""
    return [] if size.is_touch or is_phone(size) else measured(tab, measure="tooltips", furthest=FURTHEST)


def find_covered_parts(tab: Tab, size: Size) -> list[Finding]:
    """Parts of the board under the decision or the tabs; upright phones have the decision as a sheet over the board."""
    return [] if size.width < 700 else sorted({finding for _ in views(tab) for finding in measured(tab, measure="covered")})


def measured(tab: Tab, **options: object) -> list[Finding]:
    return sorted({Finding(each["fault"], each["place"], each["words"], tuple(each["box"])) for each in tab.evaluate(BOARD, options)})


Measure = Callable[["Tab", Size], list[Finding]]
MEASURES: dict[str, Measure] = {
    "structure": find_structure,
    "companies": find_cut_companies,
    "answers": find_hidden_answers,
    "covered": find_covered_parts,
    "words": find_many_words,
    "tooltips": find_bad_tooltips,
    "contrast": find_low_contrast,
}
"""All measures of a board that stands still, by name."""


def open_board(viewer: Viewer, case: Case) -> Tab:
    """Returns a new table of a case in its window."""
    with http.Client(base_url=viewer.address, timeout=60) as client:
        table = ApiTable.resume(client, crowded_record(case.seats, case.when, "schedule" if case.state == "draft" else case.state))
        asked = table.asked
        if case.state == "draft":
            pencil(client, table.tokens[asked])
    tab = viewer.show(table.path(asked), case.language, case.theme, case.size)
    board_page.panel(tab, *(("draft", "second-step") if case.state == "draft" else ("asked",))).wait_for()
    return tab


def measure_board(viewer: Viewer, case: Case) -> list[str]:
    """Returns a line for each finding that is not among the exceptions."""
    tab = open_board(viewer, case)
    found = [f"{case.name}: {name}: {finding}" for name, measure in MEASURES.items() for finding in measure(tab, case.size)]
    viewer.put_away()
    return without_exceptions(found)


def without_exceptions(lines: list[str]) -> list[str]:
    return [line for line in lines if not any(known in line for known in EXCEPTIONS)]


OBSERVE = """() => {
  window.shifts = [];
  const name = (node) => node?.closest?.("[id]")?.id + " " + (node?.getAttribute?.("class") ?? node?.nodeName);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const boxes = sources.map(({ node, previousRect: a, currentRect: b }) => `${name(node)} ${[a.x, a.y, b.x, b.y].map(Math.round)}`);
      const { mode, kind } = document.getElementById("panel").dataset;
      window.shifts.push({ value, moment: `version ${document.getElementById("table").dataset.version}, ${mode} ${kind ?? ""}`, boxes });
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""
TAKE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifts.splice(0)), 60))))"
LIVELY = 0.8
"""How often those who play without a page choose an answer that does something."""


def find_shifts(viewer: Viewer, size: Size, seats: int, record: str = "", script: str = "") -> list[str]:
    """Plays a game from its start, or from the end of a record, the first seat by clicks in a window; returns a line for each move that shifts too much.

    ``script`` runs in the page before its own scripts.
    """
    found: dict[str, float] = defaultdict(float)
    boxes: dict[str, list[str]] = defaultdict(list)
    context = viewer.browser.new_context(
        viewport={"width": size.width, "height": size.height}, has_touch=size.is_touch, is_mobile=size.is_touch, reduced_motion="reduce"
    )
    with http.Client(base_url=viewer.address, timeout=60) as client:
        table = ApiTable.resume(client, record or Match.new(ruleset(rules_for(seats)), NAMES[:seats], {}, bytes(32)).record.format())
        dice = random.Random(seats)
        player = Player(context.new_page(), dice)
        player.tab.add_init_script(script)
        player.tab.goto(table.url(0), wait_until="load")
        player.tab.evaluate("() => document.fonts.ready.then(() => true)")
        player.tab.evaluate(OBSERVE)
        while not (view := table.public_view)["is_over"]:
            if view["asked"] == 1:
                board_page.table(player.tab, version=view["version"]).wait_for(state="attached")
                board_page.panel(player.tab, "asked", "second-step", "draft").wait_for()
                player.click()
                for shift in player.tab.evaluate(TAKE):
                    found[shift["moment"]] += shift["value"]
                    boxes[shift["moment"]] += shift["boxes"]
            else:
                seat = table.view(view["asked"] - 1)
                legal = [each["action"] for each in seat["legal"]]
                lively = [text for text in legal if text not in ("done", "none", "end")]
                action = dice.choice(lively if lively and dice.random() < LIVELY else legal)
                table.act(view["asked"] - 1, apply=[action], version=seat["version"]).raise_for_status()
    context.close()
    return without_exceptions(
        [
            f"{size.name}, {seats} seats: shift: {value:.3f} at {moment}: {'; '.join(boxes[moment][:3])}"
            for moment, value in found.items()
            if value > MOST_SHIFT
        ]
    )
