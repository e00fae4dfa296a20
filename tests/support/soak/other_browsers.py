"""Firefox and WebKit: a whole game by clicks and keys, and the structure of the main pages and boards in windows of several sizes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx

from tests.support import http
from tests.support.api_table import ApiTable
from tests.support.board_grid import BOARD, without_exceptions
from tests.support.board_viewer import pencil
from tests.support.browser_player import DULL, FOUND, LIKED, PASSWORD
from tests.support.crowded_tables import crowded_record
from tests.support.page_structure import CHECK, Finding
from tests.support.screenshots import UNLIMITED
from tests.support.server_process import Process
from tests.support.webdriver import Tab, WebDriverError, firefox, firefox_program, mini_browser, webkit

PATHS = (
    "/",
    "/lobby",
    "/rules",
    "/rules/aid",
    "/how-to-play",
    "/learned",
    "/account",
    "/settings",
    "/games",
    "/ratings",
    "/day",
    "/my-games",
    "/about",
)
WINDOWS = ((360, 800), (900, 1200), (1280, 720), (1280, 822), (1366, 768), (1600, 1000))
STATES = ("schedule", "price", "buy", "draft")
COUNT_SWAPS = "() => { window.swaps = 0; document.addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true); localStorage.setItem('groundfloor-pace', 'off'); }"
IS_SETTLED = "(count) => window.swaps > count && !document.getElementById('table').ariaBusy"
REACHED = """(id) => {
  const place = document.getElementById(id);
  place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = place.getBoundingClientRect();
  const isFree = place.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2));
  const answer = [...document.querySelectorAll("#panel button[name=pick]")].find((each) => each.value === place.value);
  return isFree || !answer?.checkVisibility() ? id : answer.id;
}"""
"""The place itself, or what answers the same in the panel if something covers the place."""
ROOMS = """() => { const rooms = [...document.querySelectorAll("#company .company.is-default .rooms")].find((each) => each.checkVisibility());
  const low = Math.max(...[...rooms.children].map((each) => each.getBoundingClientRect().bottom));
  return rooms.getBoundingClientRect().bottom - low; }"""
"""By how many pixels the ground floor is higher than the rooms that stand on it."""
HARMLESS = {
    "company cut: #section-[0-5]: ''": "Firefox counts the line around a drawn shape to its box.",
    "icon-in-drawing": "Firefox counts what a symbol could draw outside of its box to the box of a drawing within a drawing.",
    "broken word: main tr": "Firefox hyphenates the cells of the player aid, for which Chromium's headless shell has no dictionary.",
    "can.t establish a connection to the server at .*/events": "A stream that could not begin is begun again; the games show that pages hear of moves.",
    "small control: .log .log-line-links .log-line-rule": "WebKit finds nothing at the points of a list that was scrolled just before; Chromium measures it.",
    "Layout was forced before the page was fully loaded": "The click of a test does so.",
}
"""Findings and warnings that say nothing about the page, by a pattern, with the reason."""
STARTED: dict[str, Callable[[], AbstractContextManager[Tab]]] = {"Firefox": firefox, "WebKit": webkit}


def other_browsers(folder: Path, seed: int) -> str:
    """Tries each browser that is installed; says which is not."""
    found = {"Firefox": firefox_program(), "WebKit": mini_browser()}
    findings = {name: one_browser(folder / name, seed, start) for name, start in STARTED.items() if found[name]}
    assert not any(findings.values()), ", ".join(f"{name}: {len(lines)} findings" for name, lines in findings.items())
    looked = f"a game, {len(PATHS)} pages and {len(STATES)} boards without a finding"
    return "; ".join(
        f"{name}: {looked}" if is_there else f"{name} is not installed here (docs/testing.md)" for name, is_there in found.items()
    )


def one_browser(folder: Path, seed: int, start: Callable[[], AbstractContextManager[Tab]]) -> list[str]:
    """Returns what was found in a browser, and prints it."""
    folder.mkdir()
    with Process(folder, settings=UNLIMITED) as server, start() as tab, http.Client(base_url=server.address, timeout=120) as client:
        findings = [*play_game(tab, client, seed), *leave_account(tab, client), *look_at_pages(tab, client), *look_at_boards(tab, client)]
        for line in findings:
            print(f"  {tab.name}: {line}", flush=True)
        return findings


def play_game(tab: Tab, client: httpx.Client, seed: int) -> Iterator[str]:
    """Plays a game with clocks against somebody who has another browser: by clicks and by keys in turn, some drafts taken back and some moves undone."""
    table, dice = ApiTable(client, "Ann", "דנה 3", pace="live-30"), random.Random(seed)
    tab.resize(1366, 768)
    tab.goto(table.url(0))
    client.get(table.path(1))
    tab.evaluate(COUNT_SWAPS)
    number = 0
    while not (view := table.public_view)["is_over"]:
        if view["asked"] == 2:
            legal = [each["action"] for each in table.view(1)["legal"]]
            lively = [text for text in legal if text not in ("done", "none", "end")]
            action = dice.choice(lively if lively and dice.random() < DULL else legal)
            table.act(1, apply=[action], version=view["version"]).raise_for_status()
            continue
        # What somebody else has done comes by the stream of events.
        tab.wait_for("(version) => document.getElementById('table').dataset.version === version", str(view["version"]))
        tab.wait_for("() => ['asked', 'second-step', 'draft'].includes(document.getElementById('panel').dataset.mode)")
        number += 1
        yield from decide(tab, dice, number)
    tab.wait_for("() => document.getElementById('panel').dataset.mode === 'over'")
    if number < 20:
        yield f"only {number} steps"
    yield from failures(tab)


def decide(tab: Tab, dice: random.Random, number: int) -> Iterator[str]:
    """Makes one step of a decision: chooses, takes back and chooses again, or confirms and undoes and confirms again."""
    mode = tab.evaluate("() => document.getElementById('panel').dataset.mode")
    if mode == "draft":
        if number % 11 == 0:
            changed(tab, lambda: tab.press("Escape"))
            return
        if not tab.evaluate("() => document.querySelector('#confirm')?.checkVisibility()"):
            yield f"no button to confirm at step {number}"
        changed(tab, (lambda: tab.press("Enter")) if number % 2 else (lambda: tab.click("#confirm")))
        if number % 7 == 0 and tab.evaluate("() => document.querySelector('#undo:not([aria-disabled=true])[name=do]') !== null"):
            changed(tab, lambda: tab.press("u"))
        return
    selectable = tab.wait_for(f"() => {{ const found = {FOUND}; return found.length ? found : null; }}")
    liked = [id for id, value in selectable if value.split()[0] in LIKED]
    lively = [id for id, value in selectable if value not in ("done", "none", "end")]
    wanted = (liked or lively) if (liked or lively) and dice.random() < DULL else [id for id, _ in selectable]
    if number % 2:
        for _ in range(dice.randint(1, 5)):
            tab.press("n")
        if tab.evaluate("() => document.activeElement.name") != "pick":
            yield f"N has reached nothing at step {number}"
        changed(tab, lambda: tab.press("Enter"))
        return
    place = tab.evaluate(REACHED, dice.choice(wanted))
    changed(tab, lambda: tab.click(f"#{place}"))


def changed(tab: Tab, act: Callable[[], None]) -> None:
    """Does something, and waits until the page is rendered anew; once more if it came just as the page was rendered by what it heard."""
    count = tab.evaluate("() => window.swaps")
    act()
    tab.wait_for(IS_SETTLED, count)


def leave_account(tab: Tab, client: httpx.Client) -> Iterator[str]:
    """Creates an account, logs out, and goes back: nothing of the account is shown any more."""
    home = str(client.base_url).rstrip("/")
    tab.goto(f"{home}/account")
    tab.fill("#create-name", "Ann of the club")
    tab.fill("#create-password", PASSWORD)
    tab.press("Enter")
    tab.wait_for("() => document.readyState === 'complete' && document.querySelector('.account-name')?.textContent === 'Ann of the club'")
    tab.goto(f"{home}/settings")
    tab.goto(f"{home}/account")
    tab.click("[action='/account/log-out'] button")
    tab.wait_for("() => document.readyState === 'complete' && !document.querySelector('.account-name')")
    tab.back()
    try:
        tab.wait_for("() => document.readyState === 'complete' && !document.body.textContent.includes('Ann of the club')")
    except WebDriverError:
        yield "back after the log-out shows the account"
    tab.forget()


def look_at_pages(tab: Tab, client: httpx.Client) -> Iterator[str]:
    for path in PATHS:
        tab.goto(str(client.base_url).rstrip("/") + path)
        for width, height in WINDOWS[::2]:
            yield from measured(tab, f"{path}", tab.resize(width, height))
    yield from failures(tab)


def look_at_boards(tab: Tab, client: httpx.Client) -> Iterator[str]:
    for number, state in enumerate(STATES):
        table = ApiTable.resume(client, crowded_record(2 + number % 3, "last", "schedule" if state == "draft" else state))
        asked = table.asked
        if state == "draft":
            pencil(client, table.tokens[asked])
        tab.goto(table.url(asked))
        tab.wait_for("() => ['asked', 'second-step', 'draft'].includes(document.getElementById('panel').dataset.mode)")
        for width, height in WINDOWS:
            size = tab.resize(width, height)
            yield from measured(tab, state, size)
            if size[0] >= 1100:
                if (gap := tab.evaluate(ROOMS)) > 1:
                    yield f"{state} at {size[0]}x{size[1]}: the rooms end {gap:.0f} px above the ground"
                yield from said(
                    tab.evaluate(
                        BOARD,
                        {"measure": "companies", "selector": ".company-summary:not(.is-you), #company .company.is-default .section-frame"},
                    ),
                    state,
                    size,
                )
            yield from said(tab.evaluate(BOARD, {"measure": "answers", "isScrolled": size[0] < 700}), state, size)
    yield from failures(tab)


def failures(tab: Tab) -> list[str]:
    return [line for line in tab.messages() if not any(re.search(known, line) for known in HARMLESS)]


def measured(tab: Tab, where: str, size: tuple[int, int]) -> list[str]:
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    return said(tab.evaluate(CHECK, {"coarse": False, "sights": [], "scope": ""}), where, size)


def said(found: list[dict[str, object]], where: str, size: tuple[int, int]) -> list[str]:
    findings = {Finding(str(each["fault"]), str(each["place"]), str(each["words"]), tuple(each["box"])) for each in found}  # type: ignore[arg-type]
    lines = without_exceptions([f"{where} at {size[0]}x{size[1]}: {each}" for each in sorted(findings)])
    return [line for line in lines if not any(re.search(known, line) for known in HARMLESS)]
