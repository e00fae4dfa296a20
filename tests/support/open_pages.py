"""Game pages that are open while something happens elsewhere, or while their stream of events is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page as Tab

from tests.support import http

PATIENCE = 60_000
"""Milliseconds after which a page should show what happened, however busy the machine is."""
SHOWS_PAST = "'history' in document.getElementById('table').dataset"


def resume(server: str, record: str) -> str:
    """Opens a table that goes on where a record ends; returns the page of the seat that is asked."""
    made = http.post(f"{server}/api/records", json={"record": record, "resume": True}).json()
    asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"] - 1
    return f"{server}/s/{made['seats'][asked]['token']}"


def opened(tab: Tab, address: str) -> None:
    """Opens a page; returns when its scripts run."""
    tab.goto(address)
    tab.wait_for_function("() => document.querySelector('.view-tabs [aria-current]')")


@contextmanager
def passing(tab: Tab, state: str) -> Iterator[None]:
    """Waits until the page was in a state, a condition in JavaScript, at some moment since the block began.

    For states that last only until the next answer or timer: a busy machine looks too late for them.
    """
    tab.evaluate(f"""() => {{
      window.hasPassed = false;
      const look = () => {{ window.hasPassed ||= Boolean({state}); }};
      new MutationObserver(look).observe(document, {{ attributes: true, childList: true, subtree: true }});
    }}""")
    yield
    tab.wait_for_function("() => window.hasPassed", timeout=PATIENCE)


def wait_for_held(tab: Tab, held: Sequence[object], count: int = 1) -> None:
    """Waits until a route of the page holds so many requests: its handler runs after the event that tells of a request."""
    while len(held) < count:
        tab.wait_for_timeout(20)


WATCH_SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifts.push(value); }).observe({ type: "layout-shift", buffered: false }); }"""
TAKE_SHIFTS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(
  () => done(window.shifts.splice(0).reduce((sum, each) => sum + each, 0)), 60))))"""


def watch_shifts(tab: Tab) -> None:
    """Has the page measure from now on what ``taken_shift`` tells."""
    tab.evaluate(WATCH_SHIFTS)


def taken_shift(tab: Tab) -> float:
    """Returns how far what stands on the page was shifted since it was asked last: the measure of browsers, cumulative layout shift."""
    return float(tab.evaluate(TAKE_SHIFTS))
