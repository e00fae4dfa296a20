"""Checks a page that is open in a browser with axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

VIOLATIONS = {"resultTypes": ["violations"]}
"""Only violations are described: the description of all that is in order takes most of the time."""
BY_LOOK = VIOLATIONS | {"runOnly": ["color-contrast", "target-size"]}
"""The rules whose findings differ from theme to theme and from size to size. All others are about what a page says to programs, and that is the same."""
RUN = "([within, options]) => axe.run(within ?? document, options).then(({ violations }) => violations)"


def axe_violations(tab: Page, within: str | None = None, options: dict[str, list[str]] = VIOLATIONS) -> list[str]:
    """Returns a line for each element, at most three a rule; ``within`` is a selector of the part that is checked (else all).

    A page gets axe once: reading its script takes as long as checking a part of a board.
    """
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(Axe().axe_script)
    violations = tab.evaluate(RUN, [within, options])
    return [
        f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}" for fault in violations for node in fault["nodes"][:3]
    ]
