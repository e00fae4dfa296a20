"""Boards at every question and all other pages, in windows of every size: their structure, what axe finds, and texts set wider."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.table import creation
from groundfloor.table.player_names import name_key
from tests.support import http
from tests.support.accessibility import BY_LOOK, axe_violations
from tests.support.board_grid import find_hidden_answers, find_many_words
from tests.support.board_viewer import LANGUAGES, POINTED, THEMES, TOUCHED, Size, Viewer, check_board, open_question, open_record
from tests.support.brief_advice import make_advice_brief
from tests.support.isolation import find_bare_names, isolate_every_name, people_and_tables
from tests.support.other_pages import GOLDEN, OTHERS, address, log_out, open_part
from tests.support.page_states import LONG_TABLE
from tests.support.page_structure import check_structure
from tests.support.question_records import EVERY, KINDS_ONCE, question_cases
from tests.support.samples import nothing, sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from groundfloor.server.database.store import Store


@pytest.fixture(autouse=True)
def _brief_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    make_advice_brief(monkeypatch)


@pytest.fixture(autouse=True)
def _difficult_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every name isolated, so that it shows where one is not, and gives tables without a name one that is too long for a line."""
    isolate_every_name(monkeypatch)
    monkeypatch.setattr(creation, "default_name", lambda _: LONG_TABLE)


def find_faults(viewer: Viewer, path: str, number: int, sizes: tuple[Size, ...], has_seat: bool = True) -> dict[str, str]:
    """Returns what is wrong with a board in windows of these sizes, in a language and theme by turns; axe looks at it in the first size."""
    found: dict[str, str] = {}
    language, theme = LANGUAGES[number % 2], THEMES[number // 2 % 2]
    for size in sizes:
        tab = viewer.show(path, language, theme, size)
        faults = [*check_board(tab, size, has_seat), *find_hidden_answers(tab, size), *find_many_words(tab, size)]
        found |= {finding.key: f"{finding} in {language} at {size.name}" for finding in faults}
        if size == sizes[0]:
            found |= {fault: fault for fault in axe_violations(tab, None if number % 3 == 0 else "#panel")}
    viewer.put_away()
    return found


TURNS = (TOUCHED[:3], POINTED[:2], (*TOUCHED[:2], TOUCHED[3]), POINTED[2:])


@pytest.mark.thorough
@pytest.mark.parametrize("name", question_cases(1))
def test_board_of_a_question_has_no_findings(viewer: Viewer, name: str) -> None:
    """Each question as it is asked and, once for each kind, with a draft: the one by touch, the other in wide windows, by turns."""
    number = EVERY.index(name)
    with http.Client(base_url=viewer.address, timeout=60) as client:
        found = find_faults(viewer, open_question(client, name), number, TURNS[number % 4])
        if name in KINDS_ONCE:
            found |= find_faults(viewer, open_question(client, name, "draft"), number + 1, TURNS[(number + 1) % 4])
    assert not found, "\n".join(found.values())


@pytest.mark.parametrize("looks", sampled(["waiting", "watching", "past", "over"], nothing, ("waiting", "over").__contains__))
def test_board_without_a_question_has_no_findings(viewer: Viewer, looks: str) -> None:
    with http.Client(base_url=viewer.address, timeout=60) as client:
        for number, sizes in enumerate((TOUCHED, POINTED)):
            if looks == "over":
                path = open_record(client, (GOLDEN / "second-5-random.gfr").read_text("utf-8"))
            else:
                path = open_question(client, "online price", looks)
            found = find_faults(viewer, path, number, sizes, looks not in ("watching", "over"))
            assert not found, "\n".join(found.values())


PARTS = 20
"""The other pages are looked at in so many tests, so that none takes long."""


@pytest.mark.console("status of 404 .*/(nothing-here|admin)")
@pytest.mark.console("status of 403 .*/s/.*/table")
@pytest.mark.parametrize(
    ("pointer", "part"),
    sampled(product(("touch", "mouse"), range(PARTS)), nothing, lambda case: case[0] == "touch" or case[1] % 2 == 0),
)
def test_other_pages_have_no_findings(browser: Browser, server: str, store: Store, pointer: str, part: int) -> None:
    """Each page in the narrowest window of a pointer, where least fits, and with a mouse in another by turns; in a language with each pointer.

    None is wider than its window, and no name reorders what stands beside it.

    What is opened by touch is checked with axe as well, in both themes.
    """

    def appoint(name: str) -> None:
        account = account_storage.find(store, name_key(name))
        assert account is not None
        moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")

    viewer = Viewer(browser, server)
    found: dict[str, str] = {}
    first, *others = TOUCHED if pointer == "touch" else POINTED
    with http.Client(base_url=server, timeout=60) as client:
        for number, other in list(enumerate(OTHERS))[part::PARTS]:
            language = LANGUAGES[(number + (pointer == "mouse")) % 2]
            tab = viewer.show(address(client, other), language, THEMES[number // 2 % 2], first, is_new=other.is_new)
            open_part(tab, other, appoint)
            for finding in find_bare_names(tab, people_and_tables(store)):
                found.setdefault(finding.key, f"{finding}, for example {other.name}")
            for size in (first,) if first.is_touch else (first, others[number % len(others)]):
                viewer.resize(tab, size)
                if other.scope and not tab.locator(other.scope).first.is_visible():
                    open_part(tab, other, appoint)
                for finding in check_structure(tab, size.is_touch, scope=other.scope):
                    found.setdefault(finding.key, f"{finding}, for example {other.name} in {language} at {size.name}")
            if first.is_touch:
                faults = axe_violations(tab)
                tab.emulate_media(color_scheme="light" if number // 2 % 2 else "dark")  # the other one
                found |= {fault: f"{fault}: {other.name} in {language}" for fault in (*faults, *axe_violations(tab, options=BY_LOOK))}
            log_out(tab, other)
    viewer.close()
    assert not found, "\n".join(found.values())


SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }"
WIDEN = "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules); document.adoptedStyleSheets = [sheet]; }"
CUT_OR_COVERED = """() => {
  const found = new Set();
  for (const place of document.querySelectorAll(".head, .street-row, .map-title, .room, .company-summary, .track, .decision")) {
    const texts = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest(".visually-hidden, svg.marker, .icon, .tooltip, select")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = node.data.trim().slice(0, 30), all = range.getBoundingClientRect(), cuts = [];
      let isHidden = false;
      for (let box = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box), edge = box.getBoundingClientRect();
        if (style.display === "inline") continue;
        if (edge.width < 2 || edge.height < 2 || style.clipPath.startsWith("inset")) isHidden = true;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        if (style.overflowX === "hidden" && (all.right > edge.right + 1.5 || all.left < edge.left - 1.5)) cuts.push(`${words} is cut by ${box.className}`);
      }
      if (isHidden) continue;
      cuts.forEach((each) => found.add(each));
      for (const r of parent.closest("svg") ? [parent.getBoundingClientRect()] : range.getClientRects())
        if (r.width > 1) texts.push([words, r.left, r.top + r.height * .22, r.right, r.bottom - r.height * .22, node]);
    }
    texts.forEach(([a, al, at, ar, ab, an], i) => {
      for (const [b, bl, bt, br, bb, bn] of texts.slice(i + 1))
        if (an !== bn && al + 1.5 < br && bl + 1.5 < ar && at < bb && bt < ab) found.add(`${a} lies over ${b}`);
    });
  }
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth} wide, not ${wide}`);
  return [...found];
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "width"), [("second schedule", 360), ("online price", 1180), ("online price", 1280)])
def test_texts_set_wider_are_neither_cut_nor_lie_over_each_other(viewer: Viewer, name: str, width: int) -> None:
    """As WCAG 1.4.12 wants them."""
    with http.Client(base_url=viewer.address, timeout=60) as client:
        tab = viewer.show(open_question(client, name), "de", "light", Size(width, 1000))
    tab.evaluate(WIDEN, SPACED)
    assert tab.evaluate(CUT_OR_COVERED) == []
